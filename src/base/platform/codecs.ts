import * as zlib from "node:zlib";
import { codeOf } from "../errors.js";
import { hasWholeFrame } from "./zstd-frame.js";

export { crc32 } from "node:zlib";

/** A decoder that takes bytes as they come; one of node:zlib is one. */
export interface Decoder {
  /** Bytes taken that belong to the data. */
  readonly bytesWritten: number;
  on(event: "data", listener: (chunk: Buffer) => void): unknown;
  on(event: "end", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  write(bytes: Uint8Array, done: () => void): unknown;
  end(): unknown;
  destroy(): unknown;
}

/** Undoes a coding of bytes that are all there. */
export type Unpack = (bytes: Uint8Array, choices: UnpackChoices) => Uint8Array;

interface UnpackChoices {
  /** What would be larger throws an error of code `ERR_BUFFER_TOO_LARGE`. */
  readonly most: number;
  /** Whether data that ends too early gives what there is of it. */
  readonly isPartial: boolean;
}

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
const chunkSize = 1 << 16;

const unpacking =
  (decode: (bytes: Uint8Array, options: zlib.ZlibOptions) => Uint8Array, flush: number): Unpack =>
  (bytes, { most, isPartial }) =>
    decode(bytes, {
      // Room for what is small is made faster.
      chunkSize: Math.min(chunkSize, Math.max(1024, 4 * bytes.length)),
      maxOutputLength: most,
      ...(isPartial && { finishFlush: flush }),
    });

export const gunzip: Unpack = unpacking(zlib.gunzipSync, Z_SYNC_FLUSH);
export const inflate: Unpack = unpacking(zlib.inflateSync, Z_SYNC_FLUSH);
export const inflateRaw: Unpack = unpacking(zlib.inflateRawSync, Z_SYNC_FLUSH);
/** What {@link inflateRaw} undoes. */
export const deflateRaw = (bytes: Uint8Array): Uint8Array =>
  zlib.deflateRawSync(bytes, { chunkSize: Math.max(1024, bytes.length) });
const brotli: Unpack = unpacking(zlib.brotliDecompressSync, BROTLI_OPERATION_FLUSH);

/**
 * The bits behind the end of the data are to be 0 (RFC 7932, section 10). Where they are not, the data are whole all the
 * same: browsers' decoders do not look at them, and neither does this one.
 */
export const unbrotli: Unpack = (bytes, choices) => {
  try {
    return brotli(bytes, choices);
  } catch (cause) {
    if (!isOfPadding(cause)) throw cause;
    const data = brotli(withoutPadding(bytes, choices.most), choices);
    // Nothing, and bits behind it: that is no Brotli.
    if (data.length === 0) throw cause;
    return data;
  }
};

const isOfPadding = (cause: unknown): boolean => codeOf(cause).endsWith("FORMAT_PADDING_2");

/** Brotli up to the byte in which it ends, of which the bits behind the end are 0. */
function withoutPadding(bytes: Uint8Array, most: number): Uint8Array {
  const isEnded = (part: Uint8Array): boolean => {
    try {
      brotli(part, { most, isPartial: true });
      return false;
    } catch (cause) {
      if (isOfPadding(cause)) return true;
      throw cause;
    }
  };
  let [before, end] = [0, bytes.length];
  while (before + 1 < end) {
    const middle = (before + end) >>> 1;
    if (isEnded(bytes.subarray(0, middle))) end = middle;
    else before = middle;
  }
  const data = Uint8Array.from(bytes.subarray(0, end));
  // The highest bit that is set is behind the end as long as the decoder refuses them.
  while (isEnded(data)) data[end - 1]! &= ~(1 << (31 - Math.clz32(data[end - 1]!)));
  return data;
}

/** Zstandard came to zlib with Node 22.15; the types are those of Node 20. */
function ofNewerNode(name: string): unknown {
  const found: unknown = Reflect.get(zlib, name);
  return typeof found === "function" ? found : undefined;
}

const zstd = ofNewerNode("zstdDecompressSync") as
  | ((bytes: Uint8Array, options: zlib.ZlibOptions) => Buffer)
  | undefined;

/** Undefined where there is no decoder. */
export const unzstd: ((...of: Parameters<Unpack>) => Buffer) | undefined =
  zstd &&
  ((bytes, { most }) => {
    // Node takes data that is cut off for whole.
    if (!hasWholeFrame(bytes)) throw new Error("unexpected end of file");
    return zstd(bytes, { chunkSize, maxOutputLength: most });
  });

const zstdStream = ofNewerNode("createZstdDecompress") as
  | ((options: { readonly dictionary?: Buffer }) => Decoder)
  | undefined;

/** Decodes Zstandard frames as they come; undefined where there is no decoder. */
export const zstdDecoder: ((dictionary?: Buffer) => Decoder) | undefined =
  zstdStream && ((dictionary) => zstdStream(dictionary === undefined ? {} : { dictionary }));

/** Inflates raw deflate data as it comes. */
export const inflateDecoder = (): Decoder =>
  zlib.createInflateRaw({ finishFlush: Z_SYNC_FLUSH, chunkSize });

/**
 * Inflates the raw deflate data at the front of these bytes, and says how many of them it is; throws where not all of it
 * is there, and where it is damaged or would be larger than `most`.
 */
export function inflateFront(
  bytes: Uint8Array,
  most: number,
): { readonly data: Buffer; readonly consumed: number } {
  // With `info` the result also holds the engine, which knows where the data ended.
  const { buffer, engine } = zlib.inflateRawSync(bytes, {
    info: true,
    chunkSize,
    maxOutputLength: most,
  }) as unknown as { buffer: Buffer; engine: zlib.InflateRaw };
  return { data: buffer, consumed: engine.bytesWritten };
}

/** Inflates as much of raw deflate data as is there. */
export const inflateSome = (bytes: Uint8Array): Buffer =>
  zlib.inflateRawSync(bytes, { finishFlush: Z_SYNC_FLUSH, chunkSize: 512 });
