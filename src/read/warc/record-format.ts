import { isAscii, isUtf8 } from "../../base/platform/machine.js";

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const COLON = 0x3a;
/** Maximum length of the line of an ARC record. */
const LONGEST = 8192;
/** Number of fields that version 2 has between type and length: result code, checksum, location, offset, file name. */
const MORE_FIELDS = 5;

/** Damage may have joined the lines of two records, of which only the second has its block there. */
const JOINED_LINES = / (?:\d{1,3}\.){3}\d{1,3} |^filedesc:.+:\/\//iu;

interface ArcLine {
  readonly uri: string;
  readonly date: string;
  readonly contentType: string;
  readonly length: number;
  /** Length of the line itself. */
  readonly bytes: number;
}

/**
 * Parses the line at which an ARC record begins: URL, IP address, date, type, (version 2: five more fields) and length.
 * Returns `undefined` if it is not such a line. Some URLs have spaces and some types have parameters, so the fields are
 * counted from the right.
 */
export function parseArcLine(bytes: Buffer): ArcLine | undefined {
  const end = bytes.subarray(0, LONGEST).indexOf(NEWLINE);
  // The fast test comes first, because hardly any line of a page ends in a digit.
  if (end < 0 || !isDigit(bytes[lineLength(bytes, 0, end) - 1])) return undefined;
  const words = bytes.toString("latin1", 0, end).trimEnd().split(" ");
  const count = words.length;
  const length = words[count - 1]!;
  const at =
    [count - 3, count - 3 - MORE_FIELDS].find((i) => isDate(words[i])) ??
    words.findLastIndex((word, i) => i < count - 3 && /^\d{14}$/u.test(word));
  const uri = Buffer.from(words.slice(0, at - 1).join(" "), "latin1").toString("utf8");
  const isUri = /^[a-z][a-z0-9+.-]{0,30}:/iu.test(uri) && !JOINED_LINES.test(uri);
  if (at < 2 || !/^\d{1,15}$/u.test(length) || !isUri) return undefined;
  const typeEnd = at === count - 3 - MORE_FIELDS ? at + 2 : count - 1;
  return {
    uri,
    date: words[at]!,
    contentType: words.slice(at + 1, typeEnd).join(" "),
    length: Number(length),
    bytes: end + 1,
  };
}

const isDate = (word: string | undefined): boolean => /^\d{8,14}$/u.test(word ?? "");

const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Returns where a line ends without the carriage returns before its line feed, of which text mode may write several. */
export function lineLength(bytes: Buffer, start: number, lineFeed: number): number {
  let end = lineFeed;
  while (end > start && bytes[end - 1] === CARRIAGE_RETURN) end -= 1;
  return end;
}

export const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a));

/** Named fields of a WARC record (WARC 1.1, section 4) or of an HTTP message, with names in lower case. */
export type Fields = ReadonlyMap<string, string>;

/** Returns the type of a record in lower case; empty if it has none. */
export const typeOf = (fields: Fields): string => fields.get("warc-type")?.toLowerCase() ?? "";

/** Returns the URI of a record as it is written, without the brackets that WARC 1.0 and wget put around it. */
export const targetOf = (fields: Fields): string =>
  withoutBrackets(fields.get("warc-target-uri") ?? "");

/** WARC 1.0 requires angle brackets around some URIs, and wget writes them around all URIs. */
export const withoutBrackets = (text: string): string =>
  /^<(.*)>$/u.exec(text.trim())?.[1] ?? text.trim();

/**
 * Returns the length of the header block at the front of these bytes, including its empty last line. Lines end in LF,
 * with any number of CR before it. Returns `undefined` if there is no empty line.
 */
export function headerBlockLength(bytes: Buffer): number | undefined {
  let at = 0;
  for (;;) {
    const end = bytes.indexOf(0x0a, at);
    if (end < 0) return undefined;
    if (lineLength(bytes, at, end) === at) return end + 1;
    at = end + 1;
  }
}

/** Fields whose values contain no white space, so that a value that was folded is joined without any (RFC 3986, C). */
const UNSPACED = /^(?:warc-.*(?:uri|id|date|type|refers-to)|location|content-length)$/u;

