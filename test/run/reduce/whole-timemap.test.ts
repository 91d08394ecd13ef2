import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { overridden, parseOverrides, unusedOverrides } from "../../../src/write/overrides.js";
import { Course } from "../../../src/score/verdict/course.js";
import { wholeTimeMap } from "../../../src/run/reduce/reduce.js";
import type { MementoResult } from "../../../src/score/types.js";
import { capture } from "../../support/records.js";

const WORDS = { "1": "on-topic", "0": "off-topic" } as const;

function patternOf(verdicts: string): string | undefined {
  const course = new Course();
  for (const verdict of verdicts) {
    course.add(verdict === "0" || verdict === "1" ? WORDS[verdict] : undefined);
  }
  return course.pattern;
}

function result(uriR: string, verdict?: "0" | "1", uriM = `from-warc::1::${uriR}`): MementoResult {
  return {
    kind: "memento",
    key: "k",
    uriT: "t",
    uriM,
    capture: capture({ uriR }),
    measures: [],
    ...(verdict !== undefined && { overall: WORDS[verdict] }),
  };
}

const turn = (): Promise<void> => Promise.resolve();

async function whole(
  drafts: readonly MementoResult[],
  overrides?: string,
): Promise<MementoResult[]> {
  const parsed = overrides === undefined ? undefined : parseOverrides(overrides, "o.tsv");
  const all: MementoResult[] = [];
  const assessment = {
    drafts: () => drafts.map((memento) => ({ memento })),
    judged: (taken: Iterable<{ memento: MementoResult }>) =>
      Array.from(taken, ({ memento }) => memento),
    withReasons: (judged: MementoResult) => judged,
  } as never;
  for await (const each of wholeTimeMap(assessment, turn, parsed)) all.push(each);
  return all;
}

describe("the pattern of a TimeMap", () => {
  it.each([
    ["1111", "always-on"],
    ["1", "always-on"],
    ["1100", "step"],
    ["10", "step"],
    ["1011", "single"],
    ["1001", "single"],
    ["1010", "oscillating"],
    ["101011", "oscillating"],
    ["0111", "first-off"],
    ["0101", "first-off"],
    ["0000", "always-off"],
    ["0", "always-off"],
  ])("calls a TimeMap with verdicts on (1) and off (0) in the order %s %s", (verdicts, pattern) => {
    expect(patternOf(verdicts)).toBe(pattern);
  });

  it("finds the same pattern of a TimeMap if each page is captured twice", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("0", "1"), { minLength: 1 }), (verdicts) => {
        const twice = verdicts.flatMap((verdict) => [verdict, verdict]);
        expect(patternOf(twice.join(""))).toBe(patternOf(verdicts.join("")));
      }),
    );
  });

  it("gives the pattern of the TimeMap to each of its mementos", async () => {
    const all = await whole([result("http://a.example/", "1"), result("http://a.example/", "0")]);
    expect(all.map(({ pattern }) => pattern)).toEqual(["step", "step"]);
  });

  it("yields a TimeMap of very many mementos completely and in order", async () => {
    const many = 12_000;
    const results = Array.from({ length: many }, (_, i) =>
      result(`http://a.example/${i}`, i === many - 1 ? "0" : "1"),
    );
    const all = await whole(results);
    expect(all).toEqual(results.map((each) => ({ ...each, pattern: "step" })));
  });
});

