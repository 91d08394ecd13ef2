import { statSync } from "node:fs";
import { UsageError } from "../errors.js";
import { firstBytes } from "../read-file.js";
import type { Input, InputContext, InputItem } from "../types.js";
import { DocumentFilter, requestOf } from "../warc/documents.js";
import { recordItem } from "../warc/items.js";
import { archiveKind, looksLike } from "../warc/looks-like.js";
import type { RawFile } from "../warc/bytes.js";
import type { ArchiveRecord } from "../warc/record-reader.js";
import { readRecords } from "../warc/records.js";
import {
  isMultiWacz,
  isWaczName,
  packagesOf,
  placeOf,
  verifyPackage,
  type WaczPackage,
  whyNoWacz,
} from "../warc/wacz.js";
import { startsZip } from "../warc/zip.js";
import { dir } from "./dir.js";
import { RenderedTexts } from "./read/rendered-texts.js";
import { seedsOfPackage, seedsOfWarcinfo } from "./read/seeds.js";
import { wholeDirectories, WorkingDirectoryRecords } from "./read/directories.js";
import {
  otherSuffixes,
  warcFiles,
  warcSources,
  waczFiles,
  type FileKind,
} from "./read/warc-sources.js";

/** WARC, ARC and WACZ files. */
export const warc: Input = {
  keyword: "warc",
  title: "WARC files",
  summary:
    "WARC and ARC files, plain or compressed, and WACZ files: paths, globs, folders, @list.txt (a path a line), file: URIs or - for standard input. Several files are one collection.",
  argument: "FILE[,FILE...]",
  example: "detect_off_topic -i warc=crawl1.warc.gz,crawl2.warc.gz -o out.json",
  recognises: { name: /\.w?arc(?:\.gz|\.zst)?$/iu, start: /^\s*(?:WARC\/|filedesc:\/\/)/u },
  usesHttp: false,
  namesSeeds: true,
  prepare: (values) => prepareFiles(values, warcFiles),
  read: (sources, context) => readFiles(sources, context, warcFiles),
};

/** Command lines with long lists of seeds are in some. */
const WARCINFO_BYTES = 1 << 20;
/** A folder with more kinds of other files than these is one of many things: they are counted together. */
const SUFFIXES_NAMED = 8;

/** The files and folders that values of `-i` name; throws a `UsageError` where one of them is the user's mistake. */
export async function prepareFiles(
  values: readonly string[],
  kind: FileKind,
): Promise<readonly string[]> {
  const sources = warcSources(values, kind);
  for (const { path, isFound } of sources) {
    const trouble = isFound && sources.length > 1 ? undefined : await refusal(path, sources.length);
    if (trouble !== undefined) throw new UsageError(trouble);
    if (!isFound && kind === waczFiles && !(await isWacz(path))) {
      throw new UsageError(`${path} is not a WACZ file. Write -i warc=${path}.`);
    }
  }
  return sources.map(({ path }) => path);
}

/** Reads files and, of folders, says what else is in them. */
export async function* readFiles(
  paths: readonly string[],
  context: InputContext,
  kind: FileKind,
): AsyncGenerator<InputItem, void, undefined> {
  const folders = paths.filter((path) => path !== "-" && path.endsWith("/"));
  const { directories, files } = wholeDirectories(paths.filter((path) => !folders.includes(path)));
  yield* dir.read(directories, context);
  for (const folder of folders) {
    const suffixes = otherSuffixes(folder, kind);
    const isNamed = new Set(suffixes).size <= SUFFIXES_NAMED;
    for (const suffix of suffixes) {
      const named = isNamed && suffix !== "" ? ` (${suffix})` : "";
      yield { kind: "skipped", reason: `other file of the folder${named}` };
    }
  }
  const sizes = files.map(sizeOf);
  const bytesTotal = sizes.includes(undefined)
    ? undefined
    : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  const texts = context.wantsRendered === true ? await renderedTexts(files, context) : undefined;
  let before = 0;
  try {
    for (const [i, path] of files.entries()) {
      const size = sizes[i] ?? Infinity;
      const items = readFile(path, context, (position) =>
        context.onProgress?.({
          bytesRead: before + Math.min(position, size),
          bytesTotal,
        }),
      );
      if (texts === undefined) yield* items;
      else for await (const item of items) yield texts.addTo(item);
      before += sizes[i] ?? 0;
    }
  } finally {
    texts?.close();
  }
}

