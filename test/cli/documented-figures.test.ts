import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ROOT, runBin } from "../support/run-bin.js";

const page = (name: string): string => readFileSync(join(ROOT, name), "utf8");

/** Returns the lines of the code block of a page that contains a text, without those that stand for omitted ones. */
function linesOfBlock(name: string, text: string): string[] {
  const blocks = [...page(name).matchAll(/^```\n([^`]*)^```/gmu)].map(([, block = ""]) => block);
  const block = blocks.find((each) => each.includes(text)) ?? "";
  return block.split("\n").filter((line) => line !== "" && line.trim() !== "...");
}

const withoutTimes = (text: string): string => text.replaceAll(/in [\d.]+ s \(\d+\/s\)/gu, "");

describe("the figures of the first pages that a user reads", () => {
  let run: Awaited<ReturnType<typeof runBin>>;
  beforeAll(async () => {
    run = await runBin(["-i", "warc=fixtures/collection", "-ot", "text"]);
  });

  it("README shows rows that the command prints", () => {
    const shown = linesOfBlock("README.md", "harbour-lantern-museum");
    expect(shown.length).toBeGreaterThan(3);
    const printed = run.stdout.split("\n");
    expect(shown.filter((line) => !printed.includes(line))).toEqual([]);
  });

  it("the curator's guide shows the counts that the command prints", () => {
    const shown = linesOfBlock("docs/curators-guide.md", "off-topic:");
    expect(shown.length).toBeGreaterThan(1);
    const printed = withoutTimes(run.stderr).split("\n");
    expect(shown.filter((line) => !printed.includes(withoutTimes(line)))).toEqual([]);
  });
});
