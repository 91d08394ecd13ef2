import { beforeAll, describe, expect, it } from "vitest";
import { axesOf } from "../../src/evaluate/axis.js";
import { rates } from "../../src/evaluate/sweep.js";
import { evaluate, type Evaluation } from "../../src/evaluate/evaluate.js";
import { evaluationTables, textTable } from "../../src/evaluate/forms.js";
import { parseGold } from "../../src/evaluate/gold.js";
import { prepareRun } from "../../src/pipeline/detect.js";
import { measures } from "../../src/scoring/measures/index.js";
import { parseResults, readResults } from "../../src/results/read-results.js";
import { jsonl } from "../../src/results/writers/jsonl.js";
import { readFileSync } from "node:fs";
import { sharedFolder } from "../support/shared.js";

const folder = sharedFolder();
const bench = `${folder ?? ""}/bench`;

async function evaluated(set: string): Promise<Evaluation> {
  const gold = parseGold(readFileSync(`${bench}/${set}/labels.tsv`, "utf8"), set);
  const { results, settings } = await prepareRun({
    input: `warc=${bench}/${set}`,
    profile: "paper",
    measures: "cosine,wordcount,jaccard,sorensen,bytecount,simhash-tf,simhash-raw",
    detectLanguage: false,
    workers: 0,
  });
  const run = await parseResults(jsonl.write(results, settings), set);
  return evaluate(gold, run, { axes: axesOf(run, { measures, collection: [] }, "paper").axes });
}

function atThreshold(evaluation: Evaluation, name: string): Record<string, unknown> | undefined {
  const found = evaluation.measures.find(({ axis }) => axis.name === name)?.atThreshold;
  return found && { threshold: found.threshold, ...found.counts };
}

describe.skipIf(folder === undefined)("labelled page histories", () => {
  let dev: Evaluation;
  let hard: Evaluation;
  beforeAll(async () => {
    dev = await evaluated("dev");
    hard = await evaluated("dev-hard");
    for (const each of [dev, hard]) {
      process.stdout.write(evaluationTables(each).slice(0, 3).map(textTable).join("\n"));
    }
  }, 600_000);

  it("have 66 and 91 off-topic mementos, and every row finds its memento", () => {
    expect([dev.offTopic, hard.offTopic]).toEqual([66, 91]);
    expect([dev.matching.missing.count, hard.matching.missing.count]).toEqual([0, 0]);
    expect([dev.matching.duplicates.count, hard.matching.duplicates.count]).toEqual([0, 0]);
  });

  it("cosine and jaccard at the paper's thresholds find on slow pages what the reference finds", () => {
    expect(atThreshold(dev, "cosine")).toMatchObject({ threshold: 0.12, tp: 58, fp: 0, fn: 8 });
    expect(atThreshold(dev, "jaccard")).toMatchObject({ threshold: 0.94, tp: 59, fp: 0, fn: 7 });
  });

  it.each([
    ["dev", 0.878],
    ["dev-hard", 0.483],
  ])("OTMT 1.0.5 on %s has overall F1 %d", async (set, f1) => {
    const gold = parseGold(readFileSync(`${bench}/${set}/labels.tsv`, "utf8"), set);
    const results = await readResults(`${bench}/otmt/${set}-repaired.json`);
    const { overall } = evaluate(gold, results, { axes: [] });
    expect(rates(overall.counts).f1).toBeCloseTo(f1, 3);
  });
});
