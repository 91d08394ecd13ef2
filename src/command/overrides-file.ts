import { UsageError } from "../base/errors.js";
import { isRemote } from "../base/platform/files.js";
import { readTextFile, statsOf } from "../base/read-file.js";
import { startOf } from "../read/warc/archive-file.js";
import { archiveKind } from "../read/warc/looks-like.js";
import { type Overrides, parseOverrides } from "../write/overrides.js";

/** Reads the value of `--overrides`. Throws a `UsageError` for archives, such as the marked copies of earlier versions. */
export async function readOverrides(file: string): Promise<Overrides> {
  const isFolder = statsOf(file)?.isDirectory() === true;
  const start = isFolder || isRemote(file) ? undefined : await startOf(file);
  const kind = isFolder ? "a folder" : start && archiveKind(start);
  if (kind !== undefined) {
    throw new UsageError(
      `--overrides ${file} is ${kind}, and decisions are a text of URI-M or URI-R, TAB, 1 or 0: give decisions.tsv. Marked copies are not read any more.`,
    );
  }
  return parseOverrides(readTextFile(file), file);
}
