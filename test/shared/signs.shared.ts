import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { prepareRun } from "../../src/pipeline/detect.js";
import { parseGold, matchGold, type JudgedMemento } from "../../src/evaluate/gold.js";
import { textTable } from "../../src/evaluate/forms.js";
import { measureOf, scoreOf } from "../../src/results/entry.js";
import { parseResults } from "../../src/results/read-results.js";
import type { Score } from "../../src/types.js";
import { jsonl } from "../../src/results/writers/jsonl.js";
import { sharedFolder } from "../support/shared.js";

const folder = sharedFolder();

/** Kinds that say nothing of themselves: another site's ordinary pages. Comparison must find them. */
const SILENT = new Set(["homepage-instead", "new-owner", "other-content"]);
const STRENGTHS = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

async function judged(set: string): Promise<readonly JudgedMemento[]> {
  const bench = `${folder ?? ""}/bench/${set}`;
  const gold = parseGold(readFileSync(`${bench}/labels.tsv`, "utf8"), set);
  const { results, settings } = await prepareRun({
    input: `warc=${bench}`,
    measures: "bytecount",
    signs: true,
    explain: true,
    detectLanguage: false,
    workers: 0,
  });
  const run = await parseResults(jsonl.write(results, settings), set);
  return matchGold(gold, run).judged;
}

const signsOf = (memento: JudgedMemento["memento"]): Score | undefined => {
  const signs = memento && measureOf(memento, "signs");
  return signs && scoreOf(signs);
};
const strengthOf = ({ memento }: JudgedMemento): number => signsOf(memento)?.score ?? 0;
const isOff = ({ gold }: JudgedMemento): boolean => gold.label === "off-topic";
const saysSo = ({ memento }: JudgedMemento): boolean =>
  signsOf(memento)?.topicStatus === "off-topic";

/** Hits, false alarms and what they were taken for, by kind of page. */
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
      const as = new Set(found.map(({ memento }) => memento?.evidence?.pageKind?.kind ?? "?"));
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

describe.skipIf(folder === undefined)("signs as a vote, on labelled page histories", () => {
  const sets = new Map<string, readonly JudgedMemento[]>();
  beforeAll(async () => {
    for (const set of ["dev", "dev-hard"]) {
      const mementos = await judged(set);
      sets.set(set, mementos);
      const off = mementos.filter(isOff).length;
      const title = `${set}: ${mementos.length} mementos, ${off} off-topic`;
      process.stdout.write(`${byKind(title, mementos)}\n${byStrength(title, mementos)}\n`);
    }
  }, 600_000);

  it.each(["dev", "dev-hard"])("no on-topic memento of %s has a strong signal", (set) => {
    const alarms = sets.get(set)!.filter((each) => !isOff(each) && saysSo(each));
    expect(alarms.map(({ memento }) => memento?.uriM)).toEqual([]);
  });

  it.each([
    ["dev", 0.85],
    ["dev-hard", 0.95],
  ])("of the pages of %s that say what they are, at least the share %d is found", (set, share) => {
    const speaking = sets
      .get(set)!
      .filter((each) => isOff(each) && !SILENT.has(each.gold.kind ?? ""));
    const found = speaking.filter(saysSo);
    expect(speaking.length).toBeGreaterThan(40);
    expect(found.length / speaking.length).toBeGreaterThanOrEqual(share);
  });

  it.each([
    ["suspended", ["suspended"]],
    ["domain-for-sale", ["for-sale"]],
    ["parked", ["for-sale"]],
    ["index-of", ["directory-index"]],
    ["default-page", ["default-page"]],
    ["maintenance", ["maintenance"]],
    ["under-construction", ["maintenance"]],
    ["login-wall", ["login-wall"]],
    ["captcha", ["bot-check"]],
    ["js-challenge", ["bot-check"]],
    ["error-404", ["soft-404"]],
    ["soft-404", ["soft-404", "error"]],
    ["error-403", ["error"]],
    ["error-500", ["error"]],
    ["error-503", ["error"]],
    ["db-error", ["error"]],
    ["moved-stub", ["moved"]],
    ["defaced", ["defaced"]],
    ["casino-spam", ["spam"]],
    ["empty", ["blank"]],
  ])("a page labelled %s that has a strong signal is called %j", (label, kinds) => {
    const called = [...sets.values()]
      .flat()
      .filter((each) => each.gold.kind === label && saysSo(each))
      .map(({ memento }) => memento?.evidence?.pageKind?.kind);
    expect(called.length).toBeGreaterThan(0);
    expect(called.filter((kind) => !kinds.includes(kind ?? ""))).toEqual([]);
  });
});
