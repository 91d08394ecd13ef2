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

/** Number of bytes from which the kind of a file is recognised. */
const LOOKED_AT = 512;

/** Yields the items of one WARC, ARC or WACZ file. */
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

/** Splits a file into parts of about `bytes` bytes. Also yields damage that is found before the records are read. */
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

/** Yields the WARC files in a WACZ as parts. Their records are the same as in separate files. */
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

/** Returns whether a file is read as WACZ. */
export async function isWacz(path: string): Promise<boolean> {
  const start = await startOf(path);
  if (start === undefined) return false;
  // A zip on the web counts only if its name ends in .wacz, because the names of its members are appended to its URI.
  if (startsZip(start)) return !isRemote(path) || isWaczName(path);
  if (await isMultiWacz(path)) return true;
  // A damaged WACZ may have lost its beginning. A page or a WARC file with such a name is no WACZ.
  return isWaczName(path) && looksLike(start) === undefined && archiveKind(start) === undefined;
}

/** Describes the kind of a file without records; `undefined` if it may have some. */
export async function likeOf(path: string): Promise<string | undefined> {
  const start = await startOf(path);
  return start && looksLike(start);
}

/** Returns the first bytes of a file; `undefined` for a pipe, whose bytes can be read only once. */
async function startOf(path: string): Promise<Buffer | undefined> {
  if (isRemote(path)) {
    // The caller that reads the file reports that it cannot be opened.
    const file = await openFile(path).catch(() => undefined);
    return file?.read(0, LOOKED_AT);
  }
  return sizeOf(path) === undefined ? undefined : firstBytes(path, LOOKED_AT);
}
