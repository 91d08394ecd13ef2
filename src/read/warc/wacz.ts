import { damage, isSystemError, messageOf } from "../../base/errors.js";
import {
  dirname,
  isAbsolute,
  isRemote,
  join,
  normalize,
  openFile,
  type OpenFile,
  sizeOf,
  type Stretch,
} from "../../base/platform/files.js";
import { createHash } from "../../base/platform/machine.js";
import { portablePath } from "../../base/portable-path.js";
import { isObject, type JsonRecord, parseObject } from "../../base/json.js";
import { openRawFile, type ByteSource, type RawFile } from "./bytes.js";
import type { Loss } from "./record-reader.js";
import { Zip, type ZipDirectory, ZipTrouble, type ZipMember } from "./zip.js";

/** What stands between the name of a WACZ and that of a file in it: `crawl.wacz!/archive/data.warc.gz`. */
export const WITHIN = "!/";
/** Packages within packages that are followed. */
const DEEPEST = 4;
/** Longest document of a package that is read whole (datapackage.json). */
const LONGEST_DOCUMENT = 1 << 26;
export const PACKAGE = "datapackage.json";
export const PACKAGE_DIGEST = "datapackage-digest.json";
const MULTI = "multi-wacz-package";

export const isWarcName = (name: string): boolean => /\.w?arc(?:\.gz|\.zst)?$/iu.test(name);

export const isWaczName = (name: string): boolean => /\.wacz$/iu.test(nameIn(name));