/** What browsers showed, by all files: crawlers keep it in files of its own. */
async function renderedTexts(
  files: readonly string[],
  { signal, maxPageBytes }: InputContext,
): Promise<RenderedTexts> {
  const texts = new RenderedTexts(maxPageBytes);
  try {
    for (const path of files.filter((each) => sizeOf(each) !== undefined)) {
      signal.throwIfAborted();
      if (!(await isWacz(path))) {
        if (likeOf(path) === undefined) await texts.takeRecords(readRecords(path), signal);
        continue;
      }
      for await (const found of packagesOf(path)) {
        if (found.kind === "damage") continue;
        await texts.takePages(found);
        for (const member of found.warcs) {
          const open = (): Promise<RawFile> => found.zip.openMember(member);
          const records = readRecords(placeOf(found, member), undefined, open);
          await texts.takeRecords(records, signal);
        }
      }
    }
    return texts;
  } catch (cause) {
    texts.close();
    throw cause;
  }
}

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
  if (await isWacz(path)) {
    yield* readWacz(path, context, onPosition);
    return;
  }
  const like = likeOf(path);
  if (like === undefined) yield* readWarc(path, context, onPosition);
  else
    yield {
      kind: "damage",
      source: { file: path, offset: 0 },
      message: `not a WARC file: it looks like ${like}`,
    };
}

/** The WARC files in a WACZ; their records are those of the files by themselves. */
async function* readWacz(
  path: string,
  context: InputContext,
  onPosition: (position: number) => void,
): AsyncGenerator<InputItem> {
  let before = 0;
  for await (const found of packagesOf(path)) {
    if (found.kind === "damage") {
      yield found;
      continue;
    }
    if (context.http?.verify === true) yield* verifyPackage(found);
    if (context.http?.seeds === "auto") yield* tellSeeds(found, context);
    for (const member of found.warcs) {
      const openFile = (): Promise<RawFile> => found.zip.openMember(member);
      const place = placeOf(found, member);
      yield* readWarc(place, context, (position) => onPosition(before + position), openFile);
      before += member.size;
    }
  }
}

async function* tellSeeds(pack: WaczPackage, { onSeed }: InputContext): AsyncGenerator<InputItem> {
  for await (const found of seedsOfPackage(pack)) {
    if (found.kind === "seed") onSeed?.(found.uriR);
    else yield found;
  }
}

async function* readWarc(
  path: string,
  context: InputContext,
  onPosition: (position: number) => void,
  openFile?: () => Promise<RawFile>,
): AsyncGenerator<InputItem> {
  const fetched = new WorkingDirectoryRecords();
  const documents = context.documentsOnly === true ? new DocumentFilter() : undefined;
  for await (const found of readRecords(path, onPosition, openFile)) {
    if (found.kind !== "record") {
      yield* documents?.end() ?? [];
      yield found;
      continue;
    }
    const ofArchive = await fetched.item(found, context);
    if (ofArchive !== undefined) {
      yield ofArchive;
      continue;
    }
    if (context.http?.seeds === "auto") await tellWarcinfo(found, context);
    const request = documents === undefined ? undefined : await requestOf(found);
    const item = await recordItem(found, context);
    if (documents === undefined) yield item;
    else yield* documents.take(found.fields, item, request);
  }
  yield* documents?.end() ?? [];
}

/** Leaves the block as it is. */
async function tellWarcinfo(
  { fields, block }: ArchiveRecord,
  { onSeed }: InputContext,
): Promise<void> {
  if (fields.get("warc-type")?.toLowerCase() !== "warcinfo") return;
  const text = await block.head(WARCINFO_BYTES);
  for (const uriR of seedsOfWarcinfo(text.toString("utf8"))) onSeed?.(uriR);
}

/** Why a file is the user's mistake, which is reported before any work is done. */
async function refusal(path: string, sources: number): Promise<string | undefined> {
  if (await isWacz(path)) {
    // One of many is reported, and the others are read.
    const why = sources > 1 ? undefined : await whyNoWacz(path);
    return why === undefined ? undefined : `${path} cannot be read: ${why}.`;
  }
  const like = likeOf(path);
  return like === undefined ? undefined : `${path} is not a WARC file: it looks like ${like}.`;
}

/** True for a file that is read as WACZ. */
export async function isWacz(path: string): Promise<boolean> {
  if (sizeOf(path) === undefined) return false;
  const start = firstBytes(path, 512);
  if (startsZip(start) || (await isMultiWacz(path))) return true;
  // What is left of a damaged one; a page or a WARC file under such a name is what it is.
  return isWaczName(path) && looksLike(start) === undefined && archiveKind(start) === undefined;
}

/** What a file that holds no records looks like; undefined where it may hold some. */
function likeOf(path: string): string | undefined {
  // Of a pipe, what is looked at now could not be read again.
  return sizeOf(path) === undefined ? undefined : looksLike(firstBytes(path, 512));
}
