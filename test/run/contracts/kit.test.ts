import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { messageOf } from "../../../src/base/errors.js";
import { NotDefined } from "../../../src/base/failures.js";
import {
  defineFeature,
  defineMeasure,
  defineRemover,
  defineWriter,
} from "../../../src/run/plugins/define.js";
import { defineEvidence, type EvidenceSpec } from "../../../src/run/plugins/define-evidence.js";
import { defineInput } from "../../../src/run/plugins/define-input.js";
import {
  type ContractCase,
  evidenceContract,
  inputContract,
  measureContract,
  removerContract,
  testMeasure,
  writerContract,
} from "../../../src/testing.js";
import type { Input } from "../../../src/read/types.js";
import type { BoilerplateRemover, Page } from "../../../src/page/types.js";
import type { Measure } from "../../../src/score/types.js";
import type { Writer } from "../../../src/write/types.js";
import { ROOT } from "../../support/run-bin.js";

/** Returns the names of the cases that fail, with their messages. */
async function failures(cases: readonly ContractCase[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { name, check } of cases) {
    await Promise.resolve()
      .then(check)
      .catch((cause: unknown) => found.set(name, messageOf(cause)));
  }
  return found;
}

const failing = async (cases: readonly ContractCase[]): Promise<string[]> => [
  ...(await failures(cases)).keys(),
];

const size = defineFeature({ keyword: "size", extract: ({ bytes }) => bytes.length });
const good = {
  ...{ keyword: "sizes", summary: "Likeness of sizes.", feature: size, symmetric: true },
  score: (a: number, b: number) => Math.min(a, b) / Math.max(a, b),
};

describe("the contract of a measure", () => {
  it("a correct measure fulfils the contract, including its examples", async () => {
    const examples = [{ first: "<p>ab", memento: "<p>", score: 0.6 }];
    expect(await failing(measureContract(defineMeasure(good), examples))).toEqual([]);
  });

  it.each<[string, Measure, string]>([
    ["range", defineMeasure({ ...good, score: (a, b) => a / b }), "gives scores within its range"],
    [
      "score of equal pages",
      defineMeasure({ ...good, score: () => 0.5 }),
      "gives equal pages the score",
    ],
    [
      "symmetry",
      defineMeasure({ ...good, score: (a, b) => Math.min(1, a / b) }),
      "gives the same score when",
    ],
    [
      "summary",
      defineMeasure({ ...good, summary: "no sentence" }),
      "describes itself in a sentence",
    ],
    ["numbers", defineMeasure({ ...good, score: () => NaN }), "gives equal pages the score"],
    [
      "values",
      defineMeasure({
        ...good,
        feature: defineFeature({ ...size, isValue: (value) => typeof value === "string" }),
      }),
      "reads feature values that JSON keeps",
    ],
  ])("the contract reports a measure with wrong %s", async (_, measure, name) => {
    const names = await failing(measureContract(measure));
    expect(names).toEqual(expect.arrayContaining([expect.stringContaining(name)]));
  });

  it("a measure may report that its feature or prepare gives no value", async () => {
    const headed = ({ html }: { readonly html: string }): string => {
      if (!html.includes("word1")) throw new NotDefined("a page without a heading");
      return html;
    };
    const score = (a: string, b: string): number => Number(a === b);
    const heading = defineFeature({ keyword: "heading", extract: headed });
    const html = defineFeature({ keyword: "html", extract: (page) => page.html });
    const examples = [{ first: "<p>word1", memento: "<p>", score: "not defined" as const }];
    for (const measure of [
      defineMeasure({ ...good, feature: heading, score }),
      defineMeasure({ ...good, feature: html, prepare: (text) => headed({ html: text }), score }),
    ]) {
      expect(await failing(measureContract(measure, examples))).toEqual([]);
    }
  });

  it("a failed case reports both the returned value and the expected value of a method", async () => {
    const messages = async (measure: Measure): Promise<string> =>
      [...(await failures(measureContract(measure))).values()].join("\n");
    expect(await messages(defineMeasure({ ...good, score: () => 0.5 }))).toContain(
      "score() of two equal pages is 0.5, and equalScore says 1.",
    );
    expect(await messages(defineMeasure({ ...good, score: () => NaN }))).toContain(
      "score() gave NaN: give a finite number, or throw NotDefined",
    );
    expect(await messages(defineMeasure({ ...good, score: (a, b) => a / b }))).toMatch(
      /score\(\) of the pages "<html.* is [\d.]+, which is not in its range, 0 to 1\./u,
    );
    expect(await messages(defineMeasure({ ...good, summary: "sizes" }))).toContain(
      'summary is "sizes": write a sentence',
    );
  });

  it("the contract names a failed example, and says that declaring cases needs a test runner", async () => {
    const example = { first: "<p>ab", memento: "<p>", score: 0.7 };
    expect(await failing(measureContract(defineMeasure(good), [example]))).toEqual([
      "example 1: 0.7",
    ]);
    expect(() => testMeasure(defineMeasure(good))).toThrow("give those of your test runner");
  });
});

