import { createReadStream, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { WARCParser } from "warcio";
import { QUICK, runBin, temporaryFolder } from "../../support/run-bin.js";

/** A record as warcio reads it. */
export interface Read {
  readonly type: string;
  readonly id: string;
  readonly uri: string;
  readonly date: string;
  readonly status: string | undefined;
  readonly text: string;
}

/** Returns the records of WARC files, read by warcio. */
export async function recordsIn(...paths: readonly string[]): Promise<Read[]> {
  const records: Read[] = [];
  for (const path of paths) {
    for await (const record of new WARCParser(createReadStream(path))) {
      const header = (name: string): string => record.warcHeader(name) ?? "";
      records.push({
        type: record.warcType,
        id: header("WARC-Record-ID").replace(/[<>]/gu, ""),
        uri: header("WARC-Target-URI"),
        date: header("WARC-Date"),
        status: record.httpHeaders?.statusline,
        text: await record.contentText(),
      });
    }
  }
  return records;
}

/** A folder with files, the results of a run on them, and decisions. */
export class Collection {
  readonly folder: string = temporaryFolder();
  readonly #files: readonly string[];

  constructor(files: Readonly<Record<string, Uint8Array>>) {
    for (const [name, bytes] of Object.entries(files)) {
      mkdirSync(dirname(this.path(`in/${name}`)), { recursive: true });
      writeFileSync(this.path(`in/${name}`), bytes);
    }
    this.#files = Object.keys(files).map((name) => this.path(`in/${name}`));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  get input(): string {
    return `warc=${this.#files.join(",")}`;
  }

  /** Decides on URI-Ms (or URI-Rs) and runs filter. Returns its exit status and output. */
  async filter(
    decided: Readonly<Record<string, "0" | "1" | "?">>,
    ...args: readonly string[]
  ): ReturnType<typeof runBin> {
    const results = this.path("out.jsonl");
    const run = await runBin(["-q", "-i", this.input, ...QUICK, "-o", results]);
    if (run.status !== 0) throw new Error(run.stderr);
    const rows = Object.entries(decided).map(([uri, label]) => `${uri}\t${label}\n`);
    writeFileSync(this.path("decisions.tsv"), rows.join(""));
    const overrides = rows.length === 0 ? [] : ["--overrides", this.path("decisions.tsv")];
    return runBin(["filter", results, ...overrides, "-i", this.input, ...args]);
  }

  /** Runs filter with the output folder `clean`. Throws if it fails. */
  async clean(
    decided: Readonly<Record<string, "0" | "1" | "?">>,
    ...args: readonly string[]
  ): Promise<{ readonly stderr: string }> {
    const { status, stderr } = await this.filter(decided, "-o", this.path("clean"), ...args);
    if (status !== 0) throw new Error(stderr);
    return { stderr };
  }

  /** Returns a file of the copy. */
  copy(name: string): Buffer {
    return readFileSync(this.path(`clean/archive/${name}`));
  }

  /** Path of the file that filter adds. */
  get own(): string {
    return this.path("clean/archive/detect-off-topic-filter.warc.gz");
  }
}
