import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  detect,
  evaluateResults,
  prepareRun,
  rates,
  UsageError,
  type DetectOptions,
  type Feature,
  type MementoResult,
  type PairMeasure,
  type TimeMapMeasure,
  writers,
} from "../../src/index.js";
import { temporaryFolder } from "../support/run-bin.js";

const INPUT = "warc=fixtures/warcs/two-captures.warc";

/** A feature that counts the links of a page. */
const linkCount: Feature<number> = {
  keyword: "link-count",
  summary: "Number of links.",
  extract: ({ html }) => html.split("<a ").length - 1,
  isEmpty: () => false,
};

const facts = {
  aliases: [],
  source: "a test",
  range: [0, Infinity],
  equalScore: 0,
  symmetric: true,
  flags: () => ({ stemmed: false, tokenized: false, removedBoilerplate: false }),
  input: () => ({ feature: "link-count", options: {} }),
} as const;

const links: PairMeasure<number> = {
  ...facts,
  keyword: "link-difference",
  title: "Links",
  summary: "Difference of the numbers of links.",
  cuts: {
    paper: { threshold: 0, comparison: ">" },
    "otmt-1.0.5": { threshold: 0, comparison: ">" },
  },
  scope: "pair",
  score: (first, memento) => Math.abs(first - memento),
};

const linksOfAll: TimeMapMeasure<number, number, number> = {
  ...facts,
  keyword: "link-deficit",
  title: "Links of all",
  summary: "Difference from the most links that a memento of the TimeMap has.",
  cuts: { paper: { comparison: ">" }, "otmt-1.0.5": { comparison: ">" } },
  scope: "timemap",
  fit: () => {
    let most = 0;
    return { add: (value) => (most = Math.max(most, value)), finish: () => most };
  },
  score: (_, memento, most) => most - memento,
};

async function mementos(options: Omit<DetectOptions, "input">): Promise<MementoResult[]> {
  const results: MementoResult[] = [];
  for await (const result of detect({ input: INPUT, workers: 0, ...options })) {
    if (result.kind === "memento") results.push(result);
  }
  return results;
}

const verdicts = (results: readonly MementoResult[]): (string | undefined)[] =>
  results.map(({ overall }) => overall);

describe("the library", () => {
  it("detect() yields a result for each memento, oldest first", async () => {
    const results = await mementos({});
    expect(verdicts(results)).toEqual(["on-topic", "off-topic"]);
    expect(results.map(({ capture }) => capture.mementoDatetime)).toEqual([
      "2009-04-14T10:15:07Z",
      "2018-01-27T22:18:45Z",
    ]);
  });

  it("detect() takes the options of the command line as values", async () => {
    const results = await mementos({ measures: "cosine=0.01", simhash: false, profile: "paper" });
    expect(verdicts(results)).toEqual(["on-topic", "on-topic"]);
    expect(results[0]?.simhash).toBeUndefined();
  });

  it("detect() takes a program's own measures and features", async () => {
    const results = await mementos({
      measures: "link-difference,link-deficit,bytecount",
      extraMeasures: [links, linksOfAll],
      extraFeatures: [linkCount],
      // Features of one's own are read in the main thread, whatever `workers` is.
      workers: 2,
    });
    expect(results.map(({ measures }) => measures.map(({ name }) => name))).toEqual([
      ["link-difference", "link-deficit", "bytecount"],
      ["link-difference", "link-deficit", "bytecount"],
    ]);
    const scores = results.map(({ measures: [, ofAll] }) => ofAll?.outcome);
    expect(scores).toContainEqual({ value: { score: 0 } });
    expect(verdicts(results)).toEqual(["on-topic", "off-topic"]);
  });

  it("refuses a program's own measure with the name of a built-in measure", async () => {
    for (const keyword of ["cosine", "LSI"]) {
      await expect(mementos({ extraMeasures: [{ ...links, keyword }] })).rejects.toThrow(
        `there is a measure "${keyword}" already`,
      );
    }
    await expect(mementos({ extraFeatures: [{ ...linkCount, keyword: "terms" }] })).rejects.toThrow(
      'there is a feature "terms" already',
    );
  });

  it("throws a UsageError for a bad option before it reads any input", async () => {
    await expect(mementos({ measures: "no-such-measure" })).rejects.toBeInstanceOf(UsageError);
    await expect(detect({ input: "warc=missing.warc" }).next()).rejects.toBeInstanceOf(UsageError);
  });

  it("detect() can be stopped by leaving its loop early", async () => {
    for await (const result of detect({ input: INPUT, workers: 0 })) {
      expect(result.kind).toBe("memento");
      break;
    }
  });

  it("detect() stops when its signal is aborted", async () => {
    const controller = new AbortController();
    const results = detect({ input: INPUT, workers: 0, signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(results.next()).rejects.toThrow("enough");
  });

  it.each([0, 2])(
    "no result comes after the signal is aborted, with %i threads",
    async (workers) => {
      const controller = new AbortController();
      const input = "warc=fixtures/collection";
      const results = detect({ input, workers, signal: controller.signal });
      expect((await results.next()).done).toBe(false);
      controller.abort(new Error("enough"));
      await expect(results.next()).rejects.toThrow("enough");
      expect((await results.next()).done).toBe(true);
    },
  );

  it("prepareRun() also returns counts for people and for exit statuses", async () => {
    const run = await prepareRun({ input: INPUT, workers: 0 });
    let results = 0;
    for await (const result of run.results) results += result.kind === "memento" ? 1 : 0;
    expect(run.tally).toMatchObject({ mementos: 2, timeMaps: 1, offTopic: 1, accessErrors: 0 });
    expect(results).toBe(2);
  });

  it("evaluateResults() compares a results file with gold data", async () => {
    const folder = temporaryFolder();
    const results = join(folder, "results.jsonl");
    const gold = join(folder, "gold.tsv");
    const run = await prepareRun({ input: INPUT, workers: 0, measures: "cosine" });
    const { jsonl } = Object.fromEntries(writers.map((writer) => [writer.keyword, writer]));
    let text = "";
    for await (const piece of jsonl!.write(run.results, run.settings)) text += String(piece);
    writeFileSync(results, text);
    const rows = (await mementos({})).map(({ capture }, at) =>
      [at + 1, capture.mementoDatetime.replace(/\D/gu, ""), capture.uriR, 1 - at].join("\t"),
    );
    writeFileSync(gold, `${["id\tdate\tURI\tlabel", ...rows].join("\n")}\n`);
    const { overall, measures } = await evaluateResults(gold, results);
    expect(overall.counts).toEqual({ tp: 1, fp: 0, tn: 1, fn: 0 });
    expect(measures.map(({ axis, best }) => [axis.name, rates(best.counts).f1])).toEqual([
      ["cosine", 1],
    ]);
    await expect(evaluateResults(results, gold)).rejects.toBeInstanceOf(UsageError);
    writeFileSync(gold, "id\tdate\tURI\tlabel\n1\t20120101000000\thttp://other.example/\t0\n");
    await expect(evaluateResults(gold, results)).rejects.toThrow(
      new UsageError(
        `no gold row (1 in ${gold}) matches a memento of ${results}, e.g. line 2: http://other.example/. Rows name a URI-M, or a URI-R and the second of the capture.`,
      ),
    );
  });
});