/**
 * Parses header lines and joins folded lines, of which the first may be empty. If a field is repeated, the first value
 * counts. The values of fields in `lists` are joined instead, and of fields in `lastOnes` the last value counts (names
 * in lower case).
 */
export function parseFields(
  lines: readonly string[],
  lists: ReadonlySet<string> = new Set(),
  lastOnes: ReadonlySet<string> = new Set(),
): Map<string, string> {
  const fields = new Map<string, string>();
  let last: string | undefined;
  for (const line of lines) {
    if (/^[ \t]/u.test(line) && last !== undefined) {
      const [before, more] = [fields.get(last) ?? "", line.trim()];
      const space = before === "" || more === "" || UNSPACED.test(last) ? "" : " ";
      fields.set(last, `${before}${space}${more}`);
      continue;
    }
    const colon = line.indexOf(":");
    last = undefined;
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    const before = fields.get(name);
    if (before !== undefined && !lists.has(name) && !lastOnes.has(name)) continue;
    fields.set(name, before !== undefined && lists.has(name) ? `${before}, ${value}` : value);
    last = name;
  }
  return fields;
}

/** Returns the lines of a header block without LF or CRLF. Parsing removes further CR. A line that is not UTF-8 is decoded as Latin-1. */
export function headerLines(block: Buffer): string[] {
  const lines = block.toString("latin1").split(/\r?\n/u);
  if (isAscii(block)) return lines;
  return lines.map((line) => {
    const bytes = Buffer.from(line, "latin1");
    return isUtf8(bytes) ? bytes.toString("utf8") : line;
  });
}
/** Place in which the search for the start of a record takes place. It decides how much evidence is needed. */
export type Looking =
  /** Bytes that belong to no record. A version and a field are enough evidence. */
  | "after-loss"
  /** A block whose length seems wrong. It may be a page that quotes a WARC, so a complete record header is needed. */
  | "inside-block";

/** Format of the records of a file, which recognises where a record begins or ends. */
export interface RecordFormat {
  readonly name: "WARC" | "ARC";
  startsRecord(bytes: Buffer): boolean;
  /**
   * Returns where the next record begins, or -1 without a record in these bytes. A candidate that needs more bytes counts only if these are the last bytes (`ended`).
   */
  findRecord(bytes: Buffer, from: number, looking: Looking, ended: boolean): number;
  /** Returns whether the line ends at the front of these bytes close a block. */
  closesBlock(bytes: Buffer): boolean;
  /**
   * Returns the next complete record that begins after position `from` and after the line ends that close a block.
   * `end` is the end of the record's block.
   */
  findClosedRecord(bytes: Buffer, from: number): Extent | undefined;
  /** Returns whether a page with these first bytes is itself an archive of this format. */
  isArchive(bytes: Buffer): boolean;
}

/** Start of a record and end of its block, as positions in the same bytes. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

const WARC_START =
  /^(?:WARC|warc|Warc)\/\d{1,2}(?:\.\d{1,3}){0,2}[ \t]*\r*\n[A-Za-z][\w-]*[ \t]*:/u;
/** Beginnings of version lines: some programs write them in lower case. */
const WARC_MARKS = ["WARC/", "warc/", "Warc/"].map((mark) => Buffer.from(mark));
const START_BYTES = 100;
const PADDING = Buffer.alloc(1 << 12);
/** Maximum length of a header that is recognised inside a block. */
const LONGEST_QUOTED = 1 << 15;

