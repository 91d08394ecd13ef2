import {
  accessSync,
  constants,
  fstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { Socket } from "node:net";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isatty } from "node:tty";
import { codeOf, messageOf, NOT_NOW, UsageError } from "../base/errors.js";
import { decodeName } from "../read/files/arguments.js";
import { firstBytes } from "../base/platform/files.js";
import { statsOf } from "../base/read-file.js";
import { NewFile, removeUnnamed } from "../base/replace-file.js";
import { archiveKind, isMadeIndex } from "../read/warc/looks-like.js";
import { stopSignal } from "./interrupt.js";
import { flagOf, type GivenOption } from "../base/option.js";

/** Destination of results. Nothing appears there before `commit`, except on standard output, devices and pipes. */
export interface Output {
  readonly write: (text: string | Uint8Array) => Promise<void>;
  /** Makes the complete output visible under its name. */
  readonly commit: () => Promise<void>;
  /** Removes everything that was written. */
  readonly discard: () => void;
  /** Leaves the file as it was before this run. Returns false if there was none to replace. */
  readonly keepOld: () => boolean;
}

/** Every name of standard output. A file must never be renamed over one of them. */
const STANDARD_OUTPUT = new Set([undefined, "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]);

/**
 * Opens standard output for `undefined` and `-`, else a file. Throws a `UsageError` now if the file could not be
 * written later.
 */
export function openOutput(path: string | undefined, option = "-o"): Output {
  return path === undefined || STANDARD_OUTPUT.has(path)
    ? standardOutput()
    : fileOutput(path, option);
}

/**
 * Tells whether standard output was closed (`>&-`). Node then opens the null device in its place, for reading too, which
 * a redirection to it does not.
 */
function isClosed(): boolean {
  try {
    if (!fstatSync(1).isCharacterDevice() || isatty(1)) return false;
    return readSync(1, Buffer.alloc(1)) === 0;
  } catch {
    return false;
  }
}

/** A write to a pipe that nobody reads waits for ever, unless the run is stopped. */
function standardOutput(): Output {
  if (isClosed()) {
    const message = "standard output is closed. Give a file: -o FILE.";
    throw Object.assign(new UsageError(message), { code: NOT_NOW });
  }
  const stopped = stopSignal();
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        const stop = (): void => reject(stopped?.reason as Error);
        stopped?.addEventListener("abort", stop);
        process.stdout.write(text, (error) => {
          stopped?.removeEventListener("abort", stop);
          if (error) reject(error);
          else resolve();
        });
      }),
    commit: () => Promise.resolve(),
    discard: () => undefined,
    keepOld: () => false,
  };
}

/** File to write, with the option that names it. `undefined` and `-` are standard output. */
export type OutputFile = readonly [path: string | undefined, option: string];

/**
 * Opens all files or, with a `UsageError`, none. After `write` all of them become visible; if it throws, all are
 * removed.
 */
export async function withOutputs<T>(
  files: readonly OutputFile[],
  write: (outputs: readonly Output[]) => Promise<T>,
): Promise<T> {
  refuseSameFile(files);
  const outputs: Output[] = [];
  try {
    for (const [path, option] of files) outputs.push(openOutput(path, option));
    const result = await write(outputs);
    for (const output of outputs) await output.commit();
    return result;
  } catch (cause) {
    for (const output of outputs) output.discard();
    throw cause;
  }
}

/** Does the same for the single output of `-o`. */
export const withOutput = <T>(
  path: string | undefined,
  write: (output: Output) => Promise<T>,
): Promise<T> => withOutputs([[path, "-o"]], ([output]) => write(output!));

/**
 * Throws a `UsageError` if two outputs have the same file: mixed contents would be useless. `/dev/null` may be given
 * several times.
 */
function refuseSameFile(files: readonly OutputFile[]): void {
  const names = files.map(([path]) => wholeName(path));
  const twice = names.find((name, i) => name !== "/dev/null" && names.indexOf(name) !== i);
  if (twice === undefined) return;
  const options = new Set(files.flatMap(([, option], i) => (names[i] === twice ? [option] : [])));
  throw new UsageError(
    `${twice === "-" ? "standard output" : twice} cannot take two outputs. ` +
      (options.size === 1
        ? `Give each ${[...options].join("")} a name of its own.`
        : `Give ${[...options].join(" and ")} names of their own.`),
  );
}

/** Returns the same name for all names of one file, by following links, also those to a file that does not exist yet. */
function wholeName(path: string | undefined): string {
  if (path === undefined || STANDARD_OUTPUT.has(path)) return "-";
  let whole = path;
  try {
    for (let links = 0; links < 40; links += 1) {
      whole = join(realpathSync(dirname(whole)), basename(whole));
      whole = resolve(dirname(whole), readlinkSync(whole));
    }
  } catch {
    // It is no link, or there is no such folder, which opening the file reports.
  }
  return resolve(whole);
}

/**
 * Opens a file whose new content takes its place at the commit. Devices and pipes are written directly.
 */
function fileOutput(path: string, option: string): Output {
  const known = namingOutput(path, option, () => statSync(path, { throwIfNoEntry: false }));
  if (known?.isFIFO() === true) return pipeOutput(path, option);
  if (known?.isDirectory() === true || path.endsWith("/"))
    throw new UsageError(`${option} ${path} is a folder. Give the name of a file in it.`);
  // A name under /dev or /proc may be a link to any file, so it is never replaced by a rename.
  const isPlain = !/^\/(?:dev|proc)\//u.test(path) && known?.isFile() !== false;
  const file = namingOutput(path, option, () =>
    isPlain ? newFile(path, known) : new NewFile(path, { isDevice: true }),
  );
  return {
    discard: () => file.discard(),
    keepOld() {
      if (!isPlain || known === undefined) return false;
      file.discard();
      return true;
    },
    write(text) {
      try {
        file.write(text);
      } catch (cause) {
        // The error of the system does not say which disk is full.
        throw cause instanceof Error ? Object.assign(cause, { output: path }) : cause;
      }
      return Promise.resolve();
    },
    commit() {
      namingOutput(path, option, () => file.commit());
      return Promise.resolve();
    },
  };
}

