import { endOfHeader, Fields, textOf } from "./fields.js";

/** A header longer than this is none. */
export const LONGEST_HEAD: number = 256 * 1024;
const LONGEST_ARC_LINE = 64 * 1024;

/** What comes before the block of a WARC or ARC record. */
export interface RecordHead {
  readonly format: "WARC" | "ARC";
  /** WARC-Type in lower case, empty where there is none. ARC: `response`, or `filedesc` for the version block. */
  readonly type: string;
  /** Under the names of WARC also for ARC. */
  readonly fields: Fields;
  /** Content-Length, where it is a number. */
  readonly length: number | undefined;
}

/** `more`: the bytes end before it is known. */
export type HeadParse = { readonly head: RecordHead; readonly size: number } | "more" | "none";

const LF = 0x0a;
const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x30 && byte <= 0x39;
const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

/** True when `WARC/` and a version begin here (0.17, 0.18, 1.0, 1.1 and whatever follows them). */
export function isWarcVersion(bytes: Buffer, at: number): boolean {
  return (
    bytes[at] === 0x57 &&
    bytes[at + 1] === 0x41 &&
    bytes[at + 2] === 0x52 &&
    bytes[at + 3] === 0x43 &&
    bytes[at + 4] === 0x2f &&
    isDigit(bytes[at + 5])
  );
}

/** The head of the WARC record that begins at `at`. */
export function parseWarcHead(bytes: Buffer, at: number): HeadParse {
  if (!isWarcVersion(bytes, at)) return "none";
  const end = endOfHeader(bytes, at);
  if (end < 0) return bytes.length - at > LONGEST_HEAD ? "none" : "more";
  if (end - at > LONGEST_HEAD) return "none";
  const fields = Fields.parse(bytes.subarray(bytes.indexOf(LF, at) + 1, end));
  return { head: warcHead(fields), size: end - at };
}

/** As far as it goes, the head of a WARC record that breaks off; undefined when it does not say of which capture. */
export function parseCutHead(bytes: Buffer): RecordHead | undefined {
  // The last line may be half a line.
  const fields = Fields.parse(bytes.subarray(bytes.indexOf(LF) + 1, bytes.lastIndexOf(LF) + 1));
  const head = warcHead(fields);
  const isKnown = ["warc-target-uri", "warc-date"].every((name) => fields.get(name) !== undefined);
  return head.type !== "" && isKnown ? head : undefined;
}

function warcHead(fields: Fields): RecordHead {
  return {
    format: "WARC",
    type: (fields.get("warc-type") ?? "").toLowerCase(),
    fields,
    length: lengthOf(fields.get("content-length")),
  };
}

function lengthOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
}

/** The head of the ARC record (versions 1 and 2) whose line begins at `at`. */
export function parseArcHead(bytes: Buffer, at: number): HeadParse {
  if (at < bytes.length && !isLetter(bytes[at])) return "none";
  const lineEnd = bytes.subarray(at, at + LONGEST_ARC_LINE).indexOf(LF);
  if (lineEnd < 0)
    return bytes.length - at < LONGEST_ARC_LINE && mayBeArc(bytes, at) ? "more" : "none";
  // The cheap test first: nearly every line of a page fails it.
  const last = bytes[at + lineEnd - 1] === 0x0d ? lineEnd - 2 : lineEnd - 1;
  if (!isDigit(bytes[at + last])) return "none";
  const head = arcHeadOf(textOf(bytes.subarray(at, at + last + 1)));
  return head === undefined ? "none" : { head, size: lineEnd + 1 };
}

/** Whether the beginning of a line can be that of a URL. */
function mayBeArc(bytes: Buffer, at: number): boolean {
  return /^[a-z][a-z0-9+.-]*(?::|$)/iu.test(bytes.toString("latin1", at, at + 32));
}

/**
 * `URL IP date type length`, or with `result checksum location offset file` before the length (version 2). URLs with
 * spaces are met, so fields are counted from the right.
 */
function arcHeadOf(line: string): RecordHead | undefined {
  const tokens = line.split(" ");
  const count = tokens.length;
  const date =
    [count - 3, count - 8].find((i) => i >= 2 && isArcDate(tokens[i]!)) ?? spacedDate(tokens);
  if (date === undefined) return undefined;
  const url = tokens.slice(0, date - 1).join(" ");
  if (!/^[a-z][a-z0-9+.-]{0,30}:/iu.test(url)) return undefined;
  const length = lengthOf(tokens[count - 1]);
  if (length === undefined) return undefined;
  const type = tokens.slice(date + 1, count - (date === count - 8 ? 6 : 1)).join(" ");
  const fields = Fields.of([
    ["WARC-Target-URI", url],
    ["WARC-Date", tokens[date]!],
    ["WARC-IP-Address", tokens[date - 1]!],
    ["Content-Type", type],
  ]);
  return {
    format: "ARC",
    type: /^filedesc:/iu.test(url) ? "filedesc" : "response",
    fields,
    length,
  };
}

const isArcDate = (token: string): boolean => /^\d{8,17}$/u.test(token);

/** A media type with spaces in it moves the date to the left. */
function spacedDate(tokens: readonly string[]): number | undefined {
  for (let i = tokens.length - 4; i >= 2; i -= 1) if (/^\d{14}$/u.test(tokens[i]!)) return i;
  return undefined;
}
