import * as zlib from "node:zlib";
import type { Transform } from "node:stream";

const FRAME = 0xfd2fb528;
/** The skippable frame in which a .warc.zst file carries its dictionary. */
const DICTIONARY = 0x184d2a5d;

/** True when a Zstandard frame begins here, or the dictionary of a .warc.zst file (IIPC's warc-zstd). */
export function isZstd(bytes: Buffer, at: number): boolean {
  if (at + 4 > bytes.length) return false;
  const magic = bytes.readUInt32LE(at);
  return magic === FRAME || magic === DICTIONARY;
}

/** Size of the dictionary frame at `at`, its header included; undefined when what begins there is another frame. */
export function dictionaryFrameSize(bytes: Buffer, at: number): number | undefined {
  if (at + 8 > bytes.length || bytes.readUInt32LE(at) !== DICTIONARY) return undefined;
  return 8 + bytes.readUInt32LE(at + 4);
}

/** Magic, descriptor, window, dictionary id and content size (RFC 8878, section 3.1.1.1), each at its longest. */
export const FRAME_HEADER_MOST = 18;

/** Size of a frame's header and whether a check sum ends the frame; undefined where the bytes end before. */
export function frameHeaderSize(
  bytes: Buffer,
  at: number,
): { readonly size: number; readonly hasChecksum: boolean } | undefined {
  const descriptor = bytes[at + 4];
  if (descriptor === undefined) return undefined;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const window = isSingleSegment ? 0 : 1;
  const dictionaryId = [0, 1, 2, 4][descriptor & 3]!;
  const contentSize = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  const size = 5 + window + dictionaryId + contentSize;
  return bytes.length < at + size ? undefined : { size, hasChecksum: (descriptor & 4) !== 0 };
}

interface DecoderOptions {
  readonly chunkSize: number;
  readonly dictionary?: Buffer;
}

/** A decoder for Zstandard, or undefined where Node has none (before 22.15). */
export function zstdDecoder(options: DecoderOptions): Transform | undefined {
  // The types are those of Node 20.
  const make: unknown = Reflect.get(zlib, "createZstdDecompress");
  return typeof make === "function"
    ? (make as (options: DecoderOptions) => Transform)(options)
    : undefined;
}
