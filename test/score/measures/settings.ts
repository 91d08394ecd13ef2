import type { CountedTerms } from "../../../src/base/types.js";
import type { Settings } from "../../../src/score/settings/types.js";
import type { TimeMapMeasure } from "../../../src/score/types.js";

/** Settings of profile `paper` that measures read. */
export function settingsOf(overrides: Partial<Settings> = {}): Settings {
  return {
    profile: "paper",
    measures: [],
    preprocessing: {
      boilerplate: "all-paragraphs",
      language: "en",
      stem: true,
      stopWords: true,
    },
    groupBy: "timemap",
    groupCapturesBy: "surt",
    status: "2xx+errors",
    pages: "html",
    redirects: "follow",
    revisits: "resolve",
    substituted: "refuse",
    first: "earliest-2xx",
    rawSimhashOf: "text",
    clipCounts: true,
    numberOfTopics: 10,
    ldaTopics: 2,
    structureWeight: 0.5,
    editCosts: { insert: 1, remove: 1, rename: 1 },
    exactScores: true,
    combine: "any",
    simhash: true,
    contentLength: true,
    detectLanguage: true,
    maxPageBytes: 100_000_000,
    ...overrides,
  };
}

/** Words in the form of the feature `terms` after normalisation. */
export function counted(words: string | readonly string[]): CountedTerms {
  const list = typeof words === "string" ? words.split(" ").filter((word) => word !== "") : words;
  const counts = new Map<string, number>();
  for (const word of list) counts.set(word, (counts.get(word) ?? 0) + 1);
  const terms = [...counts.keys()].sort();
  return { terms, counts: terms.map((term) => counts.get(term) ?? 0) };
}

/** Scores of all mementos of a TimeMap against the first one. */
export function scoresOf<Model>(
  measure: TimeMapMeasure<CountedTerms, CountedTerms, Model>,
  mementos: readonly CountedTerms[],
  settings: Settings = settingsOf(),
): number[] {
  const fit = measure.fit(settings);
  for (const memento of mementos) fit.add(memento);
  const model = fit.finish();
  return mementos.map((memento) => measure.score(mementos[0]!, memento, model, settings));
}
