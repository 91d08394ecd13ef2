import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { prepareRun } from "../../src/run/detect.js";
import { axesOf } from "../../src/report/axis.js";
import { evaluate, type Evaluation } from "../../src/extensions/lab/evaluate.js";
import { evaluationTables } from "../../src/extensions/lab/forms.js";
import { textTable } from "../../src/write/formats/forms.js";
import { parseGold, matchGold, type JudgedMemento } from "../../src/extensions/lab/gold.js";
import { rates } from "../../src/extensions/lab/sweep.js";
import { measureOf, scoreIn } from "../../src/write/entry.js";
import { parseResults, readResults } from "../../src/write/read-results.js";
import type { Score } from "../../src/score/types.js";
import { jsonl } from "../../src/write/writers/jsonl.js";
import { sharedFolder } from "../support/shared.js";
import { long } from "../support/thorough.js";

const folder = sharedFolder();

/**
 * Kinds of off-topic pages that show no sign, since they are ordinary pages of another site. Only comparison finds
 * them.
 */
const SILENT = new Set(["homepage-instead", "new-owner", "other-content"]);
const STRENGTHS = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** Result of one run over a labelled set: its mementos and the rates of its measures. */
interface Judged {
  readonly mementos: readonly JudgedMemento[];
  readonly evaluation: Evaluation;
}

const bench = `${folder ?? ""}/bench`;
const goldOf = (set: string): ReturnType<typeof parseGold> =>
  parseGold(readFileSync(`${bench}/${set}/labels.tsv`, "utf8"), set);

async function judged(set: string): Promise<Judged> {
  const gold = goldOf(set);
  const { results, settings } = await prepareRun({
    input: `warc=${bench}/${set}`,
    profile: "paper",
    measures: long(
      "cosine,jaccard",
      "cosine,wordcount,jaccard,sorensen,bytecount,simhash-tf,simhash-raw",
    ),
    signs: true,
    detectLanguage: false,
    simhash: false,
    contentLength: false,
    workers: 0,
  });
  const run = await parseResults(jsonl.write(results, settings), set);
  const { axes } = axesOf(run, "paper");
  return { mementos: matchGold(gold, run).judged, evaluation: evaluate(gold, run, { axes }) };
}

const signsOf = (memento: JudgedMemento["memento"]): Score | undefined => {
  const signs = memento && measureOf(memento, "signs");
  return signs && scoreIn(signs);
};
const strengthOf = ({ memento }: JudgedMemento): number => signsOf(memento)?.score ?? 0;
const isOff = ({ gold }: JudgedMemento): boolean => gold.label === "off-topic";
const saysSo = ({ memento }: JudgedMemento): boolean =>
  signsOf(memento)?.topicStatus === "off-topic";

/**
 * Returns a table with a row for each kind of page: mementos, mementos with a strong signal, and the kinds they were
 * taken for.
 */