/** WARC of any version: a version line, followed by a field. */
export const warcFormat: RecordFormat = {
  name: "WARC",
  startsRecord: (bytes) => startsWarc(bytes, 0),
  findRecord(bytes, from, looking, ended) {
    const fields = looking === "inside-block" ? findFields(bytes, from, ended) : -1;
    let first = fields;
    for (const mark of WARC_MARKS) {
      const rest = first < 0 ? bytes : bytes.subarray(0, first);
      let at = rest.indexOf(mark, from);
      while (at >= 0) {
        const isLine = at === 0 || bytes[at - 1] === NEWLINE;
        const isStart = startsWarc(bytes, at) && (isLine || looking === "after-loss");
        if (isStart && (looking === "after-loss" || isHeader(bytes.subarray(at), ended))) break;
        at = rest.indexOf(mark, at + (isStart ? linesLength(bytes, at) : 1));
      }
      if (at >= 0) first = at;
    }
    return first;
  },
  closesBlock: (bytes) => /^(?:\r{1,2}\n\r{1,2}\n|\n\n)/u.test(bytes.toString("latin1", 0, 6)),
  findClosedRecord: findClosedWarcRecord,
  isArchive: (bytes) => bytes.toString("latin1", 0, 5).toUpperCase() === "WARC/",
};

const startsWarc = (bytes: Buffer, at: number): boolean =>
  WARC_START.test(bytes.toString("latin1", at, at + START_BYTES));

/** Fields by which the header of a record is recognised. Some of them may be missing or damaged, even the length. */
const MARKS = ["warc-type", "warc-date", "warc-record-id", "warc-target-uri", "content-length"];
const FEWEST_MARKS = 2;

/** A page that quotes a WARC has `&lt;urn:uuid:...` as its id. */
function isHeader(bytes: Buffer, ended: boolean): boolean {
  const block = bytes.subarray(0, LONGEST_QUOTED);
  const end = headerBlockLength(block);
  // The rest of a header at the end of the window is inspected after more bytes have been read.
  if (end === undefined && block.length < LONGEST_QUOTED && !ended) return false;
  const fields = parseFields(headerLines(block.subarray(0, end)));
  const found = MARKS.filter((name) => fields.has(name)).length;
  return found >= FEWEST_MARKS && fields.get("warc-record-id")?.startsWith("&") !== true;
}

/**
 * Returns where the contents of another record begin in a header, with another value of a field that no header has twice,
 * or with the tag of a page. Returns -1 if none do.
 */
export function otherContents(header: Buffer): number {
  const values = new Map<string, string>();
  for (const found of header.toString("latin1").matchAll(/^(?:<[!/a-z]|([\w-]+)[ \t]*:(.*))/gimu)) {
    const [, field = "", value = ""] = found;
    const name = field.toLowerCase();
    if (field === "" || (values.get(name) ?? value) !== value) return found.index;
    if (MARKS.includes(name)) values.set(name, value);
  }
  return -1;
}

/**
 * Returns the length of lines that are no header. Of lines without end it is half of what was inspected: a header that
 * begins there would have been found, and a search of all lines again from each of them takes quadratic time.
 */
const linesLength = (bytes: Buffer, at: number): number =>
  headerBlockLength(bytes.subarray(at, at + LONGEST_QUOTED)) ?? LONGEST_QUOTED / 2;

/** It is searched for without the line end before it, because pages have many line ends and hardly ever such a letter. */
const WARC_1 = Buffer.from("WARC/1.");
const REQUIRED = ["warc-type", "warc-record-id", "content-length"];

/** Finds the next complete record, which must have the fields that every record has. */
function findClosedWarcRecord(bytes: Buffer, from: number): Extent | undefined {
  for (let at = bytes.indexOf(WARC_1, from + 1); at >= 0; at = bytes.indexOf(WARC_1, at + 1)) {
    if (!/\n\r?\n$/u.test(bytes.toString("latin1", Math.max(0, at - 3), at))) continue;
    const header = bytes.subarray(at, at + LONGEST_QUOTED);
    const length = startsWarc(bytes, at) ? headerBlockLength(header) : undefined;
    if (length === undefined) continue;
    const fields = parseFields(headerLines(header.subarray(0, length)).slice(1));
    if (REQUIRED.some((name) => !fields.has(name))) continue;
    // A page that quotes a WARC has `&lt;urn:uuid:...` as its id.
    if (fields.get("warc-record-id")?.startsWith("&") === true) continue;
    return { start: at, end: at + length + Number(fields.get("content-length")) };
  }
  return undefined;
}

const FIELD_MARK = Buffer.from("\nWARC-");
const FIELD = /^WARC-(?:Type|Date|Record-ID|Target-URI)[ \t]*:/u;
/** Maximum length of a version line, even a damaged one. */
const LONGEST_VERSION = 64;

