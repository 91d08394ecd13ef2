import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { features } from "../../src/page/features/index.js";
import { decodeLine, encodeLine, parseLine } from "../../src/run/lines.js";
import {
  canBeParted,
  type Part,
  PartScorer,
  type PartSteps,
  reduceLong,
} from "../../src/run/long-timemap.js";
import { mapRecords } from "../../src/run/map-reduce.js";
import { Reducer, reduceLines, type ReduceOptions } from "../../src/run/reduce.js";
import { RunningTally } from "../../src/run/run-options.js";
import { removers } from "../../src/page/boilerplate/index.js";
import { measures } from "../../src/score/measures/index.js";
import { resolveSettings } from "../../src/score/settings/settings.js";
import type { FeatureRecord } from "../../src/page/types.js";
import type { Result } from "../../src/write/types.js";
import { long } from "../support/thorough.js";

const key = "example,long)/";
const choices = [
  { profile: "default", explain: true },
  { profile: "default", signs: true },
  { measures: "cosine=0.2,jaccard=0.1,bytecount=-0.5", reference: "median" },
  { measures: "cosine=0.2,wordcount=-0.8", reference: "medoid", shortCircuit: true },
  { measures: "gensim_lsi=0.2,bytecount=-0.5", first: "usable" },
] as const;

/** A memento by its place among the records of the collection, whether it is unavailable, and how long after the one before. */
type Drawn = readonly [page: number, isBad: boolean, hours: number];

/** How a TimeMap is parted, and whose records it has. */
interface Cut {
  readonly threads: number;
  readonly parts: number;
  readonly stamp: string | undefined;
}

/** The lines of one TimeMap of records of the collection. */
function linesOf(
  drawn: readonly Drawn[],
  records: readonly FeatureRecord[],
  stamp: string | undefined,
): string[] {
  let hour = 0;
  const lines = drawn.map(([page, isBad, hours], at) => {
    hour += hours;
    const { capture, features: outcomes, problem: own } = records[page % records.length]!;
    const mementoDatetime = new Date(Date.UTC(2001, 0, 1, hour)).toISOString();
    const problem = isBad ? ({ stage: "access", message: "cut off" } as const) : own;
    const tie = String(at).padStart(5, "0");
    return encodeLine(
      { key, tie, capture: { ...capture, mementoDatetime }, problem, stamp },
      isBad ? [] : outcomes.map((outcome) => JSON.stringify(outcome)),
    );
  });
  return lines.sort();
}

/** As threads do it: what is asked and answered is copied, and parts go to one after the other. */
function stepsOf(
  reducer: Reducer,
  form: Pick<ReduceOptions, "stamp">,
  threads: number,
  size: number,
): PartSteps {
  const scorers = Array.from({ length: threads }, () => new PartScorer(reducer.context, form));
  const shared = async function* <Made>(
    parts: AsyncIterable<Part>,
    step: (scorer: PartScorer, part: Part) => Made,
  ): AsyncGenerator<Made> {
    let next = 0;
    for await (const part of parts) {
      const scorer = scorers[next++ % threads]!;
      yield structuredClone(step(scorer, structuredClone(part)));
    }
  };
  return {
    size,
    survey: (parts) => shared(parts, (scorer, part) => scorer.survey(part)),
    begin: (whole) => scorers.forEach((scorer) => scorer.begin(structuredClone(whole))),
    drafts: (parts) => shared(parts, (scorer, part) => scorer.drafts(part)),
  };
}

async function reported(results: AsyncIterable<Result>, tally: RunningTally): Promise<string> {
  const all: Result[] = [];
  for await (const result of results) all.push(result);
  return JSON.stringify([all, tally, [...tally.skipped], [...tally.offTopicBy]]);
}

const optionsOf = (chosen: (typeof choices)[number]): Omit<ReduceOptions, "tally"> => ({
  settings: resolveSettings(chosen, { measures, removers }),
  measures,
  features,
  memoryBytes: 1 << 20,
  signal: new AbortController().signal,
});

describe("a long TimeMap that is scored in parts", () => {
  it.each(choices)("has the results that it has as one, with %j", async (chosen) => {
    const mapped = await mapRecords({ input: "warc=fixtures/collection", ...chosen, workers: 0 });
    const records = [...mapped.lines]
      .filter((line) => parseLine(line).kind === "record")
      .map((line) => decodeLine(line));
    const memento = fc.tuple(fc.nat(records.length), fc.boolean(), fc.nat(2));
    const short = fc.array(memento, { minLength: 1, maxLength: 40 });
    // Of more mementos than are compared with.
    const large = fc.array(fc.tuple(fc.nat(records.length), fc.constant(false), fc.nat(2)), {
      minLength: 205,
      maxLength: long(215, 260),
    });
    const cuts: fc.Arbitrary<Cut> = fc.record({
      threads: fc.constantFrom(2, 3),
      parts: fc.integer({ min: 1, max: 9 }),
      stamp: fc.constantFrom(undefined, "of another process"),
    });
    const isSame = async (drawn: readonly Drawn[], cut: Cut): Promise<void> => {
      const { threads, parts, stamp } = cut;
      const options = { ...optionsOf(chosen), stamp };
      const lines = linesOf(drawn, records, stamp);
      const one = new RunningTally();
      const expected = await reported(reduceLines({ lines }, { ...options, tally: one }), one);
      const tally = new RunningTally();
      const reducer = await Reducer.open({ ...options, tally });
      const size = Math.ceil(lines.join("").length / parts);
      const steps = stepsOf(reducer, options, threads, size);
      const results = reduceLong(key, { lines }, reducer, { ...options, tally }, steps);
      expect((await reported(results, tally)) === expected).toBe(true);
    };
    const runs = { numRuns: long(2, 5), endOnFailure: true };
    await fc.assert(fc.asyncProperty(short, cuts, isSame), runs);
    await fc.assert(fc.asyncProperty(large, cuts, isSame), { ...runs, numRuns: long(1, 3) });
  });

  it("is not one whose mementos are compared with those before them, or that is in whatever language it is in", async () => {
    const isParted = async (more: object): Promise<boolean> => {
      const settings = resolveSettings({ measures: "cosine=0.2", ...more }, { measures, removers });
      const options = { ...optionsOf(choices[0]), settings, tally: new RunningTally() };
      return canBeParted((await Reducer.open(options)).context);
    };
    expect(await isParted({})).toBe(true);
    expect(await isParted({ reference: "previous" })).toBe(false);
    expect(await isParted({ language: "auto" })).toBe(false);
    expect(await isParted({ measures: "gensim_lsi=0.1" })).toBe(true);
    expect(await isParted({ measures: "gensim_lda=0.1" })).toBe(false);
  });
});