/** A path as it is, a URI without its query. */
const nameIn = (path: string): string => (isRemote(path) ? path.replace(/[?#].*$/su, "") : path);

/** One package: a zip with WARC files. It can be read until the next one is asked for. */
export interface WaczPackage {
  readonly kind: "package";
  /** `crawl.wacz`; of one within another `all.wacz!/crawl.wacz`. */
  readonly place: string;
  readonly zip: Zip;
  /** Those that can be read, by name. */
  readonly warcs: readonly ZipMember[];
}

/** Where a file of a package is, as `Source.file` has it: offsets count within that file. */
export const placeOf = ({ place }: Pick<WaczPackage, "place">, { name }: ZipMember): string =>
  `${place}${WITHIN}${name}`;

/**
 * The packages of a WACZ file: itself, and those within it or listed by it where it is a multi-WACZ (a zip of WACZ
 * files, or a JSON file that lists some). What cannot be read is reported, and reading continues behind it.
 */
export async function* packagesOf(path: string): AsyncGenerator<WaczPackage | Loss> {
  const listed = await listedPackages(path);
  if (listed === undefined) {
    yield* packagesOfFile(path);
    return;
  }
  if (listed.length === 0) yield damage(path, "the multi-WACZ lists no WACZ file");
  for (const { file, trouble } of listed) {
    if (trouble === undefined) yield* packagesOfFile(file);
    else yield damage(path, `${file}: ${trouble}`);
  }
}

/** Why nothing of a WACZ file can be read; undefined where something can. */
export async function whyNoWacz(path: string): Promise<string | undefined> {
  let first: string | undefined;
  for await (const found of packagesOf(path)) {
    if (found.kind === "package" && found.warcs.length > 0) return undefined;
    if (found.kind === "damage") first ??= found.message;
  }
  return first;
}

async function* packagesOfFile(path: string): AsyncGenerator<WaczPackage | Loss> {
  let file;
  try {
    file = await openFile(path);
  } catch (cause) {
    yield damage(path, `the file cannot be opened (${messageOf(cause)})`);
    return;
  }
  try {
    yield* packagesIn(sourceOf(file), path, 0, file.identity);
  } finally {
    await file.close();
  }
}

/** A zip has its directory at its end, so that a pipe holds none that can be found. */
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
    yield damage(place, readTrouble(cause));
    return;
  }
  for (const { name, message } of zip.directory.troubles) {
    yield damage(name === undefined ? place : `${place}${WITHIN}${name}`, message);
  }
  const members = [...zip.members].sort(({ name: a }, { name: b }) => (a < b ? -1 : 1));
  const warcs = members.filter(({ name }) => isWarcName(name));
  const within = members.filter(({ name }) => isWaczName(name));
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
        yield damage(inner, readTrouble(cause));
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

/** The line on what went wrong in reading a zip; everything else is thrown on. */
function readTrouble(cause: unknown): string {
  if (cause instanceof ZipTrouble) return cause.message;
  if (isSystemError(cause)) return `the file cannot be read (${messageOf(cause)})`;
  throw cause;
}

interface Listed {
  readonly file: string;
  readonly trouble?: string;
}

/** The WACZ files that a multi-WACZ's JSON lists; undefined for every other file. */
async function listedPackages(path: string): Promise<Listed[] | undefined> {
  const document = await multiWacz(path);
  if (document === undefined) return undefined;
  const resources: unknown = document["resources"];
  if (!Array.isArray(resources)) return [];
  return resources.flatMap((each: unknown) => {
    const { path: named, url, name } = isObject(each) ? each : {};
    const text = [named, url, name].find((one) => typeof one === "string" && one !== "");
    return typeof text === "string" ? [listedPackage(text, dirname(path))] : [];
  });
}

function listedPackage(text: string, folder: string): Listed {
  if (/^https?:/iu.test(text)) {
    return { file: text, trouble: "is on the web; download it and give its file" };
  }
  const inner = normalize(text);
  return isAbsolute(inner) || inner.startsWith("..")
    ? { file: text, trouble: "leads out of the folder of the multi-WACZ" }
    : { file: portablePath(join(folder, inner)) };
}

/** True where a file is the JSON of a multi-WACZ. */
export async function isMultiWacz(path: string): Promise<boolean> {
  return (await multiWacz(path)) !== undefined;
}

async function multiWacz(path: string): Promise<JsonRecord | undefined> {
  if (!/\.json$/iu.test(path) || isRemote(path)) return undefined;
  const { size = 0, read, close } = await openFile(path);
  try {
    if (size > LONGEST_DOCUMENT) return undefined;
    const document = parseObject((await read(0, size)).toString("utf8"));
    return document?.["profile"] === MULTI ? document : undefined;
  } finally {
    await close();
  }
}

/** All of a member's bytes, which must not be many. */
async function wholeMember(zip: Zip, member: ZipMember): Promise<Buffer> {
  if (member.size > LONGEST_DOCUMENT) throw new ZipTrouble(`it has ${member.size} bytes`);
  const { bytes, trouble } = await zip.openMember(member);
  await bytes.ensure(LONGEST_DOCUMENT);
  const why = await trouble?.();
  if (why !== undefined) throw new ZipTrouble(why);
  return bytes.window;
}

/** js-wacz 0.1.6 passes every chunk of a file to its hash twice. */
const TWICE_HASHED = /js-wacz/iu;
const CHUNK = 1 << 16;

/** What differs from the digests in a package's datapackage.json and datapackage-digest.json. */
export async function* verifyPackage(pack: WaczPackage): AsyncGenerator<Loss> {
  const { zip, place } = pack;
  const list = zip.member(PACKAGE);
  if (list === undefined) {
    yield damage(place, `there is no ${PACKAGE}: nothing to verify by`);
    return;
  }
  const about = placeOf(pack, list);
  let document: Record<string, unknown> | undefined;
  let software: string;
  try {
    document = parseObject((await wholeMember(zip, list)).toString("utf8"));
    software = typeof document?.["software"] === "string" ? document["software"] : "";
    const digest = zip.member(PACKAGE_DIGEST);
    const said = digest && parseObject((await wholeMember(zip, digest)).toString("utf8"));
    if (said !== undefined) {
      const why = await whyOther(zip, list, said["hash"], software);
      if (why !== undefined) yield damage(about, `${why} (${PACKAGE_DIGEST})`);
    }
  } catch (cause) {
    yield damage(about, readTrouble(cause));
    return;
  }
  const resources: unknown = document?.["resources"];
  if (!Array.isArray(resources)) {
    yield damage(about, "it lists no files: nothing to verify by");
    return;
  }
  const listed = new Set<unknown>();
  for (const each of resources as readonly unknown[]) {
    const { path, hash = oldDigest(each) } = isObject(each) ? each : {};
    listed.add(path);
    const member = typeof path === "string" ? zip.member(path) : undefined;
    if (member === undefined) {
      yield damage(about, `it lists ${JSON.stringify(path)}, which is not in the zip`);
      continue;
    }
    let why: string | undefined;
    try {
      why = await whyOther(zip, member, hash, software);
    } catch (cause) {
      why = readTrouble(cause);
    }
    if (why !== undefined) yield damage(placeOf(pack, member), `${why} (${PACKAGE})`);
  }
  for (const member of pack.warcs) {
    if (!listed.has(member.name)) yield damage(placeOf(pack, member), `not listed in ${PACKAGE}`);
  }
}

/** The digest of a resource as py-wacz 0.1 and 0.2 wrote it: `stats.hash`, and `hashing` for its algorithm. */
function oldDigest(resource: unknown): string | undefined {
  const { stats, hashing } = isObject(resource) ? resource : {};
  const hash = isObject(stats) ? stats["hash"] : undefined;
  return typeof hash === "string" && typeof hashing === "string" ? `${hashing}:${hash}` : undefined;
}

/** Why the bytes of a member are not those that a digest was made of; undefined where they are. */
async function whyOther(
  zip: Zip,
  member: ZipMember,
  said: unknown,
  software: string,
): Promise<string | undefined> {
  const [, algorithm = "sha256", digest = ""] =
    /^(?:(sha256|sha512|md5):)?([0-9a-f]{32,128})$/iu.exec(String(said)) ?? [];
  if (said === undefined) return "it has no digest, so that it cannot be verified";
  if (digest === "") return `its digest is ${JSON.stringify(said)}: it cannot be verified`;
  const name = algorithm.toLowerCase();
  const hash = createHash(name);
  const twice = TWICE_HASHED.test(software) ? createHash(name) : undefined;
  const { bytes, trouble, progressed } = await zip.openMember(member);
  while (await bytes.ensure(1)) {
    await bytes.ensure(CHUNK);
    // Nothing is known of records here.
    progressed?.();
    const chunk = bytes.window.subarray(0, CHUNK);
    hash.update(chunk);
    twice?.update(chunk).update(chunk);
    bytes.consume(chunk.length);
  }
  const why = await trouble?.();
  if (why !== undefined) return why;
  const isSame = [hash, twice].some((each) => each?.digest("hex") === digest.toLowerCase());
  return isSame ? undefined : `its ${name} digest is another one: bytes were changed`;
}

/** Directories read last, the latest at the end: the files of a package are opened one by one, each by its place. */
const directories = new Map<
  string,
  { readonly identity: string; readonly directory: ZipDirectory }
>();
/** Members in the directories that are kept; a directory with more is kept by itself. */
const MEMBERS_KEPT = 100_000;

/** Opens a zip, with the directory that was read before where the file is known to be the same. */
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
  let sum = 0;
  for (const [each, { directory }] of [...directories].reverse()) {
    sum += directory.entries.size;
    if (sum > MEMBERS_KEPT && each !== place) directories.delete(each);
  }
  return zip;
}

/**
 * Opens what `Source.file` names: a file, or one within a WACZ (`crawl.wacz!/archive/data.warc.gz`), where offsets count
 * from the beginning of the file that is named last. `first` is as of {@link openFile}. Rejects where there is no such file.
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
    // A member's own name may have the mark in it: the packages within are looked for first.
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
