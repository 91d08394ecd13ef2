import { messageOf, UsageError } from "../base/errors.js";
import { nameOf } from "../base/failures.js";
import { createHash } from "../base/platform/machine.js";
import { textRequest } from "../page/feature-values.js";
import { measureSettings } from "./settings/measure-options.js";
import { writeChoices } from "./stamp.js";
import type { JsonObject } from "../base/types.js";
import type { FeatureRequest } from "../page/types.js";
import type { MeasureChoice, Settings } from "./settings/types.js";
import type { Measure, PreprocessingFlags } from "./types.js";
import { version } from "../base/version.js";

/** A measure of this run: its definition, its cut, and where its input stands among the features of a record. */
export interface PlannedMeasure {
  readonly measure: Measure;
  readonly choice: MeasureChoice;
  /** A measure of several features reads the list of their values. */
  readonly input: number | readonly number[];
}

/** What is read to put a memento beside the topic of its collection, and to choose documents that show the topic. */
export interface TopicPlan {
  readonly words: number;
  readonly language: number;
  readonly signs: number;
}

/** What is taken from each memento, once, and who reads it. */
export interface Plan {
  readonly requests: readonly FeatureRequest[];
  readonly measures: readonly PlannedMeasure[];
  readonly simhash?: number;
  readonly textSimhash?: number;
  readonly contentLength?: number;
  readonly language?: number;
  /** Set where the language of words is as detected: that of each memento. */
  readonly ownLanguage?: number;
  readonly signs?: number;
  readonly topic?: TopicPlan;
  readonly excerpt?: number;
  /** Set with a learned combination, which looks for the seed's name in it. */
  readonly selfDescription?: number;
  /** Set with a learned combination: terms in lower case, in which it looks for the seed's name, too. */
  readonly terms?: number;
  /** Set with a learned combination. */
  readonly bytes?: number;
  readonly outlinks?: number;
  /** What distinguishes groups of similar mementos. */
  readonly sketch?: number;
  /** What only the evidence reads. */
  readonly evidence?: { readonly words: number; readonly bytes: number };
}

const SKETCH: FeatureRequest = { feature: "char-ngrams", options: {} };

