import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { catalogue } from "../../src/run/plugins/catalogue.js";
import { wholeCatalogue } from "../../src/tools/catalogue.js";
import { runBin, temporaryFolder } from "../support/run-bin.js";

const build = fileURLToPath(new URL("../../build/", import.meta.url));

/** Returns the compiled modules that a command loads, as paths below build/. */
function modulesOf(...args: readonly string[]): readonly string[] {
  const coverage = mkdtempSync(join(temporaryFolder(), "coverage-"));
  execFileSync(process.execPath, [join(build, "cli", "main.js"), ...args], {
    env: { ...process.env, NODE_V8_COVERAGE: coverage },
    cwd: coverage,
  });
  const urls = readdirSync(coverage)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => {
      const read: unknown = JSON.parse(readFileSync(join(coverage, name), "utf8"));
      return (read as { readonly result: readonly { readonly url: string }[] }).result;
    })
    .flatMap(({ url }) => (url.startsWith("file:") ? [relative(build, fileURLToPath(url))] : []));
  return urls.filter((path) => !path.startsWith(".."));
}

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
