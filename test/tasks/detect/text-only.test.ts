import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { rowsOf } from "../../support/rows.js";
import { type EndedInside, runInside } from "../../support/run-inside.js";
import { http, warcRecord } from "../../support/warc-builder.js";

const folder = mkdtempSync(join(tmpdir(), "dot-texts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const URI = "http://club.example/";
const CLUB = `Chess club\n${"The chess club meets on Tuesday evenings in the reading room above the bakery.\n".repeat(4)}`;
const CASINO = `Casino bonus\n${"Slots, roulette and free spins without any deposit for new players today.\n".repeat(4)}`;
const date = (year: number): string => `${year}-05-01T10:00:00Z`;

const conversion = (year: number, text: string, uri = URI, of?: string): Buffer =>
  warcRecord(
    {
      ...{ type: "conversion", uri, date: date(year) },
      fields: [
        ["Content-Type", "text/plain"],
        ...(of === undefined ? [] : ([["WARC-Refers-To", `<${of}>`]] as const)),
      ],
    },
    text,
  );
const shown = (year: number, text: string, uri = URI): Buffer =>
  warcRecord(
    {
      ...{ type: "resource", uri: `urn:text:${uri}`, date: `${year}-05-01T10:00:09Z` },
      fields: [["Content-Type", "text/plain"]],
    },
    text,
  );
const response = (year: number, text: string, uri = URI, type = "text/html"): Buffer =>
  warcRecord(
    { uri, date: date(year), fields: [["WARC-Record-ID", `<urn:response:${year}>`]] },
    http(`<title>${text.slice(0, 12)}</title><p>${text}</p>`, { contentType: type }),
  );

function file(name: string, content: Uint8Array | string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const detect = (...args: string[]): Promise<EndedInside> =>
  runInside([...args, "--workers", "0", "-ot", "jsonl"]);

const verdicts = (stdout: string): unknown[] =>
  rowsOf(stdout).map((row) => [
    String(row["memento-datetime"]).slice(0, 4),
    row["overall topic status"],
    row["notes"],
  ]);

const statuses = (stdout: string): unknown[] =>
  rowsOf(stdout).map((row) => [
    String(row["memento-datetime"]).slice(0, 4),
    row["overall topic status"],
  ]);

const WET = "text only: a conversion record, as in WET files";
const BROWSER = "text only: what the browser of the crawler showed";

describe("a file that holds only texts of pages", () => {
  const history = [2010, 2011, 2012, 2013].map((year) => conversion(year, CLUB));

  it.each([
    ["plain", (records: readonly Buffer[]) => Buffer.concat(records)],
    ["gzip", (records: readonly Buffer[]) => Buffer.concat(records.map((each) => gzipSync(each)))],
  ])("is judged as a WET file: %s", async (name, pack) => {
    const info = warcRecord({ type: "warcinfo", date: date(2010) }, "software: wet\r\n");
    const wet = file(`${name}.warc.wet`, pack([info, ...history, conversion(2014, CASINO)]));
    const { status, stdout, stderr } = await detect("-i", `warc=${wet}`);
    expect(verdicts(stdout)).toEqual([
      ["2010", "on-topic", [WET]],
      ["2011", "on-topic", [WET]],
      ["2012", "on-topic", [WET]],
      ["2013", "on-topic", [WET]],
      ["2014", "off-topic", [WET]],
    ]);
    expect(status).toBe(0);
    expect(stderr).toContain("text only: 5 mementos without markup and HTTP status");
  });

  it("is judged as texts that a browser showed", async () => {
    const path = file("text.warc", Buffer.concat([shown(2010, CLUB), shown(2011, CASINO)]));
    expect(verdicts((await detect("-i", `warc=${path}`)).stdout)).toEqual([
      ["2010", "on-topic", [BROWSER]],
      ["2011", "off-topic", [BROWSER]],
    ]);
  });

  it("has a title in the first line of a conversion, and no score of other measures of markup", async () => {
    const path = file(
      "title.wet",
      Buffer.concat([...history.slice(0, 1), conversion(2014, CASINO)]),
    );
    const { stdout } = await detect("-i", `warc=${path}`, "-tm", "title,links,bytecount");
    const [first, second] = rowsOf(stdout).map((row) => JSON.stringify(row["timemap measures"]));
    expect(first).toContain('"title":{"comparison score":1');
    expect(second).toContain('"title":{"comparison score":0');
    expect(second).toContain("plain text has no markup");
  });

  it("gives the same results by map, sort and reduce", async () => {
    const path = file("mapped.wet", Buffer.concat([...history, conversion(2014, CASINO)]));
    const plain = await runInside(["-i", `warc=${path}`, "-ot", "csv"]);
    const mapped = await runInside(["map", path]);
    const sorted = mapped.stdout
      .split("\n")
      .filter((line) => line !== "")
      .sort();
    const lines = file("lines.txt", `${sorted.join("\n")}\n`);
    const reduced = await runInside(["reduce", lines, "-ot", "csv"]);
    expect(reduced.stdout).toBe(plain.stdout);
  });
});

describe("a text beside the capture of its page", () => {
  const pages = [2010, 2011, 2012].map((year) => response(year, CLUB));
  const crawl = (): string => file("pages.warc", Buffer.concat(pages));

  it.each([[["--formats", "html,text"]], [[]]])(
    "is a copy if the page is in another file, whatever the order of the files: %j",
    async (choice) => {
      const texts = file(
        "texts.wet",
        Buffer.concat([
          conversion(2010, CASINO),
          // Some programs give a conversion the date on which they made it.
          conversion(2030, CASINO, URI, "urn:response:2011"),
          shown(2012, CASINO),
        ]),
      );
      for (const order of [
        [crawl(), texts],
        [texts, crawl()],
      ]) {
        const { stdout, stderr } = await detect("-i", `warc=${order.join(",")}`, ...choice);
        expect(statuses(stdout)).toEqual([
          ["2010", "on-topic"],
          ["2011", "on-topic"],
          ["2012", "on-topic"],
        ]);
        expect(stderr).toContain("2 conversion record");
      }
    },
  );
});

describe("a WET file", () => {
  it("loses its off-topic records in a filtered copy, and keeps all others byte for byte", async () => {
    const [on, off] = [conversion(2010, CLUB), conversion(2014, CASINO)];
    const path = file("filter.wet", Buffer.concat([on, conversion(2011, CLUB), off]));
    const results = join(folder, "filter.jsonl");
    await detect("-i", `warc=${path}`, "-o", results);
    const copy = join(folder, "clean");
    await runInside(["filter", results, "-i", `warc=${path}`, "-o", `${copy}/`]);
    const kept = readFileSync(join(copy, "archive", "filter.wet"));
    expect(kept.includes(on)).toBe(true);
    expect(kept.includes("roulette")).toBe(false);
  });

  it("has a row with the reason for a text that is cut off or too large", async () => {
    const cut = conversion(2012, CLUB).subarray(0, -60);
    const path = file(
      "cut.wet",
      Buffer.concat([conversion(2010, CLUB.repeat(9)), conversion(2011, CLUB), cut]),
    );
    const { stdout } = await detect("-i", `warc=${path}`, "--set", "max-page-size=2000");
    expect(rowsOf(stdout).map((row) => row["access error"])).toEqual([
      expect.stringContaining("more than the 2000 that are read"),
      undefined,
      expect.stringContaining("cut off:"),
    ]);
  });
});
