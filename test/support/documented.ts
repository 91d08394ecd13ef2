import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { ROOT, runBin } from "./run-bin.js";

/** A command on a page of docs/, with the output that the page shows. "..." stands for omitted lines. */
interface DocumentedStep {
  readonly command: string;
  readonly said: string;
}

/** Returns the commands of a page in their order. Commands are in the blocks that begin with `$ detect_off_topic`. */
export function documentedSteps(page: string): DocumentedStep[] {
  const text = readFileSync(join(ROOT, "docs", page), "utf8");
  const blocks = [...text.matchAll(/^```\n(\$ detect_off_topic [^`]*)^```/gmu)];
  return blocks.flatMap(([, block = ""]) =>
    block
      .split(/^\$ detect_off_topic /mu)
      .slice(1)
      .map((step) => {
        const [command = "", ...said] = step.trimEnd().split("\n");
        return { command, said: said.join("\n") };
      }),
  );
}

/**
 * Runs a command of a page. Its own files are in `folder`. If the page shows an output, compares the output with it.
 * Durations may differ.
 */
export async function follow({ command, said }: DocumentedStep, folder: string): Promise<void> {
  const own = (word: string): string =>
    /^(?:[a-z]+\.[a-z]+|plots)$/u.test(word) ? join(folder, word) : word;
  const { status, stdout, stderr } = await runBin(command.split(" ").map(own));
  const pattern = said
    .replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&")
    .replaceAll(/in [\d\\.]+ s \\\(\d+\/s\\\)/gu, String.raw`in [\d.]+ s \(\d+/s\)`)
    .replaceAll(/^\\.\\.\\.$/gmu, "[^]*");
  expect({ status, said: status === 0 ? "" : stderr }).toEqual({ status: 0, said: "" });
  if (said !== "") expect((stdout + stderr).trim()).toMatch(new RegExp(`^${pattern}$`, "u"));
}