describe("a curator's overrides", () => {
  const labelsOf = (text: string): Record<string, string | undefined> => {
    const { names, labels } = parseOverrides(text, "o.tsv");
    return Object.fromEntries([...names].map(([key, name]) => [name, labels.get(key)]));
  };
  const SEED = "http://a.example/";

  it("an override replaces the computed verdict, and is shown in the result", async () => {
    const [first, second] = await whole([result(SEED, "0"), result(SEED)], `${SEED}\t1`);
    expect(first).toMatchObject({
      overall: "on-topic",
      override: { by: "URI-R", computed: "off-topic" },
      pattern: "always-on",
    });
    expect(second).toMatchObject({ overall: "on-topic", override: { by: "URI-R" } });
    expect(second!.override?.computed).toBeUndefined();
  });

  it("an override of a memento takes precedence over an override of its seed, in any order of the lines", () => {
    for (const text of [`u\t0\n${SEED}\t1`, `${SEED}\t1\nu\t0`]) {
      const given = overridden(result(SEED, "1", "u"), parseOverrides(text, "o.tsv"));
      expect(given).toMatchObject({ overall: "off-topic", override: { by: "URI-M" } });
    }
  });

  it("an override of a seed applies to any spelling of its URI-R", () => {
    const overrides = parseOverrides("https://www.A.example:443\toff-topic", "o.tsv");
    expect(overridden(result(SEED, "1"), overrides).overall).toBe("off-topic");
  });

  it("a row with a date is on the capture of that seed and second only, with or without a header", () => {
    const at = (mementoDatetime: string, uriM: string): MementoResult => ({
      ...result(SEED, "1", uriM),
      capture: capture({ uriR: SEED, mementoDatetime }),
    });
    const first = at("2010-03-01T10:00:00Z", "u");
    const second = at("2011-03-01T10:00:00.5Z", "v");
    for (const text of [
      `date\tURI\tlabel\n20100301100000\thttps://www.a.example\toff-topic\n`,
      `URI-R\tlabel\tdate\n${SEED}\t0\t2010-03-01T10:00:00Z\n${SEED}\t1\t2011-03-01 10:00:00+00:00\n`,
      `URI-R\tlabel\tdate\n${SEED}\t0\t20100301100000\n${SEED}\t1\t\n`,
      `1\t20100301100000\t${SEED}\t0\n1\t20110301100000\t${SEED}\t1\n`,
      `URI-M\tlabel\tdate\nu\t0\t20100301100000\n`,
    ]) {
      const overrides = parseOverrides(text, "o.tsv");
      expect(overridden(first, overrides)).toMatchObject({
        overall: "off-topic",
        override: { by: "URI-M" },
      });
      expect(overridden(second, overrides).overall).toBe("on-topic");
      expect(unusedOverrides(overrides)).toEqual([]);
    }
    const other = parseOverrides(`URI-R\tlabel\tdate\n${SEED}\t0\t2010-03-01\n`, "o.tsv");
    expect(overridden(first, other)).toBe(first);
    expect(unusedOverrides(other)).toEqual([`${SEED} 20100301000000`]);
  });

  it("overrides change no other memento, and overrides without a memento are listed", () => {
    const overrides = parseOverrides(`http://b.example/\t0\n${SEED}\t0`, "o.tsv");
    const other = result("http://c.example/", "1");
    expect(overridden(other, overrides)).toBe(other);
    overridden(result(SEED, "1"), overrides);
    expect(unusedOverrides(overrides)).toEqual(["http://b.example/"]);
  });

  it("reads overrides of a spreadsheet with a byte order mark, quotes and carriage returns", () => {
    const text = `\u{feff}URI\tlabel\r"${SEED}0,1.html"\t"0"\r${SEED}\t1\r`;
    expect(labelsOf(text)).toEqual({ [SEED]: "on-topic", [`${SEED}0,1.html`]: "off-topic" });
  });

  it("reads overrides with a header, comments and empty lines", () => {
    const text = `URI-M\tlabel\n# checked by hand\n\n${SEED}\t0\r\n`;
    expect(labelsOf(text)).toEqual({ [SEED]: "off-topic" });
  });

  it("the newest decision counts, whoever made it", () => {
    const rows = [
      "URI-M\tlabel\tby\tat",
      "u\t0\tanna\t2026-03-01",
      "u\t1\tanna\t2026-03-02",
      "v\t0\tanna\t2026-03-01",
      "v\t1\tben\t2026-03-02",
    ];
    expect(labelsOf(rows.join("\n"))).toEqual({ u: "on-topic", v: "on-topic" });
  });

  it("applying overrides to results again keeps the computed verdict", () => {
    const once = overridden(result(SEED, "1", "u"), parseOverrides("u\t0", "o.tsv"));
    const twice = overridden(once, parseOverrides("u\t1", "o.tsv"));
    expect(twice).toMatchObject({ overall: "on-topic", override: { computed: "on-topic" } });
  });

  it.each([
    ["http://a.example/", /line 1: not a URI and a label/u],
    ["http://a.example/\tmaybe", /line 1: not a URI and a label/u],
    [
      "http://a.example/\t1\nhttp://a.example/\t0",
      /line 2: [^\n]* has another label on an earlier line\. Remove one of them, or name captures by a column "date"/u,
    ],
    [
      "URI\tdate\tlabel\nhttp://a.example/\t2.00904E+13\t1",
      /line 2: date "2\.00904E\+13" cannot be read\. Give 14 digits/u,
    ],
    [
      "http://a.example/\t1\nhttps://www.a.example\t0",
      /line 2: https:\/\/www\.a\.example has another label on an earlier line, as http:\/\/a\.example\/\. /u,
    ],
  ])("refuses the overrides %j in one line", (text, message) => {
    expect(() => parseOverrides(text, "o.tsv")).toThrow(UsageError);
    expect(() => parseOverrides(text, "o.tsv")).toThrow(message);
  });
});
