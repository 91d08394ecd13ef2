import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defaultModel } from "../../../src/score/settings/default-model.js";
import { type Ended, runBin, runProcess } from "../../support/run-bin.js";
import { folderWith } from "../../support/folders.js";
import { moduleOf, QUICK_RUN, withPlugin } from "./modules.js";

/** Returns a plug-in with one measure for each of these expressions, which compute scores or values of its feature. */
const measures = (expressions: readonly string[], of: "score" | "value"): string =>
  moduleOf(
    `export default [${expressions
      .map(
        (expression, at) => `{
      keyword: "m${at}", score: (first, memento) => ${of === "score" ? expression : "1"},
      feature: { keyword: "f${at}", extract: ({ bytes }) => ${of === "value" ? expression : "bytes.length"} },
    }`,
      )
      .join(",")}]`,
  );

const SCORES = [
  ["first.length.nothing", "Cannot read properties of undefined (reading 'nothing')"],
  ["2", "its score 2 is not from 0 to 1"],
  ["NaN", "its score is NaN, not a number"],
  ["Promise.resolve(1)", "its score is of type object, not a number"],
  ["undefined", "its score is of type undefined, not a number"],
  ["'1'", "its score is of type string, not a number"],
] as const;

const VALUES = [
  ["bytes.none.length", "Cannot read properties of undefined"],
  ["Promise.resolve(1)", "its value is a promise"],
  ["undefined", "its value is undefined"],
  ["new Set()", "isValue refuses its value"],
] as const;

const named = (cases: readonly unknown[]): string => cases.map((_, at) => `m${at}`).join(",");

it("a plug-in's measure that throws or returns no score causes an error in each row, and status 7", async () => {
  const path = measures(
    SCORES.map(([score]) => score),
    "score",
  );
  const { status, stdout, stderr } = await withPlugin(
    ...[path, ...QUICK_RUN, "-tm", `${named(SCORES)},cosine`, "-ot", "csv"],
  );
  expect(status).toBe(7);
  for (const [at, [, message]] of SCORES.entries()) {
    expect(stdout).toContain(`measure m${at} (mine.mjs) failed: ${message}`);
    expect(stderr).toContain(`measure m${at} (mine.mjs)`);
  }
  // The other measure keeps its verdicts, and one stack is shown.
  expect(stdout).toMatch(/cosine,[\d.]+,.*off-topic/u);
  expect(stderr).toMatch(/The first failure:\nTypeError: Cannot read .*\n.*mine\.mjs:2:/u);
  expect(stderr.match(/^TypeError/gmu)).toHaveLength(1);
});

it("a plug-in's measure that fails where a model reads it ends no run", async () => {
  const path = moduleOf(`export default {
    keyword: "mine", feature: "byte-count", symmetric: true, equalScore: 1,
    score() { throw new TypeError("no"); },
  };`);
  const inputs = [
    ...defaultModel.inputs,
    { of: "mine@first", as: "value", weight: 0.1, missing: 0 },
  ];
  const folder = folderWith({ "model.json": JSON.stringify({ ...defaultModel, inputs }) });
  const args = ["-i", "warc=fixtures/collection", "--combine", `learned=${folder}/model.json`];
  const { status, stdout } = await withPlugin(path, ...args, "-ot", "captures");
  expect(status).toBe(7);
  expect(stdout.split("\n").length).toBeGreaterThan(100);
});

it("a plug-in's writer that ends early changes neither the counts of a run nor its rules", async () => {
  const path = moduleOf(`import { defineWriter } from "detect-off-topic";
    export default defineWriter({ keyword: "top", async *write(results) {
      for await (const result of results) { yield result.uriM; return; }
    } })`);
  const args = [...QUICK_RUN, "-ot", "top", "--fail-on", "off-topic"];
  const { status, stdout, stderr } = await withPlugin(path, ...args);
  expect(stdout).toMatch(/^from-warc::\d{14}::\S+$/u);
  expect(stderr).toContain("2 mementos of 1 TimeMap");
  expect(status).toBe(4);
});

it("a score that a plug-in's measure does not define for two pages is not a failure", async () => {
  const path = moduleOf(`import { defineMeasure, NotDefined } from "detect-off-topic";
    export default defineMeasure({
      keyword: "mine", feature: "byte-count",
      score() { throw new NotDefined("neither has one"); },
    });`);
  const { status, stdout } = await withPlugin(
    ...[path, ...QUICK_RUN, "-tm", "mine,cosine", "-ot", "csv"],
  );
  expect(status).toBe(0);
  expect(stdout).toContain("Memento Measurement Error,neither has one");
});

