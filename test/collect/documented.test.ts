import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseCandidates } from "../../src/collect/candidates.js";
import { runBin, temporaryFolder } from "../support/run-bin.js";

const page = readFileSync("docs/collect.md", "utf8");

/** The commands of the example with what they say; files that are not of the repository are in a folder of their own. */
const [, example = ""] = /## With what is shipped\n[^]*?```\n([^]*?)```/u.exec(page) ?? [];
const steps = example.split(/^\$ detect_off_topic /mu).slice(1);

describe("the example with the shipped collection in docs/collect.md", () => {
  it("says what is written there, and recommends pages of the town", async () => {
    const folder = temporaryFolder();
    const own = (word: string): string =>
      /^[a-z]+\.[a-z]+$/u.test(word) ? join(folder, word) : word;
    expect(steps).toHaveLength(3);
    for (const step of steps) {
      const [command = "", ...said] = step.trimEnd().split("\n");
      const { status, stderr } = await runBin(command.split(" ").map(own));
      expect(status).toBe(0);
      expect(stderr.trimEnd().split("\n").filter(Boolean)).toEqual(said);
    }
    const file = join(folder, "found.jsonl");
    const { candidates } = parseCandidates(readFileSync(file, "utf8"), file);
    expect(candidates.map((each) => each.title)).toContain("Brackenford Public Library");
    expect(readFileSync(join(folder, "found.html"), "utf8")).toContain("Harvest rate");
  });
});
