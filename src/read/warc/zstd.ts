import { messageOf } from "../../base/errors.js";
import { unzstd, zstdDecoder } from "../../base/platform/codecs.js";
import {
  CONTENT_SIZE_BYTES,
  DICTIONARY_ID_BYTES,
  FrameEnd,
  MAGIC_AND_DESCRIPTOR,
} from "../../base/platform/zstd-frame.js";
import { ByteWindow, wholeBytes } from "./bytes.js";
import { Decoded, type GzipMember, type MemberTrouble } from "./gzip-member.js";
import { ZSTD_FRAME } from "./record-start.js";

/**
 * Magic number of a skippable frame. In many .warc.zst files the first frame is skippable and contains the dictionary
 * of all other frames (IIPC, warc-zstd).
 */
const DICTIONARY_MAGIC = Buffer.from([0x5d, 0x2a, 0x4d, 0x18]);
/** Size of the magic number and the length field of a skippable frame. */
const SKIPPABLE_HEADER = 8;
const LARGEST_DICTIONARY = 1 << 26;
/**
 * Maximum size of a frame, packed or unpacked, if Node has no decoder, because the replacement decodes frames as a
 * whole.
 */
const LARGEST_FRAME = 1 << 26;
const TOO_LARGE = `a frame of more than ${LARGEST_FRAME >> 20} MB, which needs Node 22.15 or later`;
/** First size of the output buffer for a frame that does not declare its size. */
const FIRST_ROOM = 1 << 22;
const CUT_DICTIONARY =
  "the Zstandard dictionary is cut off or damaged, and all from here on needs it";

export const startsZstd = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(ZSTD_FRAME) || bytes.subarray(0, 4).equals(DICTIONARY_MAGIC);

/** Returns the size that a frame declares for its content (RFC 8878, section 3.1.1.1.4). */
function statedSize(frame: Buffer): number | undefined {
  const descriptor = frame[MAGIC_AND_DESCRIPTOR - 1] ?? 0;
  const isSingle = (descriptor & 0x20) !== 0;
  const flag = descriptor >> 6;
  const bytes = flag === 0 && isSingle ? 1 : CONTENT_SIZE_BYTES[flag]!;
  const at = MAGIC_AND_DESCRIPTOR + (isSingle ? 0 : 1) + DICTIONARY_ID_BYTES[descriptor & 3]!;
  if (bytes === 0 || frame.length < at + bytes) return undefined;
  if (bytes === 8) return Number(frame.readBigUInt64LE(at));
  return frame.readUIntLE(at, bytes) + (bytes === 2 ? 256 : 0);
}

type DecodeFrame = (frame: Buffer, dictionary?: Buffer) => Uint8Array;

let wasm: Promise<DecodeFrame> | undefined;

/** Loads the decoder for versions of Node without one. */
async function loadWasm(): Promise<DecodeFrame> {
  const { default: zstd } = await import("@bokuweb/zstd-wasm");
  await zstd.init();
  const context = zstd.createDCtx();
  return (frame, dictionary) => {
    const stated = statedSize(frame);
    // The decoder does not check whether it got the memory. Without it, the decoder would write outside of its memory.
    if (stated !== undefined && stated > LARGEST_FRAME) throw new Error(TOO_LARGE);
    for (let room = FIRST_ROOM; room <= LARGEST_FRAME; room *= 4) {
      const options = { defaultHeapSize: room };
      try {
        return dictionary === undefined
          ? zstd.decompress(frame, options)
          : zstd.decompressUsingDict(context, frame, dictionary, options);
      } catch (cause) {
        const code = /code -(\d+)$/u.exec(messageOf(cause))?.[1] ?? "unknown";
        if (code !== ROOM_TOO_SMALL || stated !== undefined) {
          throw new Error(`error ${code} of the decoder`, { cause });
        }
      }
    }
    throw new Error(TOO_LARGE);
  };
}

/** Error code ZSTD_error_dstSize_tooSmall of the decoder. */
const ROOM_TOO_SMALL = "70";

const CUT_FRAME: MemberTrouble = {
  message: "the file ends inside a Zstandard frame",
  ...{ isLost: false, isCut: true },
};

const damaged = (why: string): MemberTrouble => ({
  message: `the Zstandard data is damaged (${why})`,
  ...{ isLost: true, isCut: false },
});

async function openWhole(
  raw: ByteWindow,
  decode: DecodeFrame,
  dictionary: Buffer | undefined,
): Promise<GzipMember> {
  const end = new FrameEnd();
  const chunks: Buffer[] = [];
  let size = 0;
  while (!end.isWhole && size <= LARGEST_FRAME && (await raw.ensure(1))) {
    const chunk = Buffer.from(raw.window.subarray(0, end.pass(raw.window)));
    if (chunk.length === 0) break;
    raw.consume(chunk.length);
    chunks.push(chunk);
    size += chunk.length;
  }
  let trouble = size > LARGEST_FRAME ? damaged(TOO_LARGE) : end.isWhole ? undefined : CUT_FRAME;
  let data = Buffer.alloc(0);
  try {
    if (trouble === undefined) data = Buffer.from(decode(Buffer.concat(chunks), dictionary));
  } catch (cause) {
    trouble = damaged(messageOf(cause));
  }
  return {
    bytes: wholeBytes(data),
    whole: () => trouble === undefined,
    finish: () => Promise.resolve(trouble),
  };
}

/** Opens the frames of one file and keeps the dictionary that they share. */
export class ZstdFrames {
  #dictionary: Buffer | undefined;

  /** Reads the dictionary at the beginning of a file, so that its frames can be read from any position. */
  async begin(raw: ByteWindow): Promise<void> {
    await raw.ensure(DICTIONARY_MAGIC.length);
    if (raw.window.subarray(0, DICTIONARY_MAGIC.length).equals(DICTIONARY_MAGIC)) {
      await this.#readDictionary(raw);
    }
  }

  /**
   * Opens the frame at the front of `raw`, after the dictionary if there is one. Returns a message if the frame cannot
   * be read.
   */
  async open(raw: ByteWindow): Promise<GzipMember | string> {
    if (raw.window.subarray(0, 4).equals(DICTIONARY_MAGIC)) {
      const trouble = await this.#readDictionary(raw);
      if (trouble !== undefined) return trouble;
    }
    const dictionary = this.#dictionary;
    if (zstdDecoder === undefined) return openWhole(raw, await (wasm ??= loadWasm()), dictionary);
    const frame = new Decoded(
      raw,
      () => zstdDecoder!(dictionary),
      () => new FrameEnd(),
    );
    return {
      bytes: new ByteWindow(frame),
      whole: () => frame.trouble === undefined,
      async finish() {
        while ((await frame.pull()) !== undefined);
        const { trouble } = frame;
        return trouble && (trouble.kind === "cut" ? CUT_FRAME : damaged(trouble.message));
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
    try {
      this.#dictionary =
        unzstd?.(bytes, { most: LARGEST_DICTIONARY, isPartial: false }) ??
        Buffer.from((await (wasm ??= loadWasm()))(bytes));
      return undefined;
    } catch (cause) {
      return `the Zstandard dictionary cannot be decompressed (${messageOf(cause)}), and all from here on needs it`;
    }
  }
}
