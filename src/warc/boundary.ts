import type { ByteReader } from "./byte-reader.js";
import { isWarcVersion, LONGEST_HEAD, parseArcHead, parseWarcHead } from "./record-head.js";
import { isGzip, opensRecord } from "./gzip.js";
import { isZstd } from "./zstd.js";

/** What may begin between two records. */
export type Start = "WARC" | "ARC" | "gzip" | "zstd";

/** What is looked for: members only in the file itself, ARC lines only in ARC files (they are costly to search). */
export interface Expected {
  readonly members: boolean;
  readonly arc: boolean;
  /** False to look for members only: data that is stored and not compressed shows the records within. */
  readonly records?: boolean;
}

const LF = 0x0a;
const WARC = Buffer.from("WARC/");
const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);
const SCAN = 1 << 20;

/** Bytes between records: line ends (however many), spaces, and the zeros of a file that was padded. */
const isBlank = (byte: number): boolean =>
  byte === 0x0a || byte === 0x0d || byte === 0x20 || byte === 0x09 || byte === 0;

/** Number of blank bytes from `at` on. */
export function blankRun(bytes: Buffer, at: number): number {
  let end = at;
  while (end < bytes.length && isBlank(bytes[end]!)) end += 1;
  return end - at;
}

/** Passes over what is blank; false at the end of the bytes. */
export async function skipBlank(reader: ByteReader): Promise<boolean> {
  while (reader.available > 0 || (await reader.fill(1))) {
    const bytes = reader.view();
    const run = blankRun(bytes, 0);
    reader.advance(run);
    if (run < bytes.length) return true;
  }
  return false;
}

/** What begins at `at`; undefined when nothing that is expected does. */
export function startAt(bytes: Buffer, at: number, expected: Expected): Start | undefined {
  if (isWarcVersion(bytes, at)) return "WARC";
  if (expected.members && isGzip(bytes, at)) return "gzip";
  if (expected.members && isZstd(bytes, at)) return "zstd";
  return parseArcHead(bytes, at) === "none" || at >= bytes.length ? undefined : "ARC";
}

/** A place where a record may begin; `sure` is false where the bytes end too early to tell. */
interface Candidate {
  readonly at: number;
  readonly sure: boolean;
}

/** How much a place must show to pass for the start of a record. */
export type Strictness =
  /** In a place where a record was expected: a version and a type are enough. */
  | "resync"
  /** Inside what may be a page that quotes a WARC: all the mandatory fields, and the record ends where it says. */
  | "inside";

/** The first place from `from` on where a record plausibly begins. */
export function findStart(
  bytes: Buffer,
  from: number,
  expected: Expected,
  strictness: Strictness,
  isWhole: boolean,
): Candidate | undefined {
  const found: (Candidate | undefined)[] = [];
  if (expected.records !== false) found.push(findWarc(bytes, from, strictness, isWhole));
  if (expected.members) found.push(findGzip(bytes, from, isWhole));
  if (expected.arc) found.push(findArc(bytes, from, isWhole));
  let first: Candidate | undefined;
  for (const candidate of found) {
    if (candidate !== undefined && candidate.at < (first?.at ?? Infinity)) first = candidate;
  }
  return first;
}

function findWarc(
  bytes: Buffer,
  from: number,
  strictness: Strictness,
  isWhole: boolean,
): Candidate | undefined {
  for (let at = bytes.indexOf(WARC, from); at >= 0; at = bytes.indexOf(WARC, at + 1)) {
    if (strictness === "inside" && at > 0 && bytes[at - 1] !== LF) continue;
    const parse = parseWarcHead(bytes.subarray(0, at + LONGEST_HEAD + 1), at);
    if (parse === "none") continue;
    if (parse === "more") {
      if (!isWhole) return { at, sure: false };
      // The last header of a file that was cut off.
      if (/^WARC\/[\d.]+\r?\nWARC-/iu.test(bytes.toString("latin1", at, at + 32))) {
        return { at, sure: true };
      }
      continue;
    }
    const { type, fields, length } = parse.head;
    if (type === "") continue;
    if (strictness === "resync") return { at, sure: true };
    if (length === undefined || fields.get("warc-date") === undefined) continue;
    // In a page's text the id would be written &lt;urn:uuid:...
    const hasId = fields.get("warc-record-id")?.startsWith("<") === true;
    if (hasId || endsAtBoundary(bytes, at + parse.size + length)) return { at, sure: true };
  }
  return undefined;
}

function endsAtBoundary(bytes: Buffer, end: number): boolean {
  if (end > bytes.length) return false;
  const next = end + blankRun(bytes, end);
  return next === bytes.length || isWarcVersion(bytes, next);
}

function findGzip(bytes: Buffer, from: number, isWhole: boolean): Candidate | undefined {
  for (let at = bytes.indexOf(GZIP, from); at >= 0; at = bytes.indexOf(GZIP, at + 1)) {
    const opens = opensRecord(bytes, at, isWhole);
    if (opens !== false) return { at, sure: opens === true };
  }
  // The magic may lie across the end of these bytes.
  return undefined;
}

function findArc(bytes: Buffer, from: number, isWhole: boolean): Candidate | undefined {
  let at = from;
  for (;;) {
    const parse = at < bytes.length ? parseArcHead(bytes, at) : "none";
    if (typeof parse !== "string") return { at, sure: true };
    if (parse === "more" && !isWhole) return { at, sure: false };
    const lineEnd = bytes.indexOf(LF, at);
    if (lineEnd < 0) return undefined;
    at = lineEnd + 1;
  }
}

/**
 * Passes over what is no record until one begins. Returns how many bytes those were; the reader then stands at the
 * start, or at the end where there is none.
 */
export async function skipToStart(reader: ByteReader, expected: Expected): Promise<number> {
  const from = reader.position;
  for (;;) {
    await reader.fill(SCAN);
    const bytes = reader.view();
    const found = findStart(bytes, 0, expected, "resync", reader.ended);
    if (found?.sure === true) {
      reader.advance(found.at);
      return reader.position - from;
    }
    if (reader.ended) {
      reader.advance(bytes.length);
      return reader.position - from;
    }
    // A start may lie across the end of the view: some of it stays, but not all, or this would never end.
    const kept = found === undefined ? WARC.length : Math.min(bytes.length - found.at, SCAN - 1);
    reader.advance(Math.max(1, bytes.length - kept));
  }
}
