import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { cdx } from "../../../src/read/inputs/cdx.js";
import type { InputItem } from "../../../src/base/types.js";
import { warcBase } from "../../../src/read/cdx/sources.js";
import type { InputContext } from "../../../src/read/types.js";
import { cdx as cdxOf, cdxj, indexed, type IndexedRecord } from "../../support/cdx-builder.js";
import { folderWith } from "../../support/folders.js";
import { QUICK_ON_BYTES, ROOT, runBin } from "../../support/run-bin.js";
import {
  http,
  ofKind,
  outline,
  PACKINGS,
  page,
  pageRecord,
  readInput,
  warcRecord,
} from "../../support/warc-builder.js";
import { wacz } from "../../support/wacz-builder.js";
import { rowsOf } from "../../support/rows.js";

const COLLECTION = join(ROOT, "fixtures/collection");
const warcs = readdirSync(COLLECTION)
  .filter((name) => name.endsWith(".warc.gz"))
  .map((name) => join(COLLECTION, name));

let collection: readonly IndexedRecord[] = [];
beforeAll(async () => {
  collection = await indexed(warcs);
});

const itemsOf = async (
  value: string,
  http: InputContext["http"] = {},
  choices: Partial<InputContext> = {},
): Promise<InputItem[]> => readInput(cdx, await cdx.prepare([value]), { http, ...choices });

const PLACES: ReadonlySet<string> = new Set(["source", "file", "offset"]);

/** Returns the rows of a run without the files and offsets in them. */
async function rows(...args: readonly string[]): Promise<unknown[]> {
  const { stdout, stderr } = await runBin([...args, ...QUICK_ON_BYTES, "-q", "-ot", "jsonl"]);
  expect(stderr.replace(/^TimeMap from-warc.*\n/gmu, "")).toBe("");
  return rowsOf(stdout, (key, value) => (PLACES.has(key) ? undefined : value));
}

/** Returns the files of a folder by name. */
const inFolder = (path: string): Record<string, Uint8Array> =>
  Object.fromEntries(warcs.map((warc) => [join(path, basename(warc)), readFileSync(warc)]));

describe("a collection read by its index", () => {
  const eleven = "N b a m s k r M S V g";
  const layouts: Readonly<Record<string, () => readonly [source: string, ...args: string[]]>> = {
    "pywb's folder with CDXJ": () => [
      folderWith({ "indexes/index.cdxj": cdxj(collection), ...inFolder("archive") }),
    ],
    "CDX of eleven fields and --warc-base": () => [
      join(folderWith({ "a.cdx": cdxOf(collection, eleven) }), "a.cdx"),
      "--warc-base",
      join(ROOT, "fixtures"),
    ],
    "CDXJ with gzip in a folder": () => [
      folderWith({ "indexes/a.cdxj.gz": gzipSync(cdxj(collection)), ...inFolder("archive") }),
    ],
    "several indexes that overlap": () => [
      folderWith({
        "indexes/a.cdxj": cdxj(collection.slice(0, 80)),
        "indexes/b.cdx": cdxOf(collection.slice(60), eleven),
        ...inFolder("archive"),
      }),
    ],
    // Browsertrix and py-wacz write blocks of lines and a list of these blocks.
    "a WACZ": () => {
      const lines = cdxj(collection).split(/(?<=\n)/u);
      const blocks = [lines.slice(0, 50), lines.slice(50)].map((each) => gzipSync(each.join("")));
      const files = {
        "indexes/index.idx": "a list of blocks",
        "indexes/index.cdx.gz": Buffer.concat(blocks),
      };
      return [join(folderWith({ "a.wacz": wacz(inFolder(""), { files }) }), "a.wacz")];
    },
    "the index of a WACZ with compressed members": () => {
      const files = { "indexes/index.cdx": cdxj(collection) };
      return [
        join(folderWith({ "a.wacz": wacz(inFolder(""), { files, deflate: true }) }), "a.wacz"),
      ];
    },
  };

  let expected: readonly unknown[] = [];
  beforeAll(async () => {
    expected = await rows("-i", `warc=${COLLECTION}`);
    expect(expected.length).toBeGreaterThan(100);
  });
  it.each(Object.entries(layouts))(
    "gives the same rows by an index as from the WARC files of a collection: %s",
    async (_, layout) => {
      const [source, ...args] = layout();
      expect(await rows("-i", `cdx=${source}`, ...args)).toEqual(expected);
    },
  );

  it("chooses the rows of --seeds by an index, with each kind of --match", async () => {
    const layout = layouts["pywb's folder with CDXJ"]!()[0];
    const pages = collection.filter(({ mime }) => mime === "text/html").map(({ url }) => url);
    const seeds = join(
      folderWith({ "seeds.txt": [...new Set(pages)].filter((_url, i) => i % 3 === 0).join("\n") }),
      "seeds.txt",
    );
    const counts = new Set<number>();
    for (const match of ["exact", "host", "domain"]) {
      const choice = ["--seeds", seeds, "--match", match];
      const found = await rows("-i", `cdx=${layout}`, ...choice);
      expect(found, match).toEqual(await rows("-i", `warc=${COLLECTION}`, ...choice));
      counts.add(found.length);
    }
    expect(counts.size).toBe(3);
  });
});

