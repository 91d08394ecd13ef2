import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decidedCounts,
  listCsv,
  type ListedEntry,
  listSize,
  reviewList,
} from "../../src/report/saved-list.js";
import type { OverallStatus } from "../../src/base/types.js";
import type { Label } from "../../src/write/decisions.js";
import type { SavedMemento } from "../../src/write/entry.js";
import type { SavedResults } from "../../src/write/read-results.js";
import { scored } from "../write/writers/results.js";

const combined = (probability: number): SavedMemento["measures"][number] =>
  scored("combined", probability, probability > 0.5 ? "off-topic" : "on-topic");

/** Returns a memento that the learned combination judged with this probability, at a threshold of 0.5. */
function memento(
  seed: string,
  year: number,
  probability: number,
  more: Partial<SavedMemento> = {},
): SavedMemento {
  const uriR = `http://${seed}.example/`;
  return {
    kind: "memento",
    uriT: `from-warc::timemap::${uriR}`,
    uriM: `from-warc::${year}0101000000::${uriR}`,
    capture: { uriR, mementoDatetime: `${year}-01-01T00:00:00Z` },
    measures: [combined(probability)],
    overall: probability > 0.5 ? "off-topic" : "on-topic",
    ...more,
  };
}

const unsure = { overall: "unsure" } as const;
const shell = { ...unsure, pageKind: "shell" };

function resultsOf(mementos: readonly SavedMemento[]): SavedResults {
  const choice = {
    keyword: "combined",
    name: "combined",
    threshold: 0.5,
    comparison: ">",
  } as const;
  const run = { tool: "detect_off_topic", settings: [], choices: [choice], inputs: [] };
  return { file: "run.jsonl", mementos, timeMapProblems: [], run } as unknown as SavedResults;
}

const listOf = (...mementos: readonly SavedMemento[]): ListedEntry[] =>
  reviewList(resultsOf(mementos));

/** Returns each entry as `case seed 2010-2012`. */
const shown = (list: readonly ListedEntry[]): string[] =>
  list.map(({ look, captures }) => {
    const dates = captures.map(({ capture }) => capture.mementoDatetime!.slice(0, 4));
    const seed = new URL(captures[0]!.capture.uriR!).hostname.replace(".example", "");
    return `${look} ${seed} ${[...new Set([dates[0], dates.at(-1)])].join("-")}`;
  });

describe("the list of captures to look at", () => {
  it("has the unsure cases, then the off-topic ones from the least certain on, then a check of each seed", () => {
    const list = listOf(
      memento("sure", 2010, 0.1),
      memento("sure", 2011, 0.99),
      memento("sure", 2012, 0.98),
      memento("doubtful", 2010, 0.2),
      memento("doubtful", 2011, 0.6),
      memento("doubtful", 2012, 0.3),
      memento("strange", 2010, 0.45),
      memento("strange", 2011, 0.5, unsure),
    );
    expect(shown(list)).toEqual([
      "case strange 2011",
      "case doubtful 2011",
      "case sure 2011-2012",
      "check strange 2010",
      "check doubtful 2012",
      "check sure 2010",
    ]);
    expect(list.map(({ reason }) => reason)).toEqual([
      ...["unsure", "off-topic", "off-topic"],
      ...Array.from({ length: 3 }, () => "nearest to the threshold"),
    ]);
    expect(list.map(({ probability }) => probability)).toEqual([0.5, 0.6, 0.98, 0.45, 0.3, 0.1]);
    expect(listSize(list)).toEqual({ cases: 3, captures: 4, checks: 3 });
  });

  it("measures nearness by the learned combination, and not by measures beside it that have no vote", () => {
    const beside = (score: number, probability: number): Pick<SavedMemento, "measures"> => ({
      measures: [scored("cosine", score, "on-topic"), combined(probability)],
    });
    const list = listOf(
      memento("a", 2010, 0.4, beside(0.9, 0.4)),
      memento("a", 2011, 0.1, beside(0.13, 0.1)),
    );
    expect(shown(list)).toEqual(["check a 2010"]);
  });

  it("makes one case of a seed that is a frame or forward throughout, and says so", () => {
    const [first, second] = [2010, 2012].map((year) => memento("frames", year, 0.3, shell));
    const failed = memento("frames", 2011, 0, { overall: undefined, measures: [] });
    const list = listOf(
      first!,
      failed,
      second!,
      memento("turned", 2010, 0.1),
      memento("turned", 2011, 0.3, shell),
    );
    expect(shown(list)).toEqual(["case turned 2011", "case frames 2010-2012", "check turned 2010"]);
    expect(list.map(({ reason }) => reason).slice(0, 2)).toEqual([
      "unsure",
      "a frame or forward throughout",
    ]);
    expect(list[1]!.captures).toHaveLength(2);
  });

  it("begins with the captures of which only a lost identity decides the verdict", () => {
    const lost = { hasLostIdentity: true } as const;
    const web = { ...lost, overall: "off-topic" } as const;
    const list = listOf(
      memento("strange", 2010, 0.5, unsure),
      memento("sold", 2010, 0.1),
      memento("sold", 2011, 0.2, { ...unsure, ...lost }),
      memento("sold", 2012, 0.3, unsure),
      memento("web", 2010, 0.2, web),
      memento("sure", 2010, 0.9, lost),
    );
    expect(shown(list)).toEqual([
      ...["case sold 2011-2012", "case web 2010", "case strange 2010", "case sure 2010"],
      "check sold 2010",
    ]);
    expect(list.map(({ reason }) => reason)).toEqual([
      ...["identity lost", "identity lost", "unsure", "off-topic", "nearest to the threshold"],
    ]);
  });

  it("has no other check in place of one that a curator has decided, and none whose distance from the threshold is unknown", () => {
    const override = { by: "URI-M", computed: "on-topic" } as const;
    expect(listOf(memento("a", 2010, 0.4, { override }), memento("a", 2011, 0.1))).toEqual([]);
    expect(listOf(memento("a", 2010, 0.4, { measures: [] }))).toEqual([]);
  });

  it("asks about the captures beside a check that is off-topic, and counts them as checks", () => {
    const years = [2010, 2011, 2012, 2013, 2014];
    const seed = years.map((year) => memento("sold", year, year === 2012 ? 0.4 : 0.1));
    const computed = listOf(...seed, memento("sold", 2015, 0.9));
    expect(shown(computed)).toEqual(["case sold 2015", "check sold 2012"]);
    const labels = new Map<string, Label>([[seed[2]!.uriM, "on-topic"]]);
    const counts = (): unknown => decidedCounts(computed, ({ uriM }) => labels.get(uriM)).check;
    expect(counts()).toEqual({ all: 1, decided: 1 });
    labels.set(seed[2]!.uriM, "off-topic").set(seed[4]!.uriM, "off-topic");
    expect(counts()).toEqual({ all: 3, decided: 1 });
    labels.set(seed[3]!.uriM, "off-topic");
    expect(counts()).toEqual({ all: 3, decided: 2 });
    const decided = (overall: OverallStatus): SavedMemento[] =>
      seed.map((each, at) =>
        at === 2 ? { ...each, overall, override: { by: "URI-M", computed: "on-topic" } } : each,
      );
    const asked = listOf(...decided("off-topic"));
    expect(shown(asked)).toEqual(["check sold 2013-2014", "check sold 2010-2011"]);
    expect(asked[0]?.reason).toBe("beside an off-topic check");
    expect(listOf(...decided("on-topic"))).toEqual([]);
  });

  it("writes a row of CSV for each entry, with the reason, both dates and the probability", () => {
    const list = listOf(
      memento("b", 2010, 0.25),
      memento("b", 2011, 0.9, { pageKind: "parked" }),
      memento("b", 2012, 0.75, { pageKind: "parked" }),
    );
    expect(listCsv(list)).toBe(
      "Order,Look,Reason,URI-R,URI-M,Captures,First Date,Last Date,Kind,Probability\n" +
        "1,case,off-topic,http://b.example/,from-warc::20110101000000::http://b.example/,2,2011-01-01T00:00:00Z,2012-01-01T00:00:00Z,parked,0.75\n" +
        "2,check,nearest to the threshold,http://b.example/,from-warc::20100101000000::http://b.example/,1,2010-01-01T00:00:00Z,2010-01-01T00:00:00Z,,0.25\n",
    );
  });
});

