import { damage, unread } from "../../base/errors.js";
import {
  isRemote,
  openFile,
  type OpenFile,
  sizeOf,
  type Stretch,
} from "../../base/platform/files.js";
import type { Source } from "../../base/types.js";
import { type JsonRecord, parseObject } from "../../base/json.js";
import { openRawFile, type ByteSource, type RawFile } from "./bytes.js";
import type { Loss } from "./record-reader.js";
import { Zip, type ZipDirectory, ZipTrouble, type ZipMember } from "./zip.js";

/** Separator between the name of a WACZ and the name of a file in it: `crawl.wacz!/archive/data.warc.gz`. */
export const WITHIN = "!/";
const DEEPEST = 4;
/** Maximum size of a document of a package that is read as a whole (datapackage.json). */
const LONGEST_DOCUMENT = 1 << 26;
export const PACKAGE = "datapackage.json";
export const PACKAGE_DIGEST = "datapackage-digest.json";

/** WET files, in which Common Crawl has only the texts of pages, end in `.warc.wet.gz`. */
export const isWarcName = (name: string): boolean => /\.(?:w?arc|wet)(?:\.gz|\.zst)?$/iu.test(name);

/** The query of a URI is no part of its name. */
export const isWaczName = (path: string): boolean =>
  isRemote(path) ? /^[^?#]*\.wacz(?:[?#]|$)/iu.test(path) : /\.wacz$/iu.test(path);

/** One package, which is a zip with WARC files. It can be read until the next package is requested. */
export interface WaczPackage {
  readonly kind: "package";
  /** Place of the package: `crawl.wacz`, or `all.wacz!/crawl.wacz` for a package within another. */
  readonly place: string;
  readonly zip: Zip;
  /** Readable WARC files, sorted by name. */
  readonly warcs: readonly ZipMember[];
}

/** Offsets count within that file. */
export const placeOf = ({ place }: Pick<WaczPackage, "place">, { name }: ZipMember): string =>
  `${place}${WITHIN}${name}`;

/**
 * Yields the packages of a WACZ file. They are the file itself, or the packages in a multi-WACZ (a zip of WACZ files).
 * A package that cannot be read is reported, and reading continues after it.
 */
export async function* packagesOf(path: string): AsyncGenerator<WaczPackage | Loss> {
  let file;
  try {
    file = await openFile(path);
  } catch (cause) {
    yield unread(path, "opened", cause);
    return;
  }
  try {
    yield* packagesIn(sourceOf(file), path, 0, file.identity);
  } finally {
    await file.close();
  }
}

/** Returns `undefined` if at least one WARC file can be read. */
export async function whyNoWacz(path: string): Promise<string | undefined> {
  let first: string | undefined;
  for await (const found of packagesOf(path)) {
    if (found.kind === "package" && found.warcs.length > 0) return undefined;
    if (found.kind === "damage") first ??= found.message;
  }
  return first;
}

/** A pipe has no size and counts as empty, because the directory at the end of a zip cannot be found in a pipe. */
const sourceOf = ({ size = 0, ...file }: OpenFile): ByteSource => ({ ...file, size });

async function* packagesIn(
  source: ByteSource,
  place: string,
  depth: number,
  identity: string | undefined,
): AsyncGenerator<WaczPackage | Loss> {
  let zip: Zip;
  try {
    zip = await openZip(source, place, identity);
  } catch (cause) {
    yield lossOf(place, cause);
    return;
  }
  for (const { name, message } of zip.directory.troubles) {
    yield damage(name === undefined ? place : `${place}${WITHIN}${name}`, message);
  }
  const sorted = [...zip.members].sort(({ name: a }, { name: b }) => (a < b ? -1 : 1));
  const warcs = sorted.filter(({ name }) => isWarcName(name));
  const within = sorted.filter(({ name }) => isWaczName(name));
  if (warcs.length === 0 && within.length === 0) {
    yield damage(place, "the zip holds no WARC file");
    return;
  }
  for (const member of warcs) {
    if (member.unreadable !== undefined)
      yield damage(placeOf({ place }, member), member.unreadable);
  }
  if (warcs.length > 0) {
    const readable = warcs.filter(({ unreadable }) => unreadable === undefined);
    yield { kind: "package", place, zip, warcs: readable };
  }
  for (const member of within) {
    const inner = placeOf({ place }, member);
    const why = whyNotWithin(member, depth);
    if (why === undefined) {
      try {
        yield* packagesIn(await zip.packedBytes(member.name), inner, depth + 1, identity);
      } catch (cause) {
        yield lossOf(inner, cause);
      }
    } else {
      yield damage(inner, why);
    }
  }
}

function whyNotWithin({ unreadable, isStored }: ZipMember, depth: number): string | undefined {
  if (unreadable !== undefined) return unreadable;
  if (depth >= DEEPEST) return `WACZ files within each other, more than ${DEEPEST} deep`;
  return isStored ? undefined : "a compressed WACZ within a WACZ cannot be read in place: unzip it";
}

/** Returns the damage that a fault of a zip, or of its file, is. Any other error is thrown again. */
export const lossOf = (place: string | Source, cause: unknown): Loss =>
  cause instanceof ZipTrouble ? damage(place, cause.message) : unread(place, "read", cause);

async function wholeMember(zip: Zip, member: ZipMember): Promise<Buffer> {
  if (member.size > LONGEST_DOCUMENT) throw new ZipTrouble(`it has ${member.size} bytes`);
  const { bytes, trouble } = await zip.openMember(member);
  await bytes.ensure(LONGEST_DOCUMENT);
  const why = await trouble?.();
  if (why !== undefined) throw new ZipTrouble(why);
  return bytes.window;
}

/** Returns what datapackage.json or another small file says. Returns `undefined` if there is none that can be read. */
export async function documentOf(
  { zip }: WaczPackage,
  name = PACKAGE,
): Promise<JsonRecord | undefined> {
  const list = zip.member(name);
  if (list === undefined) return undefined;
  try {
    return parseObject((await wholeMember(zip, list)).toString("utf8"));
  } catch {
    // The records can be read without this list.
    return undefined;
  }
}

/**
 * Directories of recently read packages, the latest at the end. The files of a package are opened one by one, and
 * without this cache each opening would read the directory again.
 */
const directories = new Map<
  string,
  { readonly identity: string; readonly directory: ZipDirectory }
>();
const PACKAGES_KEPT = 8;

/** Opens a zip, with the cached directory if the file is still the same. */
async function openZip(
  source: ByteSource,
  place: string,
  identity: string | undefined,
): Promise<Zip> {
  const known = directories.get(place);
  const isSame = known !== undefined && known.identity === identity;
  const zip = await Zip.open(source, isSame ? known.directory : undefined);
  directories.delete(place);
  if (identity === undefined) return zip;
  directories.set(place, { identity, directory: zip.directory });
  const [oldest = place] = directories.keys();
  if (directories.size > PACKAGES_KEPT) directories.delete(oldest);
  return zip;
}

/**
 * Opens a file by the name in `Source.file`, which is a file, or a file within a WACZ
 * (`crawl.wacz!/archive/data.warc.gz`). Offsets count from the beginning of the innermost file. `first` is the same as
 * for {@link openFile}. Rejects if there is no such file.
 */
export async function openPlace(place: string, first?: Stretch): Promise<RawFile> {
  for (let at = place.indexOf(WITHIN); at >= 0; at = place.indexOf(WITHIN, at + 1)) {
    const path = place.slice(0, at);
    const isThere = isRemote(path) ? isWaczName(path) : sizeOf(path) !== undefined;
    if (isThere) return openWithin(path, place.slice(at + WITHIN.length));
  }
  return openRawFile(place, first);
}

async function openWithin(path: string, rest: string): Promise<RawFile> {
  const file = await openFile(path);
  try {
    let zip = await openZip(sourceOf(file), path, file.identity);
    let place = path;
    let name = rest;
    // The name of a member may itself contain the separator. Such a member takes precedence over a package within the
    // package.
    for (let at = name.indexOf(WITHIN); at >= 0; at = name.indexOf(WITHIN)) {
      if (zip.member(name) !== undefined) break;
      const inner = name.slice(0, at);
      place = `${place}${WITHIN}${inner}`;
      zip = await openZip(await zip.packedBytes(inner), place, file.identity);
      name = name.slice(at + WITHIN.length);
    }
    const member = zip.member(name);
    if (member === undefined) throw new ZipTrouble(`there is no ${name} in ${path}`);
    return { ...(await zip.openMember(member)), close: () => file.close() };
  } catch (cause) {
    await file.close();
    throw cause;
  }
}
