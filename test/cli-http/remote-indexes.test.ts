import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cdxj, indexed, type IndexedRecord } from "../support/cdx-builder.js";
import { startFileServer, type FileServer } from "../support/file-server.js";
import { rowsOf } from "../support/rows.js";
import { ROOT, temporaryFolder } from "../support/run-bin.js";
import { wacz } from "../support/wacz-builder.js";
import { FAST, runHttp } from "./run-http.js";

const COLLECTION = join(ROOT, "fixtures/collection");
const warcs = readdirSync(COLLECTION)
  .filter((name) => name.endsWith(".warc.gz"))
  .map((name) => join(COLLECTION, name));
const [first = ""] = warcs;
const SEEDS = ["http://harbour-lantern-museum.example/", "http://saltmarsh-diary.example.org/"];

let server: FileServer;
let seeds = "";
beforeEach(async () => {
  server = await startFileServer();
  for (const path of warcs) {
    server.files.set(`/base/crawl-data/${basename(path)}`, { bytes: readFileSync(path) });
  }
  seeds = join(temporaryFolder(), "seeds.txt");
  writeFileSync(seeds, SEEDS.join("\n"));
});
afterEach(() => server.close());

let all: Promise<readonly IndexedRecord[]> | undefined;
/** Returns the captures of the collection. */
const collection = (): Promise<readonly IndexedRecord[]> => (all ??= indexed(warcs));

/** Returns the captures of the collection, with their files named relative to the base URI. */
const captures = async (): Promise<IndexedRecord[]> =>
  (await collection()).map((each) => ({ ...each, filename: `crawl-data/${each.filename}` }));

/** Writes a temporary file and returns its path. */
function filed(name: string, text: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}

const PLACES: ReadonlySet<string> = new Set(["source", "file", "offset"]);
const plain = (output: string): unknown =>
  rowsOf(output, (key, value) => (PLACES.has(key) ? undefined : value));

const base = (): readonly string[] => ["--warc-base", `${server.origin}/base/`];

const local = new Map<string, Promise<unknown>>();
/** Returns the rows of a run over the local files by their index. Runs once with and once without seeds. */
function rowsOfFiles(...args: readonly string[]): Promise<unknown> {
  const [key = ""] = args;
  const rows = local.get(key) ?? readLocal(args);
  local.set(key, rows);
  return rows;
}

async function readLocal(args: readonly string[]): Promise<unknown> {
  const index = filed("index.cdxj", cdxj(await collection()));
  const run = await runHttp(["-i", `cdx=${index}`, "--warc-base", COLLECTION, ...args]);
  expect(run.rows.length).toBeGreaterThan(4);
  return plain(run.output);
}

describe("indexes of files on the web", () => {
  it("gives the same rows for web files in a local index as for local files", async () => {
    const index = filed("index.cdxj", cdxj(await captures()));
    const run = await runHttp(["-i", `cdx=${index}`, ...base(), "--seeds", seeds, ...FAST]);
    expect(plain(run.output)).toEqual(await rowsOfFiles("--seeds", seeds));
    expect(run.output).toContain(`${server.origin}/base/crawl-data/${basename(first)}`);
  });

  it("gives the same rows for a WACZ on the web by its index as for local files", async () => {
    const files = { "indexes/index.cdxj": cdxj(await collection()) };
    const named = Object.fromEntries(warcs.map((path) => [basename(path), readFileSync(path)]));
    server.files.set("/x.wacz", { bytes: wacz(named, { files }) });
    const run = await runHttp(["-i", `cdx=${server.origin}/x.wacz`, "--seeds", seeds, ...FAST]);
    expect(plain(run.output)).toEqual(await rowsOfFiles("--seeds", seeds));
  });
});

describe("requests for files on the web", () => {
  it("fetches only the records that are needed, and neighbouring records in one request", async () => {
    const [one, two, ...others] = (await captures()).sort(
      (a, b) =>
        Number(a.filename > b.filename) - Number(a.filename < b.filename) ||
        Number(a.offset) - Number(b.offset),
    );
    const far = others.findLast(({ mime }) => mime === "text/html");
    const index = filed("index.cdxj", cdxj([one!, two!, far!]));
    const run = await runHttp(["-i", `cdx=${index}`, ...base(), "--pages", "html", ...FAST]);
    expect(run.rows.length).toBeGreaterThan(0);
    const endOf = ({ offset, length }: IndexedRecord): number => Number(offset) + Number(length);
    expect(server.asked.map(({ from, to }) => [from, to])).toEqual([
      [Number(one!.offset), endOf(two!)],
      [Number(far!.offset), endOf(far!)],
    ]);
  });

  it("reports a missing file, and a record beyond the end of its file, in error rows", async () => {
    const all = (await captures()).filter(({ url }) => SEEDS.includes(url));
    const [one, two] = all;
    const index = filed(
      "index.cdxj",
      cdxj([
        { ...one!, filename: "crawl-data/gone.warc.gz" },
        { ...two!, offset: "99999999" },
      ]),
    );
    const { rows } = await runHttp(["-i", `cdx=${index}`, ...base(), ...FAST]);
    const errors = rows.map((row) => String(row["access error"])).join("\n");
    expect(errors).toContain(
      `${server.origin}/base/crawl-data/gone.warc.gz cannot be read at byte ${one!.offset}: the server has no such file: it answers 404`,
    );
    expect(errors).toContain("at byte 99999999: the file ends before byte ");
  });
});
