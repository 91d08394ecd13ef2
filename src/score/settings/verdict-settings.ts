import { option } from "../../base/option.js";
import { settingsUnder } from "../../base/setting.js";
import { freeText, made, onOrOff, wordOf } from "../../base/value-kinds.js";
import type { OwnSigns } from "../../page/types.js";
import { references } from "../scoring/measure-id.js";
import { type Combination, parseAbstain, parseCombination, type Range } from "./combination.js";
import { requireAbstain, requireCombination } from "./combination.js";
import type { ThresholdFile } from "./threshold-file.js";

/* Settings that decide scores and verdicts. */

const HEADING = "Measures and verdicts";

/** Maximum size of a file of signs in bytes. A larger one has more phrases than a list of signs may have. */
const MOST_SIGNS = 4_000_000;

export const verdictSettings = settingsUnder(
  { heading: HEADING, decides: "verdicts" },
  {
    measures: option(
      "--timemap-measures <list>",
      "measures with thresholds, e.g. jaccard=0.80,bytecount",
      { ...freeText, alias: "-tm", otherwise: "those of the profile" },
    ),
    profile: option("--profile <name>", "defaults to start from", {
      ...wordOf(["paper", "otmt-1.0.5", "default"]),
      otherwise: "default; paper where measures are chosen",
    }),
    thresholds: option(
      "--thresholds <file>",
      "thresholds that calibrate wrote, for measures chosen without one",
      {
        ...made<ThresholdFile>("parseThresholdFile", "thresholds"),
        reads: true,
        parse: async (file, _, read) =>
          (await import("./threshold-file.js")).parseThresholdFile(read(file), file),
      },
    ),
    reference: option("--reference <memento>", "what mementos are compared with", {
      ...wordOf(references),
      rare: true,
      initial: "first",
    }),
    abstain: option(
      "--abstain <low-high>",
      "with the learned combination, probabilities at which a memento is unsure; without a value .15-.5",
      {
        ...{ type: "list", preset: ".15-.5" },
        parse: parseAbstain,
        check: (range: Range) => requireAbstain(range),
      },
    ),
    seedsFrom: option(
      "--seeds-from <who>",
      "who chose the seeds; web lowers the cut of the learned combination, for seeds that nobody chose",
      { ...wordOf(["curator", "web"]), initial: "curator" },
    ),
    first: option("--first <rule>", "which memento is compared with", {
      ...wordOf(["earliest-2xx", "earliest", "usable"]),
      rare: true,
      sets: ["first"],
      initial: "earliest-2xx",
      otmt: "earliest",
    }),
    signs: option(
      "--signs <vote|file>",
      "signs of what a page is (suspended, parked, an error) have a vote",
      {
        ...{ type: "boolean object", preset: "vote", otherwise: "off" },
        reads: true,
        async parse(file, _, read): Promise<boolean | OwnSigns> {
          if (file === "off" || file === "vote") return file === "vote";
          const { parseSigns } = await import("../../page/signs/parse-signs.js");
          return parseSigns(read(file, MOST_SIGNS), file);
        },
      },
    ),
    combine: option(
      "--combine <rule>",
      "how votes decide: any, all, majority, a number, learned[=FILE]",
      {
        ...{ type: "text number object", otherwise: "the profile's" },
        reads: true,
        parse: parseCombination,
        check: (rule: Combination) => requireCombination(rule),
      },
    ),
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
  },
);
