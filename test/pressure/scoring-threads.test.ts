import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { features } from "../../src/page/features/index.js";
import { mapRecords } from "../../src/run/map-reduce.js";
import { measures } from "../../src/score/measures/index.js";
import { removers } from "../../src/page/boilerplate/index.js";
import { resolveSettings } from "../../src/score/settings/settings.js";
import { reduceInThreads, ScoringThreads } from "../../src/run/reduce-in-threads.js";
import { reduceLines, type ReduceOptions } from "../../src/run/reduce.js";
import { parseLine } from "../../src/run/lines.js";
import { RunningTally } from "../../src/run/run-options.js";
import { timeMapBatches } from "../../src/run/groups.js";
import type { Result } from "../../src/write/types.js";
import { runBin } from "../support/run-bin.js";

const SCORER = new URL("../../dist/lib/scoring-worker.js", import.meta.url);
const LOST = new URL("lost-scorer.mjs", import.meta.url);
const CHOICES = { measures: "wordcount,bytecount" };
const settings = resolveSettings(CHOICES, { measures, removers });

function options(tally: RunningTally): ReduceOptions {
  const { signal } = new AbortController();
  return { settings, measures, features, memoryBytes: 1 << 26, signal, tally };
}

/** The record lines of the shipped collection, sorted, many times over under other grouping keys. */
async function manyLines(times: number): Promise<string[]> {
  const mapped = await mapRecords({ input: "warc=fixtures/collection", ...CHOICES, workers: 0 });
  const lines = [...mapped.lines].filter((line) => parseLine(line).kind === "record");
  return Array.from({ length: times }, (_, i) =>
    lines.map((line) => `${String(i).padStart(4, "0")},${line}`),
  ).flat();
}

async function reported(results: AsyncIterable<Result>, tally: RunningTally): Promise<string> {
  const all: Result[] = [];
  for await (const result of results) all.push(result);
  const { damage, skipped, offTopicBy, ...counts } = tally;
  return JSON.stringify([all, counts, damage, [...skipped], [...offTopicBy]]);
}

describe("scoring in several threads", () => {
  it.each([
    ["as in one thread", SCORER, 2],
    ["as in one thread, whatever becomes of the threads", LOST, 3],
  ])("yields and counts the same, in the same order, %s", async (_, script, size) => {
    const lines = await manyLines(12);
    const plainTally = new RunningTally();
    const expected = await reported(reduceLines({ lines }, options(plainTally)), plainTally);
    const tally = new RunningTally();
    const threads = new ScoringThreads(size, script, { settings, memoryBytes: 1 << 26 });
    try {
      // As if there were enough lines for threads.
      const results = reduceInThreads({ lines }, options(tally), threads, 5000);
      expect((await reported(results, tally)) === expected).toBe(true);
    } finally {
      await threads.close();
    }
    expect(tally.mementos).toBeGreaterThan(1200);
  });
});

describe("the command reduce, with more records than one thread takes alone", () => {
  it("writes the same bytes whatever the number of threads, and names the line that is no record", async () => {
    const lines = await manyLines(45);
    expect(lines.length).toBeGreaterThan(4500);
    const broken = [...lines, lines.at(-1)!.slice(0, -20).replace(/^\d+/u, "9999")];
    const [alone, inThreads] = ["0", "3"].map((workers) =>
      runBin(["reduce", "-tm", CHOICES.measures, "--workers", workers], {
        stdin: `${broken.join("\n")}\n`,
      }),
    );
    const expected = (await alone!).stdout;
    const { status, stdout, stderr } = await inThreads!;
    expect(status).toBe(2);
    expect(stderr).toContain(`standard input, line ${broken.length}: a line is not a record`);
    // Results of the TimeMaps that were scored together with that line are not written.
    expect(stdout.split("\n").length).toBeGreaterThan(4000);
    expect(expected.startsWith(stdout)).toBe(true);
  });
});

describe("batches of lines", () => {
  const line = fc
    .tuple(fc.nat(6), fc.constantFrom(10, 40_000, 3_000_000))
    .map(([key, size]) => `key${key}\t${"x".repeat(size)}`);

  it("are all lines in order, and no TimeMap is parted", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 30 }), async (given) => {
        const lines = [...given].sort();
        const seen: string[] = [];
        const batchesOf = new Map<string, Set<number>>();
        let number = 0;
        for await (const batch of timeMapBatches({ lines })) {
          number += 1;
          for await (const one of batch.lines) {
            seen.push(one);
            const key = one.slice(0, one.indexOf("\t"));
            batchesOf.set(key, (batchesOf.get(key) ?? new Set()).add(number));
          }
        }
        expect(seen.length).toBe(lines.length);
        expect(seen.every((one, i) => one === lines[i])).toBe(true);
        for (const batches of batchesOf.values()) expect(batches.size).toBe(1);
      }),
      { numRuns: 40 },
    );
  });
});
