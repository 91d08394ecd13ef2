import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { QUICK, runBin, temporaryFolder } from "../../support/run-bin.js";
import { page, pageRecord } from "../../support/warc-builder.js";
import { Collection } from "./filtering.js";

const capture = (name: string, year: number, ids = true): Buffer =>
  pageRecord(
    name,
    {
      date: `${year}-06-01T10:20:30Z`,
      ...(ids && { fields: [["WARC-Record-ID", `<urn:uuid:${name}-${year}>`]] }),
    },
    page(name, `The bakery of ${name} sells bread in ${year}.`),
  );
const uriM = (year: number, name: string): string =>
  `from-warc::${year}0601102030::http://${name}.example/`;

/** Two crawls, with results of a run that has read only the second one. */
async function ofSecondCrawl(ids: boolean): Promise<{ folder: string; results: string }> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "1.warc"), Buffer.concat([capture("a", 2011, ids)]));
  const second = Buffer.concat([capture("a", 2012, ids), capture("b", 2012, ids)]);
  writeFileSync(join(folder, "2.warc"), second);
  const results = join(folder, "new.jsonl");
  await runBin(["-q", "-i", `warc=${join(folder, "2.warc")}`, ...QUICK, "-o", results]);
  return { folder, results };
}

describe("captures without a row in the results", () => {
  it.each([true, false])(
    "of seeds that have rows are counted in a warning, with record IDs: %j",
    async (ids) => {
      const { folder, results } = await ofSecondCrawl(ids);
      const to = join(folder, "clean");
      const args = ["-q", "filter", results, "-i", `warc=${folder}/*.warc`, "-o", to];
      const { status, stderr } = await runBin(args);
      expect(status).toBe(0);
      expect(stderr).toMatch(
        /^1 capture of its seeds in the files has no verdict in \S+new\.jsonl:/u,
      );
    },
  );
});

describe("results of other files", () => {
  it.each([
    ["a copy", []],
    ["an index", ["--as", "cdxj"]],
  ])("are refused for %s, and nothing is written", async (_, how) => {
    const { folder, results } = await ofSecondCrawl(true);
    const other = join(folder, "other.warc");
    writeFileSync(other, capture("z", 2015));
    const to = join(folder, "out");
    const { status, stderr } = await runBin([
      "filter",
      results,
      "-i",
      `warc=${other}`,
      ...how,
      "-o",
      to,
    ]);
    expect([status, stderr]).toEqual([
      2,
      "detect_off_topic: no capture of the results is in the files of -i: they are results of other files. Nothing was written.\n",
    ]);
    expect(existsSync(to)).toBe(false);
  });
});

describe("the end of a copy", () => {
  const files = {
    "a.warc": Buffer.concat([capture("a", 2011), capture("b", 2011), capture("b", 2012)]),
  };

  it("names seeds without a capture left", async () => {
    const collection = new Collection(files);
    const decided = { [uriM(2011, "b")]: "0", [uriM(2012, "b")]: "0" } as const;
    const { stderr } = await collection.clean(decided);
    expect(stderr).toContain("1 seed has no capture left: http://b.example/\n");
    expect((await new Collection(files).clean({ [uriM(2012, "b")]: "0" })).stderr).not.toContain(
      "left:",
    );
  });
});

describe("decisions of several files, joined by cat", () => {
  it("may repeat the line of column names", async () => {
    const collection = new Collection({
      "a.warc": Buffer.concat([capture("b", 2011), capture("b", 2012)]),
    });
    await collection.clean({});
    const head = "label\tURI-M\tby\n";
    writeFileSync(
      collection.path("cat.tsv"),
      `${uriM(2011, "b")}\t1\nURI-M\tlabel\n${uriM(2012, "b")}\t1\n${head}0\thttp://b.example/\tann\n`,
    );
    const args = ["-ot", "jsonl", "--overrides", collection.path("cat.tsv"), "-q", ...QUICK];
    const { status, stdout } = await runBin(["-i", collection.input, ...args]);
    expect(status).toBe(0);
    expect(stdout.match(/"by":"URI-M"/gu)).toHaveLength(2);
  });
});
