import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { features } from "../../src/pages/features/index.js";
import { mapRecords } from "../../src/pipeline/map-reduce.js";
import { measures } from "../../src/scoring/measures/index.js";
import { removers } from "../../src/pages/boilerplate/index.js";
import { resolveSettings } from "../../src/settings/settings.js";
import { reduceInThreads, ScoringThreads } from "../../src/pipeline/reduce-in-threads.js";
import { reduceLines, type ReduceOptions } from "../../src/pipeline/reduce.js";
import { kindOf } from "../../src/pipeline/lines.js";
import { RunningTally } from "../../src/pipeline/run-options.js";
import { timeMapBatches } from "../../src/pipeline/groups.js";
import type { Result } from "../../src/types.js";

const SCORER = new URL("../../dist/lib/scoring-worker.js", import.meta.url);
const LOST = new URL("lost-scorer.mjs", import.meta.url);
const CHOICES = { measures: "cosine,bytecount" };
const settings = resolveSettings(CHOICES, { measures, removers });

function options(tally: RunningTally): ReduceOptions {
  const { signal } = new AbortController();
  return { settings, measures, features, memoryBytes: 1 << 26, signal, tally };
}

/** The record lines of the shipped collection, sorted, many times over under other grouping keys. */
async function manyLines(times: number): Promise<string[]> {
  const mapped = await mapRecords({ input: "warc=fixtures/collection", ...CHOICES, workers: 0 });
  const lines = [...mapped.lines].filter((line) => kindOf(line) === "record");
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
    const lines = await manyLines(30);
    const plainTally = new RunningTally();
    const expected = await reported(reduceLines(lines, options(plainTally)), plainTally);
    const tally = new RunningTally();
    const threads = new ScoringThreads(size, script, { settings, memoryBytes: 1 << 26 });
    try {
      const results = reduceInThreads(lines, options(tally), threads);
      expect((await reported(results, tally)) === expected).toBe(true);
    } finally {
      await threads.close();
    }
    expect(tally.mementos).toBeGreaterThan(3000);
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
        for await (const batch of timeMapBatches(lines)) {
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
