import * as brotli from "brotli-dec-wasm/web";
import * as brotliWasm from "brotli-dec-wasm/web/bg.wasm";
import zstd from "@bokuweb/zstd-wasm";
import { constants, Inflate } from "pako";
import type { Decoder, Unpack } from "../../base/platform/codecs.js";

const chunkSize = 1 << 16;

const GZIP = 31;
const ZLIB = 15;
const RAW = -15;

class Inflater extends Inflate {
  declare readonly strm: { readonly total_in: number; readonly msg: string };
  declare readonly ended: boolean;
  readonly #take: (chunk: Uint8Array) => void;

  constructor(windowBits: number, take: (chunk: Uint8Array) => void) {
    super({ windowBits, chunkSize });
    this.#take = take;
  }

  override onData(chunk: Uint8Array): void {
    this.#take(chunk.slice());
  }

  override onEnd(status: typeof this.err): void {
    // The chunks were taken already, so that only the status is stored.
    this.err = status;
    this.msg = this.strm.msg;
  }

  /** Decodes the next bytes. Throws if they are damaged. */
  feed(bytes: Uint8Array): void {
    if (!this.push(bytes, constants.Z_SYNC_FLUSH) && this.err !== constants.Z_OK)
      throw new Error(this.msg);
  }
}

function tooLarge(): Error {
  return Object.assign(new RangeError("larger than was asked for"), {
    code: "ERR_BUFFER_TOO_LARGE",
  });
}

/** Throws when they exceed the maximum size. */
class Taken {
  readonly #most: number;
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  readonly take = (chunk: Uint8Array): void => {
    this.#length += chunk.length;
    if (this.#length > this.#most) throw tooLarge();
    this.#chunks.push(chunk);
  };

  whole(): Buffer {
    return Buffer.concat(this.#chunks, this.#length);
  }
}

const unpacking =
  (windowBits: number): Unpack =>
  (bytes, { most, isPartial }) => {
    const taken = new Taken(most);
    const inflater = new Inflater(windowBits, taken.take);
    inflater.feed(bytes);
    if (!inflater.ended && !isPartial) throw new Error("unexpected end of file");
    return taken.whole();
  };

export const gunzip: Unpack = unpacking(GZIP);
export const inflate: Unpack = unpacking(ZLIB);
export const inflateRaw: Unpack = unpacking(RAW);

export const unbrotli: Unpack = (bytes, { most, isPartial }) => {
  // Rejects windows larger than those of RFC 7932, as Node's decoder does.
  if (((bytes[0] ?? 0) & 0x7f) === 0x11) throw new Error("a window that is too large");
  const taken = new Taken(most);
  const stream = new brotli.BrotliDecStream();
  try {
    let at = 0;
    for (;;) {
      const { buf, code, input_offset } = stream.dec(bytes.subarray(at), chunkSize);
      taken.take(buf);
      at += input_offset;
      if (code === brotli.BrotliStreamResultCode.ResultSuccess) break;
      if (code === brotli.BrotliStreamResultCode.NeedsMoreInput && at >= bytes.length) {
        if (isPartial) break;
        throw new Error("unexpected end of file");
      }
    }
    return taken.whole();
  } finally {
    stream.free();
  }
};

/** Size of the output buffer for a frame that does not declare its size. */
const FRAME_ROOM = 1 << 26;

export const unzstd: Unpack = (bytes, { most }) => {
  const data = zstd.decompress(Buffer.from(bytes), { defaultHeapSize: Math.min(most, FRAME_ROOM) });
  if (data.length > most) throw tooLarge();
  return Buffer.from(data);
};

/** The page has no decoder for parts of a frame, so that frames are decoded whole. */
export const zstdDecoder = undefined;

/** Must be awaited once, before anything is decoded. */
export async function prepareCodecs(): Promise<void> {
  // The bundler replaces the file by its bytes.
  const { default: module } = brotliWasm as unknown as {
    readonly default: Uint8Array<ArrayBuffer>;
  };
  brotli.initSync({ module });
  await zstd.init();
}

export function inflateDecoder(): Decoder {
  const tell: { data?: (chunk: Buffer) => void; end?: () => void; error?: (cause: Error) => void } =
    {};
  const inflater = new Inflater(RAW, (chunk) => tell.data?.(Buffer.from(chunk.buffer)));
  let isOver = false;
  return {
    get bytesWritten() {
      return inflater.strm.total_in;
    },
    on(event: "data" | "end" | "error", listener: (of: never) => void) {
      Object.assign(tell, { [event]: listener });
    },
    write(bytes, done) {
      if (!isOver) {
        try {
          inflater.feed(bytes);
          isOver = inflater.ended;
          if (isOver) tell.end?.();
        } catch (cause) {
          isOver = true;
          tell.error?.(cause as Error);
        }
      }
      done();
    },
    end() {
      if (!isOver) tell.end?.();
      isOver = true;
    },
    destroy() {
      isOver = true;
    },
  };
}

export function inflateFront(
  bytes: Uint8Array,
  most: number,
): { readonly data: Buffer; readonly consumed: number } {
  const taken = new Taken(most);
  const inflater = new Inflater(RAW, taken.take);
  inflater.feed(bytes);
  if (!inflater.ended) throw new Error("unexpected end of file");
  return { data: taken.whole(), consumed: inflater.strm.total_in };
}

export function inflateSome(bytes: Uint8Array): Buffer {
  const taken = new Taken(Infinity);
  new Inflater(RAW, taken.take).feed(bytes);
  return taken.whole();
}

const byCoding = Int32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = (sum & 1) === 0 ? sum >>> 1 : (sum >>> 1) ^ 0xedb88320;
  return sum;
});

export function crc32(bytes: Uint8Array, before = 0): number {
  let sum = ~before;
  for (const byte of bytes) sum = byCoding[(sum ^ byte) & 0xff]! ^ (sum >>> 8);
  return ~sum >>> 0;
}
