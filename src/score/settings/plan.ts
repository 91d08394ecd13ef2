import { messageOf, UsageError } from "../../base/errors.js";
import { nameOf } from "../../base/failures.js";
import { findByKeyword } from "../../base/find.js";
import { createHash } from "../../base/platform/machine.js";
import { textRequest } from "../../page/feature-values.js";
import { decideRecords } from "./run-settings.js";
import { writeChoices } from "./stamp.js";
import type { JsonObject } from "../../base/types.js";
import type { FeatureRequest } from "../../page/types.js";
import type { MeasureChoice, Settings } from "./types.js";
import type { Measure, PreprocessingFlags } from "../types.js";
import { version } from "../../base/version.js";

/** A measure of a run: its definition, its cut, and the positions of its input among the features of a record. */
export interface PlannedMeasure {
  readonly measure: Measure;
  readonly choice: MeasureChoice;
  /** Position of the input. It is a list for a measure of several features, which gets the list of their values. */
  readonly input: number | readonly number[];
  readonly flags: PreprocessingFlags;
}

/** The part of a definition of evidence that a plan reads. */
export interface EvidenceRequests {
  readonly keyword: string;
  /** Tells whether the settings of a run ask for the evidence. */
  isAsked(settings: Settings): boolean;
  /** Returns the features that the evidence reads of each page. */
  requests?(settings: Settings): readonly FeatureRequest[];
}

/** Features to extract from each memento, and the positions at which their readers find them. */
export interface Plan {
  readonly requests: readonly FeatureRequest[];
  readonly measures: readonly PlannedMeasure[];
  readonly simhash: number | undefined;
  readonly textSimhash: number | undefined;
  readonly contentLength: number | undefined;
  readonly language: number | undefined;
  /** Language of each memento. Set if the language of words is the detected one. */
  readonly ownLanguage: number | undefined;
  readonly signs: number | undefined;
  /** Positions of the features that evidence of the collection reads, by its keyword. */
  readonly collection: ReadonlyMap<string, readonly number[]>;
  readonly excerpt: number | undefined;
  /** Position of the words in which a learned combination looks for the seed's name. Set with a learned combination. */
  readonly selfDescription: number | undefined;
  /**
   * Position of the terms in lower case, in which a learned combination also looks for the seed's name. Set with a
   * learned combination.
   */
  readonly terms: number | undefined;
  /** Set with a learned combination that looks for the identity of the seed. */
  readonly identity: number | undefined;
  /** Set with a learned combination, and for the evidence. */
  readonly bytes: number | undefined;
  readonly outlinks: number | undefined;
  /** Words that are read for the evidence only. */
  readonly words: number | undefined;
}

/** Returns the request for a feature. A request for signs includes the user's signs, so that measures get them too. */
const withOwnSigns = (request: FeatureRequest, { ownSigns }: Settings): FeatureRequest =>
  ownSigns === undefined || request.feature !== "signs"
    ? request
    : { ...request, options: { ...request.options, own: ownSigns } };

