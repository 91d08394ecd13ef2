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
import { dirname, join, relative, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { atExit } from "../../base/at-exit.js";
import { UsageError, whileWriting } from "../../base/errors.js";
import { isObject, members, parseObject } from "../../base/json.js";
import { version } from "../../base/version.js";
import { sortedIndex } from "../../read/cdx/line.js";
import { indexLines } from "../../read/cdx/make-index.js";
import { warcMember, type WarcRecord } from "../../read/http/directory/records.js";
import { openRawFile } from "../../read/warc/bytes.js";
import {
  documentOf,
  isWaczName,
  PACKAGE,
  PACKAGE_DIGEST,
  packagesOf,
  verifyPackage,
  WITHIN,
} from "../../read/warc/wacz.js";

/** Function that writes bytes, in order. */
export type Write = (bytes: Uint8Array) => Promise<void>;

/** A page for the list that WACZ players show; `ts` is in ISO 8601. */
export interface ListedPage {
  readonly url: string;
  readonly ts: string;
}

/** Name of the software in the folder's manifest and in the package, by which filter recognises its own output. */
export const SOFTWARE = `detect_off_topic ${version} filter`;
const COPY_MANIFEST = "filter.json";
const FOLDER_ADVICE = "Give a name in a folder that you may write to.";
/** The end of a name that nobody gives a folder. */
const FILE_NAME = /\.(?:(?:warc|arc)(?:\.(?:gz|zst))?|zip|gz|txt|tsv|csv|cdxj|cdx|jsonl?|html?)$/iu;

/**
 * A collection of WARC files with its index, as a folder that pywb can serve or as a WACZ. Nothing is at its place before
 * `publish`.
 */
export class Output {
  readonly signal: AbortSignal;
  readonly #given: string;
  /** Absolute path without links: a link is kept, and its target is replaced. */
  readonly #target: string;
  readonly #isWacz: boolean;
  readonly #staging: string;
  readonly #names: string[] = [];
  /** Digests of the files that have been written, by path in the collection. */
  readonly #digests = new Map<string, string>();
  readonly #keep: () => void;

  private constructor(given: string, signal: AbortSignal) {
    this.signal = signal;
    this.#given = given;
    this.#target = withoutLinks(given);
    this.#isWacz = isWaczName(given);
    this.#staging = join(dirname(this.#target), `.detect_off_topic-${randomUUID()}.partial`);
    this.#keep = atExit(() => this.#remove());
  }

  /**
   * Opens the output of `-o`. `sources` are read. Throws a `UsageError` if there is anything that filter did not write,
   * because filter deletes only its own output.
   */
  static async open(
    path: string,
    sources: readonly string[],
    signal: AbortSignal,
  ): Promise<Output> {
    return whileWriting(`-o ${path}`, FOLDER_ADVICE, async () => {
      const why = await whyNoOutput(path, withoutLinks(path), sources);
      if (why !== undefined) throw new UsageError(`-o ${path} ${why}`);
      const output = new Output(path, signal);
      await mkdir(output.#staging);
      return output;
    });
  }

  /** If `fill` resolves to false, no file is added. */
  async addFile(name: string, fill: (write: Write) => Promise<boolean>): Promise<void> {
    const path = join(this.#staging, "archive", name);
    await mkdir(dirname(path), { recursive: true });
    const file = await open(path, "wx");
    const hash = createHash("sha256");
    let isWanted: boolean;
    try {
      isWanted = await fill(async (bytes) => {
        this.signal.throwIfAborted();
        hash.update(bytes);
        await file.writeFile(bytes);
      });
    } finally {
      await file.close();
    }
    if (!isWanted) {
      await rm(path);
      return;
    }
    this.#digests.set(`archive/${name}`, `sha256:${hash.digest("hex")}`);
    this.#names.push(name);
  }

  /** Adds a file of records, each of them in its own gzip member. */
  async addRecords(name: string, records: AsyncIterable<WarcRecord>): Promise<void> {
    await this.addFile(name, async (write) => {
      for await (const record of records) await write(await warcMember(record));
      return true;
    });
  }

  /** Writes the index and the description of the collection, and puts everything in its place. */
  async publish(pages: Iterable<ListedPage>, date: Date): Promise<void> {
    const folder = this.#staging;
    await mkdir(join(folder, "indexes"));
    const index = join(folder, "indexes", this.#isWacz ? "index.cdx" : "index.cdxj");
    await writeFile(index, sortedIndex(this.#indexLines()), { flag: "wx" });
    if (this.#isWacz) {
      await mkdir(join(folder, "pages"));
      await writeFile(join(folder, "pages/pages.jsonl"), pagesText(pages));
      await this.#describe(date);
      await pack(folder, `${folder}.wacz`, date);
    } else {
      const files: Record<string, string> = {};
      for (const path of relativeFiles(folder)) files[path] = await this.#digestOf(path);
      await writeFile(join(folder, COPY_MANIFEST), jsonText({ software: SOFTWARE, files }));
    }
    const staged = this.#isWacz ? `${folder}.wacz` : folder;
    await whileWriting(`-o ${this.#given}`, FOLDER_ADVICE, () => replace(this.#target, staged));
  }

  /** Removes what was not published. */
  discard(): void {
    this.#remove();
    this.#keep();
  }

  #remove(): void {
    for (const path of [this.#staging, `${this.#staging}.wacz`]) {
      rmSync(path, { recursive: true, force: true });
    }
  }

  async *#indexLines(): AsyncGenerator<string> {
    for (const name of this.#names) {
      const place = join(this.#staging, "archive", name);
      for await (const line of indexLines({ place, name, open: () => openRawFile(place) })) {
        this.signal.throwIfAborted();
        yield line;
      }
    }
  }

  /** Writes the list of files in the package with their digests (WACZ 1.1.1). */
  async #describe(date: Date): Promise<void> {
    const folder = this.#staging;
    const resources: object[] = [];
    for (const path of relativeFiles(folder)) {
      const { size } = await stat(join(folder, path));
      const name = path.split("/").at(-1);
      resources.push({ name, path, hash: await this.#digestOf(path), bytes: size });
    }
    const document = { profile: "data-package", wacz_version: "1.1.1", software: SOFTWARE };
    const created = date.toISOString();
    await writeFile(join(folder, PACKAGE), jsonText({ ...document, created, resources }));
    const hash = await fileDigest(join(folder, PACKAGE));
    await writeFile(join(folder, PACKAGE_DIGEST), jsonText({ path: PACKAGE, hash }));
  }

  async #digestOf(path: string): Promise<string> {
    return this.#digests.get(path) ?? fileDigest(join(this.#staging, path));
  }
}

const withoutLinks = (path: string): string =>
  existsSync(path) ? realpathSync(path) : resolve(path);

const jsonText = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** Returns why a copy cannot be at a path. */
async function whyNoOutput(
  path: string,
  target: string,
  sources: readonly string[],
): Promise<string | undefined> {
  const read = sources.map((place) => withoutLinks(place.split(WITHIN)[0]!));
  if (read.some((each) => each === target || each.startsWith(target + sep))) {
    return "is read as well: give another name.";
  }
  if (dirname(target) === target) return "is the root of the file system: give another name.";
  const known = lstatSync(target, { throwIfNoEntry: false });
  if (known?.isSymbolicLink() === true) {
    return "is a link to nothing. Make its folder first, or give another name.";
  }
  if (known !== undefined) {
    const foreign = isWaczName(path)
      ? await foreignInPackage(target)
      : await foreignInFolder(target);
    return foreign && `is not written over: ${foreign}. Give another name.`;
  }
  if (!isWaczName(path) && FILE_NAME.test(path)) {
    return "is the name of a file, and filter writes a folder or a WACZ: give -o FOLDER/ or -o FILE.wacz.";
  }
  return existsSync(dirname(target))
    ? undefined
    : `cannot be written: there is no folder ${dirname(path)}.`;
}

/** Says what in a folder is not as filter wrote it. Undefined for an empty folder, and for one of its own. */
async function foreignInFolder(folder: string): Promise<string | undefined> {
  if (!lstatSync(folder).isDirectory()) return "it is a file";
  const names = relativeFiles(folder);
  if (names.length === 0) return undefined;
  // Links and pipes are not written by filter, and reading a pipe might never end.
  const odd = names.find((name) => !lstatSync(join(folder, name)).isFile());
  if (odd !== undefined) return `it holds ${odd}, which filter did not write`;
  const manifest = names.includes(COPY_MANIFEST)
    ? parseObject(readFileSync(join(folder, COPY_MANIFEST), "utf8"))
    : undefined;
  const files = manifest?.["files"];
  if (!isByFilter(manifest) || !isObject(files)) return "it holds files that filter did not write";
  for (const name of names.filter((each) => each !== COPY_MANIFEST)) {
    if (!Object.hasOwn(files, name)) return `it holds ${name}, which filter did not write`;
    if (files[name] !== (await fileDigest(join(folder, name)))) {
      return `its ${name} is not as filter wrote it`;
    }
  }
  return undefined;
}

/** Says what in a file is not as filter wrote it. Undefined for a package of its own. */
async function foreignInPackage(path: string): Promise<string | undefined> {
  const other = "it is a file that filter did not write";
  for await (const found of packagesOf(path)) {
    const document = found.kind === "damage" ? undefined : await documentOf(found);
    if (found.kind === "damage" || !isByFilter(document)) return other;
    const resources: unknown = document?.["resources"];
    const paths = Array.isArray(resources) ? resources.map((each) => members(each)["path"]) : [];
    const known = new Set<unknown>([...paths, PACKAGE, PACKAGE_DIGEST]);
    const added = found.zip.members.find(({ name }) => !known.has(name));
    if (added !== undefined) return `it holds ${added.name}, which filter did not write`;
    for await (const { source } of verifyPackage(found)) {
      return `its ${source.file.split(WITHIN).at(-1)} is not as filter wrote it`;
    }
  }
  return undefined;
}

/** Other values are not converted to text, because a deeply nested list would overflow the stack. */
function isByFilter(document: ReturnType<typeof parseObject>): boolean {
  const software = document?.["software"];
  return typeof software === "string" && /^detect_off_topic \S+ filter$/u.test(software);
}

/** Puts a folder or file in the place of another, which stays if that fails. */
function replace(target: string, staged: string): void {
  const known = lstatSync(target, { throwIfNoEntry: false });
  if (known === undefined) {
    renameSync(staged, target);
    return;
  }
  const before = `${staged}.before`;
  chmodSync(staged, known.mode & 0o777);
  renameSync(target, before);
  try {
    renameSync(staged, target);
  } catch (cause) {
    renameSync(before, target);
    throw cause;
  }
  rmSync(before, { recursive: true });
}

/** Returns the files below a folder, with `/` in their names. */
const relativeFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, "/"))
    .sort();

async function fileDigest(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return `sha256:${hash.digest("hex")}`;
}

function pagesText(pages: Iterable<ListedPage>): string {
  const lines: object[] = [{ format: "json-pages-1.0", id: "pages", title: "Pages" }];
  for (const { url, ts } of pages) {
    const id = createHash("sha256").update(`${ts} ${url}`).digest("hex").slice(0, 22);
    lines.push({ id, url, ts, title: url });
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Packs a folder into a zip without compression, because players read the members in place. */
async function pack(folder: string, path: string, mtime: Date): Promise<void> {
  const zip = new ZipFile();
  for (const name of relativeFiles(folder)) {
    zip.addFile(join(folder, name), name, { compress: false, mtime, mode: 0o100644 });
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path, { flags: "wx" }));
}