/** Returns a line of an index of `a.warc`. */
const line = (url: string, timestamp: string, offset: number, more: object = {}): string => {
  const key = `example,${new URL(url).hostname.split(".")[0]!})${new URL(url).pathname}`;
  const fields = { url, mime: "text/html", status: "200", offset: String(offset) };
  return `${key} ${timestamp} ${JSON.stringify({ ...fields, filename: "a.warc", ...more })}\n`;
};
const DATE = "20100101000000";

/** Writes consecutive records and their index. */
async function crawl(...records: readonly Buffer[]): Promise<string> {
  const own = folderWith({ "a.warc": Buffer.concat(records) });
  writeFileSync(join(own, "a.cdxj"), cdxj(await indexed([join(own, "a.warc")])));
  return join(own, "a.cdxj");
}

const captured = (uri: string, year: number, body = page(uri), type = "response"): Buffer =>
  warcRecord({ type, uri, date: `${year}-01-01T00:00:00Z` }, http(body));

const A = "http://a.example/";

describe("a capture of an index", () => {
  const record = captured("http://a.example/", 2010);
  const problems = async (index: string, warc: Uint8Array = record): Promise<string[]> => {
    const own = folderWith({ "a.cdxj": index, "a.warc": warc });
    return outline(await itemsOf(join(own, "a.cdxj"))).map((text) => text.replaceAll(own, ""));
  };

  const NOT_FOUND = ", which the index names, is not found: give its folder with --warc-base";
  const NO_RECORD = "the index does not fit: there is no record of this URI in /a.warc at byte";
  it.each([
    ["whose file is missing", line(A, DATE, 0, { filename: "b.warc" }), `b.warc${NOT_FOUND}`],
    [
      "whose file is outside",
      line(A, DATE, 0, { filename: "../../b.warc" }),
      `../../b.warc${NOT_FOUND}`,
    ],
    ["with a wrong offset", line(A, DATE, 7), `${NO_RECORD} 7`],
    ["with a late offset", line(A, DATE, 1e9), `${NO_RECORD} 1000000000`],
    ["with the offset of another", line("http://b.example/", DATE, 0), `${NO_RECORD} 0`],
  ])("writes an error row for a capture of an index: %s", async (_, index, row) => {
    expect(await problems(index)).toEqual([expect.stringContaining(row)]);
  });
});

it.each(Object.entries(PACKINGS))("reads records by their offsets: %s", async (_, pack) => {
  const hosts = ["a", "b", "c"];
  const own = folderWith({ "a.warc": pack(hosts.map((host) => pageRecord(host))) });
  const lines = cdxj(await indexed([join(own, "a.warc")]));
  writeFileSync(join(own, "a.cdxj"), lines);
  const items = await itemsOf(join(own, "a.cdxj"), {}, { documentsOnly: true });
  expect(
    ofKind(items, "memento")
      .map(({ capture }) => capture.uriR)
      .sort(),
  ).toEqual(hosts.map((host) => `http://${host}.example/`));
});

describe("the choice of captures", () => {
  it("chooses the captures of --from, --to, --limit and --sample, and always the first capture of each page", async () => {
    const years = [2010, 2011, 2012, 2013, 2014];
    const path = await crawl(...years.map((year) => captured("http://a.example/", year)));
    const chosen = async (http: InputContext["http"]): Promise<string[]> =>
      ofKind(await itemsOf(path, http), "memento").map(({ capture }) =>
        capture.mementoDatetime.slice(0, 4),
      );
    expect(await chosen({ from: "2012", to: "2013" })).toEqual(["2010", "2012", "2013"]);
    expect(await chosen({ limit: 2 })).toEqual(["2010", "2011"]);
    expect(await chosen({ sample: 3 })).toEqual(["2010", "2012", "2014"]);
  });
});