const requestName = ({ feature, options }: FeatureRequest): string =>
  JSON.stringify([feature, Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** Returns the plan of a run: the features that measures and metadata request, each only once. */
export function planRun(
  settings: Settings,
  measures: readonly Measure[],
  evidence: readonly EvidenceRequests[] = [],
): Plan {
  const requests: FeatureRequest[] = [];
  const positions = new Map<string, number>();
  const position = (given: FeatureRequest): number => {
    const request = withOwnSigns(given, settings);
    const name = requestName(request);
    const known = positions.get(name);
    if (known !== undefined) return known;
    positions.set(name, requests.length);
    requests.push(request);
    return requests.length - 1;
  };
  const onlyIf = (isAsked: boolean, feature: string, options: JsonObject = {}) =>
    isAsked ? position({ feature, options }) : undefined;
  const planned = settings.measures.map((choice): PlannedMeasure => {
    const measure = measures.find(({ keyword }) => keyword === choice.keyword);
    if (measure === undefined) throw new Error(`no definition of measure ${choice.keyword}`);
    const own = measureSettings(settings, choice);
    const asked = inputOf(measure, own);
    const input = "feature" in asked ? position(asked) : asked.map(position);
    return { measure, choice, input, flags: measure.flags(own) };
  });
  const { model, excerpts, simhash, rawSimhashOf, explain } = settings;
  const hasModel = model !== undefined;
  return {
    measures: planned,
    simhash: onlyIf(simhash === true, "raw-simhash", { of: rawSimhashOf }),
    textSimhash: onlyIf(simhash !== false, "text-simhash", plainText(settings)),
    contentLength: onlyIf(settings.contentLength, "byte-count"),
    language: onlyIf(settings.detectLanguage, "language-sample"),
    ownLanguage: onlyIf(settings.preprocessing.language === "auto", "language-sample"),
    signs: onlyIf(settings.signs === true, "signs"),
    collection: new Map(
      evidence
        .filter((each) => each.isAsked(settings))
        .map((each) => [each.keyword, (each.requests?.(settings) ?? []).map(position)]),
    ),
    selfDescription: onlyIf(hasModel, "self-description"),
    terms: hasModel ? position(textRequest("terms", settings, { lowerCase: true })) : undefined,
    bytes: onlyIf(hasModel || explain === true, "byte-count"),
    identity: onlyIf(model?.rules?.lostIdentity !== undefined, "identity"),
    excerpt: excerpts === undefined ? undefined : position(excerptRequest(settings, excerpts)),
    outlinks: onlyIf(settings.outlinks === true, "outlinks"),
    words: explain === true ? position(wordsRequest(settings)) : undefined,
    requests,
  };
}

const measureSettings = (settings: Settings, { preprocessing }: MeasureChoice): Settings =>
  preprocessing === undefined ? settings : { ...settings, preprocessing };

/** Measures that only a model reads are left out. */
export const flagsByName = (
  settings: Settings,
  measures: readonly Measure[],
): ReadonlyMap<string, PreprocessingFlags> =>
  new Map(
    settings.measures.flatMap((choice) => {
      const measure = choice.asInput === true ? undefined : findByKeyword(choice.keyword, measures);
      return measure ? [[choice.name, measure.flags(measureSettings(settings, choice))]] : [];
    }),
  );

/** Throws a `UsageError` if a plug-in's measure fails to name them. */
function inputOf(measure: Measure, settings: Settings): ReturnType<Measure["input"]> {
  if (measure.plugin === undefined) return measure.input(settings);
  try {
    measure.flags(settings);
    return measure.input(settings);
  } catch (cause) {
    throw new UsageError(`${nameOf("measure", measure)}: ${messageOf(cause)}`, { cause });
  }
}

/** Requests words that people recognise: not stemmed, without stop words. */
function wordsRequest(settings: Settings): FeatureRequest {
  const preprocessing = { ...settings.preprocessing, stem: false, stopWords: true };
  return textRequest("terms", { ...settings, preprocessing }, { lowerCase: true });
}

/** Options of a feature of the text for people, which does not depend on the normalisation of words. */
function plainText({ preprocessing: { boilerplate, language } }: Settings): JsonObject {
  return { boilerplate, language };
}

function excerptRequest(settings: Settings, characters: number): FeatureRequest {
  const { feature, options } = textRequest("excerpt", settings, { lowerCase: false });
  return { feature, options: { ...options, characters } };
}

/**
 * Returns a fingerprint of everything that determines the output of map: version, features, preprocessing, the
 * definition of a memento, and plug-ins. Thresholds and the choice of the first memento are not included, because
 * reduce applies them. The settings for later steps are readable text ({@link writeChoices}).
 */
export function stampOf(
  settings: Settings,
  measures: readonly Measure[],
  evidence: readonly EvidenceRequests[] = [],
): string {
  const { requests } = planRun(settings, measures, evidence);
  const values = new Map<string, unknown>(Object.entries(settings));
  const decisive = Object.fromEntries(decideRecords().map((name) => [name, values.get(name)]));
  const text = JSON.stringify({ version, form: FORM_OF_RECORDS, requests, ...decisive });
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const plugins = (settings.plugins ?? []).map((plugin) => `${plugin.name}@${plugin.digest}`);
  return [digest, writeChoices(settings, requests), ...plugins].join(" ");
}

/** Version of the format of lines between processes. It must be increased with every change of the format. */
const FORM_OF_RECORDS = 7;
