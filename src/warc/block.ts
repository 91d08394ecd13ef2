import type { ByteReader } from "./byte-reader.js";

/** Sees bytes as they pass, for a digest. */
export type OnBytes = (bytes: Uint8Array) => void;

/** The content of a record: looked at from its start, then held, or passed over without being held. */
export class Block {
  readonly #reader: ByteReader;
  #left: number;

  /** The next `length` bytes of a reader. */
  constructor(reader: ByteReader, length: number) {
    this.#reader = reader;
    this.#left = length;
  }

  /** Bytes that are still to come, if the reader has them. */
  get left(): number {
    return this.#left;
  }

  /** The first `count` bytes of what is left, fewer when there are no more; valid until the next call. */
  async peek(count: number): Promise<Buffer> {
    const wanted = Math.min(count, this.#left);
    if (this.#reader.available < wanted) await this.#reader.fill(wanted);
    return this.#reader.view(wanted);
  }

  /** Passes over bytes that were peeked at. */
  advance(count: number): void {
    this.#reader.advance(count);
    this.#left -= count;
  }

  /** All that is left, in memory of its own. The caller has checked that {@link left} is not too much. */
  async hold(): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    let size = 0;
    await this.pass((bytes) => {
      pieces.push(new Uint8Array(bytes));
      size += bytes.length;
    });
    const [only] = pieces;
    if (pieces.length === 1 && only !== undefined) return only;
    const whole = new Uint8Array(size);
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }

  /** Passes over all that is left, piece by piece. What the reader did not have stays in {@link left}. */
  async pass(onBytes?: OnBytes): Promise<void> {
    while (this.#left > 0 && (this.#reader.available > 0 || (await this.#reader.fill(1)))) {
      const piece = this.#reader.view(this.#left);
      onBytes?.(piece);
      this.advance(piece.length);
    }
  }
}
