const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** An ARC line longer than this is none. */
const LONGEST = 8192;
/** Fields that version 2 has between type and length: result code, checksum, location, offset, file name. */
const MORE_FIELDS = 5;

export interface ArcLine {
  readonly uri: string;
  readonly date: string;
  readonly contentType: string;
  readonly length: number;
  /** Bytes of the line itself. */
  readonly bytes: number;
}

/**
 * The line at which an ARC record begins, or undefined: URL, IP address, date, type, (version 2: five more) and
 * length. URLs with spaces are met, and types with parameters, so the fields are counted from the right.
 */
export function parseArcLine(bytes: Buffer): ArcLine | undefined {
  const end = bytes.subarray(0, LONGEST).indexOf(NEWLINE);
  // The cheap test comes first: nearly no line of a page ends in a digit.
  if (end < 0 || !isDigit(bytes[bytes[end - 1] === CARRIAGE_RETURN ? end - 2 : end - 1])) {
    return undefined;
  }
  const words = bytes.toString("latin1", 0, end).trimEnd().split(" ");
  const count = words.length;
  const length = words[count - 1]!;
  const at =
    [count - 3, count - 3 - MORE_FIELDS].find((i) => isDate(words[i])) ??
    words.findLastIndex((word, i) => i < count - 3 && /^\d{14}$/u.test(word));
  const uri = Buffer.from(words.slice(0, at - 1).join(" "), "latin1").toString("utf8");
  if (at < 2 || !/^\d{1,15}$/u.test(length) || !/^[a-z][a-z0-9+.-]{0,30}:/iu.test(uri)) {
    return undefined;
  }
  const typeEnd = at === count - 3 - MORE_FIELDS ? at + 2 : count - 1;
  return {
    uri,
    date: words[at]!,
    contentType: words.slice(at + 1, typeEnd).join(" "),
    length: Number(length),
    bytes: end + 1,
  };
}

/** A quick look at the line at `at`: false for nearly every line that is no ARC record's. */
export function arcLineMark(bytes: Buffer, at: number): boolean {
  return isLetter(bytes[at]) && bytes.subarray(at, at + 32).includes(0x3a);
}

const isDate = (word: string | undefined): boolean => /^\d{8,14}$/u.test(word ?? "");

const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** True for a letter of ASCII. */
export const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a));