describe("the contract of a writer", () => {
  const lines = { keyword: "lines", summary: "A line for each." };
  it.each<[string, Writer, string, string]>([
    [
      "lets text from a page add lines",
      defineWriter({
        ...lines,
        async *write(results) {
          for await (const { uriT } of results) yield `${uriT}\n`;
        },
      }),
      "writes no line or column that text from a page could add",
      'Write a URI as printable(uri, "percent")',
    ],
    [
      "yields values that are neither text nor bytes",
      defineWriter({
        ...lines,
        async *write() {
          yield await Promise.resolve(5 as unknown as string);
        },
      }),
      "writes text or bytes for an empty run, for failures and for mementos",
      "write() gave 5: give text or a Uint8Array.",
    ],
  ])("the contract reports a writer that %s", async (_, writer, name, message) => {
    const found = await failures(writerContract(writer));
    expect(found.get(name)).toContain(message);
  });
});

describe("the contract of an input", () => {
  const page = {
    uriR: "http://a.example/",
    mementoDatetime: "2012-06-01T10:20:30Z",
    text: "museum",
  };
  const input = (read: (source: string) => Iterable<never>): Input =>
    defineInput({ keyword: "mine", summary: "Pages.", read });
  const given = { ...page, body: "<p>museum" } as never;

  it("a correct input fulfils the contract", async () => {
    const right = input(function* (source) {
      if (source === "bad") throw new Error("cannot be read");
      yield given;
    });
    const cases = inputContract(right, { sources: ["good"], pages: [page], broken: "bad" });
    expect(await failing(cases)).toEqual([]);
  });

  it("the contract reports an input that leaves out pages or hides what it cannot read", async () => {
    const empty = input(function* () {
      // This input reads nothing.
    });
    const found = await failures(
      inputContract(empty, { sources: ["good"], pages: [page], broken: "bad" }),
    );
    expect([...found.values()].join("\n")).toMatch(
      /read\(\) gave 0 pages of the sources, and "pages" lists 1\. It gave: nothing\.[^]*read\(\) says nothing of the broken source "bad"/u,
    );
    expect([...found.keys()]).toEqual([
      "reads every page of the sources completely",
      "reports each page above the size limit as a problem",
      "reports a source that it cannot read",
    ]);
  });

  it("the contract reports an input that does not name its hosts by URIs", async () => {
    const of = (hosts: readonly string[]): Promise<string[]> => {
      const asking = input(function* () {
        yield given;
      });
      const cases = inputContract(
        { ...asking, hosts: () => hosts },
        { sources: ["good"], pages: [page] },
      );
      return failing(cases);
    };
    expect(await of(["https://archive.example/"])).toEqual([]);
    expect(await of(["archive.example"])).toEqual(["names the hosts that it asks by their URIs"]);
  });
});

