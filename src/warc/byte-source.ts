import { open, stat, type FileHandle } from "node:fs/promises";
import { createReadStream } from "node:fs";

/** Where a {@link ByteReader} gets its bytes from, front to back. */
export interface ByteSource {
  /** Writes bytes to `target` from `at` on, at least one and as many as fit at most; 0 at the end. */
  readInto(target: Buffer, at: number): Promise<number>;
  /** Why the bytes ended before their time; undefined as long as nothing went wrong. */
  readonly failure?: string | undefined;
  /** Bytes at any position, fewer at the end; absent for streams. Does not move {@link readInto}. */
  readAt?(position: number, length: number): Promise<Buffer>;
  /** Makes {@link readInto} go on from there; absent for streams. */
  seek?(position: number): void;
  close(): Promise<void>;
}

/** Opens a path for reading, `-` being standard input. Rejects with Node's error when it cannot be opened. */
export async function openSource(path: string): Promise<ByteSource> {
  if (path === "-") return new StreamSource(process.stdin);
  const isFile = (await stat(path)).isFile();
  // Pipes and devices have no positions.
  if (!isFile) return new StreamSource(createReadStream(path));
  return new FileSource(await open(path, "r"));
}

class FileSource implements ByteSource {
  readonly #handle: FileHandle;
  #position = 0;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  async readInto(target: Buffer, at: number): Promise<number> {
    const { bytesRead } = await this.#handle.read(target, at, target.length - at, this.#position);
    this.#position += bytesRead;
    return bytesRead;
  }

  async readAt(position: number, length: number): Promise<Buffer> {
    const target = Buffer.allocUnsafe(length);
    const { bytesRead } = await this.#handle.read(target, 0, length, position);
    return target.subarray(0, bytesRead);
  }

  seek(position: number): void {
    this.#position = position;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

class StreamSource implements ByteSource {
  readonly #stream: AsyncIterator<Buffer>;
  #left: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#stream = stream[Symbol.asyncIterator]();
  }

  async readInto(target: Buffer, at: number): Promise<number> {
    while (this.#left.length === 0) {
      const next = await this.#stream.next();
      if (next.done === true) return 0;
      this.#left = next.value;
    }
    const count = this.#left.copy(target, at);
    this.#left = this.#left.subarray(count);
    return count;
  }

  async close(): Promise<void> {
    await this.#stream.return?.();
  }
}
