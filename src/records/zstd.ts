import * as zlib from "node:zlib";
import { messageOf } from "../errors.js";
import { PulledBytes, type ByteWindow } from "./byte-window.js";
import { Decoded, type Decoder } from "./decoded.js";
import type { Member } from "./gzip-member.js";
import { ZSTD_FRAME } from "./next-start.js";

/** A skippable frame with the dictionary of all other frames comes first in many .warc.zst files (IIPC, warc-zstd). */
const DICTIONARY = Buffer.from([0x5d, 0x2a, 0x4d, 0x18]);
/** Magic number and size of a skippable frame. */
const SKIPPABLE_HEADER = 8;
const LARGEST_DICTIONARY = 1 << 26;
const CUT_DICTIONARY =
  "the Zstandard dictionary is cut off or damaged, and all from here on needs it";

/** True for the first bytes of Zstandard data. */
export const startsZstd = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(ZSTD_FRAME) || bytes.subarray(0, 4).equals(DICTIONARY);

/** Why no Zstandard data can be read here, after the name of a file; undefined when it can. */
export function zstdTrouble(): string | undefined {
  return newerZlib("createZstdDecompress") === undefined
    ? `is compressed with Zstandard, which needs Node 22.15 or later (this is ${process.version}). Use that, or decompress it first`
    : undefined;
}

const MAGIC_AND_DESCRIPTOR = 5;
const BLOCK_HEADER = 3;
const CHECKSUM = 4;
const RLE = 1;
const DICTIONARY_ID_BYTES = [0, 1, 2, 4] as const;
const CONTENT_SIZE_BYTES = [0, 2, 4, 8] as const;

/**
 * Finds the end of one Zstandard frame as its bytes pass by (RFC 8878, section 3.1.1): Node's decoder takes data that is
 * cut off for whole.
 */
export class FrameEnd {
  #seen: number[] = [];
  #wanted = MAGIC_AND_DESCRIPTOR;
  /** Bytes to pass before the next header of a block. */
  #skip = 0;
  #inBlocks = false;
  #isLast = false;
  #hasChecksum = false;

  /** True when all bytes of the frame have passed. */
  get isWhole(): boolean {
    return this.#isLast && this.#skip === 0;
  }

  /** Takes the next bytes; returns how many of them belong to the frame. */
  pass(bytes: Uint8Array): number {
    let at = 0;
    while (at < bytes.length && !this.isWhole) {
      if (this.#skip > 0) {
        const step = Math.min(this.#skip, bytes.length - at);
        this.#skip -= step;
        at += step;
        continue;
      }
      this.#seen.push(bytes[at]!);
      at += 1;
      if (this.#seen.length < this.#wanted) continue;
      if (this.#inBlocks) this.#readBlock(this.#seen);
      else this.#readDescriptor(this.#seen[MAGIC_AND_DESCRIPTOR - 1]!);
      this.#seen = [];
      this.#wanted = BLOCK_HEADER;
    }
    return at;
  }

  #readDescriptor(descriptor: number): void {
    const isSingle = (descriptor & 0x20) !== 0;
    const sizeFlag = descriptor >> 6;
    this.#hasChecksum = (descriptor & 4) !== 0;
    // A single segment has no window descriptor, and always a size.
    const size = sizeFlag === 0 ? 1 : CONTENT_SIZE_BYTES[sizeFlag]! + (isSingle ? 0 : 1);
    this.#skip = DICTIONARY_ID_BYTES[descriptor & 3]! + size;
    this.#inBlocks = true;
  }

  #readBlock([low = 0, middle = 0, high = 0]: readonly number[]): void {
    const size = (low >> 3) | (middle << 5) | (high << 13);
    this.#isLast = (low & 1) !== 0;
    this.#skip = ((low >> 1) & 3) === RLE ? 1 : size;
    if (this.#isLast && this.#hasChecksum) this.#skip += CHECKSUM;
  }
}

/** Opens the frames of one file; keeps the dictionary that they share. */
export class ZstdFrames {
  #dictionary: Buffer | undefined;

  /** The frame at the front of `raw`, behind the dictionary if that is there; or why it cannot be read. */
  async open(raw: ByteWindow): Promise<Member | string> {
    const make = newerZlib("createZstdDecompress") as
      ((options: { readonly dictionary?: Buffer }) => Decoder) | undefined;
    if (make === undefined) return `all from here on ${zstdTrouble() ?? "cannot be read"}`;
    if (raw.window.subarray(0, 4).equals(DICTIONARY)) {
      const trouble = await this.#readDictionary(raw);
      if (trouble !== undefined) return trouble;
    }
    const dictionary = this.#dictionary;
    const frame = new Decoded(
      raw,
      () => make(dictionary === undefined ? {} : { dictionary }),
      () => new FrameEnd(),
    );
    let isRead = false;
    const pull = async (): Promise<Buffer | undefined> => {
      const chunk = isRead ? undefined : await frame.pull();
      if (chunk === undefined && !isRead) {
        isRead = true;
        await frame.finish();
      }
      return chunk;
    };
    return {
      bytes: new PulledBytes({ pull }),
      whole: () => frame.trouble === undefined,
      async finish() {
        while ((await pull()) !== undefined);
        const { trouble } = frame;
        if (trouble === undefined) return undefined;
        return trouble.kind === "cut"
          ? { message: "the file ends inside a Zstandard frame", isLost: false, isCut: true }
          : {
              message: `the Zstandard data is damaged (${trouble.message})`,
              isLost: true,
              isCut: false,
            };
      },
    };
  }

  async #readDictionary(raw: ByteWindow): Promise<string | undefined> {
    await raw.ensure(SKIPPABLE_HEADER);
    const size = raw.window.length < SKIPPABLE_HEADER ? Infinity : raw.window.readUInt32LE(4);
    const length = SKIPPABLE_HEADER + size;
    if (size > LARGEST_DICTIONARY || !(await raw.ensure(length))) return CUT_DICTIONARY;
    const bytes = Buffer.from(raw.window.subarray(SKIPPABLE_HEADER, length));
    raw.consume(length);
    if (!bytes.subarray(0, 4).equals(ZSTD_FRAME)) {
      this.#dictionary = bytes;
      return undefined;
    }
    const end = new FrameEnd();
    end.pass(bytes);
    if (!end.isWhole) return CUT_DICTIONARY;
    const decompress = newerZlib("zstdDecompressSync") as (
      bytes: Buffer,
      options: { readonly maxOutputLength: number },
    ) => Buffer;
    try {
      this.#dictionary = decompress(bytes, { maxOutputLength: LARGEST_DICTIONARY });
      return undefined;
    } catch (cause) {
      return `the Zstandard dictionary cannot be decompressed (${messageOf(cause)}), and all from here on needs it`;
    }
  }
}

/** A function of node:zlib that the types, which are those of Node 20, do not know. */
function newerZlib(name: string): unknown {
  const found: unknown = Reflect.get(zlib, name);
  return typeof found === "function" ? found : undefined;
}
