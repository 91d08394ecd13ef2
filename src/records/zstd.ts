import * as zlib from "node:zlib";
import { PulledBytes, type ByteWindow } from "./byte-window.js";
import { Decoded, type Decoder } from "./decoded.js";
import type { Member } from "./gzip-member.js";

const FRAME = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** A skippable frame with a dictionary comes first in many .warc.zst files (IIPC, warc-zstd). */
const DICTIONARY = Buffer.from([0x5d, 0x2a, 0x4d, 0x18]);

/** True for the first bytes of Zstandard data. */
export const startsZstd = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(FRAME) || bytes.subarray(0, 4).equals(DICTIONARY);

/** Why the Zstandard data that begins with these bytes cannot be read here; undefined when it can. */
export function zstdTrouble(bytes: Buffer): string | undefined {
  if (makeDecoder() === undefined) {
    return `is compressed with Zstandard, which needs Node 22.15 or later (this is ${process.version}). Use that, or decompress it first`;
  }
  return bytes.subarray(0, 4).equals(DICTIONARY)
    ? "is compressed with Zstandard and a dictionary of its own, which Node cannot use. Decompress it first (zstdcat of zstd-warc tools, or warcio)"
    : undefined;
}

/** All frames from here on, as one: a record may span them. Undefined where this Node has no decoder. */
export function openZstd(raw: ByteWindow): Member | undefined {
  const make = makeDecoder();
  if (make === undefined) return undefined;
  let frame = new Decoded(raw, make);
  const pull = async (): Promise<Buffer | undefined> => {
    for (;;) {
      const chunk = await frame.pull();
      if (chunk !== undefined || frame.trouble !== undefined) return chunk;
      await frame.finish();
      await raw.ensure(FRAME.length);
      if (!startsZstd(raw.window)) return undefined;
      frame = new Decoded(raw, make);
    }
  };
  return {
    bytes: new PulledBytes({ pull }),
    whole: () => frame.trouble === undefined,
    async finish() {
      while ((await pull()) !== undefined);
      await frame.finish();
      const { trouble } = frame;
      if (trouble === undefined) return undefined;
      return trouble.kind === "cut"
        ? { message: "the file ends inside Zstandard data", isLost: true, isCut: true }
        : {
            message: `the Zstandard data is damaged (${trouble.message})`,
            isLost: true,
            isCut: false,
          };
    },
  };
}

/** The types are those of Node 20. */
function makeDecoder(): (() => Decoder) | undefined {
  const make: unknown = Reflect.get(zlib, "createZstdDecompress");
  return typeof make === "function" ? (make as () => Decoder) : undefined;
}
