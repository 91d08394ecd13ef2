import { UsageError, refuse } from "../../base/errors.js";
import type { HttpInputOptions, Input } from "../../read/types.js";
import type { BoilerplateRemover } from "../../page/types.js";
import type { LearnedModel, Settings, SettingsProfile } from "./types.js";
import type { Measure } from "../types.js";
import type { CollectionEvidence } from "../evidence/collection-evidence.js";
import { registeredEvidence } from "../evidence/registry.js";
import type { EvidenceChoices } from "./collection-choices.js";
import {
  namedModel,
  requireAbstain,
  requireWebCut,
  requireCombination,
  readsSigns,
  requireEnoughVotes,
  withModelMeasures,
} from "./combine.js";
import { defaultModel } from "./default-model.js";
import { findByKeyword, positive, requireChoice } from "../../base/find.js";
import { FORMATS } from "../../base/content-type.js";
import { evidenceSettings } from "./measure-options.js";
import {
  choosePreprocessing,
  chooseRemover,
  type MeasureSteps,
  type PreprocessingChoices,
  withOwnSteps,
} from "./preprocessing.js";
import { chosenAliases } from "./aliases.js";
import { fetchOf } from "./fetch-settings.js";
import { profiles } from "./profiles.js";
import {
  checkedSetting,
  chosenSettings,
  rareScoreSettings,
  requireTogether,
  settingTerm,
} from "./setting-values.js";
import { type PlainChoices } from "./choices.js";
import {
  chooseMeasures,
  namedThresholds,
  requireSameBasis,
  type ThresholdFile,
} from "./thresholds.js";