/**
 * Returns the start of a header whose first line is damaged or missing. It is the line before the first known field, or
 * that field.
 */
function findFields(bytes: Buffer, from: number, ended: boolean): number {
  let at = bytes.indexOf(FIELD_MARK, Math.max(0, from - 1));
  while (at >= 0) {
    if (FIELD.test(bytes.toString("latin1", at + 1, at + 40))) {
      const before = bytes.lastIndexOf(NEWLINE, at - 1) + 1;
      const isVersion = before > from && at - before > 1 && at - before <= LONGEST_VERSION;
      if (isHeader(bytes.subarray(isVersion ? before : at + 1), ended)) {
        return isVersion ? before : at + 1;
      }
      at += linesLength(bytes, at + 1);
    }
    at = bytes.indexOf(FIELD_MARK, at + 1);
  }
  return -1;
}

/** Format of ARC 1 and 2, whose header is one line. */
export const arcFormat: RecordFormat = {
  name: "ARC",
  startsRecord: (bytes) => parseArcLine(bytes) !== undefined,
  findRecord(bytes, from) {
    if (from === 0 && parseArcLine(bytes) !== undefined) return 0;
    for (
      let at = bytes.indexOf(NEWLINE, Math.max(0, from - 1));
      at >= 0;
      at = bytes.indexOf(NEWLINE, at + 1)
    ) {
      // The fast test comes first, because hardly any line of a page passes it.
      if (!isLetter(bytes[at + 1])) continue;
      const line = bytes.subarray(at + 1);
      if (line.subarray(0, 32).includes(COLON) && parseArcLine(line) !== undefined) return at + 1;
    }
    return -1;
  },
  closesBlock: (bytes) => /^\r{0,2}\n/u.test(bytes.toString("latin1", 0, 3)),
  // A page may quote the line alone. If an HTTP response follows the line, it begins a record.
  findClosedRecord(bytes, from) {
    const find = (behind: number): number =>
      arcFormat.findRecord(bytes, behind + 1, "inside-block", true);
    for (let start = find(from); start >= 0; start = find(start)) {
      const line = parseArcLine(bytes.subarray(start))!;
      const block = start + line.bytes;
      const isHttp = bytes.toString("latin1", block, block + 5) === "HTTP/";
      if (isHttp) return { start, end: block + line.length };
    }
    return undefined;
  },
  isArchive: (bytes) => bytes.toString("latin1", 0, 11) === "filedesc://",
};

/** Format of a file of which no record is known yet: the record that comes first decides. */
export const eitherFormat: Pick<RecordFormat, "startsRecord" | "findRecord"> = {
  startsRecord: (bytes) => warcFormat.startsRecord(bytes) || arcFormat.startsRecord(bytes),
  findRecord(bytes, from, looking, ended) {
    const warc = warcFormat.findRecord(bytes, from, looking, ended);
    const before = warc < 0 ? bytes : bytes.subarray(0, warc);
    const arc = arcFormat.findRecord(before, from, looking, ended);
    return arc < 0 ? warc : arc;
  },
};

/** Returns the number of line ends and zero bytes at the front of these bytes, which occur between records. */
export function blankLength(bytes: Buffer): number {
  let at = 0;
  // Padding is compared in blocks, because a file may have very much of it.
  while (bytes[at] === 0 && bytes.length - at >= PADDING.length) {
    if (PADDING.compare(bytes, at, at + PADDING.length) !== 0) break;
    at += PADDING.length;
  }
  while (bytes[at] === CARRIAGE_RETURN || bytes[at] === NEWLINE || bytes[at] === 0) at += 1;
  return at;
}

/** Returns the length without the line ends at the end, of which at most the two that close a record are removed. */
export function withoutClosingLines(bytes: Buffer): number {
  let end = bytes.length;
  for (let lines = 0; lines < 2 && end > 0 && bytes[end - 1] === NEWLINE; lines += 1) {
    end = lineLength(bytes, Math.max(0, end - 3), end - 1);
  }
  return end;
}
