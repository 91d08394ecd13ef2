import type { RawFile } from "../warc/bytes.js";
import { linesOf } from "../warc/lines.js";

/** Size in bytes below which an index is read as a whole instead of being searched. */
const LEAST_SEARCHED = 1 << 20;
/** Size in bytes of the last step of a search, which is read line by line. */
const STRETCH = 1 << 16;
/** Number of bytes of a line that are compared. All keys are shorter. */
export const LOOKED_AT = 1 << 13;
/**
 * Numbers of positions at which the order of an index is tested before a search. The second number is for remote files,
 * because each position costs a request.
 */
const PROBES = [64, 8] as const;

export interface IndexLine {
  readonly line: string;
  readonly offset: number;
}

export const keyOf = (line: string): string => line.slice(0, /[ \t]/u.exec(line)?.index);

/** A text whose lines are sorted by bytes, searched in place. */
export class SortedText {
  readonly #file: RawFile;

  constructor(file: RawFile) {
    this.#file = file;
  }

  /**
   * Returns false if the text cannot be read from any position, or if its lines are not sorted as far as they were
   * tested.
   */
  async isSearchable(): Promise<boolean> {
    const { bytes, size = 0, stretch } = this.#file;
    const probes = PROBES[stretch === undefined ? 0 : 1];
    if (size < LEAST_SEARCHED || !bytes.returnTo(size)) return false;
    const keys: string[] = [];
    for (let probe = 0; probe < probes; probe += 1) {
      const at = await this.#lineStart(Math.floor((size / probes) * probe));
      if (at !== undefined) keys.push(keyOf(await this.#textAt(at)));
    }
    return keys.every((key, i) => i === 0 || keys[i - 1]! <= key);
  }

  /** Yields the lines from the last line before `start`. Yielding may begin even earlier. */
  async *from(start: string): AsyncGenerator<IndexLine> {
    let low = 0;
    let high = this.#file.size ?? 0;
    while (high - low > STRETCH) {
      const middle = Math.floor((low + high) / 2);
      const at = await this.#lineStart(middle);
      if (at !== undefined && at < high && (await this.#textAt(at)) < start) low = at;
      else high = middle;
    }
    this.#file.bytes.returnTo(low);
    yield* linesOf(this.#file.bytes);
  }

  /** Returns the start of the first line after a position. Returns `undefined` behind the last line. */
  async #lineStart(position: number): Promise<number | undefined> {
    for (let count = LOOKED_AT; count <= LEAST_SEARCHED; count *= 4) {
      const seen = await this.#read(position, count);
      const end = seen.indexOf("\n");
      if (end >= 0 && end + 1 < seen.length) return position + end + 1;
      if (seen.length < count) return undefined;
    }
    return undefined;
  }

  async #textAt(position: number): Promise<string> {
    return (await this.#read(position, LOOKED_AT)).toString("latin1");
  }

  async #read(position: number, count: number): Promise<Buffer> {
    const { bytes } = this.#file;
    if (bytes.position !== 0) bytes.returnTo(0);
    return (await bytes.lookAhead(position, count)) ?? Buffer.alloc(0);
  }
}
