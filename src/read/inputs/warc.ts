import { unread, UsageError } from "../../base/errors.js";
import { isRemote, sizeOf } from "../../base/platform/files.js";
import { isPipe } from "../../base/read-file.js";
import type { InputItem } from "../../base/types.js";
import type { FilePart, Input, InputContext, InputParts, OnUnread, PlainFiles } from "../types.js";
import { readRecords } from "../warc/record-reader.js";
import { packagesOf, whyNoWacz } from "../warc/wacz.js";
import { dir } from "./dir.js";
import {
  isWacz,
  likeOf,
  partsOfFile,
  readArchiveFile,
  readStream,
  startOf,
} from "../warc/archive-file.js";
import { RenderedTexts } from "../crawls/rendered-texts.js";
import { filesBelowPrefix, isPrefix } from "../files/s3-prefixes.js";
import {
  isNamedStream,
  otherSuffixes,
  warcFiles,
  warcSources,
  waczFiles,
  wholeDirectories,
  type FileKind,
} from "../files/find.js";

export const warc: Input = {
  keyword: "warc",
  title: "WARC files",
  summary:
    "WARC and ARC files, plain or compressed, and WACZ files: paths, globs, folders, @list.txt (a path a line), file: URIs, https: and s3: URIs (one an -i; s3://bucket/folder/ is a folder) or - for standard input. Several files are one collection.",
  argument: "FILE[,FILE...]",
  example: "detect_off_topic -i warc=crawl1.warc.gz,crawl2.warc.gz -o out.json",
  recognises: { name: /\.w?arc(?:\.gz|\.zst)?$/iu, start: /^\s*(?:WARC\/|filedesc:\/\/)/u },
  takesOthers: true,
  usesHttp: false,
  namesSeeds: true,
  prepare: (values, _, onUnread) => prepareFiles(values, warcFiles, onUnread),
  parts: (sources, context, bytes) => partsOfFiles(sources, context, warcFiles, bytes),
  plainFiles,
  read: (sources, context) => readFiles(sources, context, warcFiles),
};

/** A folder with more kinds of other files has mixed contents, so the kinds are counted together. */
const SUFFIXES_NAMED = 8;

/** Throws `UsageError` if one is the user's mistake. `onUnread` receives what was found and cannot be read. */
export async function prepareFiles(
  values: readonly string[],
  kind: FileKind,
  onUnread?: OnUnread,
): Promise<readonly string[]> {
  const sources = warcSources(values, kind, onUnread);
  for (const { path, isFound } of sources) {
    if (isRemote(path)) continue;
    const trouble = isFound && sources.length > 1 ? undefined : await refusal(path, sources.length);
    if (trouble !== undefined) throw new UsageError(trouble);
    if (isFound || kind !== waczFiles || (await isWacz(path))) continue;
    // A file that cannot be read may be a WACZ. Its reader reports it.
    if (isPipe(path) || (await startOf(path)) !== undefined) {
      throw new UsageError(`${path} is not a WACZ file. Write -i warc=${path}.`);
    }
  }
  return sources.map(({ path }) => path);
}

export async function* readFiles(
  paths: readonly string[],
  context: InputContext,
  kind: FileKind,
): AsyncGenerator<InputItem, void, undefined> {
  const { folders, directories, files: given } = sorted(paths);
  yield* beforeFiles(folders, directories, context, kind);
  const found = new Set<string>();
  for (const path of given) {
    if (isPrefix(path)) yield* belowPrefix(path, kind, found);
    else found.add(path);
  }
  const files = [...found];
  const bytesTotal = sizeOfAll(files);
  const texts = context.wantsRendered === true ? await renderedTexts(files, context) : undefined;
  let before = 0;
  try {
    if (texts !== undefined) yield* texts.losses();
    for (const path of files) {
      // A server is asked for a file when it is read, so that files before one that cannot be had are read all the same.
      if (isRemote(path) && (await context.hasFile?.(path)) === true) continue;
      const size = sizeOf(path) ?? Infinity;
      const start = before;
      const reader = isNamedStream(path) ? readStream : readArchiveFile;
      const read = (): AsyncGenerator<InputItem> =>
        reader(path, context, (position) =>
          context.onProgress?.({ bytesRead: start + Math.min(position, size), bytesTotal }),
        );
      if (texts !== undefined) for await (const item of read()) yield* texts.itemsOf(item);
      else yield* read();
      before += Number.isFinite(size) ? size : 0;
    }
    if (texts !== undefined) yield* texts.left();
  } finally {
    texts?.close();
  }
}

/** Returns `undefined` if each file must be read as a whole, or if a page depends on other files. */
export function partsOfFiles(
  paths: readonly string[],
  context: InputContext,
  kind: FileKind,
  bytes: number,
): InputParts | undefined {
  const { folders, directories, files } = sorted(paths);
  const bytesTotal = sizeOfAll(files);
  if (bytesTotal === undefined || context.wantsRendered === true) return undefined;
  if (context.http?.seeds === "auto") return undefined;
  async function* found(): AsyncGenerator<InputItem | FilePart> {
    yield* beforeFiles(folders, directories, context, kind);
    for (const path of files) yield* partsOfFile(path, context, bytes);
  }
  return { bytesTotal, found: found() };
}

