import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type ReviewFigures,
  reviewFigures,
  reviewLines,
} from "../../../src/extensions/lab/review-figures.js";
import { seededRandom } from "../../../src/base/math/random.js";
import { reviewList } from "../../../src/report/saved-list.js";
import { type Decision, formatDecisions } from "../../../src/write/decisions.js";
import type { SavedMemento } from "../../../src/write/entry.js";
import { runDigest } from "../../../src/write/run-digest.js";
import { temporaryFolder } from "../../support/run-bin.js";
import { runToFile } from "../../support/run-program.js";
import { commandToFile } from "./command.js";
import { saved, savedResults } from "./saved.js";

/** Returns mementos with this verdict, each of a seed of its own. */
const verdicts = (
  count: number,
  overall: "on-topic" | "off-topic",
  more: Partial<SavedMemento> = {},
): SavedMemento[] =>
  Array.from({ length: count }, (_, at) =>
    saved(`http://${overall}-${at}.example/`, "2013-02-02T10:00:00Z", 0.5, { overall, ...more }),
  );

const results = savedResults(...verdicts(10, "off-topic"), ...verdicts(100, "on-topic"));
const run = runDigest(results.mementos.map(({ uriM }) => uriM));
const flagged = results.mementos.slice(0, 10);
const passed = results.mementos.slice(10);

const say = (
  mementos: readonly SavedMemento[],
  label: Decision["label"],
  more: Partial<Decision> = {},
): Decision[] => mementos.map(({ uriM }) => ({ uriM, label, run, ...more }));

const figures = (...decisions: readonly (readonly Decision[])[]): ReviewFigures =>
  reviewFigures(decisions.flat(), results);

describe("figures from decisions on a run", () => {
  it("computes precision from the off-topic verdicts that people looked at, and computes no recall", () => {
    const made = figures(say(flagged.slice(0, 7), "off-topic"), say([flagged[7]!], "on-topic"));
    expect(made.precision).toMatchObject({ count: 7, of: 8 });
    expect([made.recall, made.drawn]).toEqual([undefined, undefined]);
    expect(reviewLines(made)).toEqual([
      "8 of 10 cases decided",
      "precision 0.875 [0.529, 0.978] of 8 off-topic verdicts looked at, of 10",
      "the same by cases, since mementos of one case are right or wrong together: 0.875 [0.529, 0.978] of 8",
      "of on-topic verdicts none was drawn at random and looked at: how many are wrong is not known, nor is the recall",
    ]);
  });

  it("counts mementos that were accepted in a batch, unsure or open", () => {
    const { precision, counts } = figures(
      say(flagged.slice(0, 2), "off-topic"),
      say(flagged.slice(2, 5), "off-topic", { seen: "batch" }),
      say([flagged[5]!], "unsure"),
      say([flagged[6]!], undefined, { drawn: 0.5 }),
      [{ uriM: "http://elsewhere.example/", label: "off-topic", run: "0".repeat(16) }],
    );
    expect(precision).toMatchObject({ count: 2, of: 2 });
    expect(counts).toEqual({
      ...{ offTopic: 10, batch: 3, unsure: 1, open: 1 },
      ...{ missing: 1, otherRuns: 1 },
    });
  });

  it("counts several captures of one case both by capture and as a single case", () => {
    const case40 = Array.from({ length: 40 }, (_, at) =>
      saved("http://a.example/", `20${String(10 + at)}-02-02T10:00:00Z`, 0, {
        ...{ overall: "off-topic", pageKind: "parked", textSimhash: { value: "1" } },
      }),
    );
    const made = reviewFigures(say(case40, "off-topic"), savedResults(...case40));
    expect(made.precision?.of).toBe(40);
    expect(made.cases?.of).toBe(1);
    expect(made.kinds).toMatchObject([{ kind: "parked", count: 40, of: 40 }]);
  });

  it("estimates from a random sample the share of wrong on-topic verdicts and the recall, with bounds", () => {
    const sample = say(passed.slice(0, 60), "on-topic", { drawn: 0.6 });
    const clean = figures(say(flagged, "off-topic"), sample);
    expect(clean.drawn).toMatchObject({ count: 0, of: 60, low: 0 });
    expect(clean.drawn?.high).toBeCloseTo(0.0487, 4);
    expect(reviewLines(clean)).toContain(
      "0 of 60 on-topic verdicts drawn at random were wrong: at most 4.9 % are",
    );
    // No wrong verdict has been found, so the recall may be 1; at most 100 times the upper bound of 2.5 % were missed.
    expect(clean.recall?.high).toBe(1);
    expect(clean.recall?.low).toBeCloseTo(10 / (10 + 100 * (1 - 0.025 ** (1 / 60))), 6);
    const dirty = figures(
      say(flagged, "off-topic"),
      sample.slice(6),
      say(passed.slice(0, 6), "off-topic", { drawn: 0.6 }),
    );
    expect(dirty.drawn).toMatchObject({ count: 6, of: 60 });
    expect(dirty.recall!.high).toBeLessThanOrEqual(10 / 16);
    expect(dirty.recall!.low).toBeLessThan(dirty.recall!.high);
  });

  it("counts as many cases as the review has: a run of one kind is one, whatever its texts", () => {
    const when = (at: number): string => `20${String(10 + at)}-02-02T10:00:00Z`;
    const captures = ["parked", "parked", "page", "parked", "spam"].map((pageKind, at) =>
      saved("http://a.example/", when(at), 0, {
        overall: pageKind === "page" ? "on-topic" : "off-topic",
        ...{ pageKind, textSimhash: { value: String(7 ** (3 * at)) } },
      }),
    );
    const of = savedResults(...captures);
    const made = reviewFigures(say(captures, "off-topic"), of);
    const cases = reviewList(of).filter(({ look }) => look === "case");
    expect([made.cases?.of, cases.length]).toEqual([3, 3]);
  });
});

