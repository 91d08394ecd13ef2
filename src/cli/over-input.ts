import { closeSync, openSync, readSync, statSync, type Stats } from "node:fs";
import { UsageError } from "../errors.js";

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
 * Throws a `UsageError` where a command would write over what it reads, or over any archive file: results can be had
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
    if (isArchive(path)) {
      throw new UsageError(
        `${option} ${path} is a WARC, ARC or compressed file: it would be lost. Give another name.`,
      );
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

/** First bytes of archive files, as Latin-1: gzip, Zstandard, WARC, ARC. */
const ARCHIVE_STARTS: readonly string[] = [
  "\u001f\u008b",
  "\u0028\u00b5\u002f\u00fd",
  "\u005d\u002a\u004d\u0018",
  "WARC/",
  "filedesc://",
];

function isArchive(path: string): boolean {
  const start = Buffer.alloc(16);
  try {
    const file = openSync(path, "r");
    try {
      readSync(file, start, 0, start.length, 0);
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
  return ARCHIVE_STARTS.some((each) => start.toString("latin1").startsWith(each));
}
