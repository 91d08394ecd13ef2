import { headerLines, parseFields, type Fields } from "./record-header.js";

/** The head of an archived HTTP response. */
export interface HttpHead {
  /** Absent for a body without any head (HTTP/0.9). */
  readonly status?: number;
  readonly fields: Fields;
  /** Where the body begins. */
  readonly bodyOffset: number;
}

const NEWLINE = 0x0a;
const STATUS_LINE = /^(?:HTTP|ICY)(?:\/\d+(?:\.\d+)?)?[ \t]+(\d{1,3})(?:[ \t]|$)/iu;

/**
 * Reads the head of an HTTP response leniently: lines may end in LF only, there may be no header lines at all, the
 * empty line at the end may be missing, and a block that does not begin with a status line is all body.
 */
export function parseHttpHead(block: Buffer): HttpHead {
  const lines: string[] = [];
  let at = 0;
  while (at < block.length) {
    const end = block.indexOf(NEWLINE, at);
    const next = end < 0 ? block.length : end + 1;
    const [line = ""] = headerLines(block.subarray(at, next));
    if (lines.length === 0 && !STATUS_LINE.test(line)) {
      return { fields: new Map(), bodyOffset: 0 };
    }
    // No header begins like a tag: somebody forgot the empty line.
    if (line.startsWith("<")) break;
    at = next;
    if (line === "") break;
    lines.push(line);
  }
  const status = Number(STATUS_LINE.exec(lines[0] ?? "")?.[1]);
  return {
    ...(Number.isInteger(status) && { status }),
    fields: parseFields(lines.slice(1)),
    bodyOffset: at,
  };
}