function newFile(given: string, known: Stats | undefined): NewFile {
  if (known !== undefined) accessSync(given, constants.W_OK);
  // A link stays a link; the file that it points to is replaced.
  const path = wholeName(given);
  removeUnnamed(path);
  return new NewFile(path);
}

/** Milliseconds between two attempts to open a pipe without a reader. */
const LOOK_AGAIN = 50;

/**
 * Opens a named pipe at the first write. A blocking open would suspend the process until a reader comes, and a blocking
 * write while the reader is slow; the pipe is non-blocking, so that signals are still handled.
 */
function pipeOutput(path: string, option: string): Output {
  namingOutput(path, option, () => accessSync(path, constants.W_OK));
  const discarded = new AbortController();
  const stopped = stopSignal();
  const signal =
    stopped === undefined ? discarded.signal : AbortSignal.any([discarded.signal, stopped]);
  let opening: Promise<Socket> | undefined;
  const pipe = (): Promise<Socket> => (opening ??= openPipe(path, option, signal));
  return {
    async write(text) {
      const socket = await pipe();
      await new Promise<void>((resolve, reject) => {
        socket.write(text, (cause) => {
          if (cause) reject(cause);
          else resolve();
        });
      });
    },
    async commit() {
      const socket = await pipe();
      await new Promise<void>((resolve) => socket.end(resolve));
    },
    discard: () => discarded.abort(),
    keepOld: () => false,
  };
}

async function openPipe(path: string, option: string, signal: AbortSignal): Promise<Socket> {
  for (;;) {
    signal.throwIfAborted();
    try {
      const fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
      const socket = new Socket({ fd, readable: false, writable: true });
      // The callback of each write gets the error; without a listener the event would end the process.
      socket.on("error", () => undefined);
      signal.addEventListener("abort", () => socket.destroy(signal.reason as Error));
      return socket;
    } catch (cause) {
      // ENXIO: the pipe has no reader yet.
      if (codeOf(cause) !== "ENXIO")
        throw new UsageError(whyNotWritten(path, option, cause), { cause });
    }
    await setTimeout(LOOK_AGAIN);
  }
}

function namingOutput<T>(path: string, option: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(whyNotWritten(path, option, cause), { cause });
  }
}

const whyNotWritten = (path: string, option: string, cause: unknown): string =>
  `${option} ${path} cannot be written (${messageOf(cause)}). Give a name in a folder that you may write to.`;

/**
 * Throws a `UsageError` if a command would write over a file that it reads, or over any archive or index: results can
 * be made again, a crawl cannot. `words` are read as well.
 */
export function refuseOverInput(
  given: ReadonlyMap<string, GivenOption>,
  words: readonly string[],
): void {
  const named = [...given.values()].flatMap(({ option, texts }) =>
    option.reads === true ? texts : [],
  );
  const read = [...named, ...words].flatMap(pathsIn);
  for (const { option, texts } of given.values()) {
    if (option.writes !== true) continue;
    for (const path of texts) refuseFile(path, flagOf(option), read);
  }
}

/** Does the same for one output. `read` are paths or values of `-i`. */
export const refuseToReplace = (
  path: string | undefined,
  option: string,
  read: readonly string[],
): void => refuseFile(path ?? "-", option, read.flatMap(pathsIn));

function refuseFile(path: string, option: string, read: readonly string[]): void {
  // An output "-" is standard output, never the file of this name.
  const target = path === "-" ? undefined : regularFileAt(path);
  if (target === undefined) return;
  const lost = `${option} ${path} is`;
  if (read.some((each) => isSameFile(regularFileAt(each), target))) {
    throw new UsageError(`${lost} read as well: it would be lost. Give another name.`);
  }
  const archive = archiveAt(path);
  if (archive !== undefined) {
    throw new UsageError(`${lost} ${archive}: it would be lost. Give another name.`);
  }
}

/**
 * Returns the paths that a value may contain: `warc=a.warc,@list.txt` names two files. Parts that are not paths match
 * no file.
 */
function pathsIn(value: string): string[] {
  const parts = [value, value.slice(value.indexOf("=") + 1), ...value.split(/[,=]/u)];
  return parts.map((part) => decodeName(part.trim().replace(/^@/u, "")));
}

/** Returns the status of an existing regular file; `undefined` for anything else, including devices and pipes. */
function regularFileAt(path: string): Stats | undefined {
  const stats = statsOf(path);
  return stats?.isFile() === true ? stats : undefined;
}

const isSameFile = (one: Stats | undefined, other: Stats): boolean =>
  one?.ino === other.ino && one.dev === other.dev;

/** Bytes read to recognise an archive. The URL key in the first line of an index can be long. */
const ARCHIVE_START = 8192;

function archiveAt(path: string): string | undefined {
  try {
    const start = firstBytes(path, ARCHIVE_START);
    return isMadeIndex(start) ? undefined : archiveKind(start);
  } catch {
    // The file cannot be read. If it cannot be written either, opening it reports that.
    return undefined;
  }
}