describe("bounds of a random sample", () => {
  it("contain the share of wrong verdicts in at least 95 % of samples", () => {
    const wrong = new Set(passed.slice(0, 8).map(({ uriM }) => uriM));
    let held = 0;
    for (let seed = 0; seed < 60; seed += 1) {
      const random = seededRandom(seed);
      const chances = new Map(passed.map((memento) => [memento, random()]));
      const drawn = passed.toSorted((a, b) => chances.get(a)! - chances.get(b)!).slice(0, 60);
      const labelled = drawn.flatMap((memento) =>
        say([memento], wrong.has(memento.uriM) ? "off-topic" : "on-topic", { drawn: 0.6 }),
      );
      if (figures(labelled).drawn!.high >= 0.08) held += 1;
    }
    expect(held / 60).toBeGreaterThanOrEqual(0.95);
  });
});

describe("evaluate with decisions", () => {
  it("reports decisions by evaluate in every output type", async () => {
    const folder = temporaryFolder();
    const [file, decisions] = [join(folder, "run.jsonl"), join(folder, "decisions.tsv")];
    const { text } = await runToFile(["-i", "warc=fixtures/collection", "-ot", "jsonl"]);
    writeFileSync(file, text);
    const uriMs = [...text.matchAll(/"URI-M":"([^"]+)".*"overall topic status":"on-topic"/gu)]
      .map(([, uriM]) => uriM!)
      .slice(0, 60);
    const digest = runDigest([...text.matchAll(/"URI-M":"([^"]+)"/gu)].map(([, uriM]) => uriM!));
    const drawn = { label: "on-topic", drawn: 0.6, run: digest } as const;
    writeFileSync(decisions, formatDecisions(uriMs.map((uriM) => ({ uriM, ...drawn }))));
    const said = await commandToFile("evaluate", decisions, file);
    expect(said.text).toContain("no off-topic verdict was looked at, of ");
    expect(said.text).toMatch(
      /^0 of 60 on-topic verdicts drawn at random were wrong: at most 4\.9 % are$/mu,
    );
    for (const [form, expected] of [
      ["csv", "wrong on-topic verdicts,0,60"],
      ["json", '"drawn": {'],
      ["markdown", "# Review"],
    ] as const) {
      expect((await commandToFile("evaluate", decisions, file, "-ot", form)).text).toContain(
        expected,
      );
    }
    writeFileSync(decisions, formatDecisions([{ uriM: "http://b.example/", label: "on-topic" }]));
    await expect(commandToFile("evaluate", decisions, file)).rejects.toThrow(
      /^no decision of \S+ is on a memento of \S+\.$/u,
    );
  });
});