it("--seeds auto takes the seeds that the page list of a WACZ names", async () => {
  const pages = ["a", "b"].map((name) => pageRecord(name));
  const records = await indexed([
    join(folderWith({ "data.warc": Buffer.concat(pages) }), "data.warc"),
  ]);
  const files = {
    "indexes/index.cdxj": cdxj(records),
    "pages/pages.jsonl": `${JSON.stringify({ url: records[0]!.url, seed: true })}\n`,
  };
  const packed = wacz({ "data.warc": Buffer.concat(pages) }, { files });
  const path = join(folderWith({ "crawl.wacz": packed }), "crawl.wacz");
  const seeds: string[] = [];
  const items = await itemsOf(path, { seeds: "auto" }, { onSeed: (uriR) => seeds.push(uriR) });
  expect(seeds).toEqual([records[0]!.url]);
  expect(ofKind(items, "memento").map(({ capture }) => capture.uriR)).toEqual(seeds);
});

describe("the place of a file that an index names", () => {
  const bytes = captured("http://a.example/", 2010);
  it.each([
    ["beside the index", "a.warc", "a.warc", true],
    ["under a path beside it", "x/a.warc", "x/a.warc", true],
    ["in archive/", "archive/a.warc", "a.warc", true],
    ["without its path", "a.warc", "/elsewhere/a.warc", true],
    ["inside its folders only", "a.warc", "x/../../y/a.warc", true],
    ["without its address", "a.warc", "https://crawler.example/a.warc", true],
    ["only if it has the name of one", "a.txt", "a.txt", false],
    ["only if it is a file", "a.warc/x", "a.warc", false],
  ])("is looked for %s", async (_, name, filename, isFound) => {
    const index = line("http://a.example/", DATE, 0, { filename });
    const path = join(folderWith({ "a.cdxj": index, [name]: bytes }), "a.cdxj");
    expect((await itemsOf(path)).map(({ kind }) => kind)).toEqual([isFound ? "memento" : "missed"]);
  });

  it("is looked for at any depth under --warc-base, where the first of a name is read", async () => {
    const own = folderWith({
      "x/a.cdxj": line("http://a.example/", DATE, 0),
      "b/2/a.warc": "",
      "b/1/a.warc": bytes,
    });
    const options = { warcBase: warcBase(join(own, "b")) };
    expect(outline(await itemsOf(join(own, "x/a.cdxj"), options))).toEqual([
      "memento http://a.example/",
    ]);
  });

  it("is a folder that exists, or a URI without a password", () => {
    expect(warcBase("https://a.example/b")).toBe("https://a.example/b");
    expect(() => warcBase("https://u:p@a.example/b")).toThrow("a URI without user name and query");
    expect(() => warcBase("https://a.example/b?c")).toThrow("a URI without user name and query");
    expect(() => warcBase("nowhere")).toThrow("--warc-base nowhere: no such folder");
  });

  it("is told to be missing for a WACZ without an index, which names no seeds", async () => {
    const path = join(folderWith({ "a.wacz": wacz({ "a.warc": bytes }) }), "a.wacz");
    const lines = outline(await itemsOf(path));
    expect(lines).toEqual(["damage at 0: the WACZ holds no index"]);
    await expect(itemsOf(path, { seeds: "auto" })).rejects.toThrow("an index names no seeds");
  });
});

describe("mistakes in inputs with an index", () => {
  it.each([
    ["a WARC file", () => join(folderWith({ "a.warc": "" }), "a.warc"), "Write -i warc="],
    ["a pipe", () => "-", "at any position"],
    ["another text", () => join(folderWith({ "a.cdxj": "hello\n" }), "a.cdxj"), "is not an index"],
    ["a folder without an index", () => folderWith({ "a.txt": "" }), "holds no index"],
    [
      "a working directory",
      () => join(folderWith({ "index.cdxj": "", "detect_off_topic.json": "{}" }), "index.cdxj"),
      "Write -i dir=",
    ],
  ])("rejects %s instead of an index in one line", async (_, source, message) => {
    await expect(cdx.prepare([source()])).rejects.toThrow(message);
  });
});
