import * as zlib from "node:zlib";
import { hasWholeFrame } from "./zstd-frame.js";

export { crc32 } from "node:zlib";

/** Streaming decoder, such as a stream of node:zlib. */
export interface Decoder {
  /** Number of consumed bytes that belong to the compressed data. */
  readonly bytesWritten: number;
  on(event: "data", listener: (chunk: Buffer) => void): unknown;
  on(event: "end", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  write(bytes: Uint8Array, done: () => void): unknown;
  end(): unknown;
  destroy(): unknown;
}

export type Unpack = (bytes: Uint8Array, choices: UnpackChoices) => Uint8Array;

interface UnpackChoices {
  /** Maximum size of the result in bytes. A larger result throws an error with the code `ERR_BUFFER_TOO_LARGE`. */
  readonly most: number;
  /** True if truncated data yields the part that can be decoded. Otherwise it throws. */
  readonly isPartial: boolean;
}

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
/** Maximum size of an output buffer in bytes. */
const chunkSize = 1 << 16;

const unpacking =
  (decode: (bytes: Uint8Array, options: zlib.ZlibOptions) => Uint8Array, flush: number): Unpack =>
  (bytes, { most, isPartial }) =>
    decode(bytes, {
      // A small output buffer is quicker to allocate.
      chunkSize: Math.min(chunkSize, Math.max(1024, 4 * bytes.length)),
      maxOutputLength: most,
      ...(isPartial && { finishFlush: flush }),
    });

export const gunzip: Unpack = unpacking(zlib.gunzipSync, Z_SYNC_FLUSH);
export const inflate: Unpack = unpacking(zlib.inflateSync, Z_SYNC_FLUSH);
export const inflateRaw: Unpack = unpacking(zlib.inflateRawSync, Z_SYNC_FLUSH);
export const unbrotli: Unpack = unpacking(zlib.brotliDecompressSync, BROTLI_OPERATION_FLUSH);

/**
 * Returns a function of zlib that Node 20 does not have. Zstandard came with Node 22.15, and the installed types are
 * those of Node 20.
 */
function ofNewerNode(name: string): unknown {
  const found: unknown = Reflect.get(zlib, name);
  return typeof found === "function" ? found : undefined;
}

const zstd = ofNewerNode("zstdDecompressSync") as
  | ((bytes: Uint8Array, options: zlib.ZlibOptions) => Buffer)
  | undefined;

/** Undefined if this version of Node cannot. */
export const unzstd: ((...of: Parameters<Unpack>) => Buffer) | undefined =
  zstd &&
  ((bytes, { most }) => {
    // Node accepts truncated Zstandard data as complete.
    if (!hasWholeFrame(bytes)) throw new Error("unexpected end of file");
    return zstd(bytes, { chunkSize, maxOutputLength: most });
  });

const zstdStream = ofNewerNode("createZstdDecompress") as
  | ((options: { readonly dictionary?: Buffer }) => Decoder)
  | undefined;

/** Returns undefined if this version of Node has none. */
export const zstdDecoder: ((dictionary?: Buffer) => Decoder) | undefined =
  zstdStream && ((dictionary) => zstdStream(dictionary === undefined ? {} : { dictionary }));

export const inflateDecoder = (): Decoder =>
  zlib.createInflateRaw({ finishFlush: Z_SYNC_FLUSH, chunkSize });

/** Size of the next output buffer of `inflateFront`. The members of a file are of like sizes, and a small buffer is quicker. */
let frontChunk = chunkSize;

/**
 * Inflates the raw deflate data at the beginning of these bytes and returns how many bytes were consumed. Throws if the
 * data are truncated or damaged, or if the result would be larger than `most`.
 */
export function inflateFront(
  bytes: Uint8Array,
  most: number,
): { readonly data: Buffer; readonly consumed: number } {
  // With `info`, the result also contains the engine, which counts the consumed bytes.
  const { buffer, engine } = zlib.inflateRawSync(bytes, {
    info: true,
    chunkSize: frontChunk,
    maxOutputLength: most,
  }) as unknown as { buffer: Buffer; engine: zlib.InflateRaw };
  frontChunk = Math.min(chunkSize, Math.max(4096, 2 * buffer.length));
  return { data: buffer, consumed: engine.bytesWritten };
}

/** Inflates as much of the raw deflate data as is present. */
export const inflateSome = (bytes: Uint8Array): Buffer =>
  zlib.inflateRawSync(bytes, { finishFlush: Z_SYNC_FLUSH, chunkSize: 512 });
