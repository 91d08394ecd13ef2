import { open, type FileHandle } from "node:fs/promises";
import { PulledBytes, type ByteWindow } from "./byte-window.js";

const BLOCK = 1 << 20;

/** The bytes of a file or of standard input, read in large blocks. */
export interface RawFile {
  readonly bytes: ByteWindow;
  /** Size in bytes; unknown for streams. */
  readonly size: number | undefined;
  close(): Promise<void>;
}

/** Opens a file, or standard input for `-`. Rejects with Node's error when it cannot be opened. */
export async function openRawFile(path: string): Promise<RawFile> {
  if (path === "-") return standardInput();
  const file = await open(path, "r");
  const stats = await file.stat();
  const close = (): Promise<void> => file.close();
  return stats.isFile()
    ? { bytes: regularFile(file, stats.size), size: stats.size, close }
    : { bytes: pipe(file), size: undefined, close };
}

function regularFile(file: FileHandle, size: number): ByteWindow {
  let at = 0;
  return new PulledBytes({
    async pull(wanted) {
      const left = size - at;
      if (left <= 0) return undefined;
      const block = Buffer.allocUnsafeSlow(Math.min(left, Math.max(BLOCK, Math.ceil(wanted))));
      const { bytesRead } = await file.read(block, 0, block.length, at);
      at += bytesRead;
      return bytesRead === 0 ? undefined : block.subarray(0, bytesRead);
    },
    async readAt(position, count) {
      if (position >= size) return Buffer.alloc(0);
      const bytes = Buffer.allocUnsafe(count);
      const { bytesRead } = await file.read(bytes, 0, count, position);
      return bytes.subarray(0, bytesRead);
    },
    seek: (position) => (at = position),
    size,
  });
}

/** A named pipe or a device: it has no positions. */
function pipe(file: FileHandle): ByteWindow {
  return new PulledBytes({
    async pull() {
      const block = Buffer.allocUnsafeSlow(BLOCK);
      const { bytesRead } = await file.read(block, 0, block.length, null);
      return bytesRead === 0 ? undefined : block.subarray(0, bytesRead);
    },
  });
}

function standardInput(): RawFile {
  const chunks = process.stdin[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const bytes = new PulledBytes({
    async pull() {
      const next = await chunks.next();
      return next.done === true ? undefined : next.value;
    },
  });
  return { bytes, size: undefined, close: () => Promise.resolve() };
}