const canonical = ({ feature, options }: FeatureRequest): string =>
  JSON.stringify([feature, Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** The union of what the measures and the metadata ask for: each feature is computed once, however many ask. */
export function planRun(settings: Settings, measures: readonly Measure[]): Plan {
  const requests: FeatureRequest[] = [];
  const positions = new Map<string, number>();
  const position = (request: FeatureRequest): number => {
    const name = canonical(request);
    const known = positions.get(name);
    if (known !== undefined) return known;
    positions.set(name, requests.length);
    requests.push(request);
    return requests.length - 1;
  };
  const metadata = (feature: string, options: JsonObject): number => position({ feature, options });
  const planned = settings.measures.map((choice): PlannedMeasure => {
    const measure = measures.find(({ keyword }) => keyword === choice.keyword);
    if (measure === undefined) throw new Error(`no definition of measure ${choice.keyword}`);
    const input = inputOf(measure, measureSettings(settings, choice));
    return { measure, choice, input: isList(input) ? input.map(position) : position(input) };
  });
  return {
    measures: planned,
    ...(settings.simhash && {
      simhash: metadata("raw-simhash", { of: settings.rawSimhashOf }),
      textSimhash: position(plainText("text-simhash", settings)),
    }),
    ...(settings.contentLength && { contentLength: metadata("byte-count", {}) }),
    ...(settings.detectLanguage && { language: metadata("language-sample", {}) }),
    ...(settings.preprocessing.language === "auto" && {
      ownLanguage: metadata("language-sample", {}),
    }),
    ...(settings.signs === true && { signs: metadata("signs", {}) }),
    ...(settings.collection !== undefined && {
      topic: {
        words: position(topicWords(settings)),
        language: metadata("language-sample", {}),
        signs: metadata("signs", {}),
      },
    }),
    ...(settings.model !== undefined && {
      selfDescription: metadata("self-description", {}),
      terms: position(textRequest("terms", settings, { lowerCase: true })),
      bytes: metadata("byte-count", {}),
    }),
    ...(settings.excerpts !== undefined && {
      excerpt: position(excerptRequest(settings, settings.excerpts)),
    }),
    ...(settings.outlinks === true && { outlinks: metadata("outlinks", {}) }),
    ...((settings.elsewhere === true ||
      settings.measures.some(({ reference }) => reference === "group") ||
      positions.has(canonical(SKETCH))) && { sketch: position(SKETCH) }),
    ...(settings.explain === true && {
      evidence: { words: position(wordsRequest(settings)), bytes: metadata("byte-count", {}) },
    }),
    requests,
  };
}

/** The steps that the input of each measure goes through, by the name of the measure; not of what only a model reads. */
export function flagsByName(
  settings: Settings,
  measures: readonly Measure[],
): ReadonlyMap<string, PreprocessingFlags> {
  const flags = new Map<string, PreprocessingFlags>();
  for (const choice of settings.measures) {
    const measure = measures.find(({ keyword }) => keyword === choice.keyword);
    if (measure === undefined || choice.asInput === true) continue;
    flags.set(choice.name, measure.flags(measureSettings(settings, choice)));
  }
  return flags;
}

/** What a measure reads; throws a `UsageError` where one of a plug-in cannot say. */
function inputOf(measure: Measure, settings: Settings): ReturnType<Measure["input"]> {
  if (measure.plugin === undefined) return measure.input(settings);
  try {
    measure.flags(settings);
    return measure.input(settings);
  } catch (cause) {
    throw new UsageError(`${nameOf("measure", measure)}: ${messageOf(cause)}`, { cause });
  }
}

/** Words that people know again: not stemmed, without stop words. */
function wordsRequest(settings: Settings): FeatureRequest {
  const preprocessing = { ...settings.preprocessing, stem: false, stopWords: true };
  return textRequest("terms", { ...settings, preprocessing }, { lowerCase: true });
}

/** The text as it is, for people: how its words are normalised makes no difference. */
function plainText(feature: string, settings: Settings): FeatureRequest {
  const { boilerplate, language } = settings.preprocessing;
  return { feature, options: { boilerplate, language } };
}

/** Cut into words in the page's own language: what they are compared with decides their stems. */
const topicWords = ({ preprocessing: { boilerplate } }: Settings): FeatureRequest => ({
  feature: "topic-words",
  options: { boilerplate, language: "auto" },
});

function excerptRequest(settings: Settings, characters: number): FeatureRequest {
  const { feature, options } = textRequest("excerpt", settings, { lowerCase: false });
  return { feature, options: { ...options, characters } };
}

/** `Array.isArray` does not know read-only arrays. */
const isList = <T>(value: T | readonly T[]): value is readonly T[] => Array.isArray(value);
/**
 * A name for everything that decides what map writes, plug-ins by theirs: version, features, preprocessing, what is a memento. Thresholds
 * and the choice of the first memento are not among it: reduce decides those. What the steps between them need is in clear text
 * ({@link writeChoices}).
 */
export function stampOf(settings: Settings, measures: readonly Measure[]): string {
  const { requests } = planRun(settings, measures);
  const decisive = Object.fromEntries(DECIDES_RECORDS.map((name) => [name, settings[name]]));
  const text = JSON.stringify({ version, form: FORM_OF_RECORDS, requests, ...decisive });
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const plugins = (settings.plugins ?? []).map((plugin) => `${plugin.name}@${plugin.digest}`);
  return [digest, writeChoices(settings, requests), ...plugins].join(" ");
}

/** Counts the forms that lines between processes have had. */
const FORM_OF_RECORDS = 4;

/** Settings that decide what is a record, and which records are a TimeMap. */
const DECIDES_RECORDS = [
  "preprocessing",
  "groupBy",
  "groupCapturesBy",
  "status",
  "pages",
  "text",
  "formats",
  "redirects",
  "revisits",
  "substituted",
  "maxPageBytes",
] as const satisfies readonly (keyof Settings)[];
