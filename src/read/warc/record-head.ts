import type { ByteWindow } from "./bytes.js";
import {
  arcFormat,
  type Fields,
  headerBlockLength,
  headerLines,
  parseArcLine,
  parseFields,
  type RecordFormat,
  warcFormat,
} from "./record-format.js";

/** Number of bytes within which nearly every header ends. */
const FIRST_LOOK = 1 << 13;
const LONGEST_HEAD = 1 << 20;
const NEWLINE = 0x0a;

type RecordHeader =
  | {
      readonly kind: "whole";
      readonly fields: Fields;
      /** Content-Length, if it is a number. */
      readonly length: number | undefined;
    }
  /** The input ends within the header, or another record begins there. The fields come from complete lines. */
  | { readonly kind: "cut"; readonly fields: Fields; readonly by: "end" | "record" }
  | { readonly kind: "endless" };

/** Reads and consumes the header of the record at the front of these bytes. */
export async function readHead(bytes: ByteWindow, format: RecordFormat): Promise<RecordHeader> {
  if (format === arcFormat) {
    const line = parseArcLine(bytes.window);
    if (line !== undefined) return arcHead(bytes, line);
  }
  for (let looked = FIRST_LOOK; looked <= LONGEST_HEAD; looked *= 2) {
    const isMore = await bytes.ensure(looked);
    const seen = bytes.window.subarray(0, looked);
    const end = headerBlockLength(seen);
    // Damage may have removed the end of this header and the beginning of the next record.
    const next = warcFormat.findRecord(seen.subarray(0, end), 1, "after-loss", !isMore);
    if (next >= 0) return cutHead(bytes, next, "record");
    if (end !== undefined) return warcHead(bytes, end);
    if (!isMore) return cutHead(bytes, seen.length, "end");
  }
  // None of these bytes is an empty line, so they contain no complete record.
  bytes.consume(LONGEST_HEAD - FIRST_LOOK);
  return { kind: "endless" };
}

function arcHead(
  bytes: ByteWindow,
  line: NonNullable<ReturnType<typeof parseArcLine>>,
): RecordHeader {
  bytes.consume(line.bytes);
  const fields = new Map([
    ["warc-type", line.uri.startsWith("filedesc:") ? "warcinfo" : "response"],
    ["warc-target-uri", line.uri],
    ["warc-date", line.date],
    ["content-type", line.contentType],
  ]);
  return { kind: "whole", fields, length: line.length };
}

function warcHead(bytes: ByteWindow, end: number): RecordHeader {
  const fields = parseFields(headerLines(bytes.window.subarray(0, end)).slice(1));
  bytes.consume(end);
  const text = fields.get("content-length") ?? "";
  return { kind: "whole", fields, length: /^\d{1,15}$/u.test(text) ? Number(text) : undefined };
}

function cutHead(bytes: ByteWindow, end: number, by: "end" | "record"): RecordHeader {
  const seen = bytes.window.subarray(0, end);
  // The last line may be incomplete, and a part of a URI would be another URI.
  const lines = headerLines(seen.subarray(0, seen.lastIndexOf(NEWLINE) + 1));
  bytes.consume(end);
  return { kind: "cut", fields: parseFields(lines.slice(1)), by };
}
