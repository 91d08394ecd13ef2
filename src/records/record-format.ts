import { GZIP_MAGIC } from "./gzip-header.js";

/** How records of a file look: what tells that one begins. */
export interface RecordFormat {
  readonly name: "WARC" | "ARC";
  /** True when a record begins at the front of these bytes. */
  startsRecord(bytes: Buffer): boolean;
  /** Position of the next line at which a record begins, from `from` on; -1 when there is none. */
  findRecord(bytes: Buffer, from: number): number;
}

const CARRIAGE_RETURN = 0x0d;
const NEWLINE = 0x0a;

const WARC_START = /^WARC\/[01]\.\d{1,2}\r?\n[A-Za-z][\w-]*[ \t]*:/u;
const WARC_MARK = Buffer.from("\nWARC/");

/** WARC 0.17 to 1.1. A page may quote a WARC: a record start is a version line with a field below it. */
export const warcFormat: RecordFormat = {
  name: "WARC",
  startsRecord: (bytes) => WARC_START.test(bytes.toString("latin1", 0, 100)),
  findRecord(bytes, from) {
    for (let at = bytes.indexOf(WARC_MARK, from); at >= 0; at = bytes.indexOf(WARC_MARK, at + 1)) {
      if (WARC_START.test(bytes.toString("latin1", at + 1, at + 101))) return at + 1;
    }
    return -1;
  },
};

/** URL, IP address, date, type, (version 2: five more) and length, from the right: a URL may hold spaces. */
const ARC_LINE =
  /^([a-z][a-z0-9+.-]*:[^\r\n]*) (\S+) (\d{8,14}) (\S+)(?: (\S+) (\S+) (\S+) (\S+) (\S+))? (\d+)[ \t]*\r?\n/iu;
const ARC_LINE_BYTES = 8192;
const ARC_MARK = Buffer.from("\n");

/** ARC 1 and 2. */
export const arcFormat: RecordFormat = {
  name: "ARC",
  startsRecord: (bytes) => parseArcLine(bytes) !== undefined,
  findRecord(bytes, from) {
    for (let at = bytes.indexOf(ARC_MARK, from); at >= 0; at = bytes.indexOf(ARC_MARK, at + 1)) {
      // Nearly no line of a page looks so; the cheap test comes first.
      if (isLetter(bytes[at + 1]) && parseArcLine(bytes.subarray(at + 1)) !== undefined) {
        return at + 1;
      }
    }
    return -1;
  },
};

export interface ArcLine {
  readonly uri: string;
  readonly date: string;
  readonly contentType: string;
  readonly length: number;
  /** Bytes of the line itself. */
  readonly bytes: number;
}

/** The line at which an ARC record begins, or undefined. */
export function parseArcLine(bytes: Buffer): ArcLine | undefined {
  const end = bytes.subarray(0, ARC_LINE_BYTES).indexOf(NEWLINE);
  if (end < 0) return undefined;
  const match = ARC_LINE.exec(bytes.toString("latin1", 0, end + 1));
  if (match === null) return undefined;
  const [, uri = "", , date = "", contentType = "", , , , , , length = ""] = match;
  return {
    uri: Buffer.from(uri, "latin1").toString("utf8"),
    date,
    contentType,
    length: Number(length),
    bytes: end + 1,
  };
}

/** Number of line ends (and zero padding) at the front of these bytes: they stand between records. */
export function blankLength(bytes: Buffer): number {
  let at = 0;
  while (bytes[at] === CARRIAGE_RETURN || bytes[at] === NEWLINE || bytes[at] === 0) at += 1;
  return at;
}

/** True when a gzip member begins at the front of these bytes. */
export const startsMember = (bytes: Buffer): boolean =>
  bytes.length >= GZIP_MAGIC.length && bytes.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC);

/** Length without the line ends at the end: at most the two that close a record. */
export function withoutClosingLines(bytes: Buffer): number {
  let end = bytes.length;
  for (let lines = 0; lines < 2 && end > 0 && bytes[end - 1] === NEWLINE; lines += 1) {
    end -= end > 1 && bytes[end - 2] === CARRIAGE_RETURN ? 2 : 1;
  }
  return end;
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a));
}
