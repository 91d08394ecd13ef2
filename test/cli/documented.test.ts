import { describe, expect, it } from "vitest";
import { documentedSteps, follow } from "../support/documented.js";
import { temporaryFolder } from "../support/run-bin.js";

describe("examples of documents with the shipped collection", () => {
  it.each([
    ["topic.md", 4],
    ["evaluate.md", 2],
  ])("runs the examples of docs/%s with the documented output", async (page, count) => {
    const folder = temporaryFolder();
    const steps = documentedSteps(page);
    expect(steps).toHaveLength(count);
    for (const step of steps) await follow(step, folder);
  });
});