/** Choices of a user, as text or values. The profile has the values of missing choices. */
export interface SettingsChoices extends PlainChoices, PreprocessingChoices, EvidenceChoices {
  /** Tuned thresholds for measures that were chosen without a threshold. */
  readonly thresholds?: ThresholdFile;
  /** Rule that combines votes into the overall status: any, all, majority, learned, or a number of votes. */
  readonly combine?: Settings["combine"];
  /** Range of probabilities, both ends included, in which the learned combination leaves a memento `unsure`. */
  readonly abstain?: readonly [low: number, high: number];
  /** True if all measures may lack a threshold, because the user wants scores and not verdicts. */
  readonly scoresOnly?: boolean;
  /** Model of `combine: "learned"`. Default: the model of profile `default`. */
  readonly model?: LearnedModel;
  /** Preprocessing of single measures. */
  readonly measureSteps?: readonly MeasureSteps[];
  /** Number of characters of each memento's text in its result, for reports. Default: none. */
  readonly excerpts?: number;
  /** True if the title and links of each page are kept, for `collect`. */
  readonly outlinks?: boolean;
  /**
   * True if an output shows the Simhash of the markup, as OTMT's JSON does. Otherwise profile default leaves it out
   * ({@link PlainChoices.rawSimhash}). Default in a run: false, unless it has a history.
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
  const { measures, reference, combine } = chosen;
  const { measureSteps = [], collectionMeasures, topic, topicAgree } = chosen;
  const byMeasures = [measures, reference, combine].some((one) => one !== undefined);
  const byTopic = [collectionMeasures, topic, topicAgree].some((one) => one !== undefined);
  const isDecided = byMeasures || byTopic || measureSteps.length > 0;
  return isDecided ? "paper" : "default";
}

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
  chosen: SettingsChoices,
  { measures, removers, evidence = registeredEvidence }: Definitions,
): Settings {
  const profile = checkedSetting("profile", chosen.profile ?? unsaidProfile(chosen));
  const { settings, measures: byDefault } = profiles[profile];
  const boilerplate = chosen.boilerplate ?? settings.preprocessing.boilerplate;
  const combine = requireCombination(chosen.combine ?? settings.combine);
  const reference = checkedSetting("reference", chosen.reference ?? "first");
  const model =
    combine === "learned" ? namedModel(chosen.model ?? defaultModel, measures) : undefined;
  const tuned =
    chosen.thresholds === undefined ? undefined : namedThresholds(chosen.thresholds, measures);
  // A learned combination has its own measures. Other measures are computed only if the user or the profile requests
  // them.
  const isModelOnly = model !== undefined && chosen.measures === undefined && profile !== "default";
  const preprocessing = {
    ...choosePreprocessing(chosen, settings.preprocessing),
    boilerplate: chooseRemover(boilerplate, chosen, removers),
  };
  const { collection, ...marks } = chosenEvidence(chosen, preprocessing, evidence);
  // If the user requests only the topic, mementos are not compared with the first memento.
  const isTopicOnly = collection !== undefined && chosen.measures === undefined;
  const asked =
    isModelOnly || isTopicOnly
      ? []
      : chooseMeasures(chosen.measures ?? byDefault.join(","), {
          ...{
            profile,
            measures,
            reference,
            needNoThreshold: model !== undefined || chosen.scoresOnly === true,
          },
          tuned,
        });
  const computed = model === undefined ? asked : withModelMeasures(asked, model, profile, measures);
  const own = { ...settings, ...chosenSettings(chosen, settings) };
  const { groupBy, pages } = own;
  requireTogether(own);
  const resolved: Settings = {
    ...own,
    profile,
    combine,
    model,
    ...(chosen.abstain !== undefined && { abstain: requireAbstain(chosen.abstain, combine) }),
    ...(checkedSetting("seedsFrom", chosen.seedsFrom ?? "curator") === "web" && {
      seedsFrom: requireWebCut(model),
    }),
    ...(model !== undefined && readsSigns(model) && { signs: true }),
    ...evidenceSettings(chosen),
    ...marks,
    ...(chosen.excerpts !== undefined && {
      excerpts: positive(chosen.excerpts, "length of excerpts"),
    }),
    ...(chosen.outlinks === true && { outlinks: true as const }),
    ...(reference !== "first" && { reference }),
    measures: withOwnSteps(computed, chosen.measureSteps ?? [], preprocessing, measures),
    collection,
    preprocessing,
    groupCapturesBy: groupBy === "timemap" ? settings.groupCapturesBy : groupBy,
    ...(checkedSetting("text", chosen.text ?? "html") === "rendered" && {
      text: "rendered" as const,
    }),
    ...(chosen.aliases !== undefined && chosenAliases(chosen.aliases)),
    ...formatsOf(chosen, pages),
    ...fetchOf(chosen),
    ldaTopics: chosen.numberOfTopics ?? settings.ldaTopics,
  };
  requireEnoughVotes(resolved, evidence);
  if (tuned !== undefined) requireSameBasis(tuned, resolved, measures);
  const plugins = usedPlugins(resolved, { measures, removers });
  const whole = plugins.length === 0 ? resolved : { ...resolved, plugins };
  return chosen.showsSimhash === false ? withoutRawSimhash(whole, chosen) : whole;
}

/**
 * Returns the settings of a run for forms that leave the Simhash of the markup out, unless the user asks for it. OTMT's
 * profiles have it in all forms.
 */
export const withoutRawSimhash = (
  settings: Settings,
  { rawSimhash }: Pick<SettingsChoices, "rawSimhash">,
): Settings =>
  settings.profile === "default" && settings.simhash === true && rawSimhash !== true
    ? { ...settings, simhash: "text" }
    : settings;

/** Returns what the settings of a run have of the choices of evidence. */
const chosenEvidence = (
  chosen: EvidenceChoices,
  preprocessing: Settings["preprocessing"],
  evidence: readonly CollectionEvidence[],
): Partial<Settings> =>
  Object.assign(
    {},
    ...evidence.map((each) => each.choose?.(chosen, preprocessing)),
  ) as Partial<Settings>;

/** Returns the distinct plug-ins whose definitions a run uses, sorted by name. */
function usedPlugins(
  settings: Settings,
  { measures, removers }: Definitions,
): NonNullable<Settings["plugins"]> {
  const { measures: chosen, preprocessing } = settings;
  const keywords = new Set(chosen.map(({ keyword }) => keyword));
  const used = [
    ...measures.filter(({ keyword }) => keywords.has(keyword)),
    ...removers.filter(({ keyword }) => keyword === preprocessing.boilerplate),
  ];
  const modules = used.flatMap((each) => [
    each,
    ...("features" in each ? (each.features ?? []) : []),
  ]);
  const named = new Map(
    modules.flatMap(({ plugin }) => (plugin === undefined ? [] : [[plugin.url, plugin] as const])),
  );
  return [...named.values()]
    .map(({ name, digest }) => ({ name, digest }))
    .sort((a, b) => (a.name + a.digest < b.name + b.digest ? -1 : 1));
}

/** Returns the distinct formats in canonical order. Returns nothing if HTML is the only format. */
function formatsOf(
  { formats = ["html"] }: SettingsChoices,
  pages: Settings["pages"],
): Pick<Settings, "formats"> {
  for (const format of formats) requireChoice(format, FORMATS, "value of --formats");
  if (!formats.includes("html")) {
    throw new UsageError(
      `--formats names what is a page besides HTML: write --formats ${["html", ...formats].join(",")}.`,
    );
  }
  const sorted = FORMATS.filter((format) => formats.includes(format));
  if (sorted.length === 1) return {};
  if (pages === "text/html") {
    throw new UsageError(
      "--pages text/html leaves out all that is not declared HTML: give --pages html with --formats.",
    );
  }
  return { formats: sorted };
}

/**
 * Throws a `UsageError` for a choice that no measure of the run uses, because the user expects that it changes scores.
 */
export function requireUsedSettings(
  choices: SettingsChoices,
  settings: Settings,
  measures: readonly Measure[],
): void {
  // Measures of plug-ins may read any setting.
  const chosen = settings.measures.map(({ keyword }) => findByKeyword(keyword, measures));
  if (chosen.some((measure) => measure?.plugin !== undefined)) return;
  for (const [key, setting] of rareScoreSettings) {
    const readers = readersOf(setting, measures);
    const isRead = settings.measures.some(({ keyword }) => readers.includes(keyword));
    if (choices[key] === undefined || readers.length === 0 || isRead) continue;
    const option = settingTerm(key);
    throw new UsageError(
      `${option} is for ${readers.join(" and ")}, which this run does not compute. Add it to -tm, or leave ${option} out.`,
    );
  }
}

export const readersOf = (setting: keyof Settings, measures: readonly Measure[]): string[] =>
  measures.filter(({ reads = [] }) => reads.includes(setting)).map(({ keyword }) => keyword);

export interface ArchiveChoices {
  readonly directory?: string;
  readonly http?: HttpInputOptions;
  readonly fetching?: { readonly refresh?: boolean; readonly offline?: boolean };
  readonly text?: string;
}

/**
 * Throws a `UsageError` for choices that contradict each other or that no input uses, because the results would be
 * about other mementos than the user requested. Options about politeness, locations of archives and the working
 * directory are allowed in any run, because scripts written for OTMT always give the working directory.
 */
export function requireUsedArchiveChoices(
  { directory, http = {}, fetching = {}, text }: ArchiveChoices,
  inputs: readonly Input[],
): void {
  const { refresh = false, offline = false } = fetching;
  const { match = "exact", seeds, warcBase, cdxFilters } = http;
  const whole = inputs.find(({ choosesMementos }) => choosesMementos !== true);
  const selection = (["from", "to", "limit", "sample"] as const).find(
    (name) => http[name] !== undefined,
  );
  const itself = inputs.find(({ keyword }) => CHOOSING_THEMSELVES.includes(keyword));
  const reads = (...keywords: readonly string[]): boolean =>
    inputs.some(({ keyword }) => keywords.includes(keyword));
  const isOfFiles = reads("warc", "wacz");
  const isDownloaded = reads("wasapi");
  const namesSeeds = itself !== undefined || inputs.some((input) => input.namesSeeds === true);
  refuse({
    "--set refresh fetches TimeMaps again and --offline fetches nothing: give one of them.":
      refresh && offline,
    "--offline reads a working directory: name it with -d.": offline && directory === undefined,
    "--set refresh fetches TimeMaps again that a working directory has: name it with -d.":
      refresh && directory === undefined,
    [`--${selection} chooses from TimeMaps and indexes; -i ${whole?.keyword}= is read whole. Leave --${selection} out, or give TimeMaps.`]:
      selection !== undefined && whole !== undefined,
    [`${warcBase === undefined ? "--set cdx-filter" : "--warc-base"} is for indexes of WARC files: give -i cdx=INDEX.`]:
      !reads("cdx") && (warcBase !== undefined || cdxFilters !== undefined),
    "--match says how captures are compared with seeds: give --seeds FILE, or -i uri-r=URI-R.":
      http.match !== undefined && seeds === undefined && !reads("uri-r"),
    [`--match ${match}: -i ${itself?.keyword}= takes the seeds of its collection as they are written. Leave --match out.`]:
      match !== "exact" && itself !== undefined,
    "--archive is for plain URI-Rs and for saved TimeMaps: give -i uri-r=URI-R.":
      http.archive !== undefined && !reads("uri-r", "timemap", "dir"),
    "--set verify is for WACZ files and downloads, which have digests: give -i wacz=FILE.":
      http.verify === true && !isOfFiles && !isDownloaded,
    "--seeds auto: this input names no seeds. Give a list of them: --seeds FILE.":
      seeds === "auto" && !namesSeeds,
    "-i wasapi= downloads WARC files, and -d names the folder for them. Give -d FOLDER.":
      isDownloaded && directory === undefined,
    "--text rendered is for WARC and WACZ files, in which crawlers keep it: give -i wacz=FILE.":
      text === "rendered" && !isOfFiles,
  });
}

const CHOOSING_THEMSELVES = ["archiveit", "dir"];
