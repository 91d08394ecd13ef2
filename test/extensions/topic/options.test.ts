import { describe, expect, it } from "vitest";
import "../../support/all-extensions.js";
import { optionsOf } from "../../../src/command/command-catalogue.js";
import { removers } from "../../../src/page/boilerplate/index.js";
import { measures } from "../../../src/score/measures/index.js";
import { resolveSettings, type SettingsChoices } from "../../../src/score/settings/settings.js";

/** Settings that decide which mementos there are and which words they have, and therefore what the topic is. */
const DECIDES = [
  ...["preprocessing", "groupBy", "groupCapturesBy", "status", "pages", "text", "formats"],
  ...["redirects", "revisits", "substituted", "maxPageBytes", "collection"],
] as const;

/** Values other than the default, by the key of the option. */
const SAMPLES: Readonly<Record<string, SettingsChoices>> = {
  measures: { measures: "jaccard=0.8" },
  profile: { profile: "otmt-1.0.5" },
  reference: { reference: "previous" },
  combine: { combine: "all" },
  abstain: { combine: "learned", abstain: [0.4, 0.6] },
  first: { first: "usable" },
  signs: { signs: true },
  exactScores: { exactScores: true },
  numberOfTopics: { numberOfTopics: 3 },
  structureWeight: { structureWeight: 0.1 },
  insertCost: { insertCost: 2 },
  removeCost: { removeCost: 2 },
  renameCost: { renameCost: 2 },
  explain: { explain: true },
  simhash: { simhash: false },
  contentLength: { contentLength: false },
  detectLanguage: { detectLanguage: false },
  measureSteps: { measures: "jaccard", measureSteps: [{ measure: "jaccard", stem: false }] },
  collectionMeasures: { collectionMeasures: "terms" },
  topicAgree: { topicAgree: 2 },
  boilerplate: { boilerplate: "none" },
  fusion: { boilerplate: "density", fusion: "greedy" },
  vmax: { boilerplate: "density", vmax: 0.5 },
  wrap: { boilerplate: "density", wrap: 60 },
  language: { language: "de" },
  stopWords: { stopWords: false },
  minTokenLength: { minTokenLength: 4 },
  groupBy: { groupBy: "uri" },
  status: { status: "all" },
  pages: { pages: "html" },
  text: { text: "rendered" },
  formats: { formats: ["html", "pdf"] },
  redirects: { redirects: "skip" },
  revisits: { revisits: "skip" },
  substituted: { substituted: "keep" },
  maxPageSize: { maxPageSize: 1000 },
};

const decisive = (choices: SettingsChoices): string => {
  const settings = resolveSettings(
    { collectionMeasures: "all", ...choices },
    { measures, removers },
  );
  // The stems of a topic are those of its documents' languages, so the language of the run has no influence.
  const preprocessing = { ...settings.preprocessing, language: "" };
  return JSON.stringify(DECIDES.map((name) => ({ ...settings, preprocessing })[name]));
};

describe("options of runs and topics", () => {
  const keysOf = (command: "topic" | "reduce"): Set<string> =>
    new Set(optionsOf(command).map(({ key }) => key));
  const byDefault = decisive({});

  it.each(Object.entries(SAMPLES))(
    "topic accepts the option %s only if the option changes the topic",
    (key, choices) => {
      expect(keysOf("reduce")).toContain(key);
      expect(keysOf("topic").has(key)).toBe(decisive(choices) !== byDefault);
    },
  );
});
