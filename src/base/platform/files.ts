import {
  closeSync,
  constants,
  createReadStream,
  openSync,
  readSync,
  statSync,
  writeSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { atExit } from "../at-exit.js";

export { dirname, isAbsolute, join, normalize } from "node:path";

/** A file that is open for reading. */
export interface OpenFile {
  /** Size in bytes; undefined for a pipe or a device, which has no positions. */
  readonly size: number | undefined;
  /** Another text once the bytes are others; absent where that cannot be told. */
  readonly identity?: string;
  /** Up to `count` bytes from a position on, of a pipe the next ones; fewer at the end. */
  readonly read: (position: number, count: number) => Promise<Buffer>;
  /** The next bytes from a position on, at least one, as many as come at one go; absent where `read` costs no request. */
  readonly pull?: (position: number, wanted: number) => Promise<Buffer>;
  readonly close: () => Promise<void>;
  /**
   * Tells that a record or a line has been read whole. A file on the web that brings none in time is given up, whatever
   * bytes arrive: a server may send bytes for ever.
   */
  readonly progressed?: () => void;
}

/** True for what is not on this machine: a URI of http, https or s3. */
export const isRemote = (path: string): boolean => /^(?:https?|s3):\/\//iu.test(path);

/** Bytes of a file from one position up to another. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Opens a file by its URI; `first` is what will be read of it first. */
export type OpenRemote = (uri: string, first?: Stretch) => Promise<OpenFile>;

const remote: OpenRemote[] = [];

/** Says how files are opened that are not on this machine, until what it returns is called. */
export function openRemoteWith(open: OpenRemote): () => void {
  remote.push(open);
  return () => {
    remote.splice(remote.indexOf(open), 1);
  };
}

/**
 * Opens a file, or standard input for `-`; of one that is not on this machine, `first` is what will be read of it first.
 * Rejects with Node's error when it cannot be opened.
 */
export async function openFile(path: string, first?: Stretch): Promise<OpenFile> {
  if (path === "-") return standardInput();
  if (isRemote(path)) {
    const open = remote.at(-1);
    if (open === undefined) throw new Error("files on the web are not read here: download it");
    return open(path, first);
  }
  const isPipe = statSync(path, { throwIfNoEntry: false })?.isFIFO() === true;
  const waiting = <T>(given: Promise<T>): Promise<T> => (isPipe ? untilExit(path, given) : given);
  const file = await waiting(open(path, "r"));
  const stats = await file.stat();
  const close = (): Promise<void> => file.close();
  if (stats.isFile()) {
    const { dev, ino, size, mtimeMs, ctimeMs } = stats;
    const identity = [dev, ino, size, mtimeMs, ctimeMs].join(" ");
    return { ...fileBytes(file, size), identity, close };
  }
  return {
    size: undefined,
    async read(_, count) {
      const bytes = Buffer.allocUnsafeSlow(count);
      const { bytesRead } = await waiting(file.read(bytes, 0, count, null));
      return bytes.subarray(0, bytesRead);
    },
    close,
  };
}

/**
 * Waits for a named pipe to be opened or read. The process cannot end while one of its threads does that, so the exit writes into
 * the pipe.
 */
async function untilExit<T>(path: string, given: Promise<T>): Promise<T> {
  const keep = atExit(() => {
    const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    writeSync(pipe, "\n");
    closeSync(pipe);
  });
  try {
    return await given;
  } finally {
    keep();
  }
}

/** The bytes of an open file, which can be read from any position. */
export const fileBytes = (
  file: FileHandle,
  size: number,
): { readonly size: number; readonly read: OpenFile["read"] } => ({
  size,
  async read(position, count) {
    if (position >= size) return Buffer.alloc(0);
    const bytes = Buffer.allocUnsafeSlow(count);
    const { bytesRead } = await file.read(bytes, 0, count, position);
    return bytes.subarray(0, bytesRead);
  },
});

function standardInput(): OpenFile {
  const chunks = process.stdin[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  return {
    size: undefined,
    async read() {
      const next = await chunks.next();
      return next.done === true ? Buffer.alloc(0) : next.value;
    },
    close: () => Promise.resolve(),
  };
}

/** Undefined for a stream, for what is not on this machine, and for a file that has gone: reading it will say so. */
export function sizeOf(path: string): number | undefined {
  if (path === "-" || isRemote(path)) return undefined;
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true ? stats.size : undefined;
}

/** The first bytes of a file, at most `count`. Throws what the system says where it cannot be read. */
export function firstBytes(path: string, count: number): Buffer {
  const bytes = Buffer.alloc(count);
  const file = openSync(path, "r");
  try {
    return bytes.subarray(0, readSync(file, bytes, 0, count, 0));
  } finally {
    closeSync(file);
  }
}

/** Yields the bytes of a file, or of standard input for `-`; those of a gzip file are unpacked. */
export async function* unzippedBytes(path: string): AsyncGenerator<Buffer> {
  const stream: AsyncIterable<Buffer> = path === "-" ? process.stdin : createReadStream(path);
  const source = stream[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < 2) {
    const next = await source.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* whole(): AsyncGenerator<Buffer> {
    yield head;
    yield* { [Symbol.asyncIterator]: () => source };
  }
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* whole();
    return;
  }
  const gunzip = createGunzip();
  // Errors of the file arrive here, too: the stream that is read below passes them on.
  pipeline(Readable.from(whole()), gunzip, () => undefined);
  for await (const chunk of gunzip) yield chunk as Buffer;
}
