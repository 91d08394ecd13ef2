/** The extensions whose writers are loaded, by each way to choose a writer. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { QUICK, ROOT, runProcess, temporaryFolder } from "../support/run-bin.js";

const WARC = `warc=${join(ROOT, "fixtures", "warcs", "two-captures.warc")}`;
const PAIR = ["-q", "-i", WARC, ...QUICK];

/** Runs the command as a process, because this one may have loaded the extensions for another test. */
async function run(...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await runProcess([...args]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

it("a form of an extension is written by each command that writes results, by keyword, suffix and configuration file", async () => {
  const folder = temporaryFolder();
  const file = (name: string): string => join(folder, name);
  const [part, saved, config] = [file("part"), file("a.jsonl"), file("own.json")];
  const suite = await run(...PAIR, "-ot", "JUNIT");
  expect(suite).toContain("<testsuite ");
  writeFileSync(config, JSON.stringify({ "output-type": "junit" }));
  expect(await run(...PAIR, "--config", config)).toBe(suite);
  const several = ["-o", file("a.PARQUET"), "-ot", "junit", "-o", file("a.xml"), "-o", saved];
  await run(...PAIR, ...several);
  expect(readFileSync(file("a.xml"), "utf8")).toBe(suite);
  expect(await run("convert", saved, "-ot", "junit")).toBe(suite);
  writeFileSync(part, await run("map", WARC, ...QUICK));
  await run("reduce", "-q", ...QUICK, part, "-o", file("b.parquet"));
  await run("convert", saved, "-ot", "parquet", "-o", file("c.parquet"));
  for (const table of ["a.PARQUET", "b.parquet", "c.parquet"]) {
    expect(readFileSync(file(table), "latin1")).toMatch(/^PAR1[^]*PAR1$/u);
  }
});

it("a mistake in the form of results lists the forms and suffixes of extensions that are not loaded", async () => {
  const said = async (...args: readonly string[]): Promise<string> =>
    (await runProcess([...PAIR, ...args])).stderr;
  expect(await said("-ot", "parket")).toContain(
    'Did you mean "parquet"? Choose from: captures, cdxj, csv,',
  );
  expect(await said("-o", join(temporaryFolder(), "a.atm"))).toContain(": .cdxj, .csv,");
});
