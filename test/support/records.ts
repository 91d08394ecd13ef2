import { seedKey } from "../../src/base/uri.js";
import { sortKeyOf } from "../../src/run/lines/lines.js";
import type { Capture, Json } from "../../src/base/types.js";
import type { Feature, FeatureRecord, RecordGroup } from "../../src/page/types.js";
import type { Settings } from "../../src/score/settings/types.js";
import type { MementoResult, PairMeasure } from "../../src/score/types.js";
import { type AssessContext, Assessment } from "../../src/score/verdict/assess.js";
import { Survey } from "../../src/score/verdict/survey.js";
import { profiles } from "../../src/score/settings/profiles.js";

/** Returns a capture of an invented seed, with the given properties. */
export function capture(overrides: Partial<Capture> = {}): Capture {
  return {
    uriR: "http://seed.example/",
    mementoDatetime: "2010-01-01T00:00:00Z",
    status: 200,
    contentType: "text/html",
    source: { file: "a.warc", offset: 0 },
    ...overrides,
  };
}

/** Returns the record of a capture with the given feature values. */
export function record(of: Capture, ...values: readonly Json[]): FeatureRecord {
  return {
    key: seedKey(of.uriR, "surt"),
    tie: sortKeyOf(of),
    capture: of,
    features: values.map((value) => ({ value })),
  };
}

/** Judges a TimeMap, whose records come oldest first, and yields one result per memento in the same order. */
export function* assess(group: RecordGroup, context: AssessContext): Generator<MementoResult> {
  const assessment = new Assessment(Survey.of(group, context), context);
  const drafts = [...assessment.drafts()];
  let position = 0;
  for (const result of assessment.judged(drafts)) yield assessment.withReasons(result, position++);
}

/** A feature whose value is a number from the test. The value 0 counts as empty. */
export const size: Feature<number> = {
  keyword: "size",
  summary: "A number.",
  extract: ({ bytes }) => bytes.length,
  isEmpty: (value) => value === 0,
};

/**
 * A measure of the feature `size`. The score is the relative growth since the first memento, and it is negative for a
 * smaller memento.
 */
export const shrinkage: PairMeasure<number> = {
  keyword: "shrinkage",
  aliases: [],
  title: "Shrinkage",
  summary: "A measure for tests.",
  source: "none",
  range: [-1, Infinity],
  equalScore: 0,
  symmetric: false,
  cuts: {
    paper: { threshold: -0.5, comparison: "<" },
    "otmt-1.0.5": { threshold: -0.5, comparison: "<" },
  },
  scope: "pair",
  flags: () => ({ stemmed: false, tokenized: false, removedBoilerplate: false }),
  input: () => ({ feature: "size", options: {} }),
  score: (first, memento) => memento / first - 1,
};

/** Settings of the profile `paper` with `shrinkage` as the only measure and without metadata. */
export const settings: Settings = {
  ...profiles.paper.settings,
  profile: "paper",
  measures: [{ keyword: "shrinkage", name: "shrinkage", threshold: -0.5, comparison: "<" }],
  simhash: false,
  contentLength: false,
  detectLanguage: false,
};
