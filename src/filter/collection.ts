import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { WarcRecord } from "../http/directory/records.js";
import { warcMember } from "../http/directory/records.js";
import { Shuffle } from "../shuffle.js";
import { openRawFile } from "../warc/bytes.js";
import { indexLines } from "./cdxj.js";
import type { Write } from "./copy.js";
import { filesBelow, MANIFEST, SOFTWARE, type Target } from "./target.js";

/** Memory for the lines of the index. */
const MEMORY = 32 << 20;

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
      publish(staging);
      return;
    }
    await mkdir(join(staging, "pages"));
    await writeFile(join(staging, "pages/pages.jsonl"), pagesText(pages));
    await this.#describe();
    const packed = `${staging}.wacz`;
    await pack(staging, packed, this.#date);
    publish(packed);
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