function byKind(title: string, mementos: readonly JudgedMemento[]): string {
  const kinds = new Map<string, JudgedMemento[]>();
  for (const each of mementos) {
    const kind = `${each.gold.label}: ${each.gold.kind ?? "?"}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), each]);
  }
  const rows = [...kinds]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, all]) => {
      const found = all.filter(saysSo);
      const as = new Set(found.map(({ memento }) => memento?.pageKind ?? "?"));
      return [kind, String(all.length), String(found.length), [...as].sort().join(", ") || "-"];
    });
  return textTable({ title, columns: ["kind", "mementos", "with a strong signal", "as"], rows });
}

function byStrength(title: string, mementos: readonly JudgedMemento[]): string {
  const rows = STRENGTHS.map((strength) => {
    const found = mementos.filter((each) => strengthOf(each) >= strength);
    const hits = found.filter(isOff).length;
    return [String(strength), String(hits), String(found.length - hits)];
  });
  return textTable({ title, columns: ["strength", "hits", "false alarms"], rows });
}

function atThreshold(evaluation: Evaluation, name: string): Record<string, unknown> | undefined {
  const found = evaluation.measures.find(({ axis }) => axis.name === name)?.atThreshold;
  return found && { threshold: found.threshold, ...found.counts };
}

describe.skipIf(folder === undefined)("labelled page histories", () => {
  const sets = new Map<string, readonly JudgedMemento[]>();
  let dev: Evaluation;
  let hard: Evaluation;
  beforeAll(async () => {
    const [first, second] = [await judged("dev"), await judged("dev-hard")];
    [dev, hard] = [first.evaluation, second.evaluation];
    for (const [set, { mementos, evaluation }] of [
      ["dev", first],
      ["dev-hard", second],
    ] as const) {
      sets.set(set, mementos);
      const off = mementos.filter(isOff).length;
      const title = `${set}: ${mementos.length} mementos, ${off} off-topic`;
      process.stdout.write(`${byKind(title, mementos)}\n${byStrength(title, mementos)}\n`);
      process.stdout.write(evaluationTables(evaluation).slice(0, 3).map(textTable).join("\n"));
    }
  }, 600_000);

  it("reads 66 and 91 off-topic labels of the page histories, and finds the memento of every label", () => {
    expect([dev.offTopic, hard.offTopic]).toEqual([66, 91]);
    expect([dev.matching.missing.count, hard.matching.missing.count]).toEqual([0, 0]);
    expect([dev.matching.duplicates.count, hard.matching.duplicates.count]).toEqual([0, 0]);
  });

  it("finds the same off-topic pages as the reference with cosine and jaccard at the paper's thresholds on slow pages", () => {
    expect(atThreshold(dev, "cosine")).toMatchObject({ threshold: 0.12, tp: 58, fp: 0, fn: 8 });
    expect(atThreshold(dev, "jaccard")).toMatchObject({ threshold: 0.94, tp: 59, fp: 0, fn: 7 });
  });

  it.each([
    ["dev", 0.878],
    ["dev-hard", 0.483],
  ])("scores the results of OTMT 1.0.5 on %s with the overall F1 %d", async (set, f1) => {
    const results = await readResults(`${bench}/otmt/${set}-repaired.json`);
    const { overall } = evaluate(goldOf(set), results, { axes: [] });
    expect(rates(overall.counts).f1).toBeCloseTo(f1, 3);
  });

  it.each(["dev", "dev-hard"])("finds no strong signal in on-topic mementos of %s", (set) => {
    const alarms = sets.get(set)!.filter((each) => !isOff(each) && saysSo(each));
    expect(alarms.map(({ memento }) => memento?.uriM)).toEqual([]);
  });

  it.each([
    ["dev", 0.85],
    ["dev-hard", 0.95],
  ])(
    "finds a strong signal in off-topic pages of %s that tell their kind, at least in the share %d of them",
    (set, share) => {
      const speaking = sets
        .get(set)!
        .filter((each) => isOff(each) && !SILENT.has(each.gold.kind ?? ""));
      const found = speaking.filter(saysSo);
      expect(speaking.length).toBeGreaterThan(40);
      expect(found.length / speaking.length).toBeGreaterThanOrEqual(share);
    },
  );

  it.each([
    ["suspended", ["suspended"]],
    ["domain-for-sale", ["for-sale"]],
    ["parked", ["for-sale"]],
    ["index-of", ["directory-index"]],
    ["default-page", ["default-page", "panel-default"]],
    ["maintenance", ["maintenance"]],
    ["under-construction", ["maintenance"]],
    ["login-wall", ["login-wall"]],
    ["captcha", ["bot-check"]],
    ["js-challenge", ["bot-check"]],
    ["error-404", ["soft-404"]],
    ["soft-404", ["soft-404", "error"]],
    ["error-403", ["error", "forbidden"]],
    ["error-500", ["error"]],
    ["error-503", ["error"]],
    ["db-error", ["error"]],
    ["moved-stub", ["moved"]],
    ["defaced", ["defaced"]],
    ["casino-spam", ["spam"]],
    ["empty", ["blank"]],
  ])("finds the kind of a page labelled %s with a strong signal: %j", (label, kinds) => {
    const called = [...sets.values()]
      .flat()
      .filter((each) => each.gold.kind === label && saysSo(each))
      .map(({ memento }) => memento?.pageKind);
    expect(called.length).toBeGreaterThan(0);
    expect(called.filter((kind) => !kinds.includes(kind ?? ""))).toEqual([]);
  });
});
