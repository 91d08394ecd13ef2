import { describe, expect, it } from "vitest";
import { evaluate } from "../../../src/extensions/lab/evaluate.js";
import { evaluationFormatters, evaluationNotices } from "../../../src/extensions/lab/forms.js";
import { parseGold } from "../../../src/extensions/lab/gold.js";
import type { SavedMemento } from "../../../src/write/entry.js";
import { saved, savedResults } from "./saved.js";

const WHEN = "2013-01-01T00:00:00Z";
const GOLD = [
  "id\tdate\tURI\tlabel\tkind",
  "1\t20130101000000\thttp://a.example/\t1\toriginal",
  "2\t20130101000000\thttp://b.example/\t0\tparked",
  "3\t20130101000000\thttp://c.example/\t0\tparked",
  "4\t20130101000000\thttp://d.example/\t0\tre|di\u{1b}rect",
].join("\n");

const evaluation = evaluate(
  parseGold(GOLD, "gold.tsv"),
  savedResults(
    saved("http://a.example/", WHEN, 0.05, { overall: "off-topic" }),
    saved("http://b.example/", WHEN, 0.05, { overall: "off-topic" }),
    saved("http://c.example/", WHEN, 0.9, { overall: "on-topic" }),
    saved("http://d.example/", WHEN, undefined, {
      problem: { stage: "access", message: "404" },
    }),
  ),
  { axes: [{ name: "cosine", comparison: "<", range: [0, 1], equalScore: 1, threshold: 0.12 }] },
);

describe("counts by kind", () => {
  it("counts how many mementos of each kind of off-topic were found, and how many on-topic mementos were called off-topic", () => {
    const [kinds] = evaluation.groups;
    expect(kinds?.column).toBe("kind");
    expect(
      kinds?.rows.map(({ value, label, mementos, calledOverall, called }) => [
        value,
        label,
        mementos,
        calledOverall,
        called.get("cosine"),
      ]),
    ).toEqual([
      ["parked", "off-topic", 2, 1, 1],
      ["re|di\u{1b}rect", "off-topic", 1, 0, 0],
      ["original", "on-topic", 1, 1, 1],
    ]);
  });
});

describe("verdicts of a curator", () => {
  it("reports verdicts that a curator has overridden, since they do not show how well the tool judges", () => {
    const gold = parseGold(`1\t20130202100000\thttp://a.example/\t0\n`, "gold.tsv");
    const override = { by: "URI-M", computed: "on-topic" } as const;
    const memento = saved("http://a.example/", "2013-02-02T10:00:00Z", 1, {
      ...{ overall: "off-topic" as const, override },
    });
    const notices = evaluationNotices(evaluate(gold, savedResults(memento), { axes: [] }));
    expect(notices).toContain(
      "overall verdicts that are a curator's own (--overrides), not the tool's: 1",
    );
  });
});

describe("verdicts that were inferred", () => {
  it("are counted with all others, and apart", () => {
    const [read, other] = ["http://a.example/", "http://b.example/"];
    const inferred = (uriR: string): SavedMemento => {
      const capture = { uriR, mementoDatetime: WHEN, inferredFrom: ["http://c.example/"] };
      return saved(uriR, WHEN, undefined, { capture, measures: [], overall: "off-topic" });
    };
    const results = savedResults(
      saved(read, WHEN, 0.05, { overall: "off-topic" }),
      ...[other, "http://c.example/"].map(inferred),
    );
    const gold = [`1\t2013\t${read}\t1`, `1\t2013\t${other}\t1`, "1\t2013\thttp://c.example/\t0"];
    const found = evaluate(parseGold(gold.join("\n"), "gold.tsv"), results, { axes: [] });
    expect(found.overall.counts).toEqual({ tp: 1, fp: 2, tn: 0, fn: 0 });
    expect(found.inferred?.counts).toEqual({ tp: 1, fp: 1, tn: 0, fn: 0 });
    expect(evaluationFormatters.text(found)).toMatch(/^ +inferred +1 +1 +0 +0 /mu);
    expect(evaluation.inferred).toBeUndefined();
  });
});

describe("output types of an evaluation", () => {
  it.each(["text", "markdown"] as const)(
    "writes an evaluation as %s without control characters",
    (form) => {
      expect(evaluationFormatters[form](evaluation)).not.toContain("\u{1b}");
    },
  );

  it("writes a CSV row for every threshold of every measure, a row for the run, and its figures", () => {
    const lines = evaluationFormatters.csv(evaluation).trimEnd().split("\n");
    expect(lines).toHaveLength(1 + 101 + 1 + 5);
    expect(lines[102]).toBe("overall,,,,1,1,0,2,0.5,0.3333333333333333,0.4,0.25,,,,,,,,");
    expect(new Set(lines.map((line) => line.split(",").length))).toEqual(new Set([20]));
    expect(lines.slice(103).map((line) => line.slice(0, line.indexOf(",")))).toEqual([
      "average precision of cosine",
      "off-topic runs in cases",
      "off-topic runs in cases or checks",
      "on-topic TimeMaps with a false alarm",
      "F1 of the verdicts",
    ]);
  });

  it("writes the sweep as JSON, with null for undefined rates", () => {
    const json = JSON.parse(evaluationFormatters.json(evaluation)) as {
      measures: { sweep: { threshold: number; precision: number | null }[] }[];
    };
    expect(json.measures[0]?.sweep).toHaveLength(101);
    expect(json.measures[0]?.sweep[0]).toMatchObject({ threshold: 0, precision: null });
  });
});
