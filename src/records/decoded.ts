import type { Transform } from "node:stream";
import { messageOf } from "../errors.js";
import type { ByteWindow } from "./byte-window.js";

/** Compressed bytes decoded at a time: even a bomb makes no more than a thousand times as many of them. */
const FED_AT_ONCE = 1 << 14;

const TOO_EARLY = { kind: "cut", message: "the data ends too early" } as const;

/** A decoder of node:zlib. */
export type Decoder = Transform & { readonly bytesWritten: number };

/** Finds the end of the data where a decoder does not tell that it is missing. */
export interface DataEnd {
  /** True when all of the data has passed. */
  readonly isWhole: boolean;
  /** Takes the next bytes; returns how many of them belong to the data. */
  pass(bytes: Uint8Array): number;
}

/**
 * Decodes the bytes in front of a window chunk by chunk; memory does not grow with what comes out. Damage is read up to:
 * a decoder that fails keeps what it made last, so the bytes before the damage are then decoded once more, one by one.
 */
export class Decoded {
  readonly #raw: ByteWindow;
  readonly #make: () => Decoder;
  readonly #makeEnd: (() => DataEnd) | undefined;
  #end: DataEnd | undefined;
  readonly #start: number;
  #decoder: Decoder;
  #ready: Buffer[] = [];
  #ended = false;
  #fed = 0;
  #isAllFed = false;
  /** Where the chunk begins that the decoder failed on. */
  #damagedFrom: number | undefined;
  /** Decoded bytes that were given away before decoding began anew. */
  #again = 0;
  #given = 0;
  #wake: () => void = () => undefined;
  /** Why the data ends before its end. */
  trouble: { readonly kind: "cut" | "corrupt"; readonly message: string } | undefined;

  constructor(raw: ByteWindow, make: () => Decoder, makeEnd?: () => DataEnd) {
    this.#raw = raw;
    this.#make = make;
    this.#makeEnd = makeEnd;
    this.#start = raw.position;
    this.#decoder = this.#begin();
  }

  /** The next decoded bytes; undefined at their end. */
  async pull(): Promise<Buffer | undefined> {
    while (this.#ready.length === 0 && !this.#ended) await this.#feed();
    const chunk = this.#ready.shift();
    this.#given += chunk?.length ?? 0;
    return chunk;
  }

  /** Decodes to the end; the raw bytes then stand behind the data, where that is known. */
  async finish(): Promise<void> {
    while ((await this.pull()) !== undefined);
    const { bytesWritten } = this.#decoder;
    this.#decoder.destroy();
    if (this.trouble === undefined) this.#raw.returnTo(this.#start + bytesWritten);
  }

  #begin(): Decoder {
    const decoder = this.#make();
    this.#end = this.#makeEnd?.();
    decoder.on("data", (chunk: Buffer) => {
      const known = Math.min(this.#again, chunk.length);
      this.#again -= known;
      if (known < chunk.length) this.#ready.push(chunk.subarray(known));
    });
    decoder.on("end", () => {
      this.#ended = true;
      this.#wake();
    });
    decoder.on("error", (error) => {
      this.#failed(messageOf(error));
      this.#wake();
    });
    return decoder;
  }

  #failed(reason: string): void {
    if (this.#isAllFed && this.#end?.isWhole !== true) this.trouble ??= TOO_EARLY;
    const isFirst = this.#damagedFrom === undefined && this.trouble === undefined;
    this.#damagedFrom ??= this.#raw.position - this.#fed;
    if (isFirst && this.#raw.returnTo(this.#start)) {
      this.#again = this.#given + this.#ready.reduce((sum, { length }) => sum + length, 0);
      this.#decoder = this.#begin();
      return;
    }
    this.#ended = true;
    this.trouble ??= { kind: "corrupt", message: reason };
  }

  async #feed(): Promise<void> {
    const decoder = this.#decoder;
    const isWhole = this.#end?.isWhole === true;
    if (isWhole || !(await this.#raw.ensure(1))) {
      if (!isWhole) this.trouble ??= TOO_EARLY;
      this.#isAllFed = true;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        decoder.end();
      });
      return;
    }
    const ahead = (this.#damagedFrom ?? Infinity) - this.#raw.position;
    const size = ahead > 0 ? Math.min(ahead, FED_AT_ONCE) : 1;
    // Of its own: the decoder works on it in another thread.
    const fed = this.#raw.window.subarray(0, size);
    const chunk = Buffer.from(fed.subarray(0, this.#end?.pass(fed) ?? size));
    this.#raw.consume(chunk.length);
    this.#fed = chunk.length;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      decoder.write(chunk, () => resolve());
    });
  }
}
