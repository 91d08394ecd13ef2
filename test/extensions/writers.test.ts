/** The extensions whose writers are loaded, by each way to choose a writer. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { QUICK, ROOT, runBin, runProcess, temporaryFolder } from "../support/run-bin.js";

const WARC = `warc=${join(ROOT, "fixtures", "warcs", "two-captures.warc")}`;
const PAIR = ["-q", "-i", WARC, ...QUICK];

/** Runs the command as a process, because this one may have loaded the extensions for another test. */
async function run(...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await runProcess([...args]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

it("a form of an extension is written by each command that writes results, by keyword and by suffix", async () => {
  const folder = temporaryFolder();
  const file = (name: string): string => join(folder, name);
  const [part, saved] = [file("part"), file("a.jsonl")];
  await run(...PAIR, "-o", file("a.PARQUET"), "-ot", "JUNIT", "-o", file("a.xml"), "-o", saved);
  const suite = readFileSync(file("a.xml"), "utf8");
  expect(suite).toContain("<testsuite ");
  expect(await run("convert", saved, "-ot", "junit")).toBe(suite);
  writeFileSync(part, (await runBin(["map", WARC, ...QUICK])).stdout);
  await run("reduce", "-q", ...QUICK, part, "-o", file("b.parquet"));
  for (const table of ["a.PARQUET", "b.parquet"]) {
    expect(readFileSync(file(table), "latin1")).toMatch(/^PAR1[^]*PAR1$/u);
  }
});

it("a mistake in the form of results lists the forms of extensions that are not loaded", async () => {
  const { stderr } = await runProcess([...PAIR, "-ot", "parket"]);
  expect(stderr).toContain('Did you mean "parquet"? Choose from: captures, cdxj, csv,');
});
