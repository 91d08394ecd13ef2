import { type Fields, headerLines, lineLength, parseFields } from "./record-format.js";

export interface HttpHead {
  /** Absent for a body without a head (HTTP/0.9), and for a first line without a number. */
  readonly status?: number;
  readonly fields: Fields;
  /** Position of the status line. Blank bytes and heads that are no answer may come before it. */
  readonly headOffset: number;
  readonly bodyOffset: number;
  /** False if these bytes end before the head ends. */
  readonly isWhole: boolean;
}

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const TAG = 0x3c;

/** Status of a first line. The version may be glued to it, and other programs than web servers write no version. */
const STATUS = /(?:\/\d+(?:\.\d+)?|^(?:HTTP|ICY))[ \t]*0{0,3}(\d{1,3})(?=\D|$)/iu;
/** Smallest number that is a status (RFC 9110, section 15). Crawlers write 0 if they did not see one. */
const LEAST_STATUS = 100;
const LONGEST_FIRST_LINE = 4096;

/**
 * Lines may end in LF or CR only, and header lines or the empty line at the end may be missing. A block that does not
 * begin with a status line consists of the body only. Blank bytes before the status line are skipped, and heads that
 * are no answer: interim responses (RFC 9110, section 15.2), and the head with which a proxy opens a tunnel.
 */
export function parseHttpHead(block: Buffer): HttpHead {
  let head = headAt(block, startsHttp(block, 0) ? 0 : firstLine(block));
  for (;;) {
    const next = isInterim(head) ? behindBlanks(block, head.bodyOffset) : tunnelled(block, head);
    if (next === undefined || !startsHttp(block, next)) return head;
    head = headAt(block, next);
  }
}

const isInterim = ({ status = 0 }: HttpHead): boolean => status >= 100 && status < 200;

/** Fields of an answer that has content. A proxy that opens a tunnel sends none of them. */
const OF_CONTENT = ["content-type", "content-encoding", "transfer-encoding"];

/**
 * Returns where the answer begins that came through a tunnel, if the head is that of the proxy. A body of its own that
 * begins like a head has a type.
 */
function tunnelled(block: Buffer, head: HttpHead): number | undefined {
  const { status = 0, fields, bodyOffset, isWhole } = head;
  const mayBeProxy = (status >= 200 && status < 300) || status === 407;
  if (!mayBeProxy || !isWhole || OF_CONTENT.some((name) => fields.has(name))) return undefined;
  if ((fields.get("content-length") ?? "0") !== "0") return undefined;
  const next = behindBlanks(block, bodyOffset);
  return next !== undefined && STRICT_HEAD.test(block.toString("latin1", next, next + 512))
    ? next
    : undefined;
}

/** A status line and what follows it: a field, or an empty line and a page or head. Where a body may be, less is no evidence. */
const STRICT_HEAD =
  /^HTTP\/\d(?:\.\d)?[ \t]+\d{3}(?!\d)[^\n]*\n(?:[a-z][\w-]*[ \t]*:|\r?\n[\s\0\xef\xbb\xbf]*(?:HTTP\/|<))/iu;

const startsHttp = (block: Buffer, at: number): boolean =>
  /^(?:HTTP\/\d|(?:HTTP|ICY)[ \t]+\d)/iu.test(block.toString("latin1", at, at + 16));

/** Maximum number of bytes before a status line, and of bytes in which a damaged one is recognised. */
const MOST_BEFORE = 256;
/** A first line of which the beginning is damaged or has something before it, with a field behind it. */
const DAMAGED_LINE = /^[^\n<]{0,32}?\/\d\.\d[ \t]+\d{3}(?!\d)[^\n<]*\n[a-z][\w-]*[ \t]*:/iu;

const isDamagedLine = (block: Buffer, at: number): boolean =>
  DAMAGED_LINE.test(block.toString("latin1", at, at + MOST_BEFORE));

/** Returns where the status line begins that is not the first thing of a block, or 0 if there is none. */
function firstLine(block: Buffer): number {
  const at = behindBlanks(block, 0) ?? 0;
  return startsHttp(block, at) || isDamagedLine(block, at) ? at : 0;
}

/** Returns the position behind blanks and a byte order mark; undefined if there are more than a few of them. */
function behindBlanks(block: Buffer, start: number): number | undefined {
  const blank = /^(?:[\0\t\r\n ]|\xef\xbb\xbf)*/u;
  const [found] = blank.exec(block.toString("latin1", start, start + MOST_BEFORE))!;
  return found.length < MOST_BEFORE ? start + found.length : undefined;
}

function headAt(block: Buffer, start: number): HttpHead {
  if (!startsHttp(block, start) && !isDamagedLine(block, start)) {
    const begin = block.toString("latin1", start, start + 5).toUpperCase();
    const isWhole = block.length > start && !"HTTP/".startsWith(begin);
    return { fields: new Map(), headOffset: start, bodyOffset: start, isWhole };
  }
  const newline = endsInReturns(block, start) ? CARRIAGE_RETURN : NEWLINE;
  let fieldsFrom = start;
  let at = start;
  let end = start;
  let isWhole = false;
  while (at < block.length) {
    const lineEnd = block.indexOf(newline, at);
    end = at;
    // No header begins like a tag, so the empty line is missing.
    isWhole = fieldsFrom > start && block[at] === TAG;
    if (isWhole) break;
    at = lineEnd < 0 ? block.length : lineEnd + 1;
    if (fieldsFrom === start) fieldsFrom = at;
    isWhole = lineEnd >= 0 && lineLength(block, end, lineEnd) === end;
    if (isWhole) break;
    end = at;
  }
  const line = block.toString("latin1", start, Math.min(fieldsFrom, start + LONGEST_FIRST_LINE));
  const status = Number(STATUS.exec(line)?.[1] ?? 0);
  // Browsers split a line at carriage returns within it.
  const lines = headerLines(block.subarray(fieldsFrom, end)).join("\r").split("\r");
  return {
    status: status < LEAST_STATUS ? undefined : status,
    fields: parseFields(lines, LISTS, LAST_COUNTS),
    headOffset: start,
    bodyOffset: at,
    isWhole,
  };
}

/** Returns whether the lines of a head end in carriage returns without line feeds. The first line feed is then in the body. */
function endsInReturns(block: Buffer, start: number): boolean {
  const lineFeed = block.indexOf(NEWLINE, start);
  const line = block.subarray(start, lineFeed < 0 ? block.length : lineFeed);
  // An empty line ends in a carriage return of its own, besides that of CRLF.
  return line.includes("\r\r") && line.indexOf("\r\r") < line.length - 2;
}

/** Fields whose repeated values form one list (RFC 9110, section 5.3). */
const LISTS: ReadonlySet<string> = new Set([
  ...["transfer-encoding", "content-encoding", "content-length"],
]);

/** Fields of which the last value counts, as in browsers (Fetch Standard, "extract a MIME type"). */
const LAST_COUNTS: ReadonlySet<string> = new Set(["content-type"]);
