import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timeMapBatches } from "../../src/run/threads/reduce-in-threads.js";
import { kindOfLine } from "../../src/run/lines/lines.js";
import { mapRecords, reduceRecords } from "../../src/run/map-reduce.js";
import type { Tally } from "../../src/run/setup/tally.js";
import { parseOverrides, unusedOverrides } from "../../src/write/overrides.js";
import type { Result } from "../../src/write/types.js";
import { runBin } from "../support/run-bin.js";
import { long } from "../support/thorough.js";

const CHOICES = { measures: "wordcount,bytecount" };
/** The sorted record lines of the collection, repeated many times under other grouping keys. */
async function manyLines(times: number): Promise<string[]> {
  const mapped = await mapRecords({ input: "warc=fixtures/collection", ...CHOICES, workers: 0 });
  const lines = [...mapped.lines].filter((line) => kindOfLine(line) === "record");
  return Array.from({ length: times }, (_, i) =>
    lines.map((line) => `${String(i).padStart(4, "0")},${line}`),
  ).flat();
}

async function reported(results: AsyncIterable<Result>, tally: Tally): Promise<string> {
  const all: Result[] = [];
  for await (const result of results) all.push(result);
  const { damage, skipped, offTopicBy, ...counts } = tally;
  return JSON.stringify([all, counts, damage, [...skipped], [...offTopicBy]]);
}

describe("scoring in several threads", () => {
  // Shorter: the same in processes, below.
  it.skipIf(long(true, false))(
    "scoring in several threads gives the same results and counts as one thread, in the same order",
    async () => {
      const lines = await manyLines(45);
      const [expected, inThreads] = [0, 3].map((workers) => {
        const { results, tally } = reduceRecords(lines, { ...CHOICES, workers });
        return reported(results, tally);
      });
      expect((await inThreads!) === (await expected!)).toBe(true);
    },
  );
});

it("several threads find the verdicts of a curator that one thread finds", async () => {
  const lines = await manyLines(45);
  const text = "http://www.amber-choir.example/news.php?lang=en\t0\nhttp://none.example/\t1\n";
  const [expected, inThreads] = [0, 3].map(async (workers) => {
    const overrides = parseOverrides(text, "mine.tsv");
    const { results, tally } = reduceRecords(lines, { ...CHOICES, workers, overrides });
    const written = await reported(results, tally);
    expect(written).toContain('"override":{"by":"URI-R"');
    return [written, unusedOverrides(overrides)];
  });
  const [written, unused] = await expected!;
  const [ofThreads, ...others] = await inThreads!;
  expect(ofThreads === written).toBe(true);
  expect(others).toEqual([unused]);
  expect(unused).toEqual(["http://none.example/"]);
});

describe("reduce with more records than one thread scores", () => {
  it("reduce writes the same bytes with any number of threads, and reports the line that is not a record", async () => {
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
    expect(stderr).toContain('a line is not a record of map: "9999');
    // Results of the TimeMaps that were scored together with that line are not written.
    expect(stdout.split("\n").length).toBeGreaterThan(4000);
    expect(expected.startsWith(stdout)).toBe(true);
  });
});

describe("batches of lines", () => {
  const line = fc
    .tuple(fc.nat(6), fc.constantFrom(10, 40_000, 3_000_000))
    .map(([key, size]) => `key${key}\t${"x".repeat(size)}`);

  it("timeMapBatches yields all lines in order and splits no TimeMap", async () => {
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
