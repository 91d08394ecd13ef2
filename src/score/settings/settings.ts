import { UsageError } from "../../base/errors.js";
import { FORMATS } from "../../base/types.js";
import { findByKeyword, positive } from "../../base/find.js";
import type { BoilerplateRemover } from "../../page/types.js";
import { type CollectionEvidence, registeredEvidence } from "../evidence/collection-evidence.js";
import { reportedSignal } from "../evidence/kinds.js";
import type { Measure } from "../types.js";
import { chooseMeasures, withModelMeasures } from "./choose-measures.js";
import { defaultModel } from "./default-model.js";
import type { LearnedModel } from "./model.js";
import { choosePreprocessing, withOwnSteps } from "./preprocessing.js";
import { profiles } from "./profiles.js";
import {
  checkedChoices,
  chosenSettings,
  requireTogether,
  type RunChoices,
} from "./run-settings.js";
import { requireSameBasis } from "./threshold-basis.js";
import type { Settings, SettingsProfile } from "./types.js";

/** Choices of a user, as values. The profile has the values of missing choices. */
export interface SettingsChoices extends RunChoices {
  /** True if all measures may lack a threshold, because the user wants scores and not verdicts. */
  readonly scoresOnly?: boolean;
  /** Number of characters of each memento's text in its result, for reports. Default: none. */
  readonly excerpts?: number;
  /** True if the title and links of each page are kept, for `collect`. */
  readonly outlinks?: boolean;
  /**
   * True if an output shows the Simhash of the markup, as OTMT's JSON does. Otherwise profile default leaves it out, unless
   * `rawSimhash` asks for it. Default in a run: false, unless it has a history.
   */
  readonly showsSimhash?: boolean;
}

/** Definitions in which keywords are looked up. */
export interface Definitions {
  readonly measures: readonly Measure[];
  readonly removers: readonly BoilerplateRemover[];
  /** Default: the evidence of this program. */
  readonly evidence?: readonly CollectionEvidence[];
}

/**
 * Returns the profile of a run without a chosen profile. It is `default`, or `paper` if the user chose measures or how
 * they decide, so that no other setting of profile `default` affects the verdict.
 */
function unsaidProfile(chosen: SettingsChoices): SettingsProfile {
  const { measures, reference, combine, collectionMeasures, topic, topicAgree } = chosen;
  const deciding = [measures, reference, combine, collectionMeasures, topic, topicAgree];
  const hasSteps = (chosen.measureSteps ?? []).length > 0;
  return hasSteps || deciding.some((each) => each !== undefined) ? "paper" : "default";
}

/** Share by which the lengths of two captures in a row may differ if their content is likely to be the same. */
const FETCH_WITHIN = 0.2;

/**
 * Returns the profile's settings with the choices applied. Throws a `UsageError` for an invalid choice.
 *
 * @example
 * ```js
 * const settings = resolveSettings({ measures: "cosine=0.2" }, { measures, removers });
 * console.log(settings.measures[0]?.threshold, settings.combine);
 * // 0.2 any
 * ```
 */
export function resolveSettings(
  choices: SettingsChoices,
  { measures, removers, evidence = registeredEvidence }: Definitions,
): Settings {
  const chosen = checkedChoices(choices);
  const { profile = unsaidProfile(chosen), reference = "first", excerpts } = chosen;
  const { settings, measures: byDefault } = profiles[profile];
  const preprocessing = choosePreprocessing(chosen, settings.preprocessing, removers);
  const { collection, ...marks } = Object.assign(
    {},
    ...evidence.map((each) => each.choose?.(chosen, preprocessing)),
  ) as Partial<Settings>;
  const decision = chooseCombination(chosen, settings.combine);
  const { model } = decision;
  const { thresholds: tuned } = chosen;
  // A learned combination has its own measures. Others are computed only if the user or the profile asks for them. Where
  // only the topic of the collection is asked for, mementos are not compared with the first memento.
  const isModelOnly = model !== undefined && settings.combine !== "learned";
  const isWithout = chosen.measures === undefined && (isModelOnly || collection !== undefined);
  const needNoThreshold = model !== undefined || chosen.scoresOnly === true;
  const asked = isWithout
    ? []
    : chooseMeasures(chosen.measures ?? byDefault.join(","), {
        ...{ profile, measures, reference, tuned, needNoThreshold },
      });
  const scored = model === undefined ? asked : withModelMeasures(asked, model, profile, measures);
  const own = { ...settings, ...chosenSettings(chosen, settings) };
  requireTogether(own);
  const resolved: Settings = {
    ...own,
    profile,
    ...decision,
    ...(model !== undefined && readsSigns(model) && { signs: true }),
    ...signSettings(chosen),
    ...marks,
    ...(excerpts !== undefined && { excerpts: positive(excerpts, "length of excerpts") }),
    ...(chosen.outlinks === true && { outlinks: true as const }),
    ...(reference !== "first" && { reference }),
    measures: withOwnSteps(scored, chosen.measureSteps ?? [], preprocessing, measures),
    collection,
    preprocessing,
    groupCapturesBy: own.groupBy === "timemap" ? settings.groupCapturesBy : own.groupBy,
    ...(chosen.text === "rendered" && { text: chosen.text }),
    ...(chosen.aliases !== undefined && { aliases: chosen.aliases }),
    ...formatsOf(chosen),
    ...(chosen.fetch === "changes" && {
      ...{ fetch: chosen.fetch, fetchCheck: chosen.fetchCheck ?? 60, fetchWithin: FETCH_WITHIN },
    }),
  };
  if (tuned !== undefined) requireSameBasis(tuned, resolved, measures);
  const plugins = usedPlugins(resolved, { measures, removers });
  const whole = plugins.length === 0 ? resolved : { ...resolved, plugins };
  return chosen.showsSimhash === false ? withoutRawSimhash(whole, chosen) : whole;
}

