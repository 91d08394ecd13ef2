import { damage } from "../../base/errors.js";
import { firstBytes, isRemote, openFile, sizeOf } from "../../base/platform/files.js";
import type { InputItem } from "../../base/types.js";
import type { FilePart, InputContext } from "../types.js";
import { archiveKind, looksLike } from "../warc/looks-like.js";
import {
  isMultiWacz,
  isWaczName,
  packagesOf,
  placeOf,
  verifyPackage,
  type WaczPackage,
} from "../warc/wacz.js";
import { startsZip } from "../warc/zip.js";
import { seedsOfPackage } from "./seeds.js";
import { partsOf, readPart } from "./warc-parts.js";

/** By these bytes it is seen what a file is. */
const LOOKED_AT = 512;

/** The items of one WARC, ARC or WACZ file. */
export async function* readArchiveFile(
  path: string,
  context: InputContext,
  onPosition: (position: number) => void,
): AsyncGenerator<InputItem> {
  let before = 0;
  for await (const found of partsOfFile(path, context, Infinity)) {
    if (found.kind === "part") {
      yield* readPart(found, context, {}, (position) => onPosition(before + position));
      before += found.bytes;
    } else {
      yield found;
    }
  }
}

/** One file as parts of about so many bytes, and what is known of it before it is read. */
export async function* partsOfFile(
  path: string,
  context: InputContext,
  bytes: number,
): AsyncGenerator<InputItem | FilePart> {
  if (await isWacz(path)) {
    yield* partsOfWacz(path, context);
    return;
  }
  const size = sizeOf(path);
  const start = (await startOf(path)) ?? Buffer.alloc(0);
  const like = looksLike(start);
  if (like === undefined) yield* partsOf(path, size, start, bytes);
  else yield damage(path, `not a WARC file: it looks like ${like}`);
}

/** The WARC files in a WACZ; their records are those of the files by themselves. */
async function* partsOfWacz(
  path: string,
  context: InputContext,
): AsyncGenerator<InputItem | FilePart> {
  for await (const found of packagesOf(path)) {
    if (found.kind === "damage") {
      yield found;
      continue;
    }
    if (context.http?.verify === true) yield* verifyPackage(found);
    if (context.http?.seeds === "auto") yield* tellSeeds(found, context);
    for (const member of found.warcs) {
      const place = placeOf(found, member);
      yield { kind: "part", place, from: 0, to: Infinity, bytes: member.size };
    }
  }
}

async function* tellSeeds(pack: WaczPackage, { onSeed }: InputContext): AsyncGenerator<InputItem> {
  for await (const found of seedsOfPackage(pack)) {
    if (found.kind === "seed") onSeed?.(found.uriR);
    else yield found;
  }
}

/** True for a file that is read as WACZ. */
export async function isWacz(path: string): Promise<boolean> {
  const start = await startOf(path);
  if (start === undefined) return false;
  // What is within a package has its name in front: of a URI it must be seen where that ends.
  if (startsZip(start)) return !isRemote(path) || isWaczName(path);
  if (await isMultiWacz(path)) return true;
  // What is left of a damaged one; a page or a WARC file under such a name is what it is.
  return isWaczName(path) && looksLike(start) === undefined && archiveKind(start) === undefined;
}

/** What a file that holds no records looks like; undefined where it may hold some. */
export async function likeOf(path: string): Promise<string | undefined> {
  const start = await startOf(path);
  return start && looksLike(start);
}

/** The first bytes of a file; undefined of a pipe, from which they could not be read again. */
async function startOf(path: string): Promise<Buffer | undefined> {
  if (isRemote(path)) {
    // What cannot be opened is reported by whoever reads it.
    const file = await openFile(path).catch(() => undefined);
    return file?.read(0, LOOKED_AT);
  }
  return sizeOf(path) === undefined ? undefined : firstBytes(path, LOOKED_AT);
}
