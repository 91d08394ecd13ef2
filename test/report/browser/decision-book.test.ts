import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DecisionBook } from "../../../src/report/browser/review/decision-book.js";
import { type Decision, formatDecisions, parseDecisions } from "../../../src/write/decisions.js";

const now = new Date("2026-11-22T10:00:00Z");
const decision = (uriM: string, label: Decision["label"]): Decision => ({
  uriM: `http://archive.example/${uriM}`,
  label,
});
const a = "http://archive.example/a";

describe("decisions in the browser", () => {
  it("counts decisions as unsaved until they are saved or loaded from a file", () => {
    const book = new DecisionBook();
    book.decide([decision("a", "off-topic"), decision("b", "off-topic")], now);
    expect(book.unfiled).toBe(2);
    const file = formatDecisions(book.all());
    book.filed();
    expect(book.unfiled).toBe(0);
    const other = new DecisionBook();
    other.take(parseDecisions(file).decisions, true);
    expect([other.unfiled, formatDecisions(other.all())]).toEqual([0, file]);
    other.decide([decision("a", "on-topic")], now);
    expect(other.unfiled).toBe(1);
  });

  it("keeps a decision undone when a file with it is loaded again", () => {
    const book = new DecisionBook();
    const { before } = book.decide([decision("a", "off-topic")], now);
    const file = formatDecisions(book.all());
    book.filed();
    book.restore(before, now);
    expect(book.unfiled).toBe(1);
    book.take(parseDecisions(file).decisions, true);
    expect(book.labelOf(a)).toBeUndefined();
  });

  it("goes back step by step, and has nothing left of what no file had, whatever the steps were", () => {
    const label = fc.constantFrom("on-topic", "off-topic", "unsure");
    const steps = fc.array(
      fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c"), label), {
        selector: ([uriM]) => uriM,
        minLength: 1,
      }),
    );
    fc.assert(
      fc.property(steps, (all) => {
        const book = new DecisionBook();
        const labels = (): unknown[] => ["a", "b", "c"].map((name) => book.labelOf(a + name));
        const made = all.map((step) => {
          const earlier = labels();
          const given = step.map(([uriM, said]) => decision(uriM, said));
          return { earlier, ...book.decide(given, now) };
        });
        for (const { before, earlier } of made.toReversed()) {
          book.restore(before, now);
          expect(labels()).toEqual(earlier);
        }
        expect([book.all(), book.unfiled]).toEqual([[], 0]);
      }),
    );
  });
});
