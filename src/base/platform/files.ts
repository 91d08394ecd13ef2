import {
  closeSync,
  constants,
  createReadStream,
  openSync,
  readSync,
  type Stats,
  writeSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { atExit } from "../at-exit.js";
import { UnreadableError } from "../errors.js";
import { statsOf } from "../read-file.js";

export interface OpenFile {
  /** Size in bytes. Undefined for a pipe or a device, which has no positions. */
  readonly size: number | undefined;
  /** Text that changes when the content of the file changes. Absent if changes cannot be detected. */
  readonly identity?: string;
  /**
   * Reads up to `count` bytes at a position, or fewer at the end of the file. A pipe ignores the position and returns
   * its next bytes.
   */
  readonly read: (position: number, count: number) => Promise<Buffer>;
  /** Reads at least one byte at a position, as many as arrive in one piece. Absent if `read` costs no request. */
  readonly pull?: (position: number, wanted: number) => Promise<Buffer>;
  readonly close: () => Promise<void>;
  /** Returns why the file ended before its size, after it has been read to its end. */
  readonly trouble?: () => string | undefined;
}

/** True for a remote file: a URI of http or https. */
export const isRemote = (path: string): boolean => /^https?:\/\//iu.test(path);

/** Range of bytes in a file, without the byte at `to`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** `first` is the range that will be read first. */
export type OpenRemote = (uri: string, first?: Stretch) => Promise<OpenFile>;

const remote: { readonly open: OpenRemote }[] = [];

/** Returns a function that removes it again. */
export function openRemoteWith(open: OpenRemote): () => void {
  const registered = { open };
  remote.push(registered);
  return () => {
    remote.splice(remote.indexOf(registered), 1);
  };
}

/** Opens without waiting for a writer, if the file has become a pipe since it was found. */
const AT_ONCE: number = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * Opens a regular file or a remote one, or standard input for `-`. For a remote file, `first` is the range that will be
 * read first. Rejects with the error of the system if the file cannot be opened.
 */
export async function openFile(path: string, first?: Stretch): Promise<OpenFile> {
  if (path === "-") return standardInput();
  if (isRemote(path)) {
    const open = remote.at(-1)?.open;
    if (open === undefined)
      throw new Error("this program cannot read files on the web: download the file first");
    return open(path, first);
  }
  const file = await open(path, AT_ONCE);
  const close = (): Promise<void> => file.close();
  const stats = await file.stat().catch(async (cause: unknown) => {
    await close();
    throw cause;
  });
  if (!stats.isFile()) {
    await close();
    throw new UnreadableError(notPlain(stats));
  }
  const { dev, ino, size, mtimeMs, ctimeMs } = stats;
  const identity = [dev, ino, size, mtimeMs, ctimeMs].join(" ");
  return { ...fileBytes(file, size), identity, close };
}

/** Opens a source as {@link openFile} does. It may also be a named pipe or a device, which the user must have named. */
export async function openStream(path: string): Promise<OpenFile> {
  if (!isStream(path)) return openFile(path);
  const isPipe = statsOf(path)?.isFIFO() === true;
  const waiting = <T>(given: Promise<T>): Promise<T> => (isPipe ? untilExit(path, given) : given);
  const file = await waiting(open(path, "r"));
  return {
    size: undefined,
    async read(_, count) {
      const bytes = Buffer.allocUnsafeSlow(count);
      const { bytesRead } = await waiting(file.read(bytes, 0, count, null));
      return bytes.subarray(0, bytesRead);
    },
    close: () => file.close(),
  };
}

/** True for a named pipe or a device. False for standard input (`-`) and for a file that does not exist. */
export function isStream(path: string): boolean {
  const stats = path === "-" || isRemote(path) ? undefined : statsOf(path);
  return stats?.isFIFO() === true || stats?.isCharacterDevice() === true;
}

export const notPlain = (stats: Stats): string =>
  stats.isDirectory()
    ? "it is a folder"
    : stats.isFIFO()
      ? "it is a named pipe"
      : stats.isSocket()
        ? "it is a socket"
        : "it is a device";

/**
 * Waits until a named pipe has been opened or read. The process cannot exit while one of its threads is blocked in such
 * a call, so at exit a line feed is written to the pipe to release it. The pipe stays open until the process ends,
 * because the thread may begin its call later.
 */
async function untilExit<T>(path: string, given: Promise<T>): Promise<T> {
  const keep = atExit(() => {
    writeSync(openSync(path, constants.O_RDWR | constants.O_NONBLOCK), "\n");
  });
  try {
    return await given;
  } finally {
    keep();
  }
}

function fileBytes(file: FileHandle, size: number): Omit<OpenFile, "close"> {
  let isShorter = false;
  return {
    size,
    async read(position, count) {
      if (position >= size) return Buffer.alloc(0);
      const bytes = Buffer.allocUnsafeSlow(count);
      const { bytesRead } = await file.read(bytes, 0, count, position);
      if (bytesRead === 0) isShorter = true;
      return bytes.subarray(0, bytesRead);
    },
    trouble: () => (isShorter ? "the file became shorter while it was read" : undefined),
  };
}

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

/**
 * Returns the size of a regular file in bytes. Returns undefined for a stream, a remote file and a file that cannot be
 * found, which is reported when it is read.
 */
export function sizeOf(path: string): number | undefined {
  if (path === "-" || isRemote(path)) return undefined;
  const stats = statsOf(path);
  return stats?.isFile() === true ? stats.size : undefined;
}

/** Returns the first bytes of a file, at most `count`. Throws the error of the system if the file cannot be read. */
export function firstBytes(path: string, count: number): Buffer {
  const bytes = Buffer.alloc(count);
  const file = openSync(path, AT_ONCE);
  try {
    return bytes.subarray(0, readSync(file, bytes, 0, count, 0));
  } finally {
    closeSync(file);
  }
}

/** Yields the bytes of a file, or of standard input for `-`. A gzip file is unpacked. */
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
