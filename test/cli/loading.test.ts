import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { catalogue } from "../../src/run/plugins/catalogue.js";
import { wholeCatalogue } from "../../src/tools/catalogue.js";
import { modulesOf } from "../support/loaded-modules.js";
import { runBin, temporaryFolder } from "../support/run-bin.js";

const isOfRuns = (path: string): boolean =>
  /^(?:run\/run\.js|read\/inputs\/.*|score\/measures\/.*)$/u.test(path);

it.each([
  ["list", ["list"]],
  ["the list of commands", ["--help"]],
])("does not load inputs, measures or the code of runs for %s", (_, args) => {
  const modules = modulesOf(...args);
  expect(modules).toContain(join("cli", "program.js"));
  expect(modules.filter(isOfRuns)).toEqual([]);
});

it("does not load inputs, measures or the code of runs for a report or an evaluation of saved results", async () => {
  const folder = temporaryFolder();
  const results = join(folder, "results.jsonl");
  const collection = fileURLToPath(new URL("../../fixtures/collection", import.meta.url));
  await runBin(["-i", `warc=${collection}`, "-tm", "bytecount", "-o", results]);
  for (const args of [
    ["report", results, "-o", join(folder, "report.html")],
    ["evaluate", join(collection, "labels.tsv"), results, "-o", join(folder, "evaluation.txt")],
  ]) {
    expect(modulesOf(...args).filter(isOfRuns)).toEqual([]);
  }
});

it("the catalogue of the build has all definitions of the registries, and keeps infinite ends of ranges", () => {
  expect(catalogue()).toEqual(wholeCatalogue());
});
