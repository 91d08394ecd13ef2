import {
  isRemote,
  openFile,
  type OpenFile,
  openStream,
  type Stretch,
} from "../../base/platform/files.js";

interface ByteOrigin {
  /**
   * Returns the next bytes, at least one, or `undefined` at the end. `wanted` is the number of bytes that would be
   * useful.
   */
  pull(wanted: number): Promise<Buffer | undefined>;
  /** Returns bytes at any position, or fewer at the end. Absent for streams. */
  readAt?(position: number, count: number): Promise<Buffer>;
  /** Makes `pull` continue at a position. Absent for streams. */
  seek?(position: number): void;
  /** Size in bytes, if there is `seek`. */
  readonly size?: number;
}

/** Maximum distance in bytes that can be inspected ahead in a stream. All bytes in between are then in memory. */
const FURTHEST_LOOK = 1 << 24;
/** Number of bytes of a stream that are kept, so that reading can return to them. */
const REMEMBERED = 1 << 20;
const NO_BYTES: Buffer = Buffer.alloc(0);

/** A window that moves forward over bytes from a file, a pipe or a decompressor. It pulls bytes when needed. */
export class ByteWindow {
  readonly #origin: ByteOrigin;
  #window: Buffer;
  #position = 0;
  #ended = false;
  /** Last chunks of a stream, up to the end of the window. */
  #chunks: Buffer[] = [];
  #chunkBytes = 0;

  /** `window` has the first bytes, if they are in memory. */
  constructor(origin: ByteOrigin, window = NO_BYTES) {
    this.#origin = origin;
    this.#window = window;
  }

  /** The bytes that are available without reading more. */
  get window(): Buffer {
    return this.#window;
  }

  /** Number of bytes consumed, which is the position of the first byte of the window. */
  get position(): number {
    return this.#position;
  }

