import { createWriteStream } from "node:fs";
import { basename, join, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import {
  isSystemError,
  messageOf,
  unread,
  UnreadableError,
  UsageError,
} from "../../base/errors.js";
import { isRemote } from "../../base/platform/files.js";
import { temporaryFolder } from "../../base/platform/line-files.js";
import { printable } from "../../base/text.js";
import type { OnUnread } from "../../read/types.js";
import { placesIn } from "../../read/warc/archive-file.js";
import { openRawFile, type RawFile } from "../../read/warc/bytes.js";
import { openPlace } from "../../read/warc/wacz.js";
import { openFilesOfWeb } from "../../run/open-inputs.js";

/** A file of records to copy. It is a WARC or ARC file, on its own or in a WACZ. */
export interface SourceFile {
  /** Path or URI, in the form of `Source.file`. */
  readonly place: string;
  /** Name in the copy, unique among all files. */
  readonly name: string;
  readonly open: () => Promise<RawFile>;
}

/**
 * Runs `use` with the files at paths and URIs. Files on the web are copied to a temporary folder, which is removed
 * afterwards. `onUnread` receives what is found and cannot be read.
 */
export async function withFiles(
  named: readonly string[],
  choices: Parameters<typeof openFilesOfWeb>[1],
  onUnread: OnUnread,
  signal: AbortSignal,
  use: (files: readonly SourceFile[]) => Promise<void>,
): Promise<void> {
  const paths = named.filter((path) => isRemote(path) || !path.endsWith(sep));
  if (!paths.some(isRemote)) return use(await sourceFiles(paths, onUnread, ""));
  const folder = temporaryFolder("filter-");
  try {
    const web = await openFilesOfWeb(paths, choices, signal);
    try {
      await use(await sourceFiles(web.sources, onUnread, folder.path));
    } finally {
      await web.close();
    }
  } finally {
    folder.remove();
  }
}

/** A file here that cannot be read is left out. Throws a `UsageError` for one on the web that cannot be fetched. */
async function sourceFiles(
  paths: readonly string[],
  onUnread: OnUnread,
  folder: string,
): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const names = new Set<string>();
  for (const path of paths) {
    if (path === "-") {
      throw new UsageError("filter reads its files twice: give a file, not standard input (-).");
    }
    for (const place of await placesOf(path, onUnread)) {
      const name = freeName(safeName(place), names);
      const open = isRemote(place)
        ? await fetched(place, join(folder, name))
        : await readable(place, onUnread);
      if (open === undefined) continue;
      names.add(name);
      files.push({ place, name, open });
    }
  }
  if (files.length > 0) return files;
  throw new UsageError(
    "nothing to copy: no file of -i can be read. Say which files the results are of, e.g. -i warc=crawls/.",
  );
}

/** Returns what opens a file; `undefined` if the system does not let it be read. Reading its records tells other faults. */
async function readable(
  place: string,
  onUnread: OnUnread,
): Promise<SourceFile["open"] | undefined> {
  const open = (): Promise<RawFile> => openPlace(place);
  try {
    const file = await open();
    try {
      await file.bytes.ensure(1);
    } finally {
      await file.close();
    }
  } catch (cause) {
    if (!isSystemError(cause)) return open;
    onUnread(unread(place, "read", cause));
    return undefined;
  }
  return open;
}

/** Copies a file of the web, which is read several times, and returns what opens the copy. */
async function fetched(place: string, copy: string): Promise<SourceFile["open"]> {
  try {
    const source = await openPlace(place);
    const { bytes } = source;
    async function* chunks(): AsyncGenerator<Buffer> {
      while (await bytes.ensure(1)) {
        yield Buffer.from(bytes.window);
        bytes.consume(bytes.window.length);
      }
    }
    const to = createWriteStream(copy, { flags: "wx", mode: 0o600 });
    await pipeline(chunks, to);
    await source.close();
  } catch (cause) {
    if (!(cause instanceof UnreadableError)) throw cause;
    const message = `${place} cannot be fetched: ${messageOf(cause)}. No copy was made.`;
    throw new UsageError(message, { cause });
  }
  return () => openRawFile(copy);
}

/** Maximum length of a file name in characters: at most 240 bytes. File systems allow 255. */
const LONGEST_NAME = 60;

/** The name of a member of a WACZ can be any text. */
const safeName = (place: string): string =>
  printable(basename(isRemote(place) ? place.replace(/[?#].*$/su, "") : place), "mark")
    .replaceAll("\u{fffd}", "_")
    .slice(-LONGEST_NAME)
    .replace(/^\.*$/u, "file.warc");

async function placesOf(path: string, onUnread: OnUnread): Promise<string[]> {
  const places: string[] = [];
  for await (const found of placesIn(path)) {
    if (typeof found === "string") places.push(found);
    else if (found.isUnread === true && !isRemote(path)) onUnread(found);
    else throw new UsageError(`${found.source.file} cannot be copied: ${found.message}.`);
  }
  return places;
}

/** The second file with the same name is `2-name`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2, free = name; ; number += 1) {
    if (!taken.has(free)) return free;
    free = `${number}-${name}`;
  }
}