it("the contract reports a remover that returns no text, or another text than its example", async () => {
  const give = (extract: (page: Page) => unknown): BoilerplateRemover =>
    defineRemover({ keyword: "mine", summary: "Mine.", extract: extract as () => string });
  const example = { html: "<p>open", text: "open" };
  expect(
    await failing(
      removerContract(
        give((page) => page.bodyText),
        [example],
      ),
    ),
  ).toEqual([]);
  expect(await failures(removerContract(give(() => null)))).toEqual(
    new Map([
      [
        "returns text for any page, and the same text again",
        'extract() of the page "" gave null: give text, "" where nothing is left.',
      ],
    ]),
  );
  expect(
    await failing(
      removerContract(
        give(() => "shut"),
        [example],
      ),
    ),
  ).toEqual(['example 1: "open"']);
});

describe("the contract of evidence", () => {
  type Sizes = EvidenceSpec<typeof size, readonly number[]>;
  const sizes: Sizes = {
    ...{ keyword: "sizes", summary: "Number of pages of this size.", feature: size },
    survey: {
      lines: ({ value }) => [String(value)],
      async data(sorted) {
        const found: number[] = [];
        for await (const line of sorted) found.push(Number(line));
        return found;
      },
    },
    isData: (json) => Array.isArray(json) && json.every(Number.isFinite),
    judge: (found, { value }) => ({ score: found.filter((each) => each === value).length }),
  };
  const examples = [
    { timeMap: "a", html: "<p>ab", score: 2 },
    { timeMap: "b", html: "<p>cd", score: 2 },
    { timeMap: "b", html: "<p>", score: 1 },
  ];
  const failed = (more: Partial<Sizes>): Promise<string[]> =>
    failing(evidenceContract(defineEvidence({ ...sizes, ...more }), examples));

  it("correct evidence fulfils the contract, including its examples", async () => {
    expect(await failed({})).toEqual([]);
  });

  let calls = 0;
  it.each<[string, Partial<Sizes>, string]>([
    [
      "lines that depend on what came before",
      { survey: { ...sizes.survey, lines: () => [String((calls += 1))] } },
      "gives the same lines of a memento again",
    ],
    [
      "lines that are no text",
      { survey: { ...sizes.survey, lines: () => [5 as unknown as string] } },
      "gives the same lines of a memento again",
    ],
    [
      "data that are kept from one collection to the next",
      { survey: { ...sizes.survey, data: () => [(calls += 1)] } },
      "makes the same data of partial results",
    ],
    [
      "data that JSON changes",
      { survey: { ...sizes.survey, data: () => [NaN] } },
      "makes data that a file keeps unchanged",
    ],
    ["files of all kinds", { isData: () => true }, "refuses a file of another kind"],
    [
      "a score that is no number",
      { judge: () => ({ score: NaN }) },
      "judges every memento of the collection",
    ],
    ["other scores than its examples", { judge: () => ({ score: 5 }) }, "says what the examples"],
    ["a summary that is no sentence", { summary: "sizes" }, "describes itself in a sentence"],
  ])("evidence with %s breaks it", async (_, more, broken) => {
    expect(await failed(more)).toContainEqual(expect.stringContaining(broken));
  });

  it("a definition without a survey, a feature or a judge is refused", () => {
    const { survey: _, ...rest } = sizes;
    expect(() => defineEvidence(rest as Sizes)).toThrow('evidence "sizes" lacks "survey".');
    expect(() => defineEvidence({ ...sizes, survey: {} as Sizes["survey"] })).toThrow(
      'evidence "sizes" lacks "lines" or "data" in its survey.',
    );
  });
});

it("the plug-ins of examples/plugin fulfil their contracts in node:test", () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    ["--test", "--test-reporter=tap", "examples/plugin/plugin.test.mjs"],
    { cwd: ROOT, encoding: "utf8" },
  );
  expect({ status, failed: /^# fail (\d+)$/mu.exec(stdout)?.[1] }).toEqual({
    status: 0,
    failed: "0",
  });
  expect(stdout).toContain("measure headings");
  expect(stdout).toContain("evidence beginnings");
});