  /** Returns false if the bytes end before. The rest is then in the window. */
  async ensure(count: number): Promise<boolean> {
    if (this.#window.length >= count || this.#ended) return this.#window.length >= count;
    const chunks = [this.#window];
    let available = this.#window.length;
    // A long window grows in proportion to its length, so that each byte is copied only a few times.
    const target = Math.max(count, available > 1 << 20 ? available * 1.5 : 0);
    while (available < target && !this.#ended) {
      const chunk = await this.#origin.pull(target - available);
      if (chunk === undefined) {
        this.#ended = true;
      } else {
        chunks.push(chunk);
        available += chunk.length;
        if (this.#origin.seek === undefined) this.#remember(chunk, available);
      }
    }
    const [first, second] = chunks;
    this.#window =
      second === undefined
        ? first!
        : first!.length === 0 && chunks.length === 2
          ? second
          : Buffer.concat(chunks, available);
    return available >= count;
  }

  consume(count: number): void {
    if (count > this.#window.length) throw new RangeError("more consumed than is there");
    this.#window = this.#window.subarray(count);
    this.#position += count;
  }

  /** Skips bytes, in the window or beyond it. Returns the number of skipped bytes, which is smaller at the end. */
  async skip(count: number): Promise<number> {
    const { size } = this.#origin;
    let left = count;
    if (left > this.#window.length && size !== undefined) {
      left = Math.min(left, Math.max(size - this.#position, this.#window.length));
      this.#seek(this.#position + left);
      return left;
    }
    while (left > 0 && (await this.ensure(1))) {
      const step = Math.min(left, this.#window.length);
      this.consume(step);
      left -= step;
    }
    return count - left;
  }

  /**
   * Returns at most `count` bytes from `distance` ahead without consuming them, or fewer at the end. Returns
   * `undefined` if the distance is too great for a stream, which would have to keep all bytes in between.
   */
  async lookAhead(distance: number, count: number): Promise<Buffer | undefined> {
    const inWindow = distance + count <= this.#window.length || this.#ended;
    if (!inWindow) {
      if (this.#origin.readAt !== undefined) {
        return this.#origin.readAt(this.#position + distance, count);
      }
      if (distance > FURTHEST_LOOK) return undefined;
      await this.ensure(distance + count);
    }
    return this.#window.subarray(distance, distance + count);
  }

  /** Returns false if its bytes are no longer available. */
  returnTo(position: number): boolean {
    const ahead = position - this.#position;
    if (ahead >= 0 && ahead <= this.#window.length) {
      this.consume(ahead);
      return true;
    }
    if (this.#origin.seek !== undefined) {
      this.#seek(position);
      return true;
    }
    const end = this.#position + this.#window.length;
    const start = end - this.#chunkBytes;
    if (position < start || position > end) return false;
    this.#window = Buffer.concat(this.#chunks).subarray(position - start);
    this.#position = position;
    return true;
  }

  #seek(position: number): void {
    this.#origin.seek?.(position);
    this.#window = NO_BYTES;
    this.#position = position;
    this.#ended = false;
  }

  #remember(chunk: Buffer, windowBytes: number): void {
    this.#chunks.push(chunk);
    this.#chunkBytes += chunk.length;
    let first = this.#chunks[0];
    while (first !== undefined && this.#chunkBytes - first.length >= windowBytes + REMEMBERED) {
      this.#chunks.shift();
      this.#chunkBytes -= first.length;
      first = this.#chunks[0];
    }
  }
}

export const inMemory = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read: (position, count) => Promise.resolve(bytes.subarray(position, position + count)),
});

export const wholeBytes = (bytes: Buffer): ByteWindow => windowOn(inMemory(bytes), bytes);

/** Number of bytes of a file that are read at a time. */
const BLOCK = 1 << 20;
/** Maximum number of bytes of a range that are requested at once. */
export const LONGEST_STRETCH: number = 1 << 23;

/** A file or standard input, read in large blocks. */
export interface RawFile extends Pick<OpenFile, "size" | "close"> {
  readonly bytes: ByteWindow;
  /** Returns the fault of the bytes as a whole, after they have been read to the end. */
  readonly trouble?: () => Promise<string | undefined>;
  /**
   * Returns a window that ends with the range, whose bytes are requested at once. Present only if each read costs a
   * request.
   */
  readonly stretch?: (stretch: Stretch) => Promise<ByteWindow>;
}

/** Bytes that can be read at any position: a file, or a file stored in another. */
export type ByteSource = Pick<OpenFile, "read" | "pull"> & { readonly size: number };

export async function openRawFile(path: string, first?: Stretch): Promise<RawFile> {
  return rawFile(path, await openFile(path, first));
}

export async function openRawStream(path: string): Promise<RawFile> {
  return rawFile(path, await openStream(path));
}

function rawFile(path: string, file: OpenFile): RawFile {
  const { size } = file;
  if (size === undefined) return { bytes: pipe(file), size, close: file.close };
  const { close } = file;
  const trouble = (): Promise<string | undefined> => Promise.resolve(file.trouble?.());
  const raw = { bytes: windowOn({ ...file, size }), size, close, trouble };
  if (!isRemote(path)) return raw;
  const stretch: RawFile["stretch"] = async ({ from, to }) => {
    const end = Math.min(to, size);
    await file.read(from, Math.min(end - from, LONGEST_STRETCH));
    const window = windowOn({ ...file, size: end });
    window.returnTo(from);
    return window;
  };
  return { ...raw, stretch };
}

/** `start` has the first bytes of the source, if they are in memory. */
export function windowOn(source: ByteSource, start = NO_BYTES): ByteWindow {
  const { size } = source;
  let at = start.length;
  const origin: ByteOrigin = {
    async pull(wanted) {
      const left = size - at;
      if (left <= 0) return undefined;
      const most = Math.min(left, Math.max(BLOCK, Math.ceil(wanted)));
      const bytes =
        (await source.pull?.(at, Math.min(left, Math.ceil(wanted))))?.subarray(0, left) ??
        (await source.read(at, most));
      at += bytes.length;
      return bytes.length === 0 ? undefined : bytes;
    },
    readAt: (position, count) => source.read(position, count),
    seek: (position) => (at = position),
    size,
  };
  return new ByteWindow(origin, start);
}

/** Returns a window on a named pipe or a device, which has no positions. */
function pipe({ read }: OpenFile): ByteWindow {
  let position = 0;
  return new ByteWindow({
    async pull() {
      const block = await read(position, BLOCK);
      position += block.length;
      return block.length === 0 ? undefined : block;
    },
  });
}
