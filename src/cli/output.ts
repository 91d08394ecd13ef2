import { createHash, randomUUID } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { messageOf, UsageError } from "../errors.js";
import { isDead, thisProcess } from "../http/directory/lock.js";
import { archiveKind } from "../warc/looks-like.js";

/** Somewhere for results: nothing is to be seen there until `commit`. */
export interface Output {
  write(text: string): Promise<void>;
  /** Makes the whole of it visible under its name. */
  commit(): Promise<void>;
  /** Leaves nothing behind. */
  discard(): void;
}

/** Names of standard output: a file of that name must never be renamed away. */
const STANDARD_OUTPUT = new Set([undefined, "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]);

/** Standard output for undefined and `-`, else a file. Throws a `UsageError` now if it could not be written later. */
export function openOutput(path: string | undefined, option = "-o"): Output {
  return path === undefined || STANDARD_OUTPUT.has(path)
    ? standardOutput()
    : fileOutput(path, option);
}

function standardOutput(): Output {
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        process.stdout.write(text, (error) => {
          if (error) reject(error);
          else resolve();
        });
      }),
    commit: () => Promise.resolve(),
    discard: () => undefined,
  };
}

/** Written beside its name and renamed into place when whole; devices and pipes are written as they are. */
function fileOutput(path: string, option: string): Output {
  const { file, known, target } = attempt(path, option, () => {
    if (path === "")
      throw new UsageError(`${option} names no file. Give a name, or - for standard output.`);
    const known = statSync(path, { throwIfNoEntry: false });
    if (known?.isDirectory() === true || path.endsWith("/"))
      throw new UsageError(`${option} ${path} is a folder. Give the name of a file in it.`);
    return { known, ...open(path, known) };
  });
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  if (target !== undefined && known !== undefined) fchmodSync(file, known.mode & 0o777);
  return {
    write(text) {
      const bytes = Buffer.from(text, "utf8");
      let written = 0;
      while (written < bytes.length) written += writeSync(file, bytes, written);
      return Promise.resolve();
    },
    commit() {
      close();
      if (target !== undefined) renameSync(target.partial, target.path);
      return Promise.resolve();
    },
    discard() {
      close();
      if (target !== undefined) rmSync(target.partial, { force: true });
    },
  };
}

interface Opened {
  readonly file: number;
  /** What is renamed to what in the end; undefined for devices and pipes. */
  readonly target?: { readonly partial: string; readonly path: string };
}

function open(given: string, known: Stats | undefined): Opened {
  // What stands under /dev and /proc may be a link to anything, and its name is not ours to give away.
  const isPlain = !/^\/(?:dev|proc)\//u.test(given) && known?.isFile() !== false;
  if (!isPlain) return { file: openSync(given, "w") };
  if (known !== undefined) accessSync(given, constants.W_OK);
  // A link stays a link: what it points to is replaced.
  const path = known === undefined ? given : realpathSync(given);
  removeLeftovers(path);
  const { pid, birth } = thisProcess();
  const partial = `${path}.partial-${HOST}-${pid}-${birth}-${randomUUID().slice(0, 4)}`;
  return { file: openSync(partial, "wx", 0o666), target: { partial, path } };
}

/** This machine, as names of files can have it. */
const HOST = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

/** Removes what killed runs of this machine left beside an output; what cannot be removed is in nobody's way. */
function removeLeftovers(path: string): void {
  const start = `${basename(path)}.partial-${HOST}-`;
  try {
    for (const name of readdirSync(dirname(path))) {
      if (!name.startsWith(start)) continue;
      const [pid = "", birth = ""] = name.slice(start.length).split("-");
      if (isDead({ pid: Number(pid), host: hostname(), birth })) rmSync(join(dirname(path), name));
    }
  } catch {
    // The folder may not be listed.
  }
}

function attempt<T>(path: string, option: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(whyNot(path, option, cause), { cause });
  }
}

function whyNot(path: string, option: string, cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code === "ENOENT" || code === "ENOTDIR") {
    return `${option} ${path} cannot be written: there is no folder ${dirname(path)}. Make it first, or give another name.`;
  }
  return `${option} ${path} cannot be written (${messageOf(cause)}). Give a name in a folder that you may write to.`;
}
/** Options that name a file to write. */
const WRITTEN: ReadonlyMap<string, string> = new Map([
  ["output", "-o"],
  ["offtopicFile", "--offtopic-file"],
  ["ontopicFile", "--ontopic-file"],
  ["scores", "--scores"],
  ["logfile", "-l"],
]);

/** Options whose value is, or holds, the path of a file to read. */
const READ: readonly string[] = [
  ...["input", "gold", "seeds", "rawRules", "overrides", "thresholds", "stopWords", "combine"],
  ...["topic", "core", "coreList", "considerationFile", "sliceFile", "clusterFile"],
];

/**
 * Throws a `UsageError` where a command would write over what it reads, or over any archive or index: results can be had
 * again, a crawl cannot. `flags` and `words` are what commander made of the command line.
 */
export function refuseOverInput(
  flags: Readonly<Record<string, unknown>>,
  words: readonly string[],
): void {
  const given = [...READ.map((name) => flags[name]), words].flat(2);
  const read = given.flatMap((value) => (typeof value === "string" ? pathsIn(value) : []));
  for (const [name, option] of WRITTEN) {
    const path = flags[name];
    if (typeof path !== "string") continue;
    const target = fileAt(path);
    if (target === undefined) continue;
    if (read.some((each) => isSame(fileAt(each), target))) {
      throw new UsageError(
        `${option} ${path} is read as well: it would be lost. Give another name.`,
      );
    }
    const archive = archiveAt(path);
    if (archive !== undefined) {
      throw new UsageError(`${option} ${path} is ${archive}: it would be lost. Give another name.`);
    }
  }
}

/** `warc=a.warc,@list.txt` names two files; what is no path is found nowhere. */
function pathsIn(value: string): string[] {
  const parts = [value, value.slice(value.indexOf("=") + 1), ...value.split(/[,=]/u)];
  return parts.map((part) =>
    part
      .trim()
      .replace(/^@/u, "")
      .replace(/%(?:2C|3D|25)/giu, decodeURIComponent),
  );
}

/** A plain file that is there; undefined for all else, devices and pipes among it. */
function fileAt(path: string): Stats | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true ? stats : undefined;
  } catch {
    // What cannot be looked at is told by whoever reads or writes it.
    return undefined;
  }
}

const isSame = (one: Stats | undefined, other: Stats): boolean =>
  one?.ino === other.ino && one.dev === other.dev;

/** First bytes by which an archive is known: the URL key of an index may be long. */
const LOOKED_AT = 8192;

function archiveAt(path: string): string | undefined {
  const start = Buffer.alloc(LOOKED_AT);
  try {
    const file = openSync(path, "r");
    try {
      return archiveKind(start.subarray(0, readSync(file, start, 0, start.length, 0)));
    } finally {
      closeSync(file);
    }
  } catch {
    // What cannot be read is told by whoever writes it.
    return undefined;
  }
}