it("a plug-in's feature that fails causes an error in each row, and status 7", async () => {
  const path = measures(
    VALUES.map(([value]) => value),
    "value",
  );
  const settings = ["--plugin", path, "-tm", `${named(VALUES)},cosine`, "--no-detect-languages"];
  const [, input = ""] = QUICK_RUN;
  const here = ["--workers", "0"];
  const plain = await runProcess(["-i", input, ...settings, ...here, "-ot", "jsonl", "-q"]);
  expect(plain.status).toBe(7);
  for (const [at, [, message]] of VALUES.entries()) {
    expect(plain.stdout).toContain(`feature f${at} (mine.mjs) failed: ${message}`);
  }
  expect(plain.stderr).toMatch(/The first failure:\nTypeError: .*\n.*mine\.mjs:3:/u);
});

it("a plug-in's input that throws is reported as a failed source, and the other sources are read", async () => {
  const path = moduleOf(`export default {
    keyword: "mine",
    *read(source) {
      yield { uriR: "http://a.example/", mementoDatetime: "2012", body: "<p>" + source };
      if (source === "bad") throw new Error("it is bad");
      yield { uriR: "http://a.example/", mementoDatetime: "2013", body: "<p>" + source };
    },
  };`);
  const { status, stdout, stderr } = await withPlugin(
    ...[path, "-i", "mine=bad,good", "-tm", "bytecount", "-ot", "csv", "--no-detect-languages"],
  );
  expect(status).toBe(7);
  expect(stdout).toContain(
    "mine=bad,,TimeMap Access Error,input mine (mine.mjs) failed: it is bad",
  );
  expect(stderr).toContain("3 mementos of 1 TimeMap");
  expect(stderr).toContain("mine.mjs:5:");
});

it("a plug-in's writer that throws ends the run with status 7, and no output is written", async () => {
  const path = moduleOf(`export default {
    keyword: "mine", suffix: ".mine",
    async *write(results) { yield "begun"; for await (const _ of results) throw new Error("full"); },
  };`);
  const folder = folderWith({});
  const [own, json] = [join(folder, "a.mine"), join(folder, "b.json")];
  const run = [...QUICK_RUN, "-tm", "bytecount"];
  const { status, stderr } = await withPlugin(path, ...run, "-o", own, "-o", json);
  expect(status).toBe(7);
  expect(stderr).toContain("mine.mjs");
  expect([existsSync(own), existsSync(json)]).toEqual([false, false]);
});

function expectRefused({ status, stdout, stderr }: Ended, message: string): void {
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
}

describe("modules that cannot be used as plug-ins", () => {
  it.each([
    ["the module is absent", undefined, "no such file"],
    ["it throws", "throw new Error('not today')", "cannot be loaded: not today"],
    [
      "its keyword is used already",
      "export default { keyword: 'cosine', feature: 'terms', score: () => 1 }",
      'there is a measure "cosine" already',
    ],
    [
      "its threshold would make equal pages off-topic",
      "export default { keyword: 'x', feature: 'terms', threshold: 0.5, comparison: '>', score: () => 1 }",
      'has "threshold" 0.5, by which equal pages (1) are off-topic.',
    ],
  ])("refuses a plug-in in one line if %s", async (_, text, message) => {
    const path = text === undefined ? "nowhere.mjs" : moduleOf(text);
    // A refused module leaves nothing behind, so no separate process is needed.
    expectRefused(await runBin(["--plugin", path, ...QUICK_RUN]), message);
  });
});

it("list includes the definitions of plug-ins", async () => {
  const path = moduleOf(`export default [
    { keyword: "outlinks", feature: "site-links", score: () => 1 },
    { keyword: "feed", *read() {} },
    { keyword: "markdown", async *write() {} },
    { keyword: "mainonly", removes: true, extract: () => "" },
  ];`);
  const list = await runProcess(["list", "--plugin", path]);
  expect(list.stdout).toMatch(/outlinks: outlinks \(plug-in mine\.mjs, [0-9a-f]{16}\)/u);
  for (const keyword of ["feed", "markdown", "mainonly"]) expect(list.stdout).toContain(keyword);
});
