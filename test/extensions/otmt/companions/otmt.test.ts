import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandToFile } from "../../lab/command.js";
import { temporaryFolder } from "../../../support/run-bin.js";

/**
 * Returns the output of OTMT's own commands (bin/ of its repository, version 1.0.5) or of scikit-learn's DBSCAN for the
 * same results; see test/extensions/otmt/companions/golden/README.md.
 */
const golden = (name: string): string =>
  readFileSync(join(import.meta.dirname, "golden", name), "utf8");
const RESULTS = "fixtures/expected/collection.json";

async function run(...args: readonly string[]): Promise<string> {
  const { status, text } = await commandToFile(...args);
  expect(status).toBe(0);
  return text;
}

function fileOf(text: string): string {
  const path = join(temporaryFolder(), "rows.tsv");
  writeFileSync(path, text);
  return path;
}

describe("comparison with OTMT's own commands on the fixture collection", () => {
  it("select_by_language gives the same output as OTMT", async () => {
    expect(await run("select_by_language", "-i", RESULTS, "-l", "en")).toBe(
      golden("otmt-english.txt"),
    );
  });

  it("exclude_duplicates keeps fewer mementos of a gradually changing page than OTMT, which compares each memento with the previous one", async () => {
    const ours = (await run("exclude_duplicates", "-i", RESULTS)).trimEnd().split("\n");
    const theirs = golden("otmt-no-duplicates.txt").trimEnd().split("\n");
    expect(ours.filter((uriM) => !theirs.includes(uriM))).toEqual([
      // 12 bits from the memento before, 13 from the last kept one.
      "from-warc::20121130174810::https://gazette.cobblehill.example/",
    ]);
    expect(theirs.filter((uriM) => !ours.includes(uriM))).toEqual([
      // 14 bits from the memento before, 12 from the last kept one.
      "from-warc::20171007184359::http://www.brackenford-debaters.example/",
      // 13 bits from the memento before, 12 from the last kept one.
      "from-warc::20160608140512~2::http://weather.ferrymanpoint.example/",
    ]);
  });

  it("cluster_by_simhash --eps 0 gives the same output as OTMT, which clusters equal values only", async () => {
    const slices = fileOf(await run("slice_by_datetime", "-i", RESULTS));
    expect(await run("cluster_by_simhash", "-i", RESULTS, "-s", slices, "--eps", "0")).toBe(
      golden("otmt-clusters.tsv"),
    );
  });

  it("cluster_by_simhash gives the same output as DBSCAN over the Hamming distance", async () => {
    const slices = await run("slice_by_datetime", "-i", RESULTS);
    const whole = fileOf(slices.replace(/^\d+/gmu, "0"));
    expect(await run("cluster_by_simhash", "-i", RESULTS, "-s", whole, "--eps", "8")).toBe(
      golden("dbscan-8-bits.tsv"),
    );
  });

  it("select_high_quality gives the same output as OTMT for http URIs, but OTMT counts a slash too many in https URIs", async () => {
    const slices = fileOf(await run("slice_by_datetime", "-i", RESULTS));
    const clusters = await run("cluster_by_simhash", "-i", RESULTS, "-s", slices);
    const http = fileOf(clusters.replaceAll("https://", "http://"));
    expect(await run("select_high_quality", "-i", http)).toBe(golden("otmt-high-quality.txt"));
  });
});
