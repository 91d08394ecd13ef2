import { settingsUnder } from "../../base/setting.js";
import {
  decimal,
  freeText,
  given,
  onOrOff,
  shareOfOne,
  wholeNumber,
  wordOf,
} from "../../base/value-kinds.js";
import { references } from "../measure-id.js";
import { strongSignal } from "../strong-signal.js";
import type { Settings, SettingsProfile } from "./types.js";

/* Settings that decide scores and verdicts. */

const HEADING = "Measures and verdicts";

export const verdictSettings = settingsUnder(
  { heading: HEADING, decides: "verdicts" },
  {
    measures: {
      ...freeText,
      flags: "--timemap-measures <list>",
      alias: "-tm",
      help: "measures with thresholds, e.g. jaccard=0.80,bytecount",
      otherwise: "those of the profile",
    },
    profile: {
      ...wordOf<SettingsProfile>(["paper", "otmt-1.0.5", "default"]),
      flags: "--profile <name>",
      help: "defaults to start from",
      otherwise: "default; paper where measures are chosen",
    },
    thresholds: {
      ...given<object>("object"),
      flags: "--thresholds <file>",
      reads: true,
      help: "thresholds that calibrate wrote, for measures chosen without one",
    },
    reference: {
      ...wordOf(references),
      flags: "--reference <memento>",
      rare: true,
      initial: "first",
      help: "what mementos are compared with",
    },
    abstain: {
      ...given<readonly [low: number, high: number]>("list"),
      flags: "--abstain <low-high>",
      preset: ".15-.5",
      help: "with the learned combination, probabilities at which a memento is unsure; without a value .15-.5",
    },
    seedsFrom: {
      ...wordOf(["curator", "web"] as const),
      flags: "--seeds-from <who>",
      initial: "curator",
      help: "who chose the seeds; web lowers the cut of the learned combination, for seeds that nobody chose",
    },
    first: {
      ...wordOf<Settings["first"]>(["earliest-2xx", "earliest", "usable"]),
      flags: "--first <rule>",
      rare: true,
      sets: ["first"],
      initial: "earliest-2xx",
      otmt: "earliest",
      help: "which memento is compared with",
    },
    elsewhere: {
      ...given<object | "collection">("object text"),
      flags: "--elsewhere <file>",
      reads: true,
      otherwise: "none",
      help: "look mementos up among the texts of many sites, which elsewhere found; 'collection': in this input, 'none': do not",
    },
    elsewhereVote: {
      ...wholeNumber("number of sites"),
      flags: "--elsewhere-vote <n>",
      rare: true,
      otherwise: "no vote",
      help: "a text that stands under so many other sites is off-topic",
    },
    soft404: {
      ...given<object>("object"),
      flags: "--soft404 <file>",
      reads: true,
      help: "captures that soft404 -ot json has listed are off-topic",
    },
    signs: {
      ...given<boolean | object>("boolean object"),
      flags: "--signs",
      rare: true,
      takes: "off|vote|<file>",
      reads: true,
      otherwise: "off",
      help: "signs of what a page is (suspended, parked, an error) have a vote",
    },
    signStrength: {
      ...decimal,
      flags: "--sign-strength <s>",
      rare: true,
      initial: strongSignal,
      help: "strength from which a sign is a strong signal, 0 to 1",
    },
  },
);

export const scoreSettings = settingsUnder(
  { heading: HEADING, decides: "scores", rare: true },
  {
    exactScores: {
      ...onOrOff,
      flags: "--exact-scores",
      sets: ["exactScores"],
      initial: false,
      help: "compute scores even where a bound decides the topic status",
    },
    shortCircuit: {
      ...onOrOff,
      flags: "--short-circuit",
      help: "do not score what an earlier measure has called off-topic",
    },
    numberOfTopics: {
      ...wholeNumber("number of topics"),
      flags: "--number-of-topics <n>",
      rare: undefined,
      isOtmts: true,
      initial: 10,
      sets: ["numberOfTopics"],
      follows: ["ldaTopics"],
      help: "topics of gensim_lsi, and of gensim_lda, which has 2 where none are chosen",
    },
  },
);

/** Settings of the measures of structure and style, and of clusters. */
export const structureSettings = settingsUnder(
  { heading: HEADING, decides: "scores", rare: true },
  {
    structureWeight: {
      ...shareOfOne("structure weight"),
      flags: "--structure-weight <share>",
      sets: ["structureWeight"],
      initial: 0.5,
      help: "share of structure in structure-style and in clusters, 0 to 1; the rest is style",
    },
    insertCost: {
      ...decimal,
      flags: "--insert-cost <cost>",
      sets: ["editCosts", "insert"],
      initial: 1,
      help: "cost of an element inserted, for structure",
    },
    removeCost: {
      ...decimal,
      flags: "--remove-cost <cost>",
      sets: ["editCosts", "remove"],
      initial: 1,
      help: "cost of an element removed, for structure",
    },
    renameCost: {
      ...decimal,
      flags: "--rename-cost <cost>",
      sets: ["editCosts", "rename"],
      initial: 1,
      help: "cost of an element renamed, for structure",
    },
  },
);
