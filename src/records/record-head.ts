import { parseArcLine } from "./arc-line.js";
import type { ByteWindow } from "./byte-window.js";
import { arcFormat, warcFormat, type RecordFormat } from "./record-format.js";
import { headerBlockLength, headerLines, parseFields, type Fields } from "./record-header.js";

/** Bytes in which nearly every header ends. */
const FIRST_LOOK = 1 << 13;
/** Longest header that is looked at. */
const MOST = 1 << 20;
const NEWLINE = 0x0a;

/** What stands before the block of a record. */
export type RecordHead =
  | {
      readonly kind: "whole";
      readonly fields: Fields;
      /** Content-Length, where it is a number. */
      readonly length: number | undefined;
    }
  /** The input ends inside, or another record begins there: the fields of the lines that are whole. */
  | { readonly kind: "cut"; readonly fields: Fields; readonly by: "end" | "record" }
  /** No end in sight. */
  | { readonly kind: "endless" };

/** Reads and consumes the head of the record that begins at the front of these bytes. */
export async function readHead(bytes: ByteWindow, format: RecordFormat): Promise<RecordHead> {
  if (format === arcFormat) {
    const line = parseArcLine(bytes.window);
    if (line !== undefined) return arcHead(bytes, line);
  }
  for (let looked = FIRST_LOOK; ; looked *= 2) {
    const isMore = await bytes.ensure(looked);
    const seen = bytes.window.subarray(0, looked);
    const end = headerBlockLength(seen);
    // Damage may have taken the end of this header and what follows.
    const next = warcFormat.findRecord(seen.subarray(0, end), 1, "after-loss", !isMore);
    if (next >= 0 || (end === undefined && !isMore)) {
      return cutHead(bytes, next < 0 ? seen.length : next, next < 0 ? "end" : "record");
    }
    if (end !== undefined) return warcHead(bytes, end);
    if (looked >= MOST) {
      // All of these bytes are without an empty line, so no record is whole among them.
      bytes.consume(looked - FIRST_LOOK);
      return { kind: "endless" };
    }
  }
}

function arcHead(
  bytes: ByteWindow,
  line: NonNullable<ReturnType<typeof parseArcLine>>,
): RecordHead {
  bytes.consume(line.bytes);
  const fields = new Map([
    ["warc-type", line.uri.startsWith("filedesc:") ? "warcinfo" : "response"],
    ["warc-target-uri", line.uri],
    ["warc-date", line.date],
    ["content-type", line.contentType],
  ]);
  return { kind: "whole", fields, length: line.length };
}

function warcHead(bytes: ByteWindow, end: number): RecordHead {
  const fields = parseFields(headerLines(bytes.window.subarray(0, end)).slice(1));
  bytes.consume(end);
  const text = fields.get("content-length") ?? "";
  return { kind: "whole", fields, length: /^\d{1,15}$/u.test(text) ? Number(text) : undefined };
}

function cutHead(bytes: ByteWindow, end: number, by: "end" | "record"): RecordHead {
  const seen = bytes.window.subarray(0, end);
  // The last line may be cut: half a URI would be another URI.
  const lines = headerLines(seen.subarray(0, seen.lastIndexOf(NEWLINE) + 1));
  bytes.consume(end);
  return { kind: "cut", fields: parseFields(lines.slice(1)), by };
}
