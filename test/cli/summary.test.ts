import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { QUICK, ROOT, runBin, temporaryFolder } from "../support/run-bin.js";

interface Schema {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, { readonly type: string }>>;
}

const schema = JSON.parse(readFileSync(join(ROOT, "docs/summary.schema.json"), "utf8")) as Schema;

async function summaryOf(...args: string[]): Promise<Record<string, unknown>> {
  const path = join(temporaryFolder(), "summary.json");
  const { stdout } = await runBin([
    ...args,
    ...QUICK,
    "-q",
    "-ot",
    "golddatafile",
    "--summary",
    path,
  ]);
  expect(stdout).toContain("id\tdate");
  return JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
}

describe("--summary FILE", () => {
  it("--summary writes the figures of the run in the form of its schema", async () => {
    const summary = await summaryOf("-i", "warc=fixtures/collection");
    expect(Object.keys(summary)).toEqual(schema.required);
    const withHistory = [
      ...["repeated", "keepsOutput", "offTopicSeeds", "offTopicFromFirst"],
      ...["recoveredSeeds", "changedVerdicts"],
    ];
    const withFetch = ["inferred", "inferredOffTopic", "inferredCheck"];
    expect(Object.keys(schema.properties)).toEqual([
      ...[...schema.required, ...withHistory, ...withFetch],
    ]);
    for (const [name, value] of Object.entries(summary)) {
      const type =
        typeof value === "number" ? "integer" : Array.isArray(value) ? "array" : typeof value;
      expect(`${name}: ${type}`).toBe(`${name}: ${schema.properties[name]?.type ?? "unknown"}`);
    }
    expect(summary).toMatchObject({
      timeMaps: 21,
      mementos: 123,
      accessErrors: 1,
      damagedPlaces: 0,
    });
    const { judged, onTopic, offTopic } = summary as Record<string, number>;
    expect(judged).toBe(onTopic! + offTopic!);
    expect(summary["notMementos"]).toMatchObject({ "warcinfo record": 3 });
  });
});
