import type { ByteWindow } from "./byte-window.js";
import {
  blankLength,
  startsMember,
  withoutClosingLines,
  type RecordFormat,
} from "./record-format.js";

const STEP = 1 << 18;
/** Bytes kept from a possible record start inside a block that is skipped, in case its length is wrong. */
const KEPT_FOR_RETURN = 1 << 24;
/** Bytes that are enough to recognise a record start. */
const START_BYTES = 8192;

/** What became of a record's block. */
export interface BlockEnd {
  /** The bytes, when they were asked for and are not more than the limit. */
  readonly data?: Buffer;
  /** Bytes that are really there. */
  readonly length: number;
  /** cut: the input ends inside. wrong-length: the record says another length than it has. */
  readonly trouble?: "cut" | "wrong-length";
}

/** The block of one record: look at its start first, then take or skip it. */
export class Block {
  /** Length that the record declares; undefined where it declares none that is a number. */
  readonly declared: number | undefined;
  readonly #bytes: ByteWindow;
  readonly #format: RecordFormat;
  /** True when the end of the bytes is the end of what was written, not of what is left of it. */
  readonly #endIsSure: () => boolean;
  #end: BlockEnd | undefined;

  constructor(
    bytes: ByteWindow,
    format: RecordFormat,
    declared: number | undefined,
    endIsSure: () => boolean,
  ) {
    this.#bytes = bytes;
    this.#format = format;
    this.declared = declared;
    this.#endIsSure = endIsSure;
  }

  /** Up to `count` of its first bytes, without taking them. */
  async head(count: number): Promise<Buffer> {
    const wanted = Math.min(count, this.declared ?? count);
    await this.#bytes.ensure(wanted);
    return this.#bytes.window.subarray(0, wanted);
  }

  /** Reads to its end, holding no more than `limit` bytes; a longer block has no `data`. */
  async take(limit: number): Promise<BlockEnd> {
    this.#end ??= await this.#read(limit);
    return this.#end;
  }

  /** Reads to its end, holding nothing. */
  skip(): Promise<BlockEnd> {
    return this.take(0);
  }

  async #read(limit: number): Promise<BlockEnd> {
    const { declared } = this;
    const body = new Body(limit, this.#format);
    if (declared === undefined) return this.#readOn(body);
    let left = declared;
    while (left > 0) {
      if (!(await this.#bytes.ensure(1))) return this.#endedEarly(body);
      if (left > STEP) await this.#bytes.ensure(Math.min(left, STEP));
      const part = this.#bytes.window.subarray(0, left);
      body.add(part);
      this.#bytes.consume(part.length);
      left -= part.length;
    }
    if (await this.#atRecordEnd()) return body.end();
    // The length is wrong: too large when a record begins inside, else too small.
    const swallowed = body.returnFromRecord();
    if (swallowed !== undefined) {
      this.#bytes.unread(swallowed);
      return { ...body.end(true), trouble: "wrong-length" };
    }
    return { ...(await this.#readOn(body)), trouble: "wrong-length" };
  }

  #endedEarly(body: Body): BlockEnd {
    const swallowed = body.returnFromRecord();
    if (swallowed !== undefined) {
      this.#bytes.unread(swallowed);
      return { ...body.end(true), trouble: "wrong-length" };
    }
    return this.#endIsSure()
      ? { ...body.end(true), trouble: "wrong-length" }
      : { ...body.end(), trouble: "cut" };
  }

  /** Line ends, then another record, a gzip member or the end of the input. */
  async #atRecordEnd(): Promise<boolean> {
    await this.#bytes.ensure(START_BYTES);
    const { window } = this.#bytes;
    const blank = blankLength(window);
    if (blank === window.length) return true;
    const next = window.subarray(blank);
    return this.#format.startsRecord(next) || startsMember(next);
  }

  /** Takes everything up to the next record start or the end of the input. */
  async #readOn(body: Body): Promise<BlockEnd> {
    while (await this.#bytes.ensure(1)) {
      await this.#bytes.ensure(STEP);
      const { window } = this.#bytes;
      const start = this.#format.findRecord(window, 0);
      if (start >= 0) {
        body.add(window.subarray(0, start));
        this.#bytes.consume(start);
        break;
      }
      // A record start may lie across the end of the window: it is looked for again with what follows.
      const whole = window.length >= STEP ? window.length - START_BYTES : window.length;
      body.add(window.subarray(0, whole));
      this.#bytes.consume(whole);
    }
    return { ...body.end(true), trouble: "wrong-length" };
  }
}

/** Bytes of a block as they go by: held up to a limit, or only from where a record seems to begin inside. */
class Body {
  readonly #limit: number;
  readonly #format: RecordFormat;
  #chunks: Buffer[] = [];
  #length = 0;
  /** Once over the limit: copies from a possible record start on, and where that stands. */
  #kept: Buffer[] | undefined;
  #keptBytes = 0;
  #keptFrom = -1;
  #over = false;

  constructor(limit: number, format: RecordFormat) {
    this.#limit = limit;
    this.#format = format;
  }

  add(part: Buffer): void {
    if (!this.#over && this.#length + part.length <= this.#limit) {
      this.#chunks.push(part);
    } else {
      this.#over = true;
      this.#chunks = [];
      this.#keep(part);
    }
    this.#length += part.length;
  }

  #keep(part: Buffer): void {
    if (this.#kept !== undefined) {
      if (this.#keptBytes + part.length > KEPT_FOR_RETURN) return;
      this.#kept.push(Buffer.from(part));
      this.#keptBytes += part.length;
      return;
    }
    const start = this.#format.findRecord(part, 0);
    if (start < 0) return;
    this.#kept = [Buffer.from(part.subarray(start))];
    this.#keptBytes = part.length - start;
    this.#keptFrom = this.#length + start;
  }

  /** The bytes from the first record start inside on, taken out again; undefined when there is none. */
  returnFromRecord(): Buffer | undefined {
    if (this.#over) {
      if (this.#kept === undefined || this.#keptFrom + this.#keptBytes !== this.#length) {
        return undefined;
      }
      this.#length = this.#keptFrom;
      return Buffer.concat(this.#kept);
    }
    const whole = this.#whole();
    const start = this.#format.findRecord(whole, 0);
    if (start < 0) return undefined;
    this.#chunks = [whole.subarray(0, start)];
    this.#length = start;
    return whole.subarray(start);
  }

  /** `closed`: the lines that close a record are still among the bytes. */
  end(closed = false): BlockEnd {
    if (this.#over) return { length: this.#length };
    const whole = this.#whole();
    const data = closed ? whole.subarray(0, withoutClosingLines(whole)) : whole;
    return { data, length: data.length };
  }

  #whole(): Buffer {
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
  }
}
