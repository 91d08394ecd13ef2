import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { QUICK, temporaryFolder } from "../../support/run-bin.js";
import { runInside } from "../../support/run-inside.js";
import { wacz } from "../../support/wacz-builder.js";
import { gzip, page, pageRecord, warcinfo } from "../../support/warc-builder.js";

const record = (seed: string, year: number): Buffer =>
  pageRecord(
    seed,
    { date: `${year}-01-01T00:00:00Z` },
    page(seed, "the lamp of the harbour ".repeat(20)),
  );
const WHOLE = Buffer.concat([
  gzip(warcinfo()),
  ...[2009, 2010].flatMap((year) => ["north", "south"].map((seed) => gzip(record(seed, year)))),
]);

/** Returns the file with bytes in the middle of a record that no reader can decode. */
function flipped(): Buffer {
  const bytes = Buffer.from(WHOLE);
  const at = gzip(warcinfo()).length + 40;
  bytes.fill(0xff, at, at + 30);
  return bytes;
}

interface Night {
  readonly status: number;
  readonly warnings: readonly string[];
  readonly damagedPlaces: number;
}

async function night(folder: string, keeper: readonly string[]): Promise<Night> {
  const summary = join(folder, "summary.json");
  const { status, stderr } = await runInside([
    ...["-q", "-i", `warc=${join(folder, "crawls")}`, ...keeper, ...QUICK],
    ...["--strict", "--fail-on", "failed=0", "--summary", summary, "-o", join(folder, "o.jsonl")],
  ]);
  const { damagedPlaces } = JSON.parse(readFileSync(summary, "utf8")) as Night;
  const warnings = stderr.split("\n").filter((line) => line.startsWith("warning: "));
  return { status, warnings: warnings.sort(), damagedPlaces };
}

it("a run with --history tells the damage of files that an earlier run has read, as a run without it, until they are replaced", async () => {
  const folder = temporaryFolder();
  const crawls = join(folder, "crawls");
  mkdirSync(crawls);
  writeFileSync(join(crawls, "whole.warc.gz"), WHOLE);
  writeFileSync(join(crawls, "flipped.warc.gz"), flipped());
  writeFileSync(join(crawls, "cut.warc.gz"), WHOLE.subarray(0, 40));
  writeFileSync(join(crawls, "empty.warc.gz"), "");
  writeFileSync(join(crawls, "packed.wacz"), wacz({ "data.warc.gz": flipped() }));
  const keeper = ["--history", join(folder, "kept")];
  const plain = await night(folder, []);
  expect(plain).toMatchObject({ status: 3, warnings: { length: plain.damagedPlaces } });
  expect(plain.warnings.join("\n")).toMatch(/cut[^]+empty[^]+flipped[^]+packed\.wacz!/u);
  expect(await night(folder, keeper)).toEqual(plain);
  expect(await night(folder, keeper)).toEqual(plain);

  // A copy under another name is known, and its damage has its own name.
  copyFileSync(join(crawls, "flipped.warc.gz"), join(crawls, "copy.warc.gz"));
  rmSync(join(crawls, "flipped.warc.gz"));
  const renamed = await night(folder, keeper);
  expect(renamed.warnings.join("\n")).toContain("copy.warc.gz, byte ");
  expect(renamed.warnings.join("\n")).not.toContain("flipped.warc.gz");

  for (const name of ["copy", "flipped", "cut", "empty"]) {
    writeFileSync(join(crawls, `${name}.warc.gz`), WHOLE);
  }
  rmSync(join(crawls, "packed.wacz"));
  expect(await night(folder, keeper)).toEqual({ status: 0, warnings: [], damagedPlaces: 0 });
  expect(await night(folder, keeper)).toEqual({ status: 0, warnings: [], damagedPlaces: 0 });
});