const verdict = fc.constantFrom<OverallStatus | undefined>(
  "on-topic",
  "off-topic",
  "unsure",
  undefined,
);
const facts = fc.record({
  seed: fc.nat(90),
  year: fc.integer({ min: 1996, max: 2026 }),
  probability: fc.integer({ min: 0, max: 20 }).map((n) => n / 20),
  overall: verdict,
  pageKind: fc.constantFrom("shell", "parked", "page"),
});
const collections = fc
  .uniqueArray(facts, { selector: ({ seed, year }) => `${seed} ${year}`, maxLength: 250 })
  .map((all) =>
    all.map(({ seed, year, probability, ...more }) => memento(`s${seed}`, year, probability, more)),
  );

describe("the list of any results", () => {
  it("has each off-topic and unsure capture once, in a case, and no other capture in a case", () => {
    fc.assert(
      fc.property(collections, (mementos) => {
        const inCases = listOf(...mementos)
          .filter(({ look }) => look === "case")
          .flatMap(({ captures }) => captures);
        const called = mementos.filter(
          ({ overall }) => overall === "off-topic" || overall === "unsure",
        );
        expect(new Set(inCases)).toEqual(new Set(called));
        expect(inCases).toHaveLength(called.length);
      }),
    );
  });

  it("has at most one check of each seed and 60 checks in all, the nearest first, each nearer than all others of its seed", () => {
    const distance = ({ measures }: SavedMemento): number => {
      const [{ outcome }] = measures as [SavedMemento["measures"][number]];
      return 0.5 - ("value" in outcome ? outcome.value.score : NaN);
    };
    fc.assert(
      fc.property(collections, (all) => {
        const mementos = all.filter((each) => distance(each) >= 0);
        const checks = listOf(...mementos).flatMap(({ look, captures }) =>
          look === "check" ? captures : [],
        );
        const on = mementos.filter(({ overall }) => overall === "on-topic");
        const seeds = new Set(on.map(({ uriT }) => uriT));
        expect(checks).toHaveLength(Math.min(60, seeds.size));
        expect(new Set(checks.map(({ uriT }) => uriT)).size).toBe(checks.length);
        expect(checks.map(distance)).toEqual(checks.map(distance).sort((a, b) => a - b));
        for (const check of checks) {
          const own = on.filter(({ uriT }) => uriT === check.uriT);
          expect(distance(check)).toBe(Math.min(...own.map(distance)));
        }
      }),
    );
  });

  it("is the same whatever the order of the results", () => {
    fc.assert(
      fc.property(collections, fc.infiniteStream(fc.nat()), (mementos, numbers) => {
        const keyed = mementos.map((each) => ({ each, key: Number(numbers.next().value) }));
        const shuffled = keyed.sort((a, b) => a.key - b.key).map(({ each }) => each);
        expect(listOf(...shuffled)).toEqual(listOf(...mementos));
      }),
    );
  });
});
