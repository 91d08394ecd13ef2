import { type Fields, headerLines, parseFields } from "./record-format.js";

export interface HttpHead {
  /** HTTP status. Absent for a body without a head (HTTP/0.9), and for a first line without a number. */
  readonly status?: number;
  readonly fields: Fields;
  readonly bodyOffset: number;
  /** False if these bytes end before the head ends. */
  readonly isWhole: boolean;
}

const NEWLINE = 0x0a;
const FIRST_LINE = /^(?:HTTP|ICY)(?:\/\d+(?:\.\d+)?)?[ \t]*(?:(\d{1,3})(?=\D|$))?/iu;
const LONGEST_FIRST_LINE = 4096;

/**
 * Parses the head of an HTTP response leniently. Lines may end in LF only, and header lines or the empty line at the
 * end may be missing. A block that does not begin with a status line consists of the body only. Interim responses
 * before the final one (RFC 9110, section 15.2) are skipped.
 */
export function parseHttpHead(block: Buffer): HttpHead {
  let head = headAt(block, 0);
  while (isInterim(head) && startsHttp(block, head.bodyOffset)) {
    head = headAt(block, head.bodyOffset);
  }
  return head;
}

const isInterim = ({ status = 0 }: HttpHead): boolean =>
  status >= 100 && status < 200 && status !== 101;

const startsHttp = (block: Buffer, at: number): boolean =>
  /^(?:HTTP\/\d|(?:HTTP|ICY)[ \t]+\d)/iu.test(block.toString("latin1", at, at + 16));

function headAt(block: Buffer, start: number): HttpHead {
  if (!startsHttp(block, start)) {
    const mayBegin = "HTTP/".startsWith(block.toString("latin1", start, start + 5).toUpperCase());
    return { fields: new Map(), bodyOffset: start, isWhole: block.length > start && !mayBegin };
  }
  let fieldsFrom = start;
  let at = start;
  let end = start;
  let isWhole = false;
  while (at < block.length) {
    const lineEnd = block.indexOf(NEWLINE, at);
    end = at;
    // No header begins like a tag, so the empty line is missing.
    isWhole = fieldsFrom > start && block[at] === 0x3c;
    if (isWhole) break;
    at = lineEnd < 0 ? block.length : lineEnd + 1;
    if (fieldsFrom === start) fieldsFrom = at;
    isWhole = lineEnd === end || (lineEnd === end + 1 && block[end] === 0x0d);
    if (isWhole) break;
    end = at;
  }
  const firstLine = block.toString(
    "latin1",
    start,
    Math.min(fieldsFrom, start + LONGEST_FIRST_LINE),
  );
  const status = FIRST_LINE.exec(firstLine)?.[1];
  return {
    status: status === undefined ? undefined : Number(status),
    fields: parseFields(headerLines(block.subarray(fieldsFrom, end)), LISTS, LAST),
    bodyOffset: at,
    isWhole,
  };
}

/** Fields whose repeated values form one list (RFC 9110, section 5.3). */
const LISTS: ReadonlySet<string> = new Set([
  ...["transfer-encoding", "content-encoding", "content-length"],
]);

/** Fields of which the last value counts, as in browsers (Fetch Standard, "extract a MIME type"). */
const LAST: ReadonlySet<string> = new Set(["content-type"]);
