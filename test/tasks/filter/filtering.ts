import { createReadStream, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { WARCParser } from "warcio";
import { QUICK, runBin, temporaryFolder } from "../../support/run-bin.js";
import {
  http,
  page,
  pageRecord,
  type RecordParts,
  warcRecord,
} from "../../support/warc-builder.js";

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

export const at = (year: number): string => `${year}-06-01T10:20:30Z`;
export const uriM = (year: number, name: string): string =>
  `from-warc::${year}0601102030::http://${name}.example/`;
export const id = (name: string): RecordParts["fields"] => [
  ["WARC-Record-ID", `<urn:uuid:${name}>`],
];
export const good = (year = 2012): Buffer =>
  pageRecord("good", { date: at(year), fields: id(`good-${year}`) });
export const bad = (year = 2013): Buffer =>
  pageRecord("bad", { date: at(year), fields: id(`bad-${year}`) }, page("bad", "Buy pills."));
export const request = (name: string, of: string, method = "GET"): Buffer =>
  warcRecord(
    {
      type: "request",
      uri: `http://${name}.example/`,
      date: at(2013),
      fields: [["WARC-Concurrent-To", `<urn:uuid:${of}>`], ...id(`request-of-${of}`)!],
    },
    `${method} / HTTP/1.1\r\nHost: ${name}.example\r\n\r\n`,
  );
export const image = warcRecord(
  { uri: "http://bad.example/logo.png", date: at(2013), fields: id("image") },
  http("PNG", { contentType: "image/png" }),
);

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
    return this.again(...overrides, "-i", this.input, ...args);
  }

  /** Runs filter once more, with the results of the last run. */
  again(...args: readonly string[]): ReturnType<typeof runBin> {
    return runBin(["filter", this.path("out.jsonl"), ...args]);
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
