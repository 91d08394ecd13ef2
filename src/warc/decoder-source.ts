import type { Transform } from "node:stream";
import type { ByteSource } from "./byte-source.js";

/** Gives a decoder its input. */
export interface Feed {
  /** The next piece of input, valid until the next call; undefined when there is no more. */
  next(): Promise<Buffer | undefined>;
}

/**
 * What comes out of a decoder, as a source: at most one piece of input and one of output are held, however much a
 * piece inflates to.
 */
export class DecoderSource implements ByteSource {
  readonly #decoder: Transform;
  readonly #feed: Feed;
  #left: Buffer = Buffer.alloc(0);
  #ended = false;
  #writing = false;
  #wake: (() => void) | undefined;
  #failure: string | undefined;

  constructor(decoder: Transform, feed: Feed) {
    this.#decoder = decoder;
    this.#feed = feed;
    decoder.on("readable", () => this.#changed());
    decoder.on("end", () => {
      this.#ended = true;
      this.#changed();
    });
    decoder.on("error", (error) => {
      this.#failure ??= error.message;
      this.#ended = true;
      this.#changed();
    });
  }

  get failure(): string | undefined {
    return this.#failure;
  }

  async readInto(target: Buffer, at: number): Promise<number> {
    while (this.#left.length === 0) {
      const chunk = this.#decoder.read() as Buffer | null;
      if (chunk !== null) this.#left = chunk;
      else if (this.#ended) return 0;
      else if (this.#writing) await this.#change();
      else await this.#write();
    }
    const count = this.#left.copy(target, at);
    this.#left = this.#left.subarray(count);
    return count;
  }

  close(): Promise<void> {
    this.#decoder.destroy();
    return Promise.resolve();
  }

  async #write(): Promise<void> {
    this.#writing = true;
    const input = await this.#feed.next();
    // After the last input nothing is written any more: what is left comes as events.
    if (input === undefined) this.#decoder.end();
    else {
      this.#decoder.write(input, () => {
        this.#writing = false;
        this.#changed();
      });
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #changed(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
