import { UsageError } from "../../base/errors.js";
import { isRemote, sizeOf } from "../../base/platform/files.js";
import { isPipe } from "../../base/read-file.js";
import type { InputItem } from "../../base/types.js";
import { itemsWithTexts, mayHaveTexts } from "../crawls/rendered-texts.js";
import type { Input, InputContext, OnUnread } from "../types.js";
import { contentsOf, readArchiveFile } from "../warc/archive-file.js";
import { whyNoWacz } from "../warc/wacz.js";
import { findFiles, isNamedStream, waczFiles } from "./find.js";
import { type FileKind, filesInFolder, sortedSources } from "./folders.js";

/** Returns the members of an input of files. `recorded` reads working directories as a whole. */
export const inputOfFiles = (
  kind: FileKind,
  recorded: Input,
): Required<Pick<Input, "prepare" | "plainFiles" | "read">> => ({
  prepare: (values, _, onUnread) => prepareFiles(values, kind, onUnread),
  async *read(sources, context) {
    const { folders, directories, files } = sortedSources(sources);
    yield* recorded.read(directories, context);
    yield* otherFiles(folders, kind);
    const items = itemsOf(files, context);
    const hasTexts = context.wantsRendered === true || files.some(mayHaveTexts);
    yield* hasTexts ? itemsWithTexts(files, context, items) : items;
  },
  plainFiles: (sources) => sortedSources(sources).files,
});

/**
 * Returns the sources that the values of an input name. Throws `UsageError` if one is the user's mistake, before any work
 * is done. `onUnread` receives what was found and cannot be read.
 */
async function prepareFiles(
  values: readonly string[],
  kind: FileKind,
  onUnread?: OnUnread,
): Promise<readonly string[]> {
  const sources = findFiles(values, kind, onUnread);
  const isOnly = sources.length === 1;
  for (const { path, isFound } of sources) {
    if (isRemote(path) || (isFound && !isOnly)) continue;
    const { isWacz, like, isKnown } = await contentsOf(path);
    if (like !== undefined) {
      throw new UsageError(`${path} is not a WARC file: it looks like ${like}.`);
    }
    // A single damaged file stops the run. One of several is only reported, and the others are read.
    const why = isWacz && isOnly ? await whyNoWacz(path) : undefined;
    if (why !== undefined) throw new UsageError(`${path} cannot be read: ${why}.`);
    // A file that cannot be read may be a WACZ. Its reader reports it.
    if (kind === waczFiles && !isFound && !isWacz && (isKnown || isPipe(path))) {
      throw new UsageError(`${path} is not a WACZ file. Write -i warc=${path}.`);
    }
  }
  return sources.map(({ path }) => path);
}

async function* itemsOf(
  files: readonly string[],
  context: InputContext,
): AsyncGenerator<InputItem> {
  const bytesTotal = sizeOfAll(files);
  let before = 0;
  for (const path of files) {
    // A server is asked for a file when it is read, so that files before one that cannot be had are read all the same.
    if (isRemote(path) && (await context.hasFile?.(path)) === true) continue;
    const size = sizeOf(path) ?? Infinity;
    const start = before;
    const onPosition = (position: number): void =>
      context.onProgress?.({ bytesRead: start + Math.min(position, size), bytesTotal });
    yield* readArchiveFile(path, context, onPosition, isNamedStream(path));
    before += Number.isFinite(size) ? size : 0;
  }
}

/** Returns the total size of the files in bytes. Returns `undefined` if it is unknown, because one is a stream. */
function sizeOfAll(files: readonly string[]): number | undefined {
  if (files.some((path) => isRemote(path) || isNamedStream(path))) return undefined;
  return files.reduce((sum, path) => sum + (sizeOf(path) ?? 0), 0);
}

function* otherFiles(folders: readonly string[], kind: FileKind): Generator<InputItem> {
  for (const folder of folders) {
    const troubles: InputItem[] = [];
    const { others } = filesInFolder(folder, kind, (item) => {
      // Damage in folders inside this one was reported when the files were found.
      if (item.source.file === folder) troubles.push(item);
    });
    yield* troubles;
    for (let number = 0; number < others; number += 1) {
      yield { kind: "skipped", reason: "other file of the folder" };
    }
  }
}
