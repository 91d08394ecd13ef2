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
import { atExit } from "../at-exit.js";
import { codeOf, UsageError, whileWriting } from "../errors.js";
import { warcMember, type WarcRecord } from "../http/directory/records.js";
import { parseObject } from "../json.js";
import { openFile } from "../platform/files.js";
import { Shuffle } from "../shuffle.js";
import { version } from "../version.js";
import { openRawFile } from "../warc/bytes.js";
import { isWaczName } from "../warc/wacz.js";
import { Zip, ZipTrouble } from "../warc/zip.js";
import { indexLines } from "./cdxj.js";
import type { SourceFile } from "./files.js";

/** Memory for the lines of the index. */
const MEMORY = 32 << 20;

/** Takes bytes, in order. */
export type Write = (bytes: Uint8Array) => Promise<void>;

/** A page for the list that players of WACZ show. */
export interface Page {
  readonly url: string;
  /** ISO 8601. */
  readonly ts: string;
}

/** Writes a collection of WARC files with its index, as a folder that pywb serves or as a WACZ. */
export class CollectionWriter {
  readonly #target: Target;
  readonly #date: Date;
  readonly #signal: AbortSignal;
  readonly #names: string[] = [];

  constructor(target: Target, date: Date, signal: AbortSignal) {
    this.#target = target;
    this.#date = date;
    this.#signal = signal;
  }

  get #archive(): string {
    return join(this.#target.staging, "archive");
  }

