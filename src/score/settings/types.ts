import type { OverallStatus, PluginModule } from "../../base/types.js";
import type { OwnSigns } from "../../page/types.js";
import type { Reference } from "../scoring/measure-id.js";
import type { CombinationRule } from "./combination.js";
import type { LearnedModel } from "./model.js";
import type { PlacedSettings, RunChoices } from "./run-settings.js";
import type { Comparison } from "./threshold-file.js";
import type { CollectionSettings } from "./topic-types.js";
import type { WordSteps } from "./word-steps.js";

export type { AliasPair } from "./aliases.js";
export type { Reference } from "../scoring/measure-id.js";
export type { Comparison } from "./threshold-file.js";
export type { InputForm, LearnedModel, ModelInput, ModelRules, Regression } from "./model.js";

/** Measure chosen for a run, with its cut. */
export interface MeasureChoice {
  readonly keyword: string;
  /** Reference memento. Absent for the first memento. */
  readonly reference?: Exclude<Reference, "first">;
  /** Name in the output: the keyword, or OTMT's own name in profile `otmt-1.0.5`. */
  readonly name: string;
  readonly threshold?: number;
  /** Preprocessing of this measure if it differs from that of the settings. */
  readonly preprocessing?: Preprocessing;
  /** Set if the threshold comes from a file that `calibrate` wrote. */
  readonly tuned?: true;
  /** True if only the learned combination reads the measure. Its scores are not part of the results. */
  readonly asInput?: true;
  readonly comparison: Comparison;
}

/** Marks a verdict of a curator that replaces the computed one (`--overrides`). */
export interface Override {
  /** Identifier in the curator's file, which is that of this memento or of its seed. */
  readonly by: "URI-M" | "URI-R";
  /** Computed verdict. Absent if there was none. */
  readonly computed?: OverallStatus;
}

/** Preprocessing of a page before it is measured. Part of every record, so that reduce can refuse a mixture. */
export interface Preprocessing
  extends
    Pick<WordSteps, "stopWordList" | "minTokenLength">,
    Required<Pick<WordSteps, "stem" | "stopWords">> {
  readonly boilerplate: string;
  /**
   * BCP 47 tag, or `auto` for the detected language. A memento is cut into paragraphs and words according to its own
   * language. Stems and stop words must be the same for all mementos of a TimeMap, and follow the earliest memento with
   * a detected language.
   */
  readonly language: string;
}

/** Choices that are settings as they are. Those with the default value are absent. */
type OptionalChoices = Pick<
  RunChoices,
  | "abstain"
  | "aliases"
  | "explain"
  | "fetch"
  | "fetchCheck"
  | "formats"
  | "reference"
  | "seedsFrom"
  | "text"
>;

/**
 * All choices that can change a score or a row, resolved and safe for JSON. They are the profile's defaults with the
 * options applied. What is not there is off.
 */
export interface Settings
  extends Omit<PlacedSettings, "preprocessing" | "simhash">, OptionalChoices {
  readonly profile: SettingsProfile;
  readonly measures: readonly MeasureChoice[];
  readonly preprocessing: Preprocessing;
  /** Criterion by which captures without a TimeMap belong to the same seed. */
  readonly groupCapturesBy: "surt" | "uri";
  /** Share by which lengths of equal content may differ. Set if the verdicts on most captures are inferred from others. */
  readonly fetchWithin?: number;
  /** Bytes compared by simhash-raw: decoded text, or Python's `str(bytes)` as in OTMT. */
  readonly rawSimhashOf: "text" | "python-bytes";
  /** True if count measures cap growth at 0 (equation 1 of the paper). */
  readonly clipCounts: boolean;
  /** Rule that combines votes into the overall status. `learned` uses `model`. */
  readonly combine: CombinationRule;
  /** Learned combination; set if `combine` is `learned`. */
  readonly model?: LearnedModel;
  /** True if signs of the kind of page are searched for and reported. */
  readonly signs?: boolean;
  /** Set if mementos are compared with the topic of their collection. */
  readonly collection?: CollectionSettings;
  /** Minimum strength of a strong sign. Set if signs vote or if the evidence is reported. */
  readonly signStrength?: number;
  /** True if a strong sign is a vote for off-topic (`--signs`). */
  readonly signsVote?: boolean;
  /** Signs of the user, which are used in addition to the built-in signs (`--set signs=FILE`). */
  readonly ownSigns?: OwnSigns;
  /** True if captures that the command soft404 listed are off-topic (`--soft404`). */
  readonly soft404?: boolean;
  /** Number of characters of each memento's text in its result (for reports). If absent, results have no text. */
  readonly excerpts?: number;
  /** True if the title and links of each page are kept, for `collect`. */
  readonly outlinks?: true;
  /** Whether results have Simhashes. `text`: that of the text, and none of the markup. */
  readonly simhash: boolean | "text";
  /** Plug-ins whose measures, features or remover this run uses. */
  readonly plugins?: readonly Pick<PluginModule, "name" | "digest">[];
}

export type ProfileName = "paper" | "otmt-1.0.5";

/** Set of defaults. `default` has the paper's cuts. */
export type SettingsProfile = ProfileName | "default";
