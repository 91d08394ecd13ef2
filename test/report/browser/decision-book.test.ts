import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DecisionBook } from "../../../src/report/browser/review/decision-book.js";
import { type Decision, formatDecisions, parseDecisions } from "../../../src/write/decisions.js";

const now = new Date("2026-11-22T10:00:00Z");
const decision = (uriM: string, label: Decision["label"], by?: string): Decision => ({
  uriM: `http://archive.example/${uriM}`,
  label,
  ...(by !== undefined && { by }),
});
const a = "http://archive.example/a";

describe("decisions in the browser", () => {
  it("counts decisions as unsaved until the decisions are saved or loaded from a file", () => {
    const book = new DecisionBook();
    book.decide([decision("a", "off-topic"), decision("b", "off-topic")], now);
    expect(book.unfiled).toBe(2);
    const file = formatDecisions(book.all());
    book.filed();
    expect(book.unfiled).toBe(0);
    const other = new DecisionBook();
    other.take(parseDecisions(file).decisions, true);
    expect(other.unfiled).toBe(0);
    expect(formatDecisions(other.all())).toBe(file);
    other.decide([decision("a", "on-topic")], now);
    expect(other.unfiled).toBe(1);
  });

  it("counts the later of two decisions made within one second", () => {
    const book = new DecisionBook();
    for (const label of ["off-topic", "on-topic", "unsure", "off-topic"] as const) {
      book.decide([decision("a", label)], now);
      expect(book.labelOf(a)).toBe(label);
    }
  });

  it("undoes decisions step by step, and leaves no trace of undone decisions that were never saved", () => {
    const book = new DecisionBook();
    book.decide([decision("a", "off-topic")], now);
    book.decide([decision("a", "on-topic"), decision("b", "on-topic")], now);
    book.undo(now);
    expect(book.labelOf(a)).toBe("off-topic");
    book.undo(now);
    expect(book.labelOf(a)).toBeUndefined();
    expect(book.undo(now)).toBeUndefined();
    expect(book.unfiled).toBe(0);
    expect(book.all()).toEqual([]);
  });

  it("keeps a decision undone when a file with it is loaded again", () => {
    const book = new DecisionBook();
    book.decide([decision("a", "off-topic")], now);
    const file = formatDecisions(book.all());
    book.filed();
    book.undo(now);
    expect(book.unfiled).toBe(1);
    book.take(parseDecisions(file).decisions, true);
    expect(book.labelOf(a)).toBeUndefined();
  });

  it("keeps both decisions of reviewers who contradict each other until somebody resolves the contradiction", () => {
    const book = new DecisionBook();
    book.take([decision("a", "off-topic", "anna"), decision("a", "on-topic", "bert")], true);
    expect(book.labelOf(a)).toBe("contradicted");
    expect(book.conflicts()).toHaveLength(1);
    book.decide([decision("a", "off-topic", "carla")], now);
    expect(book.labelOf(a)).toBe("off-topic");
    expect(book.conflicts()).toEqual([]);
  });

  it("has no decisions after all steps are undone, whatever the steps were", () => {
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
        for (const step of all)
          book.decide(
            step.map(([uriM, said]) => decision(uriM, said)),
            now,
          );
        while (book.undo(now) !== undefined);
        expect(book.all()).toEqual([]);
        expect(book.unfiled).toBe(0);
      }),
    );
  });
});
