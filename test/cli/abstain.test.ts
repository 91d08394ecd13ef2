import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runInside } from "../support/run-inside.js";
import { rowsOf } from "../support/rows.js";

const COLLECTION = "warc=fixtures/collection";

interface Row {
  readonly "URI-M": string;
  readonly "overall topic status"?: string;
  readonly "timemap measures"?: { readonly combined?: { readonly "comparison score"?: number } };
}

describe("--abstain", () => {
  let folder = "";
  let plain: Row[] = [];
  let rows: Row[] = [];
  const at = (name: string): string => join(folder, name);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "dot-abstain-"));
    plain = rowsOf<Row>((await runInside(["-q", "-i", COLLECTION, "-ot", "jsonl"])).stdout);
    await runInside([
      ...["-q", "-i", COLLECTION, "--abstain", ".05-.95"],
      ...["-ot", "jsonl", "-o", at("run.jsonl"), "-ot", "golddatafile", "-o", at("gold")],
    ]);
    rows = rowsOf<Row>(readFileSync(at("run.jsonl"), "utf8"));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it("--abstain makes mementos with a probability in its range unsure, and changes no other verdict", () => {
    const unsure = rows.filter((row) => row["overall topic status"] === "unsure");
    expect(unsure.length).toBeGreaterThan(0);
    for (const [i, row] of rows.entries()) {
      const score = row["timemap measures"]?.combined?.["comparison score"] ?? NaN;
      expect(row["overall topic status"]).toBe(
        score >= 0.05 && score <= 0.95 ? "unsure" : plain[i]?.["overall topic status"],
      );
    }
  });

  it("--abstain writes ? for unsure mementos in gold data, and evaluate counts them separately", async () => {
    const gold = readFileSync(at("gold"), "utf8");
    const labels = gold.split("\n").map((line) => line.split("\t")[3]);
    const unsure = rows.filter((row) => row["overall topic status"] === "unsure").length;
    expect(labels.filter((label) => label === "?")).toHaveLength(unsure);
    const evaluated = await runInside([
      "evaluate",
      ...["fixtures/collection/labels.tsv", at("run.jsonl")],
    ]);
    expect(evaluated.status).toBe(0);
    expect(evaluated.stdout + evaluated.stderr).toMatch(
      /unsure mementos, left out of the overall figures: \d+ \(\d+ off-topic\)/u,
    );
  });
});
