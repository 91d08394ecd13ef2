import { createHash, randomUUID } from "node:crypto";
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from "node:fs";
import { mkdir, open, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { atExit } from "../../base/at-exit.js";
import { codeOf, UsageError, whileWriting } from "../../base/errors.js";
import { warcMember, type WarcRecord } from "../../read/http/directory/records.js";
import { isObject, members, parseObject } from "../../base/json.js";
import { version } from "../../base/version.js";
import { openRawFile } from "../../read/warc/bytes.js";
import {
  isWaczName,
  PACKAGE,
  PACKAGE_DIGEST,
  packagesOf,
  verifyPackage,
  WITHIN,
} from "../../read/warc/wacz.js";
import { sortedIndex } from "../../read/cdx/line.js";
import { indexLines } from "../../read/cdx/make-index.js";
import type { SourceFile } from "./files.js";

/** Function that writes bytes, in order. */
export type Write = (bytes: Uint8Array) => Promise<void>;

/** A page for the list that WACZ players show. */
export interface ListedPage {
  readonly url: string;
  /** ISO 8601. */
  readonly ts: string;
}

/** Writes a collection of WARC files with its index, as a folder that pywb can serve or as a WACZ. */
export class CollectionWriter {
  readonly #target: CopyTarget;
  readonly #date: Date;
  readonly #signal: AbortSignal;
  readonly #names: string[] = [];
  /** Digests of the files that have been written, by path in the collection. */
  readonly #digests = new Map<string, string>();

  constructor(target: CopyTarget, date: Date, signal: AbortSignal) {
    this.#target = target;
    this.#date = date;
    this.#signal = signal;
  }

  get #archive(): string {
    return join(this.#target.staging, "archive");
  }

  /** If `fill` resolves to false, no file is added. */
  async addFile(name: string, fill: (write: Write) => Promise<boolean>): Promise<void> {
    if (await this.#add(`archive/${name}`, fill)) this.#names.push(name);
  }

  async #add(name: string, fill: (write: Write) => Promise<boolean>): Promise<boolean> {
    const path = join(this.#target.staging, name);
    await mkdir(dirname(path), { recursive: true });
    const file = await open(path, "wx");
    const hash = createHash("sha256");
    let isWanted: boolean;
    try {
      isWanted = await fill(async (bytes) => {
        this.#signal.throwIfAborted();
        hash.update(bytes);
        for (let at = 0; at < bytes.length;) {
          at += (await file.write(bytes, at, bytes.length - at)).bytesWritten;
        }
      });
    } finally {
      await file.close();
    }
    if (isWanted) this.#digests.set(name, `sha256:${hash.digest("hex")}`);
    else await rm(path);
    return isWanted;
  }

  /** Adds a file of records, each of them in its own gzip member. */
  async addRecords(
    name: string,
    records: AsyncIterable<WarcRecord> | Iterable<WarcRecord>,
  ): Promise<void> {
    await this.addFile(name, async (write) => {
      for await (const record of records) await write(await warcMember(record));
      return true;
    });
  }

  /** Writes the index and the description of the collection, and publishes everything. */
  async finish(pages: Iterable<ListedPage>): Promise<void> {
    const { isWacz, staging, publish } = this.#target;
    const index = join(staging, "indexes", isWacz ? "index.cdx" : "index.cdxj");
    await mkdir(dirname(index), { recursive: true });
    await writeFile(index, sortedIndex(this.#indexLines(this.#names)), { flag: "wx" });
    if (!isWacz) {
      const files: Record<string, string> = {};
      for (const path of filesBelow(staging) ?? []) files[path] = await this.#digestOf(path);
      await writeFile(join(staging, MANIFEST), jsonText({ software: SOFTWARE, files }));
      await publish(staging);
      return;
    }
    await mkdir(join(staging, "pages"));
    await writeFile(join(staging, "pages/pages.jsonl"), pagesText(pages));
    await this.#describe();
    const packed = `${staging}.wacz`;
    await pack(staging, packed, this.#date);
    await publish(packed);
    this.#target.discard();
  }

  async *#indexLines(names: readonly string[]): AsyncGenerator<string> {
    for (const name of names) {
      const place = join(this.#archive, name);
      for await (const line of indexLines({ place, name, open: () => openRawFile(place) })) {
        this.#signal.throwIfAborted();
        yield line;
      }
    }
  }

  /** Writes the list of files in the package with their digests (WACZ 1.1.1). */
  async #describe(): Promise<void> {
    const { staging } = this.#target;
    const resources: object[] = [];
    for (const path of filesBelow(staging) ?? []) {
      const { size } = await stat(join(staging, path));
      const name = path.split("/").at(-1);
      resources.push({ name, path, hash: await this.#digestOf(path), bytes: size });
    }
    const path = PACKAGE;
    const created = this.#date.toISOString();
    const document = {
      profile: "data-package",
      wacz_version: "1.1.1",
      software: SOFTWARE,
      created,
    };
    await writeFile(join(staging, path), jsonText({ ...document, resources }));
    const hash = await sha256(join(staging, path));
    await writeFile(join(staging, PACKAGE_DIGEST), jsonText({ path, hash }));
  }

  async #digestOf(path: string): Promise<string> {
    return this.#digests.get(path) ?? sha256(join(this.#target.staging, path));
  }
}

const jsonText = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

async function sha256(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return `sha256:${hash.digest("hex")}`;
}

function pagesText(pages: Iterable<ListedPage>): string {
  const head = { format: "json-pages-1.0", id: "pages", title: "Pages" };
  let text = `${JSON.stringify(head)}\n`;
  for (const { url, ts } of pages) {
    const id = createHash("sha256").update(`${ts} ${url}`).digest("hex").slice(0, 22);
    text += `${JSON.stringify({ id, url, ts, title: url })}\n`;
  }
  return text;
}

/** Packs a folder into a zip without compression, because players read the members in place. */
async function pack(folder: string, path: string, mtime: Date): Promise<void> {
  const zip = new ZipFile();
  for (const name of filesBelow(folder) ?? []) {
    zip.addFile(join(folder, name), name, { compress: false, mtime, mode: 0o100644 });
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path, { flags: "wx" }));
}

/** Name of the software in the folder's manifest and in the package, by which filter recognises its own output. */
export const SOFTWARE = `detect_off_topic ${version} filter`;
const BY_FILTER = /^detect_off_topic \S+ filter$/u;
/** Other values are not converted to text, because a deeply nested list would overflow the stack. */
const isByFilter = (software: unknown): boolean =>
  typeof software === "string" && BY_FILTER.test(software);
const MANIFEST = "filter.json";

/** Destination of a filtered collection. Nothing appears there before `publish`. */
export interface CopyTarget {
  readonly isWacz: boolean;
  /** Folder beside the destination to which the output is written first. */
  readonly staging: string;
  /** Puts a staged folder or package in the place of earlier output of filter. */
  readonly publish: (staged: string) => Promise<void>;
  readonly discard: () => void;
}

/**
 * Opens the target of `-o`. Throws a `UsageError` if it contains anything that filter did not write, because filter
 * deletes only its own output.
 */
export const openTarget = (
  path: string,
  sources: readonly Pick<SourceFile, "place">[],
): Promise<CopyTarget> => whileWriting(`-o ${path}`, ADVICE, () => targetAt(path, sources));

/** The end of a name that nobody gives a folder. */
const FILE_NAME = /\.(?:(?:warc|arc)(?:\.(?:gz|zst))?|zip|gz|txt|tsv|csv|cdxj|cdx|jsonl?|html?)$/iu;

const ADVICE = "Give a name in a folder that you may write to.";

async function targetAt(
  path: string,
  sources: readonly Pick<SourceFile, "place">[],
): Promise<CopyTarget> {
  const isWacz = isWaczName(path);
  // A link is kept, and its target is replaced.
  const target = existsSync(path) ? realpathSync(path) : resolve(path);
  for (const { place } of sources) {
    const file = place.split("!/")[0]!;
    const read = existsSync(file) ? realpathSync(file) : resolve(file);
    if (read === target || read.startsWith(target + sep)) {
      throw new UsageError(`-o ${path} is read as well: give another name.`);
    }
  }
  if (dirname(target) === target) {
    throw new UsageError(`-o ${path} is the root of the file system: give another name.`);
  }
  if (!isWacz && FILE_NAME.test(path) && !existsSync(target)) {
    throw new UsageError(
      `-o ${path} is the name of a file, and filter writes a folder or a WACZ: give -o FOLDER/ or -o FILE.wacz.`,
    );
  }
  const known = lstatSync(target, { throwIfNoEntry: false });
  if (known?.isSymbolicLink() === true) {
    throw new UsageError(
      `-o ${path} is a link to nothing. Make its folder first, or give another name.`,
    );
  }
  if (known !== undefined) {
    const why = isWacz ? await whyNotOwnPackage(target) : await whyNotOwnFolder(target);
    if (why !== undefined) {
      throw new UsageError(`-o ${path} is not written over: ${why}. Give another name.`);
    }
  }
  if (!existsSync(dirname(target))) {
    throw new UsageError(`-o ${path} cannot be written: there is no folder ${dirname(path)}.`);
  }
  const name = join(dirname(target), `.detect_off_topic-${randomUUID()}`);
  const [staging, before] = [`${name}.partial`, `${name}.before`];
  await mkdir(staging);
  const remove = (): void => {
    for (const each of [staging, `${staging}.wacz`]) rmSync(each, { recursive: true, force: true });
  };
  const keep = atExit(remove);
  const replace = (staged: string): void => {
    const isThere = known !== undefined;
    if (isThere) {
      chmodSync(staged, known.mode & 0o777);
      renameSync(target, before);
    }
    try {
      renameSync(staged, target);
    } catch (cause) {
      if (isThere) renameSync(before, target);
      throw cause;
    }
    if (isThere) rmSync(before, { recursive: true });
  };
  return {
    isWacz,
    staging,
    publish: (staged) => whileWriting(`-o ${path}`, ADVICE, () => replace(staged)),
    discard() {
      remove();
      keep();
    },
  };
}

async function whyNotOwnFolder(folder: string): Promise<string | undefined> {
  const names = filesBelow(folder);
  if (names === undefined) return "it is a file";
  if (names.length === 0) return undefined;
  // Links and pipes are not written by filter, and reading a pipe might never end.
  const odd = names.find((name) => !lstatSync(join(folder, name)).isFile());
  if (odd !== undefined) return `it holds ${odd}, which filter did not write`;
  const manifest = names.includes(MANIFEST)
    ? parseObject(readFileSync(join(folder, MANIFEST), "utf8"))
    : undefined;
  const files: unknown = manifest?.["files"];
  if (!isByFilter(manifest?.["software"])) {
    return "it holds files that filter did not write";
  }
  if (!isObject(files)) return `its ${MANIFEST} has no digests, as that of earlier versions`;
  for (const name of names.filter((each) => each !== MANIFEST)) {
    if (!Object.hasOwn(files, name)) return `it holds ${name}, which filter did not write`;
    if (files[name] !== (await sha256(join(folder, name)))) {
      return `its ${name} is not as filter wrote it`;
    }
  }
  return undefined;
}

/** Returns the files below a folder, with `/` in their names. Returns `undefined` for anything other than a folder. */
function filesBelow(folder: string): string[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .map((name) => name.split(sep).join("/"))
      .sort();
  } catch (cause) {
    if (codeOf(cause) === "ENOTDIR") return undefined;
    throw cause;
  }
}

async function whyNotOwnPackage(path: string): Promise<string | undefined> {
  const other = "it is a file that filter did not write";
  for await (const found of packagesOf(path)) {
    if (found.kind === "damage") return other;
    const { zip } = found;
    const member = zip.member(PACKAGE);
    if (member === undefined || member.size > 1 << 24) return other;
    const { bytes } = await zip.openMember(member);
    await bytes.ensure(member.size);
    const document = parseObject(bytes.window.toString("utf8"));
    if (!isByFilter(document?.["software"])) return other;
    const resources: unknown = document?.["resources"];
    const listed = new Set(
      (Array.isArray(resources) ? resources : []).map((each: unknown) => members(each)["path"]),
    );
    const added = zip.members.find(({ name }) => !listed.has(name) && !DESCRIBING.has(name));
    if (added !== undefined) return `it holds ${added.name}, which filter did not write`;
    for await (const loss of verifyPackage(found)) {
      return `its ${loss.source.file.split(WITHIN).at(-1)} is not as filter wrote it`;
    }
  }
  return undefined;
}

/** Members of a package that its list does not name. */
const DESCRIBING: ReadonlySet<string> = new Set([PACKAGE, PACKAGE_DIGEST]);
