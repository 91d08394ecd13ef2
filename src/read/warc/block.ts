import { mediaType } from "../../base/content-type.js";
import { isSystemError } from "../../base/errors.js";
import type { ByteWindow } from "./bytes.js";
import { parseHttpHead } from "./http-message.js";
import { isLetter, withoutClosingLines } from "./record-format.js";
import { type Contents, endsBlock, findStart, START_BYTES, startsNext } from "./record-start.js";

const STEP = 1 << 18;
/** Number of bytes after a block that are inspected, which is the length of the longest line of an ARC record. */
const BEHIND = 8192;
/** Size in bytes above which a skipped block is not searched for records, so that not all of its bytes must be read. */
const MOST_SEARCHED = 1 << 26;
/** Number of bytes of a block within which nearly every HTTP head ends. */
const HTTP_HEAD = 1 << 14;
/** Media types of content that may include records, which are archives and text that quotes them. */
const MAY_HOLD_RECORDS = /warc|octet-stream|zip|tar|compress|archive|download|^text\/plain$/u;

export interface BlockEnd {
  /** The bytes, if they were requested and do not exceed the limit. */
  readonly data?: Buffer;
  readonly length: number;
  /**
   * `cut`: the input ends within the block. `wrong-length`: the record's actual length differs from the declared
   * length.
   */
  readonly trouble?: "cut" | "wrong-length";
}

/** Tells whether a block ends at its declared length. It is `cut` if the input ends before. */
type Ending = "right" | "wrong" | "cut";

export type Block = Pick<RecordBlock, "declared" | "head" | "take" | "skip"> &
  Partial<Pick<RecordBlock, "failure">>;

/** The block of one record. Its start can be inspected before the block is taken or skipped. */
export class RecordBlock {
  /** Undefined if it declares no valid number. */
  readonly declared: number | undefined;
  readonly #bytes: ByteWindow;
  readonly #contents: Contents;
  readonly #contentType: string | undefined;
  /** True if the end of the bytes is the end of the written data, and not a truncation. */
  readonly #endIsSure: () => boolean;
  #end: BlockEnd | undefined;
  #ending: Ending | undefined;
  /**
   * Error of the system that ended the block. Whoever reads a block sees a cut one, and the reader of the records throws
   * this error before the next record.
   */
  failure: Error | undefined;

  constructor(
    bytes: ByteWindow,
    contents: Contents,
    declared: number | undefined,
    endIsSure: () => boolean,
    contentType?: string,
  ) {
    this.#bytes = bytes;
    this.#contents = contents;
    this.declared = declared;
    this.#endIsSure = endIsSure;
    this.#contentType = contentType;
  }

  /** Returns the block of a record that is cut off before the block. */
  static missing(bytes: ByteWindow, contents: Contents): RecordBlock {
    const block = new RecordBlock(bytes, contents, undefined, () => false);
    block.#end = { length: 0, trouble: "cut" };
    return block;
  }

  /** Returns at most `count` of the first bytes without consuming them. Returns none if the block has been taken. */
  async head(count: number): Promise<Buffer> {
    if (this.#end !== undefined) return Buffer.alloc(0);
    try {
      // If the length is wrong, these bytes may include the next record.
      const wanted =
        (await this.#endsWhereDeclared()) === "wrong" ? count : Math.min(count, this.declared!);
      await this.#bytes.ensure(wanted);
      return this.#bytes.window.subarray(0, wanted);
    } catch (cause) {
      this.#end = this.#cutBy(cause);
      return this.#bytes.window.subarray(0, Math.min(count, this.declared ?? 0));
    }
  }

  /** A block longer than `limit` has no `data` and is not kept in memory. */
  async take(limit: number): Promise<BlockEnd> {
    this.#end ??= await this.#read(limit).catch((cause: unknown) => this.#cutBy(cause));
    return this.#end;
  }

  #cutBy(cause: unknown): BlockEnd {
    if (!isSystemError(cause)) throw cause;
    this.failure = cause;
    return { length: 0, trouble: "cut" };
  }

  skip(): Promise<BlockEnd> {
    return this.take(-1);
  }

  async #read(limit: number): Promise<BlockEnd> {
    const { declared } = this;
    if (declared === undefined) return this.#readToNextStart(limit, true);
    const ends = await this.#endsWhereDeclared();
    return ends === "right"
      ? this.#readDeclared(declared, limit)
      : this.#readToNextStart(limit, ends === "wrong");
  }

