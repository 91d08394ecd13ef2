import { Fields } from "./fields.js";

/** The header of an archived HTTP response. */
export interface HttpHead {
  /** Absent where the status line has none. */
  readonly status?: number;
  readonly fields: Fields;
  /** Bytes before the body. */
  readonly size: number;
  /** False when the block ended within the header. */
  readonly isTerminated: boolean;
  readonly notes: readonly string[];
}

const LF = 0x0a;
const CR = 0x0d;
const LESS_THAN = 0x3c;

/**
 * The header at the start of a block, as leniently as crawlers wrote them: CRLF or LF, no fields at all, lines that
 * are no field, no empty line at the end. `none`: there is no status line, so all is body (HTTP/0.9). `more`: the
 * header goes on behind these bytes (never when `isWhole`).
 */
export function parseHttpHead(block: Buffer, isWhole: boolean): HttpHead | "none" | "more" {
  let from = 0;
  for (;;) {
    const head = parseOne(block, from, isWhole);
    if (typeof head === "string") return head;
    // 100 Continue and 103 Early Hints: the response is behind them (RFC 9110, section 15.2).
    const { status = 0, size } = head;
    const isInterim = status >= 100 && status < 200 && status !== 101;
    if (!isInterim || !startsHttp(block, size)) return head;
    from = size;
  }
}

function startsHttp(block: Buffer, at: number): boolean {
  // Shoutcast servers answer ICY 200 OK; some others leave the version out.
  return /^(?:http\/|(?:http|icy) \d{3})/iu.test(block.toString("latin1", at, at + 8));
}

function parseOne(block: Buffer, from: number, isWhole: boolean): HttpHead | "none" | "more" {
  if (!startsHttp(block, from)) return block.length - from < 8 && !isWhole ? "more" : "none";
  const notes: string[] = [];
  let fieldsFrom = -1;
  let at = from;
  let end = -1;
  let isTerminated = true;
  while (end < 0) {
    const lineEnd = block.indexOf(LF, at);
    if (fieldsFrom >= 0 && block[at] === LESS_THAN) {
      notes.push("no empty line between HTTP header and body");
      end = at;
    } else if (lineEnd < 0) {
      if (!isWhole) return "more";
      notes.push("HTTP header without an end, and no body");
      end = block.length;
      isTerminated = false;
    } else if (fieldsFrom >= 0 && isEmptyLine(block, at, lineEnd)) {
      end = lineEnd + 1;
    } else {
      at = lineEnd + 1;
      if (fieldsFrom < 0) fieldsFrom = at;
    }
  }
  const bodyFrom = end;
  const first = fieldsFrom < 0 ? bodyFrom : fieldsFrom;
  const statusLine = block.toString("latin1", from, Math.min(first, from + 256));
  const status = /^(?:http(?:\/[\d.]*)?|icy)\s+(\d{3})(?!\d)/iu.exec(statusLine)?.[1];
  if (status === undefined) notes.push("HTTP status line without a status");
  return {
    ...(status !== undefined && { status: Number(status) }),
    fields: Fields.parse(block.subarray(first, bodyFrom)),
    size: bodyFrom,
    isTerminated,
    notes,
  };
}

function isEmptyLine(block: Buffer, at: number, lineEnd: number): boolean {
  return lineEnd === at || (lineEnd === at + 1 && block[at] === CR);
}