  /** Adds a file that `fill` writes; none where it says so. */
  async addFile(name: string, fill: (write: Write) => Promise<boolean>): Promise<void> {
    await mkdir(this.#archive, { recursive: true });
    const path = join(this.#archive, name);
    const file = await open(path, "wx");
    let isWanted: boolean;
    try {
      isWanted = await fill(async (bytes) => {
        this.#signal.throwIfAborted();
        for (let at = 0; at < bytes.length;) {
          at += (await file.write(bytes, at, bytes.length - at)).bytesWritten;
        }
      });
    } finally {
      await file.close();
    }
    if (isWanted) this.#names.push(name);
    else await rm(path);
  }

  /** Adds a file of these records, each a gzip member. */
  async addRecords(name: string, records: AsyncIterable<WarcRecord>): Promise<void> {
    await this.addFile(name, async (write) => {
      for await (const record of records) await write(await warcMember(record));
      return true;
    });
  }

  /** Writes the index and what describes the collection, and puts all in its place. */
  async finish(pages: Iterable<Page>): Promise<void> {
    const { isWacz, staging, publish } = this.#target;
    await this.#writeIndex(isWacz ? "index.cdx" : "index.cdxj");
    if (!isWacz) {
      const files = filesBelow(staging);
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

  async #writeIndex(name: string): Promise<void> {
    const lines = new Shuffle(MEMORY);
    try {
      for (const each of this.#names) {
        const place = join(this.#archive, each);
        const file = { place, name: each, open: () => openRawFile(place) };
        for await (const line of indexLines(file)) {
          this.#signal.throwIfAborted();
          lines.add(line);
        }
      }
      await mkdir(join(this.#target.staging, "indexes"));
      const file = await open(join(this.#target.staging, "indexes", name), "wx");
      try {
        for (const line of lines.sorted()) await file.write(`${line}\n`);
      } finally {
        await file.close();
      }
    } finally {
      lines.close();
    }
  }

  /** The package's list of files, with their digests (WACZ 1.1.1). */
  async #describe(): Promise<void> {
    const { staging } = this.#target;
    const resources: object[] = [];
    for (const path of filesBelow(staging) ?? []) {
      const { size } = await stat(join(staging, path));
      const name = path.split("/").at(-1);
      resources.push({ name, path, hash: await sha256(join(staging, path)), bytes: size });
    }
    const path = "datapackage.json";
    const created = this.#date.toISOString();
    const document = {
      profile: "data-package",
      wacz_version: "1.1.1",
      software: SOFTWARE,
      created,
    };
    await writeFile(join(staging, path), jsonText({ ...document, resources }));
    const hash = await sha256(join(staging, path));
    await writeFile(join(staging, "datapackage-digest.json"), jsonText({ path, hash }));
  }
}

const jsonText = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

async function sha256(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return `sha256:${hash.digest("hex")}`;
}

function pagesText(pages: Iterable<Page>): string {
  const head = { format: "json-pages-1.0", id: "pages", title: "Pages" };
  let text = `${JSON.stringify(head)}\n`;
  for (const { url, ts } of pages) {
    const id = createHash("sha256").update(`${ts} ${url}`).digest("hex").slice(0, 22);
    text += `${JSON.stringify({ id, url, ts, title: url })}\n`;
  }
  return text;
}

/** A zip whose members are stored as they are: players read it in place. */
async function pack(folder: string, path: string, mtime: Date): Promise<void> {
  const zip = new ZipFile();
  for (const name of filesBelow(folder) ?? []) {
    zip.addFile(join(folder, name), name, { compress: false, mtime, mode: 0o100644 });
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path, { flags: "wx" }));
}

/** What says that filter wrote a collection, in the folder and in the package. */
export const SOFTWARE = `detect_off_topic ${version} filter`;
const BY_FILTER = /^detect_off_topic \S+ filter$/u;
/** Lists the files that filter wrote. */
export const MANIFEST = "filter.json";

/** Where a filtered collection goes: nothing is to be seen there until `publish`. */
export interface Target {
  readonly isWacz: boolean;
  /** A folder beside it that is written first. */
  readonly staging: string;
  /** Puts what was staged (a folder, or the package) in the place of what filter wrote before. */
  readonly publish: (staged: string) => Promise<void>;
  readonly discard: () => void;
}

/**
 * Opens the target of `-o`. Throws a `UsageError` where anything is there that filter did not write: nothing is ever
 * deleted but its own output.
 */
export const openTarget = (
  path: string,
  sources: readonly Pick<SourceFile, "place">[],
): Promise<Target> => whileWriting(`-o ${path}`, ADVICE, () => targetAt(path, sources));

const ADVICE = "Give a name in a folder that you may write to.";

async function targetAt(
  path: string,
  sources: readonly Pick<SourceFile, "place">[],
): Promise<Target> {
  if (path === "") throw new UsageError("-o names no folder. Give the name of one.");
  const isWacz = isWaczName(path);
  // A link stays a link: what it points to is replaced.
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
  const known = lstatSync(target, { throwIfNoEntry: false });
  if (known?.isSymbolicLink() === true) {
    throw new UsageError(
      `-o ${path} is a link to nothing. Make its folder first, or give another name.`,
    );
  }
  if (known !== undefined) {
    const why = isWacz ? await whyNotOwnPackage(target) : whyNotOwnFolder(target);
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

function whyNotOwnFolder(folder: string): string | undefined {
  const names = filesBelow(folder);
  if (names === undefined) return "it is a file";
  if (names.length === 0) return undefined;
  const manifest = names.includes(MANIFEST)
    ? parseObject(readFileSync(join(folder, MANIFEST), "utf8"))
    : undefined;
  const files: unknown = manifest?.["files"];
  const isOwn = BY_FILTER.test(String(manifest?.["software"])) && Array.isArray(files);
  if (!isOwn) return "it holds files that filter did not write";
  const other = names.find((name) => name !== MANIFEST && !files.includes(name));
  return other === undefined ? undefined : `it holds ${other}, which filter did not write`;
}

/** Files below a folder, with `/` in their names; undefined for what is no folder. */
export function filesBelow(folder: string): string[] | undefined {
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
  const { size = 0, read, close } = await openFile(path);
  try {
    const zip = await Zip.open({ size, read });
    const member = zip.member("datapackage.json");
    if (member === undefined || member.size > 1 << 24) return other;
    const { bytes } = await zip.openMember(member);
    await bytes.ensure(member.size);
    const document = parseObject(bytes.window.toString("utf8"));
    return BY_FILTER.test(String(document?.["software"])) ? undefined : other;
  } catch (cause) {
    if (cause instanceof ZipTrouble) return other;
    throw cause;
  } finally {
    await close();
  }
}