  /** A stream cannot be inspected completely before it is read. */
  async #endsWhereDeclared(): Promise<Ending> {
    this.#ending ??= await this.#lookAtEnd();
    return this.#ending;
  }

  async #lookAtEnd(): Promise<Ending> {
    const { declared } = this;
    if (declared === undefined) return "wrong";
    const last = Math.max(0, declared - 1);
    const seen = await this.#bytes.lookAhead(last, BEHIND);
    if (seen === undefined) return "right";
    if (declared > last && seen.length === 0) return "cut";
    const behind = seen.subarray(declared - last);
    if (!endsBlock(behind, this.#contents)) return "wrong";
    // An ARC record begins with a URI. If the length is too long by one, the first letter of the URI is part of the
    // block, and the line begins with `ttp://`.
    const isWithinLine =
      this.#contents.format.name === "ARC" &&
      isLetter(seen[declared - last - 1]) &&
      isLetter(behind[0]);
    return (startsNext(behind, this.#contents) && !isWithinLine) ||
      !(await this.#holdsRecord(declared))
      ? "right"
      : "wrong";
  }

  /**
   * Line ends close a block but also occur elsewhere. If no record follows them, a record within the block counts more.
   */
  async #holdsRecord(declared: number): Promise<boolean> {
    const seen = await this.#bytes.lookAhead(0, declared + BEHIND);
    if (seen === undefined) return false;
    const start = findStart(seen, 0, this.#contents, "inside-block", true);
    return start > 0 && start < declared;
  }

  async #readDeclared(declared: number, limit: number): Promise<BlockEnd> {
    const bytes = this.#bytes;
    const isKept = declared <= limit;
    const cutShort = (length: number): Pick<BlockEnd, "trouble"> =>
      length < declared ? { trouble: this.#endIsSure() ? "wrong-length" : "cut" } : {};
    if (!isKept && declared > MOST_SEARCHED) {
      const length = await bytes.skip(declared);
      return { length, ...cutShort(length) };
    }
    await bytes.ensure(Math.min(declared, isKept ? declared : HTTP_HEAD));
    const start = bytes.window.subarray(0, Math.min(declared, HTTP_HEAD));
    let length = 0;
    for (;;) {
      const left = declared - length;
      const isMore = await bytes.ensure(isKept ? left : Math.min(left, STEP));
      const seen = bytes.window.subarray(0, left);
      const next = this.#hiddenRecord(seen, start, length);
      if (next >= 0) {
        const block = seen.subarray(0, withoutClosingLines(seen.subarray(0, next)));
        bytes.consume(next);
        const data = isKept && { data: block };
        return { ...data, length: length + block.length, trouble: "wrong-length" };
      }
      const isLast = !isMore || seen.length === left;
      // A header may cross the end of the window. In that case it is found together with the next bytes.
      const step = isLast ? seen.length : seen.length - 2 * START_BYTES;
      bytes.consume(step);
      length += step;
      if (!isLast) continue;
      return { ...(isKept && { data: seen }), length, ...cutShort(length) };
    }
  }

  /**
   * Returns the position of a record inside a block that ends where another record ends, so that its length seems
   * right. Returns -1 for a block without such a record, and for a captured archive file. `start` has the first bytes of the block, and
   * `from` is the offset of `seen` in the block.
   */
  #hiddenRecord(seen: Buffer, start: Buffer, from: number): number {
    const { format } = this.#contents;
    let found = format.findClosedRecord(seen, 0);
    if (found === undefined) return -1;
    const http = parseHttpHead(start);
    const isHttp = http.isWhole && http.bodyOffset > 0;
    const type = mediaType(isHttp ? http.fields.get("content-type") : this.#contentType);
    if (format.isArchive(start.subarray(http.bodyOffset))) return -1;
    for (; found !== undefined; found = format.findClosedRecord(seen, found.start)) {
      const endsHere = from + found.end === this.declared;
      if (endsHere || !MAY_HOLD_RECORDS.test(type)) return found.start;
    }
    return -1;
  }

  /** Reads to the next start of a record or to the end of the input, because the length is wrong or unknown. */
  async #readToNextStart(limit: number, isAllThere: boolean): Promise<BlockEnd> {
    const bytes = this.#bytes;
    let parts: Buffer[] = [];
    let length = 0;
    let found = false;
    const add = (count: number): void => {
      length += count;
      if (length > limit) parts = [];
      else parts.push(bytes.window.subarray(0, count));
      bytes.consume(count);
    };
    let ended = false;
    while (!ended && !found) {
      ended = !(await bytes.ensure(STEP));
      const start = findStart(bytes.window, 0, this.#contents, "inside-block", ended);
      found = start >= 0;
      // A start may cross the end of the window. In that case it is found together with the next bytes.
      add(found ? start : ended ? bytes.window.length : bytes.window.length - START_BYTES);
    }
    const isCut = !found && !isAllThere && !this.#endIsSure();
    if (length > limit) return { length, trouble: isCut ? "cut" : "wrong-length" };
    const whole = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    const data = isCut ? whole : whole.subarray(0, withoutClosingLines(whole));
    return { data, length: data.length, trouble: isCut ? "cut" : "wrong-length" };
  }
}
