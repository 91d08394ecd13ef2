import { firstBytes, sizeOf } from "../../platform/files.js";
import type { InputContext, InputItem } from "../../types.js";
import type { RawFile } from "../../warc/bytes.js";
import { DocumentFilter, requestOf } from "../../warc/documents.js";
import { recordItem } from "../../warc/items.js";
import { archiveKind, looksLike } from "../../warc/looks-like.js";
import type { ArchiveRecord } from "../../warc/record-reader.js";
import { readRecords } from "../../warc/records.js";
import {
  isMultiWacz,
  isWaczName,
  packagesOf,
  placeOf,
  verifyPackage,
  type WaczPackage,
} from "../../warc/wacz.js";
import { startsZip } from "../../warc/zip.js";
import { WorkingDirectoryRecords } from "./directories.js";
import { seedsOfPackage, seedsOfWarcinfo } from "./seeds.js";

/** Command lines with long lists of seeds are in some. */
const WARCINFO_BYTES = 1 << 20;
/** By these bytes it is seen what a file is. */
const LOOKED_AT = 512;

/** The items of one WARC, ARC or WACZ file. */
export async function* readArchiveFile(
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

/** True for a file that is read as WACZ. */
export async function isWacz(path: string): Promise<boolean> {
  if (sizeOf(path) === undefined) return false;
  const start = firstBytes(path, LOOKED_AT);
  if (startsZip(start) || (await isMultiWacz(path))) return true;
  // What is left of a damaged one; a page or a WARC file under such a name is what it is.
  return isWaczName(path) && looksLike(start) === undefined && archiveKind(start) === undefined;
}

/** What a file that holds no records looks like; undefined where it may hold some. */
export function likeOf(path: string): string | undefined {
  // Of a pipe, what is looked at now could not be read again.
  return sizeOf(path) === undefined ? undefined : looksLike(firstBytes(path, LOOKED_AT));
}
