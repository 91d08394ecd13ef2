import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ROOT, runBin } from "../support/run-bin.js";
import { runToFile } from "../support/run-program.js";

const FILES = ["2009-2013", "2014-2018", "2019-2024"].map(
  (years) => `fixtures/collection/saltmouth-${years}.warc.gz`,
);
const COLLECTION = ["-i", `warc=${FILES.join(",")}`];

/** Rows of a gold standard TSV: `date URI` and label, sorted: two captures may share date and URI. */
function verdicts(tsv: string): (readonly [memento: string, label: string])[] {
  const [, ...lines] = tsv.trimEnd().split("\n");
  return lines
    .map((line) => line.split("\t"))
    .map(([, date = "", uri = "", label = ""]) => [`${date} ${uri}`, label] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

describe("profile paper against the labels of the shipped collection", () => {
  let found: ReturnType<typeof verdicts>;
  const labels = verdicts(readFileSync(join(ROOT, "fixtures/collection/labels.tsv"), "utf8"));

  beforeAll(async () => {
    const args = [...COLLECTION, "--profile", "paper", "-ot", "golddatafile"];
    found = verdicts((await runToFile(args)).text);
  });

  it("there is a verdict or an error for every memento that is labelled, and for no other", () => {
    expect(found.map(([memento]) => memento)).toEqual(labels.map(([memento]) => memento));
    expect(found).toHaveLength(123);
  });

  it("114 of 123 verdicts are those of the labels", () => {
    expect(found.filter(([, label], i) => label === labels[i]?.[1])).toHaveLength(114);
  });

  it("of 27 off-topic mementos 23 are found, of 96 on-topic ones 1 is called off-topic", () => {
    const count = (label: string, verdict: string): number =>
      found.filter(([, given], i) => given === verdict && labels[i]?.[1] === label).length;
    expect([count("0", "0"), count("0", "1"), count("0", "ERROR")]).toEqual([23, 2, 2]);
    expect([count("1", "1"), count("1", "0"), count("1", "ERROR")]).toEqual([91, 1, 4]);
  });

  it("the nine others are known and named", () => {
    const others = found.flatMap(([memento, label], i) =>
      label === labels[i]?.[1] ? [] : [`${memento} ${labels[i]?.[1] ?? ""} ${label}`],
    );
    expect(others).toEqual([
      // The first memento is empty: nothing can be compared with it.
      "20131201211530 http://northquay-observatory.example/ 0 ERROR",
      "20141018200747 http://northquay-observatory.example/ 1 ERROR",
      "20150314183309 http://northquay-observatory.example/ 1 ERROR",
      // A short notice in winter.
      "20161211200508 http://www.larkfield-camping.example/ 1 0",
      "20180721222458 http://northquay-observatory.example/ 1 ERROR",
      "20201128192011 http://northquay-observatory.example/ 1 ERROR",
      // A new owner who writes of tents in the old owner's words.
      "20210619052218 http://www.larkfield-camping.example/ 0 1",
      // A redirect whose target was not captured.
      "20230827144139 http://www.larkfield-camping.example/ 0 1",
      "20230902161008 http://www.petal-relay.example/ 0 ERROR",
    ]);
  });

  it("--first usable gives the observatory its verdicts", async () => {
    const args = [
      ...[...COLLECTION, "--profile", "paper"],
      ...["-ot", "golddatafile", "--first", "usable"],
    ];
    const observatory = verdicts((await runToFile(args)).text).filter(([memento]) =>
      memento.includes("northquay-observatory"),
    );
    expect(observatory.map(([, label]) => label)).toEqual(["0", "1", "1", "1", "1"]);
  });
});

describe("what is said by default, against the labels of the shipped collection", () => {
  it("118 of 123 verdicts are those of the labels", async () => {
    const found = verdicts((await runToFile([...COLLECTION, "-ot", "golddatafile"])).text);
    const labels = verdicts(readFileSync(join(ROOT, "fixtures/collection/labels.tsv"), "utf8"));
    const others = found.flatMap(([memento, label], i) =>
      label === labels[i]?.[1] ? [] : [`${memento} ${labels[i]?.[1] ?? ""} ${label}`],
    );
    expect(others).toEqual([
      // A new owner who writes of tents in the old owner's words.
      "20210619052218 http://www.larkfield-camping.example/ 0 1",
      // Both captures are of gambling: only the address says that this is the page.
      "20210905112236 https://lucky-heron-bets.example/welcome?ref=petal-relay 1 0",
      "20220903085420 https://lucky-heron-bets.example/welcome?ref=petal-relay 1 0",
      // The new owner again.
      "20230827144139 http://www.larkfield-camping.example/ 0 1",
      // A redirect whose target was not captured.
      "20230902161008 http://www.petal-relay.example/ 0 ERROR",
    ]);
  });

  it("in JSON of OTMT's shape: measures with their scores and topic status, and an overall one", async () => {
    const { text } = await runToFile([...COLLECTION, "-ot", "json"]);
    await expect(text).toMatchFileSnapshot("../../fixtures/expected/collection-default.json");
  });
});

/** The eight measures of table 1. */
const ALL_OF_THE_PAPER =
  "cosine,wordcount,bytecount,jaccard,sorensen,simhash-tf,simhash-raw,gensim_lsi";

describe("the whole output", () => {
  it.each([
    ["json", "json"],
    ["csv", "csv"],
    ["golddatafile", "tsv"],
  ])("as %s", async (writer, extension) => {
    const { text } = await runToFile([...COLLECTION, "--profile", "paper", "-ot", writer]);
    await expect(text).toMatchFileSnapshot(`../../fixtures/expected/collection.${extension}`);
  });

  it("as text, with every measure of the paper", async () => {
    const { text } = await runToFile([...COLLECTION, "-tm", ALL_OF_THE_PAPER, "-ot", "text"]);
    await expect(text).toMatchFileSnapshot("../../fixtures/expected/collection.txt");
  });

  it("as jsonl, the line of settings and its digest apart", async () => {
    const { text } = await runToFile([...COLLECTION, "--profile", "paper", "-ot", "jsonl"]);
    const lines = text.slice(text.indexOf("\n") + 1).replaceAll(/,"digest":"[^"]*"\}$/gmu, "}");
    expect(lines).not.toContain('"settings"');
    expect(lines).not.toContain('"digest"');
    await expect(lines).toMatchFileSnapshot("../../fixtures/expected/collection.jsonl");
  });
});

describe("the same input gives the same bytes", () => {
  const args = ["-tm", ALL_OF_THE_PAPER, "-ot", "jsonl"];
  let expected: string;

  beforeAll(async () => {
    expected = (await runToFile([...COLLECTION, ...args])).text;
  });

  it.each([1, 2])("in %i worker threads", async (workers) => {
    const { stdout } = await runBin([...COLLECTION, ...args, "-q", "--workers", String(workers)]);
    expect(stdout).toBe(expected);
  });

  it("with all records on disk", async () => {
    expect((await runToFile([...COLLECTION, ...args, "--memory", "1K"])).text).toBe(expected);
  });

  it("in any order of the files", async () => {
    const [a = "", b = "", c = ""] = FILES;
    for (const order of [
      [c, b, a],
      [b, a, c],
    ]) {
      const { text } = await runToFile(["-i", `warc=${order.join(",")}`, ...args]);
      expect(text).toBe(expected);
    }
  });

  it("by folder, by glob and by list", async () => {
    for (const input of ["warc=fixtures/collection", "warc=fixtures/collection/*.warc.gz"]) {
      expect((await runToFile(["-i", input, ...args])).text).toBe(expected);
    }
  });
});
