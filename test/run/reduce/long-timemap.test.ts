import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeLine, encodeLine, parseLine } from "../../../src/run/lines/lines.js";
import { mapRecords, reduceRecords } from "../../../src/run/map-reduce.js";
import type { FeatureRecord } from "../../../src/page/types.js";
import type { Result } from "../../../src/write/types.js";
import { long } from "../../support/thorough.js";

const key = "example,long)/";
/** A file of several sites, with pages in three languages. */
const FILE = "warc=fixtures/collection/saltmouth-2014-2018.warc.gz";
const choices = [
  { profile: "default", explain: true },
  { profile: "default", signs: true },
  { measures: "cosine=0.2,jaccard=0.1,bytecount=-0.5", reference: "median" },
  { measures: "cosine=0.2,wordcount=-0.8", reference: "medoid" },
  { measures: "gensim_lsi=0.2,bytecount=-0.5", first: "usable" },
  // These need the verdicts on other mementos, so parts cannot be scored independently.
  { measures: "cosine=0.2", reference: "previous" },
  { measures: "cosine=0.2", language: "auto" },
] as const;

/** Minimum number of characters of a TimeMap that is scored in parts of a million characters each. */
const LARGEST = 1 << 23;

/**
 * A memento, given by its position among the records of the collection, whether it is unavailable, and its distance in
 * time from the previous one.
 */
type Drawn = readonly [page: number, isBad: boolean, hours: number];

/** Returns the lines of one TimeMap made of records of a file, with notes that make it long. */
function linesOf(
  drawn: readonly Drawn[],
  records: readonly (FeatureRecord & { readonly stamp?: string })[],
): string[] {
  let hour = 0;
  const notes = ["a".repeat(Math.ceil((1.2 * LARGEST) / drawn.length))];
  const lines = drawn.map(([page, isBad, hours], at) => {
    hour += hours;
    const record = records[page % records.length]!;
    const { capture, features: outcomes, problem: own, stamp } = record;
    const mementoDatetime = new Date(Date.UTC(2001, 0, 1, hour)).toISOString();
    const problem = isBad ? ({ stage: "access", message: "cut off" } as const) : own;
    const tie = String(at).padStart(5, "0");
    return encodeLine(
      { key, tie, capture: { ...capture, notes, mementoDatetime }, problem, stamp },
      isBad ? [] : outcomes.map((outcome) => JSON.stringify(outcome)),
    );
  });
  return lines.sort();
}

describe("a long TimeMap that several threads score in parts", () => {
  it.each(choices)(
    "several threads give a long TimeMap the same results as one thread, with %j",
    async (chosen) => {
      const mapped = await mapRecords({ input: FILE, ...chosen, workers: 0 });
      const records = [...mapped.lines]
        .filter((line) => parseLine(line).kind === "record")
        .map((line) => decodeLine(line));
      const memento = fc.tuple(fc.nat(records.length), fc.boolean(), fc.nat(2));
      const few = fc.array(memento, { minLength: 20, maxLength: 40 });
      // There are more mementos than one is compared with.
      const many = fc.array(fc.tuple(fc.nat(records.length), fc.constant(false), fc.nat(2)), {
        minLength: 205,
        maxLength: long(215, 260),
      });
      const reported = async (lines: readonly string[], workers: number): Promise<string> => {
        const { results, tally } = reduceRecords(lines, { ...chosen, workers });
        const all: Result[] = [];
        for await (const result of results) all.push(result);
        return JSON.stringify([all, tally, [...tally.skipped], [...tally.offTopicBy]]);
      };
      const isSame = async (drawn: readonly Drawn[], workers: number): Promise<void> => {
        const lines = linesOf(drawn, records);
        expect(lines.join("").length).toBeGreaterThan(LARGEST);
        expect((await reported(lines, workers)) === (await reported(lines, 0))).toBe(true);
      };
      const workers = fc.constantFrom(2, 3);
      const runs = { numRuns: long(1, 4), endOnFailure: true };
      await fc.assert(fc.asyncProperty(few, workers, isSame), runs);
      // Only reference mementos other than the first depend on how many mementos there are.
      if (long("reference" in chosen || "explain" in chosen, true))
        await fc.assert(fc.asyncProperty(many, workers, isSame), runs);
    },
  );
});