/** Returns how the votes of a run decide together. Throws a `UsageError` for what needs a learned combination. */
function chooseCombination(
  { combine: chosen, abstain, seedsFrom }: SettingsChoices,
  byDefault: Settings["combine"],
): Pick<Settings, "combine" | "model" | "abstain" | "seedsFrom"> {
  const combine = typeof chosen === "object" ? "learned" : (chosen ?? byDefault);
  if (combine === "learned") {
    return {
      combine,
      model: typeof chosen === "object" ? chosen : defaultModel,
      ...(abstain !== undefined && { abstain }),
      ...(seedsFrom === "web" && { seedsFrom }),
    };
  }
  if (abstain === undefined && seedsFrom !== "web") return { combine, model: undefined };
  throw new UsageError(
    `${abstain === undefined ? "--seeds-from web" : "--abstain"} needs the learned combination (--profile default or --combine learned): other votes have no probability.`,
  );
}

const readsSigns = ({ inputs, strongSignal }: LearnedModel): boolean =>
  strongSignal !== undefined || inputs.some(({ of: name }) => name === "signs");

/** Returns what the settings of a run say of signs of what a page is. */
function signSettings({ signs = false, explain = false }: SettingsChoices): Partial<Settings> {
  if (signs === false && !explain) return {};
  return {
    signs: true,
    signStrength: reportedSignal,
    ...(signs !== false && { signsVote: true }),
    ...(typeof signs === "object" && { ownSigns: signs }),
    ...(explain && { explain: true }),
  };
}

/**
 * Returns the settings of a run for forms that leave the Simhash of the markup out, unless the user asks for it. Profiles
 * of published conventions have it in all forms.
 */
export const withoutRawSimhash = (
  settings: Settings,
  { rawSimhash }: Pick<SettingsChoices, "rawSimhash">,
): Settings =>
  settings.profile !== "default" || settings.simhash !== true || rawSimhash === true
    ? settings
    : { ...settings, simhash: "text" };

/** Returns the distinct plug-ins whose definitions a run uses, sorted by name. */
function usedPlugins(
  { measures: chosen, preprocessing }: Settings,
  { measures, removers }: Definitions,
): NonNullable<Settings["plugins"]> {
  const used = [
    ...chosen.flatMap(({ keyword }) => findByKeyword(keyword, measures) ?? []),
    ...removers.filter(({ keyword }) => keyword === preprocessing.boilerplate),
  ];
  const plugins = used
    .flatMap((each) => [each, ...("features" in each ? (each.features ?? []) : [])])
    .flatMap(({ plugin }) => plugin ?? []);
  return [
    ...new Map(plugins.map(({ url, name, digest }) => [url, { name, digest }])).values(),
  ].sort((a, b) => (a.name + a.digest < b.name + b.digest ? -1 : 1));
}

/** Returns the distinct formats in canonical order, HTML included. Returns nothing if HTML is the only format. */
function formatsOf({ formats = [] }: SettingsChoices): Pick<Settings, "formats"> {
  const sorted = FORMATS.filter((format) => format === "html" || formats.includes(format));
  return sorted.length === 1 ? {} : { formats: sorted };
}