/** Returns `undefined` if one of the files is on the web or is a working directory. */
export function plainFiles(paths: readonly string[]): PlainFiles | undefined {
  const { directories, files } = sorted(paths);
  if (directories.length > 0 || files.some((path) => isRemote(path))) return undefined;
  return { files };
}

function sorted(paths: readonly string[]): ReturnType<typeof wholeDirectories> & {
  readonly folders: readonly string[];
} {
  const folders = paths.filter((path) => path.endsWith("/") && !isRemote(path));
  return { folders, ...wholeDirectories(paths.filter((path) => !folders.includes(path))) };
}

/** Returns the total size of the files in bytes. Returns `undefined` if it is unknown, because one is a stream. */
function sizeOfAll(files: readonly string[]): number | undefined {
  if (files.some((path) => isRemote(path) || isNamedStream(path))) return undefined;
  return files.reduce((sum, path) => sum + (sizeOf(path) ?? 0), 0);
}

async function* beforeFiles(
  folders: readonly string[],
  directories: readonly string[],
  context: InputContext,
  kind: FileKind,
): AsyncGenerator<InputItem> {
  yield* dir.read(directories, context);
  for (const folder of folders) {
    const troubles: InputItem[] = [];
    const suffixes = otherSuffixes(folder, kind, (item) => troubles.push(item));
    yield* troubles.filter((item) => item.kind === "damage" && item.source.file === folder);
    yield* otherFiles(suffixes);
  }
}

function* otherFiles(suffixes: readonly string[]): Generator<InputItem> {
  const isNamed = new Set(suffixes).size <= SUFFIXES_NAMED;
  for (const suffix of suffixes) {
    const named = isNamed && suffix !== "" ? ` (${suffix})` : "";
    yield { kind: "skipped", reason: `other file of the folder${named}` };
  }
}

/** Adds the files below a prefix in S3 to `files`, and reports the other ones. */
async function* belowPrefix(
  prefix: string,
  kind: FileKind,
  files: Set<string>,
): AsyncGenerator<InputItem> {
  let found;
  try {
    found = await filesBelowPrefix(prefix, kind);
  } catch (cause) {
    yield unread(prefix, "listed", cause);
    return;
  }
  if (found.files.length === 0) throw new UsageError(`${prefix} holds no ${kind.examples}.`);
  yield* otherFiles(found.otherSuffixes);
  for (const file of found.files) files.add(file);
}

/** The texts are read from all files before the first capture, because crawlers write them to separate files. */
async function renderedTexts(
  files: readonly string[],
  context: InputContext,
): Promise<RenderedTexts> {
  const { signal, maxPageBytes } = context;
  const texts = new RenderedTexts(maxPageBytes);
  const readable = files.filter((each) => isRemote(each) || sizeOf(each) !== undefined);
  // With `--seeds auto` the seeds are read from the page lists, and their damage is reported then.
  const tellsLines = context.http?.seeds !== "auto";
  try {
    for (const path of readable) {
      signal.throwIfAborted();
      if (!(await isWacz(path))) {
        if ((await likeOf(path)) === undefined) await texts.takeRecords(readRecords(path), signal);
        continue;
      }
      for await (const found of packagesOf(path)) {
        if (found.kind === "package") await texts.takePackage(found, signal, { tellsLines });
      }
    }
    await texts.findRoutes(() => itemsOf(readable, context));
    return texts;
  } catch (cause) {
    texts.close();
    throw cause;
  }
}

/** Yields the items of files without reporting seeds, verifying digests or showing progress. */
async function* itemsOf(
  files: readonly string[],
  context: InputContext,
): AsyncGenerator<InputItem> {
  const { http, onProgress: _, ...rest } = context;
  const streamName = http?.streamName;
  const plain = { ...rest, ...(streamName !== undefined && { http: { streamName } }) };
  for (const path of files) {
    context.signal.throwIfAborted();
    yield* readArchiveFile(path, plain, () => undefined);
  }
}

/**
 * Returns why a file is the user's mistake, so that the mistake is reported before any work is done. Returns
 * `undefined` if it is not a mistake.
 */
async function refusal(path: string, sources: number): Promise<string | undefined> {
  if (await isWacz(path)) {
    // A single damaged file stops the run. One of several is only reported, and the others are read.
    const why = sources > 1 ? undefined : await whyNoWacz(path);
    return why === undefined ? undefined : `${path} cannot be read: ${why}.`;
  }
  const like = await likeOf(path);
  return like === undefined ? undefined : `${path} is not a WARC file: it looks like ${like}.`;
}
