const NEWLINE = 0x0a;
/** An ARC line longer than this is none. */
const LONGEST = 8192;

/** URL, IP address, date, type, (version 2: five more) and length, from the right: a URL may hold spaces. */
const ARC_LINE =
  /^([a-z][a-z0-9+.-]*:[^\r\n]*) (\S+) (\d{8,14}) (\S+)(?: (\S+) (\S+) (\S+) (\S+) (\S+))? (\d{1,15})[ \t]*\r?\n/iu;

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
  const end = bytes.subarray(0, LONGEST).indexOf(NEWLINE);
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

/** A quick look at the line at `at`: false for nearly every line that is no ARC record's. */
export function arcLineMark(bytes: Buffer, at: number): boolean {
  const colon = bytes.subarray(at, at + 32).indexOf(0x3a);
  return colon > 0 && isLetter(bytes[at]!);
}

const isLetter = (byte: number): boolean =>
  (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
