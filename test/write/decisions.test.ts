import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Decision,
  formatDecisions,
  mergeDecisions,
  parseDecisions,
} from "../../src/write/decisions.js";

const URI_M = "https://archive.example/web/20130202100000/http://a.example/";
const HEADER = "URI-M\tlabel\tdate\tkind\tnote\tby\tat\tcomputed\tprobability\tdrawn\trun\tseen\n";

const decision = (members: Partial<Decision> = {}): Decision => ({
  uriM: URI_M,
  label: "off-topic",
  ...members,
});

const whole = decision({
  date: "2013-02-02T10:00:00Z",
  kind: "parked",
  note: "a registrar's page",
  by: "anna",
  at: "2026-03-01T09:00:00Z",
  computed: "on-topic",
  probability: 0.4375,
  drawn: 0.05,
  run: "0011223344556677",
  seen: "batch",
});

describe("files of decisions", () => {
  it("writes a row for each memento with all members of the decision", () => {
    expect(formatDecisions([whole, { uriM: "http://b.example/", label: "unsure" }])).toBe(
      `${HEADER}http://b.example/\t?\t\t\t\t\t\t\t\t\t\t\n` +
        `${URI_M}\t0\t2013-02-02T10:00:00Z\tparked\ta registrar's page\tanna\t2026-03-01T09:00:00Z\ton-topic\t0.4375\t0.05\t0011223344556677\tbatch\n`,
    );
  });

  it("reads decisions as they were written to the file", () => {
    expect(parseDecisions(formatDecisions([whole]))).toEqual({
      decisions: [whole],
      problems: [],
      otherColumns: [],
    });
  });

  it("reads columns in any order, and a plain list of overrides", () => {
    expect(parseDecisions(`note\tlabel\tURI-M\tmood\nx\t?\t${URI_M}\tgood\n`)).toEqual({
      decisions: [{ uriM: URI_M, label: "unsure", note: "x" }],
      problems: [],
      otherColumns: ["mood"],
    });
    expect(parseDecisions(`${URI_M}\t0\n`).decisions).toEqual([decision()]);
  });

  it("reports the numbers of lines that cannot be read, and keeps the other decisions", () => {
    const { decisions, problems } = parseDecisions(
      `URI-M\tlabel\tat\tprobability\n\t0\n${URI_M}\tmaybe\n${URI_M}\t\n${URI_M}\t0\tyesterday\t2\n`,
    );
    expect(decisions).toEqual([decision()]);
    expect(problems).toEqual([
      { number: 2, message: "no URI-M" },
      { number: 3, message: 'the label "maybe" is not 1, 0 or ?' },
      { number: 4, message: 'the label "" is not 1, 0 or ?' },
      { number: 5, message: 'at "yesterday" cannot be read' },
      { number: 5, message: 'probability "2" cannot be read' },
    ]);
  });

  it("takes two columns of labels for one only where they agree", () => {
    const { decisions, problems } = parseDecisions(
      `URI-M\tlabel\tlabel\n${URI_M}\t0\t0\n${URI_M}\t1\t0\n`,
    );
    expect(decisions).toEqual([decision()]);
    expect(problems).toEqual([{ number: 3, message: 'the label "1 or 0" is not 1, 0 or ?' }]);
  });

  it("writes the same bytes for the same decisions, with any text", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom("\t", "\n", "\r", "\\", '"', "#", "n", " ", "\u{85}") }),
    );
    const some = fc.array(
      fc.record({ uriM: fc.webUrl(), label: fc.constant("unsure" as const), note: text, by: text }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(some, (decisions) => {
        const written = formatDecisions(decisions);
        expect(formatDecisions(decisions.toReversed())).toBe(written);
        const read = parseDecisions(written);
        expect(read.problems).toEqual([]);
        expect(formatDecisions(read.decisions)).toBe(written);
        const notes = (each: readonly Decision[]): string[] =>
          each.map(({ note = "" }) => note.trim()).sort();
        const once = new Map(decisions.map((each) => [formatDecisions([each]), each]));
        expect(notes(read.decisions)).toEqual(notes([...once.values()]));
      }),
    );
  });

  it("preserves the row of a URI-M with any characters", () => {
    for (const uriM of ["#a", '"a"', "a\tb\nc", "\u{202e}x"]) {
      const written = formatDecisions([{ uriM, label: "on-topic" }]);
      expect(written.split("\n")).toHaveLength(3);
      expect(formatDecisions(parseDecisions(written).decisions)).toBe(written);
    }
  });
});

describe("decisions of several files", () => {
  const at = (minute: number): string => `2026-03-01T09:${String(minute).padStart(2, "0")}:00Z`;
  const anna = decision({ by: "anna", at: at(1) });
  const ben = decision({ by: "ben", at: at(2), label: "on-topic" });

  it("keeps the newest decision on each memento, whoever made it", () => {
    const changed = decision({ by: "anna", at: at(5), label: "on-topic" });
    const other = decision({ uriM: "http://b.example/" });
    expect(mergeDecisions([changed, other], [anna], [ben])).toEqual([other, changed]);
    expect(mergeDecisions([decision({ label: "on-topic" })], [anna])).toEqual([anna]);
    const unsure = decision({ by: "carl", at: at(6), label: "unsure" });
    expect(mergeDecisions([unsure, changed])).toEqual([unsure]);
  });

  it("reads files of 0.2, whose people contradict each other", () => {
    const old = `URI-M\tlabel\tby\tat\tsettles\n${URI_M}\t0\tanna\t${at(1)}\t\n${URI_M}\t1\tben\t${at(2)}\tanna\n`;
    const { decisions, problems, otherColumns } = parseDecisions(old);
    expect([problems, otherColumns]).toEqual([[], []]);
    expect(mergeDecisions(decisions)).toEqual([ben]);
  });

  it("a decision replaces a row of a sample, and keeps the row's probability of being drawn", () => {
    const sample = decision({ label: undefined, drawn: 0.1 });
    expect(mergeDecisions([sample], [anna])).toEqual([{ ...anna, drawn: 0.1 }]);
    expect(mergeDecisions([sample])).toEqual([sample]);
  });

  it("merging gives the same decisions in any order", () => {
    const row = fc.record({
      uriM: fc.constantFrom("http://a.example/", "http://b.example/"),
      label: fc.constantFrom<Decision["label"]>("on-topic", "off-topic", "unsure", undefined),
      by: fc.constantFrom("", "anna", "ben"),
      at: fc.constantFrom(undefined, at(1), at(2)),
    });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const merged = mergeDecisions(rows);
        expect(mergeDecisions(rows.toReversed())).toEqual(merged);
        expect(mergeDecisions(merged)).toEqual(merged);
      }),
    );
  });
});
