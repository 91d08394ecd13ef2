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
import { defineInput } from "../../../src/run/plugins/define-input.js";
import {
  type ContractCase,
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
});
