import { damage, isSystemError } from "../../base/errors.js";
import { firstBytes, isRemote, openFile, sizeOf } from "../../base/platform/files.js";
import type { InputItem } from "../../base/types.js";
import { seedsOfPackage } from "../crawls/seeds.js";
import type { ArchiveFile, InputContext } from "../types.js";
import { openRawStream, type RawFile } from "./bytes.js";
import { FileItems } from "./file-items.js";
import { archiveKind, looksLike } from "./looks-like.js";
import { eitherFormat } from "./record-format.js";
import { readRecords } from "./record-reader.js";
import { START_BYTES } from "./record-start.js";
import { holdsOnlyTexts } from "./text-records.js";
import {
  isWaczName,
  multiWacz,
  openPlace,
  packagesOf,
  placeOf,
  requiredBy,
  verifyPackage,
} from "./wacz.js";
import { startsZip } from "./zip.js";

/** Yields the items of a file of records or a WACZ, in the order of the file. */
export async function* readArchiveFile(
  path: string,
  context: InputContext,
  onPosition: (position: number) => void,
): AsyncGenerator<InputItem> {
  let before = 0;
  for await (const found of filesIn(path, context)) {
    if (found.kind === "file") {
      yield* readFile(found, context, (position) => onPosition(before + position));
      before += found.bytes;
    } else {
      yield found;
    }
  }
}

/** Yields the items of standard input, or of a named pipe or device that the user named. */
export const readStream = (
  path: string,
  context: InputContext,
  onPosition: (position: number) => void,
): AsyncGenerator<InputItem> =>
  readFile({ ...wholeFile(path, Infinity), mayBeStream: true }, context, onPosition);

/** Yields the items of a whole file of records, which may be in a WACZ. */
async function* readFile(
  file: ArchiveFile,
  context: InputContext,
  onPosition: (position: number) => void = () => undefined,
): AsyncGenerator<InputItem> {
  const { place, mayBeStream } = file;
  const open = (): Promise<RawFile> =>
    mayBeStream === true ? openRawStream(place) : openPlace(place);
  const items = new FileItems(context, file);
  for await (const found of readRecords(nameOf(place, context), onPosition, open)) {
    yield* await items.of(found);
  }
  yield* items.end();
}

const nameOf = (place: string, { http }: InputContext): string =>
  place === "-" ? (http?.streamName ?? place) : place;

/** Yields the files of records of a path: itself, or those in a WACZ. Also yields damage that is found before they are read. */
async function* filesIn(
  path: string,
  context: InputContext,
): AsyncGenerator<InputItem | ArchiveFile> {
  const { isWacz, like } = await contentsOf(path);
  if (isWacz) yield* filesOfWacz(path, context);
  else if (like !== undefined) yield damage(path, `not a WARC file: it looks like ${like}`);
  else if (isRemote(path)) yield wholeFile(path, Infinity);
  else yield { ...wholeFile(path, sizeOf(path) ?? 0), ...(await textsIn([path], context)) };
}

/**
 * Tells whether some files hold only texts of pages. It makes no difference in a run that reads texts in any case. Nearly all
 * files are told by their first records.
 */
async function textsIn(
  places: readonly string[],
  { formats }: InputContext,
): Promise<Pick<ArchiveFile, "holdsOnlyTexts">> {
  if (formats?.includes("text") === true) return {};
  for (const place of places) {
    const isText = await holdsOnlyTexts(readRecords(place, undefined, () => openPlace(place)));
    if (!isText) return { holdsOnlyTexts: false };
  }
  return { holdsOnlyTexts: true };
}

const wholeFile = (place: string, bytes: number): ArchiveFile => ({
  kind: "file",
  place,
  bytes,
});

/** The records of the files in a WACZ are the same as in separate files. */
async function* filesOfWacz(
  path: string,
  context: InputContext,
): AsyncGenerator<InputItem | ArchiveFile> {
  const { http = {}, onSeed } = context;
  for await (const found of packagesOf(path)) {
    if (found.kind === "damage") {
      yield found;
      continue;
    }
    if (http.verify === true) yield* verifyPackage(found);
    if (http.seeds === "auto") {
      for await (const each of seedsOfPackage(found)) {
        if (each.kind === "seed") onSeed?.(each.uriR);
        else yield each;
      }
    }
    const originals = await requiredBy(found);
    const places = found.warcs.map((member) => placeOf(found, member));
    const texts = isRemote(path) ? { holdsOnlyTexts: false } : await textsIn(places, context);
    for (const [at, member] of found.warcs.entries()) {
      yield { ...wholeFile(places[at]!, member.size), originals, ...texts };
    }
  }
}

/** Number of bytes at the start of a file that show its kind. */
const LOOKED_AT = 512;

interface FileContents {
  readonly isWacz: boolean;
  /** Description of the kind of a file without records. Undefined if it may have records. */
  readonly like: string | undefined;
  /** False for a pipe, whose bytes can be read only once, and for a file that cannot be read, which its reader reports. */
  readonly isKnown: boolean;
}

/** Tells the kind of a file by its first bytes. */
export async function contentsOf(path: string): Promise<FileContents> {
  const start = await startOf(path);
  if (start === undefined) return { isWacz: false, like: undefined, isKnown: false };
  const like = looksLike(start);
  // A zip on the web is a WACZ only if its name ends in .wacz, because the names of its members are appended to its
  // URI. A damaged WACZ may have lost its beginning. A page or a WARC file with such a name is not a WACZ.
  const isWacz = startsZip(start)
    ? !isRemote(path) || isWaczName(path)
    : (await multiWacz(path)) !== undefined ||
      (isWaczName(path) && like === undefined && archiveKind(start) === undefined);
  if (isWacz || like === undefined) return { isWacz, like: undefined, isKnown: true };
  // Records may follow a damaged or foreign first line.
  const more = isRemote(path) ? undefined : await startOf(path, START_BYTES);
  const hasRecord =
    more !== undefined && eitherFormat.findRecord(more, 0, "inside-block", true) >= 0;
  return { isWacz, like: hasRecord ? undefined : like, isKnown: true };
}

/** Returns `undefined` for a pipe and for a file that cannot be read. */
export async function startOf(path: string, bytes = LOOKED_AT): Promise<Buffer | undefined> {
  try {
    if (isRemote(path)) return await (await openFile(path)).read(0, bytes);
    return sizeOf(path) === undefined ? undefined : firstBytes(path, bytes);
  } catch (cause) {
    if (isSystemError(cause)) return undefined;
    throw cause;
  }
}
