import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseCandidates } from "../../../../src/extensions/topic/collect/candidates.js";
import { documentedSteps, follow } from "../../../support/documented.js";
import { temporaryFolder } from "../../../support/run-bin.js";

describe("example of docs/collect.md", () => {
  it("runs the example of docs/collect.md, and recommends pages of the town", async () => {
    const folder = temporaryFolder();
    const steps = documentedSteps("collect.md");
    expect(steps).toHaveLength(5);
    for (const step of steps.slice(0, 3)) await follow(step, folder);
    const file = join(folder, "found.jsonl");
    const { candidates } = parseCandidates(readFileSync(file, "utf8"), file);
    expect(candidates.map((each) => each.title)).toContain("Brackenford Public Library");
    expect(readFileSync(join(folder, "found.html"), "utf8")).toContain("Harvest rate");
  });
});
