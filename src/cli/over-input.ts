import { closeSync, openSync, readSync, statSync, type Stats } from "node:fs";
import { UsageError } from "../errors.js";
import { archiveKind } from "../records/looks-like.js";

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
