import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formatDecisions } from "../../../src/write/decisions.js";
import { runBin, temporaryFolder } from "../../support/run-bin.js";
import { difference, LEAN, plain, step } from "./steps.js";
import { rowsOf } from "../../support/rows.js";

/** Decisions on mementos of the collection that contradict the run, and one on a memento that it does not have. */
async function contradicting(): Promise<{
  readonly run: string;
  readonly results: string;
  readonly decisions: string;
}> {
  const folder = temporaryFolder();
  const [results, decisions] = [join(folder, "run.jsonl"), join(folder, "mine.tsv")];
  const run = await plain(LEAN);
  writeFileSync(results, run);
  const rows = rowsOf<Readonly<Record<string, string>>>(run).filter((_, at) => at % 7 === 3);
  const labels = rows.map((row) => ({
    uriM: row["URI-M"]!,
    label: row["overall topic status"] === "on-topic" ? "off-topic" : "on-topic",
  }));
  expect(new Set(labels.map(({ label }) => label)).size).toBe(2);
  writeFileSync(
    decisions,
    formatDecisions(labels as Iterable<{ uriM: string; label: "on-topic" | "off-topic" }>),
  );
  return { run, results, decisions };
}

describe("decisions applied to saved results", () => {
  it("applying decisions to saved results gives the same output as a run with these decisions, without reading an archive", async () => {
    const { run, results, decisions } = await contradicting();
    const expected = await plain([...LEAN, "--overrides", decisions]);
    expect(expected).not.toBe(run);
    const convert = ["convert", results, "--overrides", decisions, "-ot", "jsonl"];
    expect(difference(await step(convert), expected)).toBeUndefined();
    // Applied again, they keep the computed verdicts.
    writeFileSync(results, expected);
    expect(difference(await step(convert), expected)).toBeUndefined();
    const html = await step(["report", results]);
    expect(html).toContain('"override":{"by":"URI-M"');
  });

  it("reports decisions on mementos that are missing in the results", async () => {
    const { results, decisions } = await contradicting();
    writeFileSync(decisions, "http://elsewhere.example/\t0\n");
    for (const command of ["convert", "report"]) {
      const { status, stderr } = await runBin([command, results, "--overrides", decisions]);
      expect(status).toBe(0);
      expect(stderr).toMatch(
        /1 override matches no memento, e\.g\. http:\/\/elsewhere\.example\//u,
      );
    }
  });
});
