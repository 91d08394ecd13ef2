import { option } from "../../base/option.js";
import { settingsUnder } from "../../base/setting.js";
import { freeText, given, onOrOff, wholeNumber, wordOf } from "../../base/value-kinds.js";
import { references } from "../scoring/measure-id.js";
import type { Settings, SettingsProfile } from "./types.js";

/* Settings that decide scores and verdicts. */

const HEADING = "Measures and verdicts";

export const verdictSettings = settingsUnder(
  { heading: HEADING, decides: "verdicts" },
  {
    measures: option(
      "--timemap-measures <list>",
      "measures with thresholds, e.g. jaccard=0.80,bytecount",
      { ...freeText, alias: "-tm", otherwise: "those of the profile" },
    ),
    profile: option("--profile <name>", "defaults to start from", {
      ...wordOf<SettingsProfile>(["paper", "otmt-1.0.5", "default"]),
      otherwise: "default; paper where measures are chosen",
    }),
    thresholds: option(
      "--thresholds <file>",
      "thresholds that calibrate wrote, for measures chosen without one",
      { ...given<object>("object"), reads: true },
    ),
    reference: option("--reference <memento>", "what mementos are compared with", {
      ...wordOf(references),
      rare: true,
      initial: "first",
    }),
    abstain: option(
      "--abstain <low-high>",
      "with the learned combination, probabilities at which a memento is unsure; without a value .15-.5",
      { ...given<readonly [low: number, high: number]>("list"), preset: ".15-.5" },
    ),
    seedsFrom: option(
      "--seeds-from <who>",
      "who chose the seeds; web lowers the cut of the learned combination, for seeds that nobody chose",
      { ...wordOf(["curator", "web"] as const), initial: "curator" },
    ),
    first: option("--first <rule>", "which memento is compared with", {
      ...wordOf<Settings["first"]>(["earliest-2xx", "earliest", "usable"]),
      rare: true,
      sets: ["first"],
      initial: "earliest-2xx",
      otmt: "earliest",
    }),
    signs: option("--signs", "signs of what a page is (suspended, parked, an error) have a vote", {
      ...given<boolean | object>("boolean object"),
      rare: true,
      takes: "off|vote|<file>",
      reads: true,
      otherwise: "off",
    }),
  },
);

export const scoreSettings = settingsUnder(
  { heading: HEADING, decides: "scores", rare: true },
  {
    exactScores: option(
      "--exact-scores",
      "compute scores even where a bound decides the topic status",
      { ...onOrOff, sets: ["exactScores"], initial: false },
    ),
    numberOfTopics: option(
      "--number-of-topics <n>",
      "topics of gensim_lsi, and of gensim_lda, which has 2 where none are chosen",
      {
        ...wholeNumber("number of topics"),
        rare: undefined,
        isOtmts: true,
        initial: 10,
        sets: ["numberOfTopics"],
        follows: ["ldaTopics"],
      },
    ),
  },
);
