import { parseDatetime } from "../../base/datetime.js";
import { damage, isSystemError } from "../../base/errors.js";
import { firstBytes, isRemote, openFile, sizeOf } from "../../base/platform/files.js";
import { withPossibleDate } from "../../base/possible-date.js";
import type { InputItem } from "../../base/types.js";
import { WorkingDirectoryRecords } from "../archives/recorded-mementos.js";
import { seedsOfPackage } from "../crawls/seeds.js";
import type { InputContext } from "../types.js";
import { openRawStream, type RawFile } from "./bytes.js";
import { DocumentFilter, requestOf } from "./documents.js";
import { recordItem } from "./items.js";
import { archiveKind, looksLike } from "./looks-like.js";
import { eitherFormat, typeOf } from "./record-format.js";
import { type ArchiveRecord, type Loss, readRecords } from "./record-reader.js";
import { START_BYTES } from "./record-start.js";
import { isTextOf } from "./text-records.js";
import { isWaczName, openPlace, packagesOf, placeOf, WITHIN } from "./wacz.js";
import { startsZip } from "./zip.js";

type OnPosition = (position: number) => void;

/**
 * Yields the items of a file of records or a WACZ, in the order of the file. A stream is standard input, or a named pipe
 * or device that the user named.
 */
export async function* readArchiveFile(
  path: string,
  context: InputContext,
  onPosition: OnPosition,
  isStream = false,
): AsyncGenerator<InputItem> {
  const { isWacz, like } = await contentsOf(path);
  const open = isStream ? (): Promise<RawFile> => openRawStream(path) : undefined;
  if (isWacz) yield* readWacz(path, context, onPosition);
  else if (like !== undefined) yield damage(path, `not a WARC file: it looks like ${like}`);
  else yield* readFile(path, context, onPosition, open);
}

/** The records of the files in a WACZ are the same as in separate files. */
async function* readWacz(
  path: string,
  context: InputContext,
  onPosition: OnPosition,
): AsyncGenerator<InputItem> {
  const { onSeed } = context;
  let before = 0;
  for await (const found of packagesOf(path)) {
    if (found.kind === "damage") {
      yield found;
      continue;
    }
    if (onSeed !== undefined) {
      for await (const each of seedsOfPackage(found)) {
        if (each.kind === "seed") onSeed(each.uriR);
        else yield each;
      }
    }
    for (const member of found.warcs) {
      const place = placeOf(found, member);
      yield* readFile(place, context, (position) => onPosition(before + position));
      before += member.size;
    }
  }
}

async function* readFile(
  place: string,
  context: InputContext,
  onPosition: OnPosition,
  open: () => Promise<RawFile> = () => openPlace(place),
): AsyncGenerator<InputItem> {
  const name = place === "-" ? (context.http?.streamName ?? place) : place;
  const fetched = new WorkingDirectoryRecords();
  const documents = context.documentsOnly === true ? new DocumentFilter() : undefined;
  /** True if the file holds texts of pages, as a WET file does: its first capture or text tells. No WACZ does. */
  let isText: boolean | undefined = place.includes(WITHIN) ? false : undefined;
  let begun: string | undefined;
  for await (const found of readRecords(name, onPosition, open)) {
    begun ??= beginningOf(found);
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
    const request = documents === undefined ? undefined : await requestOf(found);
    isText ??= isTextOf(found.fields);
    const how = isText === true ? { ...context, takesTexts: true } : context;
    const item = dated(await recordItem(found, how), begun);
    yield* documents?.take(found.fields, item, request) ?? [item];
  }
  yield* documents?.end() ?? [];
}

/** Adds a note to a capture that is much later than its file. */
const dated = (item: InputItem, begun: string): InputItem =>
  "capture" in item ? { ...item, capture: withPossibleDate(item.capture, begun) } : item;

/** Returns the date of the record with which a file begins, if it describes the file; else an empty text. */
function beginningOf(first: ArchiveRecord | Loss): string {
  if (first.kind !== "record" || typeOf(first.fields) !== "warcinfo") return "";
  return parseDatetime(first.fields.get("warc-date") ?? "") ?? "";
}

/** Yields the places of the files of records in a file, which are itself or those of a WACZ. */
export async function* placesIn(path: string): AsyncGenerator<string | Loss> {
  const { isWacz } = await contentsOf(path);
  if (!isWacz) yield path;
  for await (const found of isWacz ? packagesOf(path) : []) {
    if (found.kind === "damage") yield found;
    else for (const member of found.warcs) yield placeOf(found, member);
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

export async function contentsOf(path: string): Promise<FileContents> {
  const start = await startOf(path);
  if (start === undefined) return { isWacz: false, like: undefined, isKnown: false };
  const like = looksLike(start);
  // A zip on the web is a WACZ only if its name ends in .wacz, because the names of its members are appended to its
  // URI. A damaged WACZ may have lost its beginning. A page or a WARC file with such a name is not a WACZ.
  const isWacz = startsZip(start)
    ? !isRemote(path) || isWaczName(path)
    : isWaczName(path) && like === undefined && archiveKind(start) === undefined;
  if (isWacz || like === undefined) return { isWacz, like: undefined, isKnown: true };
  // Records may follow a damaged or foreign first line.
  const more = isRemote(path) ? undefined : await startOf(path, START_BYTES);
  const hasRecord =
    more !== undefined && eitherFormat.findRecord(more, 0, "inside-block", true) >= 0;
  return { isWacz, like: hasRecord ? undefined : like, isKnown: true };
}

/** Returns `undefined` for a pipe and for a file that cannot be read. */
async function startOf(path: string, bytes = LOOKED_AT): Promise<Buffer | undefined> {
  try {
    if (isRemote(path)) return await (await openFile(path)).read(0, bytes);
    return sizeOf(path) === undefined ? undefined : firstBytes(path, bytes);
  } catch (cause) {
    if (isSystemError(cause)) return undefined;
    throw cause;
  }
}
