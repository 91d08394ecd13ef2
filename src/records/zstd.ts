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

/** True for the first bytes of Zstandard data. */
export const startsZstd = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(ZSTD_FRAME) || bytes.subarray(0, 4).equals(DICTIONARY);

/** Why no Zstandard data can be read here, after the name of a file; undefined when it can. */
export function zstdTrouble(): string | undefined {
  return newerZlib("createZstdDecompress") === undefined
    ? `is compressed with Zstandard, which needs Node 22.15 or later (this is ${process.version}). Use that, or decompress it first`
    : undefined;
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
      true,
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
    const end = SKIPPABLE_HEADER + size;
    if (size > LARGEST_DICTIONARY || !(await raw.ensure(end))) {
      return "the Zstandard dictionary is cut off or damaged, and all from here on needs it";
    }
    const bytes = Buffer.from(raw.window.subarray(SKIPPABLE_HEADER, end));
    raw.consume(end);
    if (!bytes.subarray(0, 4).equals(ZSTD_FRAME)) {
      this.#dictionary = bytes;
      return undefined;
    }
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
