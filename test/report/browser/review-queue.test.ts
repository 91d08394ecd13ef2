import { describe, expect, it } from "vitest";
import { caseSentence } from "../../../src/report/browser/review/case-sentence.js";
import { casesOf, goodPlace, type ReviewCase } from "../../../src/report/browser/review/cases.js";
import { filterQueue } from "../../../src/report/browser/review/queue-filter.js";
import type { PageHead } from "../../../src/report/page-data.js";
import type { Label } from "../../../src/write/decisions.js";
import type { SavedMemento } from "../../../src/write/entry.js";
import { scored } from "../../write/writers/results.js";
import { dataOf, item, offItem, reportText, run } from "../items.js";

const parked = { kind: "parked", title: "parked or for sale", strength: 1, marks: [] };
const evidence = { scores: [], pageKind: parked };
const year = (of: number): { readonly mementoDatetime: string } => ({
  mementoDatetime: `${of}-01-27T00:00:00Z`,
});
const text = (digits: string): Partial<SavedMemento> => ({ textSimhash: { value: digits } });
const headOf = async (...args: Parameters<typeof reportText>): Promise<PageHead> =>
  dataOf(await reportText(...args)).head;

const head = await headOf([
  item({ ...year(2010), pattern: "step" }),
  offItem({ ...year(2011), evidence, pattern: "step" }),
  item({ ...year(2012), overall: undefined, pattern: "step" }),
  offItem({ ...year(2013), evidence, pattern: "step" }),
  offItem({ ...year(2014), evidence, pattern: "step" }),
  offItem({ ...year(2010), uriT: "http://archive.example/timemap/other", pattern: "always-off" }),
]);
const cases = casesOf(head);
const step = cases[0]!;

describe("the queue of cases", () => {
  it("has the off-topic cases and the random captures with the places of their mementos", () => {
    expect(cases.map(({ computed, kind, places }) => [computed, kind, places])).toEqual([
      ["off-topic", "parked or for sale", [1, 3, 4]],
      ["off-topic", "no known kind", [0]],
      ["on-topic", undefined, [0]],
    ]);
  });

  it("counts the cases that each value of a facet would show", () => {
    const filter = (...facets: [name: "decision" | "kind", value: string][]) =>
      filterQueue(
        cases,
        { look: "case", facets: new Map(facets), query: "" },
        (each, name) =>
          name === "decision"
            ? each === step
              ? "off-topic"
              : "open"
            : name === "kind"
              ? each.kind
              : each.computed,
        ({ timeMap }) => head.timeMaps[timeMap]!.seed,
      );
    const all = filter();
    expect(all.cases).toEqual(cases.slice(0, 2));
    expect(Object.fromEntries(all.counts.get("decision")!)).toEqual({ "off-topic": 1, open: 1 });
    const open = filter(["decision", "open"]);
    expect(open.cases).toEqual([cases[1]]);
    expect(open.counts.get("decision")).toEqual(all.counts.get("decision"));
    expect(Object.fromEntries(open.counts.get("kind")!)).toEqual({ "no known kind": 1 });
  });
});

describe("random captures", () => {
  it("of a TimeMap are one case if they have the same text, and otherwise one each", async () => {
    const sampled = await headOf([
      item({ ...year(2010), ...text("0") }),
      offItem({ ...year(2011), evidence }),
      item({ ...year(2012), ...text("7") }),
      item({ ...year(2013), ...text("18446744073709551615") }),
      item({ ...year(2014), ...text("0") }),
      item({ ...year(2010), ...text("0"), uriT: "http://archive.example/other" }),
      item({ ...year(2011), uriT: "http://archive.example/other" }),
    ]);
    const drawn = casesOf(sampled).filter(({ look }) => look === "random");
    expect(new Map(drawn.map(({ id, places }) => [id, places]))).toEqual(
      new Map([
        ["0.0", [0, 2, 4]],
        ["0.3", [3]],
        ["1.0", [0]],
        ["1.1", [1]],
      ]),
    );
    expect(
      caseSentence(
        sampled,
        drawn.find(({ id }) => id === "0.0")!,
      ),
    ).toBe(
      "on-topic: drawn at random, this page from 27 January 2010 to 27 January 2014 (3 captures)",
    );
  });
});

describe("the capture beside a case", async () => {
  const known = await headOf([
    item({ ...year(2010), ...text("0") }),
    item({ ...year(2011), ...text("255") }),
    offItem({ ...year(2012), evidence }),
    item({ ...year(2013), ...text("0") }),
    offItem({ ...year(2014), evidence }),
  ]);
  const caseOf = (id: string): ReviewCase => casesOf(known).find((each) => each.id === id)!;
  const beside = (
    id: string,
    shown: number,
    ...labels: (Label | undefined)[]
  ): number | undefined =>
    goodPlace({ head: known, labelAt: (_, place) => labels[place] }, caseOf(id), shown);

  it("is the last on-topic one before it, whether a verdict or a decision says so", () => {
    expect(beside("0.4", 4)).toBe(3);
    expect(beside("0.2", 2)).toBe(1);
    for (const label of ["off-topic", "unsure"] as const)
      expect(beside("0.4", 4, undefined, undefined, undefined, label)).toBe(1);
    expect(beside("0.4", 4, "off-topic", "off-topic", "on-topic", "off-topic")).toBe(2);
    expect(beside("0.4", 4, ...Array<Label>(4).fill("off-topic"))).toBeUndefined();
  });

  it("is the first on-topic one after it if none is before it, and never one of the case itself", () => {
    expect(beside("0.2", 2, "off-topic", "off-topic")).toBe(3);
    expect(caseOf("0.0").places).toEqual([0, 3]);
    expect([beside("0.0", 3), beside("0.0", 0)]).toEqual([1, 1]);
  });

  it("is the last one before a lasting change whatever its verdict, and the reference memento for a check", async () => {
    const since = { changedSince: "20120127000000" };
    const other = { uriT: "http://archive.example/other", measures: [scored("combined", 0.4)] };
    const of = { ...run, cuts: [{ name: "combined", threshold: 0.5, comparison: ">" }] } as const;
    const changed = await headOf(
      [
        offItem({ ...year(2010), evidence }),
        item({ ...year(2011) }),
        item({ ...year(2012), ...since }),
        offItem({ ...year(2013), ...since }),
        item({ ...year(2010), ...other, ...text("18446744073709551615") }),
        item({ ...year(2011), ...other, ...text("0"), measures: [scored("combined", 0.45)] }),
        item({ ...year(2012), ...other, ...text("3") }),
        item({ ...year(2013), ...other, ...text("18446744073709551615") }),
      ],
      of,
    );
    const all = casesOf(changed);
    const change = all.find(({ isChange }) => isChange)!;
    const check = all.find(({ look, timeMap }) => look === "check" && timeMap === 1)!;
    const labelAt = (): Label => "off-topic";
    expect(change.places).toEqual([2, 3]);
    expect(goodPlace({ head: changed, labelAt }, change, 3)).toBe(1);
    expect([check.place, check.places]).toEqual([1, [1, 2]]);
    expect(goodPlace({ head: changed, labelAt: () => undefined }, check, 2)).toBe(0);
    expect([change, check].map((each) => caseSentence(changed, each))).toEqual([
      "unsure: changed for good, no known kind, this page since 27 January 2012 (2 captures)",
      "on-topic: nearest to the threshold, this page from 27 January 2011 to 27 January 2012 (2 captures)",
    ]);
    const random = all.filter(({ look, timeMap }) => look === "random" && timeMap === 1);
    expect(random.flatMap(({ places }) => places)).toEqual([0, 3]);
  });
});
