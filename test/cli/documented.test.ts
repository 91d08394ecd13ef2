import { describe, expect, it } from "vitest";
import { documentedSteps, follow } from "../support/documented.js";
import { temporaryFolder } from "../support/run-bin.js";

describe("the examples with the shipped collection say what is written there", () => {
  it.each([
    ["topic.md", 4],
    ["evaluate.md", 2],
  ])("docs/%s", async (page, count) => {
    const folder = temporaryFolder();
    const steps = documentedSteps(page);
    expect(steps).toHaveLength(count);
    for (const step of steps) await follow(step, folder);
  });
});
