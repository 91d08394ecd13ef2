import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { catalogue } from "../../src/run/plugins/catalogue.js";
import { wholeCatalogue } from "../../src/tools/catalogue.js";
import { defaultModel } from "../../src/score/settings/default-model.js";
import { folderWith } from "../support/folders.js";
import { modulesOf } from "../support/loaded-modules.js";
import { QUICK, ROOT, runBin, temporaryFolder } from "../support/run-bin.js";

const isOfRuns = (path: string): boolean =>
  /^(?:run\/run\.js|read\/inputs\/.*|score\/measures\/.*|extensions\/structure\/(?!settings).*)$/u.test(
    path,
  );

it("lists, a report and an evaluation of saved results load no code of runs, and none of an extension", async () => {
  const folder = temporaryFolder();
  const results = join(folder, "results.jsonl");
  const collection = fileURLToPath(new URL("../../fixtures/collection", import.meta.url));
  const asked = ["-tm", "style=0.5,bytecount", "--set", "exact-scores=true", "-o", results];
  await runBin(["-q", "-i", `warc=${collection}`, ...QUICK, ...asked]);
  const evaluation = join(folder, "evaluation.txt");
  for (const args of [
    ["list"],
    ["--help"],
    ["report", results, "-o", join(folder, "report.html")],
    ["evaluate", join(collection, "labels.tsv"), results, "-o", evaluation],
  ]) {
    expect(modulesOf(...args).filter(isOfRuns)).toEqual([]);
  }
  expect(readFileSync(evaluation, "utf8")).toMatch(/^\s*style\b/mu);
});

it("a model loads the extensions of the measures that it reads", () => {
  const inputs = [{ of: "structure@first", as: "value", weight: -1, missing: 0 }];
  const folder = folderWith({ "model.json": JSON.stringify({ ...defaultModel, inputs }) });
  const input = ["-q", "-i", `warc=${ROOT}/fixtures/warcs/two-captures.warc`, "-ot", "captures"];
  const loaded = modulesOf(...input, "--combine", `learned=${folder}/model.json`);
  expect(loaded).toContain("extensions/structure/structure.js");
});

it("the catalogue of the build has all definitions of the registries, and keeps infinite ends of ranges", () => {
  expect(catalogue()).toEqual(wholeCatalogue());
});
