import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { catalogue } from "../../src/run/plugins/catalogue.js";
import { wholeCatalogue } from "../../src/tools/catalogue.js";
import { modulesOf } from "../support/loaded-modules.js";
import { QUICK, runBin, temporaryFolder } from "../support/run-bin.js";

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

it("the catalogue of the build has all definitions of the registries, and keeps infinite ends of ranges", () => {
  expect(catalogue()).toEqual(wholeCatalogue());
});
