import { describe, expect, it } from "vitest";
import { documentedSteps, follow } from "../support/documented.js";
import { temporaryFolder } from "../support/run-bin.js";

describe("examples with the shipped collection", () => {
  it.each([
    ["topic.md", 3],
    ["evaluate.md", 2],
  ])("prints what docs/%s shows", async (page, count) => {
    const folder = temporaryFolder();
    const steps = documentedSteps(page);
    expect(steps).toHaveLength(count);
    for (const step of steps) await follow(step, folder);
  });
});
