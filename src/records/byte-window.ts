import { open, type FileHandle } from "node:fs/promises";

const BLOCK = 1 << 20;

/** A forward look at bytes, whether they come from a file, a pipe or a decompressor. */
export interface ByteWindow {
  /** The bytes that are there now, without reading more. */
  readonly window: Buffer;
  /** Bytes consumed so far: position of the window's first byte. */
  readonly position: number;
  /** Reads until `count` bytes are in the window; false when the end comes first (what is left is in the window). */
  ensure(count: number): Promise<boolean>;
  consume(count: number): void;
  /** Puts bytes that were consumed last back in front. */
  unread(bytes: Buffer): void;
}

/** A window on chunks that are pulled as they are needed. */
export class PulledBytes implements ByteWindow {
  readonly #pull: (wanted: number) => Promise<Buffer | undefined>;
  #window: Buffer = Buffer.alloc(0);
  #position = 0;
  #ended = false;

  constructor(pull: (wanted: number) => Promise<Buffer | undefined>) {
    this.#pull = pull;
  }

  get window(): Buffer {
    return this.#window;
  }

  get position(): number {
    return this.#position;
  }

  async ensure(count: number): Promise<boolean> {
    if (this.#window.length >= count) return true;
    const chunks = [this.#window];
    let available = this.#window.length;
    while (available < count && !this.#ended) {
      const chunk = await this.#pull(count - available);
      if (chunk === undefined) {
        this.#ended = true;
      } else {
        chunks.push(chunk);
        available += chunk.length;
      }
    }
    this.#window = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, available);
    return available >= count;
  }

  consume(count: number): void {
    this.#window = this.#window.subarray(count);
    this.#position += count;
  }

  unread(bytes: Buffer): void {
    this.#window = Buffer.concat([bytes, this.#window]);
    this.#position -= bytes.length;
  }
}

/** A window on bytes that are all in memory. */
export function wholeBytes(bytes: Buffer): ByteWindow {
  let whole: Buffer | undefined = bytes;
  return new PulledBytes(() => {
    const chunk = whole;
    whole = undefined;
    return Promise.resolve(chunk);
  });
}

/** The bytes of a file or of standard input, read in large blocks. */
export interface RawFile {
  readonly bytes: ByteWindow;
  /** Size in bytes; unknown for streams. */
  readonly size: number | undefined;
  close(): Promise<void>;
}

/** Opens a file, or standard input for `-`. */
export async function openRawFile(path: string): Promise<RawFile> {
  if (path === "-") return standardInput();
  const file: FileHandle = await open(path, "r");
  const stats = await file.stat();
  const bytes = new PulledBytes(async (wanted) => {
    const block = Buffer.allocUnsafeSlow(Math.max(BLOCK, wanted));
    const { bytesRead } = await file.read(block, 0, block.length, null);
    return bytesRead === 0 ? undefined : block.subarray(0, bytesRead);
  });
  return { bytes, size: stats.isFile() ? stats.size : undefined, close: () => file.close() };
}

function standardInput(): RawFile {
  const chunks = process.stdin[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const bytes = new PulledBytes(async () => {
    const next = await chunks.next();
    return next.done === true ? undefined : next.value;
  });
  return { bytes, size: undefined, close: () => Promise.resolve() };
}
