import { closeSync, openSync, readSync, statSync } from "node:fs";
import { UsageError } from "../errors.js";
import type { Input, InputContext, InputItem } from "../types.js";
import { recordItem } from "../warc/items.js";
import { looksLike } from "../warc/looks-like.js";
import { readRecords } from "../warc/records.js";
import { dir } from "./dir.js";
import { wholeDirectories, WorkingDirectoryRecords } from "./read/directories.js";
import { warcSources } from "./read/files.js";

/** WARC and ARC files. */
export const warc: Input = {
  keyword: "warc",
  title: "WARC files",
  summary:
    "WARC and ARC files, plain or compressed: paths, globs, folders, @list.txt (a path a line) or - for standard input. Several files are one collection.",
  argument: "FILE[,FILE...]",
  example: "detect_off_topic -i warc=crawl1.warc.gz,crawl2.warc.gz -o out.json",
  usesHttp: false,

  prepare(values) {
    return Promise.resolve().then(() => {
      const paths = warcSources(values);
      for (const path of paths) refuseOtherFiles(path);
      return paths;
    });
  },

  async *read(paths, context) {
    const { directories, files } = wholeDirectories(paths);
    yield* dir.read(directories, context);
    const sizes = files.map(sizeOf);
    const bytesTotal = sizes.includes(undefined)
      ? undefined
      : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
    let before = 0;
    for (const [i, path] of files.entries()) {
      yield* readFile(path, context, (position) =>
        context.onProgress?.({
          bytesRead: before + position,
          ...(bytesTotal !== undefined && { bytesTotal }),
        }),
      );
      before += sizes[i] ?? 0;
    }
  },
};

/** Undefined for a stream, and for a file that has gone: reading it will say so. */
function sizeOf(path: string): number | undefined {
  const stats = path === "-" ? undefined : statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true ? stats.size : undefined;
}

async function* readFile(
  path: string,
  context: InputContext,
  onPosition: (position: number) => void,
): AsyncGenerator<InputItem> {
  const fetched = new WorkingDirectoryRecords();
  for await (const found of readRecords(path, onPosition)) {
    yield found.kind === "record"
      ? ((await fetched.item(found, context)) ?? (await recordItem(found, context)))
      : found;
  }
}

/** A file that is plainly something else is the user's mistake, told before any work is done. */
function refuseOtherFiles(path: string): void {
  // Of a pipe, what is looked at now could not be read again.
  if (sizeOf(path) === undefined) return;
  const like = looksLike(firstBytes(path));
  if (like !== undefined) {
    throw new UsageError(`${path} is no WARC file: it looks like ${like}.`);
  }
}

function firstBytes(path: string): Buffer {
  const bytes = Buffer.alloc(512);
  const file = openSync(path, "r");
  try {
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}
