import { isRemote, openFile, type OpenFile, type Stretch } from "../../base/platform/files.js";

/** Where a window gets its bytes from. */
interface ByteOrigin {
  /** The next bytes, at least one; undefined at the end. `wanted` says how many would be welcome. */
  pull(wanted: number): Promise<Buffer | undefined>;
  /** Bytes at any position, fewer at the end; absent for streams. */
  readAt?(position: number, count: number): Promise<Buffer>;
  /** Makes `pull` continue from there; absent for streams. */
  seek?(position: number): void;
  /** Size in bytes, where there is `seek`. */
  readonly size?: number;
}

/** How far a stream can be looked ahead; all of it is then held. */
const FURTHEST_LOOK = 1 << 24;
/** Bytes of a stream that can be returned to. */
const REMEMBERED = 1 << 20;

/** A forward look at bytes, whether they come from a file, a pipe or a decompressor. They are pulled as they are needed. */
export class ByteWindow {
  readonly #origin: ByteOrigin;
  #window: Buffer = Buffer.alloc(0);
  #position = 0;
  #ended = false;
  /** The last chunks of a stream, up to the end of the window. */
  #chunks: Buffer[] = [];
  #chunkBytes = 0;

  constructor(origin: ByteOrigin) {
    this.#origin = origin;
  }

  /** The bytes that are there now, without reading more. */
  get window(): Buffer {
    return this.#window;
  }

  /** Bytes consumed so far: position of the window's first byte. */
  get position(): number {
    return this.#position;
  }

  /** Reads until `count` bytes are in the window; false when the end comes first (what is left is in the window). */
  async ensure(count: number): Promise<boolean> {
    if (this.#window.length >= count || this.#ended) return this.#window.length >= count;
    const chunks = [this.#window];
    let available = this.#window.length;
    // A long window grows by a share of its length: each byte is then copied a few times at most.
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

  /** Passes over bytes of the window. */
  consume(count: number): void {
    if (count > this.#window.length) throw new RangeError("more consumed than is there");
    this.#window = this.#window.subarray(count);
    this.#position += count;
  }

  /** Passes over bytes, in the window or not; fewer at the end. Returns how many. */
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
   * Up to `count` bytes from `distance` ahead, without consuming anything; fewer where the bytes end. Undefined when
   * that is further than can be looked: streams hold what is between.
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

  /** Goes back to an earlier position; false where its bytes are gone. */
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
    this.#window = Buffer.alloc(0);
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

/** A window on bytes that are all in memory. */
export function wholeBytes(bytes: Buffer): ByteWindow {
  let at = 0;
  return new ByteWindow({
    pull() {
      const rest = bytes.subarray(at);
      at = bytes.length;
      return Promise.resolve(rest.length === 0 ? undefined : rest);
    },
    readAt: (position, count) => Promise.resolve(bytes.subarray(position, position + count)),
    seek: (position) => (at = position),
    size: bytes.length,
  });
}
const BLOCK = 1 << 20;
/** Bytes of a stretch that are asked for at once. */
export const LONGEST_STRETCH: number = 1 << 23;

/** The bytes of a file or of standard input, read in large blocks. */
export interface RawFile {
  readonly bytes: ByteWindow;
  /** Size in bytes; unknown for streams. */
  readonly size: number | undefined;
  close(): Promise<void>;
  /** What was wrong with the bytes as a whole, once they have been read to their end. */
  readonly trouble?: () => Promise<string | undefined>;
  /** A window that ends where a stretch does, whose bytes are asked for at once; only where each read costs a request. */
  readonly stretch?: (stretch: Stretch) => Promise<ByteWindow>;
  /** As `OpenFile` has it. */
  readonly progressed?: (() => void) | undefined;
}

/** Bytes that can be read from any position: a file, or one that is stored in another. */
export interface ByteSource {
  readonly size: number;
  /** Up to `count` bytes from a position on; fewer where they end. */
  read(position: number, count: number): Promise<Buffer>;
  /** As `OpenFile` has it. */
  readonly pull?: OpenFile["pull"];
  /** As `OpenFile` has it. */
  readonly progressed?: (() => void) | undefined;
}

/** Opens a file as {@link openFile} does. */
export async function openRawFile(path: string, first?: Stretch): Promise<RawFile> {
  const file = await openFile(path, first);
  const { size } = file;
  if (size === undefined) return { bytes: pipe(file), size, close: file.close };
  const { close, progressed } = file;
  const raw = { bytes: windowOn({ ...file, size }), size, close, progressed };
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

/** A window on bytes that can be read anywhere, in large blocks. */
export function windowOn(source: ByteSource): ByteWindow {
  const { size } = source;
  let at = 0;
  return new ByteWindow({
    async pull(wanted) {
      const left = size - at;
      if (left <= 0) return undefined;
      const most = Math.min(left, Math.max(BLOCK, Math.ceil(wanted)));
      const block =
        (await source.pull?.(at, Math.min(left, Math.ceil(wanted))))?.subarray(0, left) ??
        (await source.read(at, most));
      at += block.length;
      return block.length === 0 ? undefined : block;
    },
    readAt: (position, count) => source.read(position, count),
    seek: (position) => (at = position),
    size,
  });
}

/** A named pipe or a device: it has no positions. */
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
