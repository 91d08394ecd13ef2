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
import { jsonFile, type JsonRecord, members, parseObject } from "../../base/json.js";
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
  WITHIN,
} from "../../read/warc/wacz.js";

/** Function that writes bytes, in order. */
export type Write = (bytes: Uint8Array) => Promise<void>;

/** The pages for the list that WACZ players show; `ts` is in ISO 8601. */
type Pages = Iterable<{ readonly url: string; readonly ts: string }>;

/** Name of the software in the folder's manifest and in the package, by which filter recognises its own output. */
export const SOFTWARE = `detect_off_topic ${version} filter`;
const COPY_MANIFEST = "filter.json";
const FOLDER_ADVICE = "Give a name in a folder that you may write to.";
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
      await refuseTarget(path, withoutLinks(path), sources);
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
        await this.#writing(() => file.writeFile(bytes));
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
  async addRecords(
    name: string,
    records: AsyncIterable<WarcRecord> | Iterable<WarcRecord>,
  ): Promise<void> {
    await this.addFile(name, async (write) => {
      for await (const record of records) await write(await warcMember(record));
      return true;
    });
  }

  /** Writes the index and the description of the collection, and puts everything in its place. */
  async publish(pages: Pages, date: Date): Promise<void> {
    const folder = this.#staging;
    await mkdir(join(folder, "indexes"));
    const index = join(folder, "indexes", this.#isWacz ? "index.cdx" : "index.cdxj");
    await writeFile(index, sortedIndex(this.#indexLines()), { flag: "wx" });
    if (this.#isWacz) {
      await mkdir(join(folder, "pages"));
      await writeFile(join(folder, "pages/pages.jsonl"), pagesText(pages));
      await this.#describe(date);
      await this.#writing(() => pack(folder, `${folder}.wacz`, date));
    } else {
      const files: Record<string, string> = {};
      for (const path of relativeFiles(folder)) files[path] = await this.#digestOf(path);
      await writeFile(join(folder, COPY_MANIFEST), jsonFile({ software: SOFTWARE, files }));
    }
    const staged = this.#isWacz ? `${folder}.wacz` : folder;
    await this.#writing(() => replace(this.#target, staged));
  }

  #writing(work: () => void | Promise<void>): Promise<void> {
    return whileWriting(`-o ${this.#given}`, FOLDER_ADVICE, work);
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
    await writeFile(join(folder, PACKAGE), jsonFile({ ...document, created, resources }));
    const hash = await fileDigest(join(folder, PACKAGE));
    await writeFile(join(folder, PACKAGE_DIGEST), jsonFile({ path: PACKAGE, hash }));
  }

  async #digestOf(path: string): Promise<string> {
    return this.#digests.get(path) ?? fileDigest(join(this.#staging, path));
  }
}

const withoutLinks = (path: string): string =>
  existsSync(path) ? realpathSync(path) : resolve(path);

/** Throws a `UsageError` if a copy would be over what is read, or over what filter did not write. */
async function refuseTarget(
  path: string,
  target: string,
  sources: readonly string[],
): Promise<void> {
  const read = sources.map((place) => withoutLinks(place.split(WITHIN)[0]!));
  if (read.some((each) => each === target || each.startsWith(target + sep))) {
    throw new UsageError(`-o ${path} is read as well: give another name.`);
  }
  const known = lstatSync(target, { throwIfNoEntry: false });
  const isKind = known?.isDirectory() !== isWaczName(path);
  if (known === undefined || (isKind && (await isOwn(target)))) return;
  throw new UsageError(
    `-o ${path} is not written over: it is not as filter wrote it. Give another name.`,
  );
}

/** Tells whether a folder is empty, or everything in it, or in a WACZ, is as filter wrote it. */
const isOwn = (path: string): Promise<boolean> =>
  lstatSync(path).isDirectory() ? isOwnFolder(path) : isOwnPackage(path);

async function isOwnFolder(folder: string): Promise<boolean> {
  const names = relativeFiles(folder);
  if (names.length === 0) return true;
  // Links and pipes are not written by filter, and reading a pipe might never end.
  if (!names.includes(COPY_MANIFEST)) return false;
  if (!names.every((name) => lstatSync(join(folder, name)).isFile())) return false;
  const manifest = parseObject(readFileSync(join(folder, COPY_MANIFEST), "utf8"));
  if (!isByFilter(manifest)) return false;
  const digests = members(manifest["files"]);
  for (const name of names) {
    if (name !== COPY_MANIFEST && digests[name] !== (await fileDigest(join(folder, name)))) {
      return false;
    }
  }
  return true;
}

async function isOwnPackage(path: string): Promise<boolean> {
  for await (const found of packagesOf(path)) {
    if (found.kind === "damage") return false;
    const document = await documentOf(found);
    if (!isByFilter(document)) return false;
    const { resources } = document;
    const listed = Array.isArray(resources) ? resources.map((each) => members(each)) : [];
    const digests = new Map(listed.map(({ path: name, hash }) => [name, hash]));
    for (const member of found.zip.members) {
      if (member.name === PACKAGE || member.name === PACKAGE_DIGEST) continue;
      const { bytes } = await found.zip.openMember(member);
      const digest = createHash("sha256");
      while (await bytes.ensure(1)) {
        digest.update(bytes.window);
        bytes.consume(bytes.window.length);
      }
      if (digests.get(member.name) !== `sha256:${digest.digest("hex")}`) return false;
    }
  }
  return true;
}

/** Other values are not converted to text, because a deeply nested list would overflow the stack. */
function isByFilter(document: JsonRecord | undefined): document is JsonRecord {
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

function pagesText(pages: Pages): string {
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
