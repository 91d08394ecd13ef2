import { UsageError } from "../../base/errors.js";
import { members } from "../../base/json.js";
import { textRequest } from "../../page/feature-values.js";
import type { SiteLinks } from "../../page/features/site-links.js";
import { topicStatus } from "../../score/verdict/decide.js";
import { rawFlags } from "../../score/scoring/likeness.js";
import type { CountedTerms, Json, JsonObject } from "../../base/types.js";
import type { BoilerplateRemover, Feature, FeatureRequest, Page } from "../../page/types.js";
import type { Comparison, Settings } from "../../score/settings/types.js";
import type { Measure, ModelFit, PreprocessingFlags } from "../../score/types.js";
import type { Writer } from "../../write/types.js";

/*
 * These functions make definitions from a minimum of members and fill in the others. They throw a `UsageError` for an
 * invalid definition.
 */

/** Types of the built-in features that a measure may name by keyword. */
export interface FeatureValues {
  readonly "byte-count": number;
  readonly "css-classes": readonly string[] | null;
  readonly "site-links": SiteLinks;
  readonly "text-length": number;
  /** Stems of the text with their counts, preprocessed according to the settings. */
  readonly terms: CountedTerms;
  /** Stems of the title. */
  readonly "title-terms": readonly string[];
  /** Stems of the text, in the order of the text. */
  readonly "token-sequence": readonly string[];
}

const OF_WORDS: ReadonlySet<string> = new Set(["terms", "title-terms", "token-sequence"]);

/** Arguments for `page.text(boilerplate, language)`. */
export type TextChoice = {
  readonly boilerplate: string;
  /** Language code (BCP 47). */
  readonly language: string;
};

/** Definition of a feature, for {@link defineFeature}. */
export interface FeatureSpec<V extends Json> extends Partial<
  Pick<Feature<V>, "summary" | "isValue" | "isEmpty">
> {
  /** Keyword, in lower case with hyphens. */
  readonly keyword: string;
  /** Returns the value of a page. It must be plain JSON, because it is sent between threads and machines. */
  readonly extract: (page: Page, text: TextChoice) => V;
}

/**
 * Returns a feature of pages. Its value is extracted once per page, however many measures read it.
 *
 * @example
 * ```js
 * const links = defineFeature({
 *   keyword: "links",
 *   extract: (page) => page.html.split("<a ").length - 1,
 * });
 * console.log(links.keyword);
 * // links
 * ```
 */
export function defineFeature<V extends Json>(spec: FeatureSpec<V>): Feature<V> {
  requireParts("feature", spec, ["extract"]);
  const { keyword, summary = `Feature ${keyword}.`, isValue = isJson, isEmpty = hasNoValue } = spec;
  const { extract } = spec;
  return {
    ...{ keyword, summary, isValue, isEmpty },
    extract: (page, options) => extract(page, options as TextChoice),
  };
}

/** A feature of your own, or the keyword of a built-in one. */
export type FeatureChoice = Feature | keyof FeatureValues;

/** Type of a feature's value. */
export type ValueOf<F extends FeatureChoice> = F extends keyof FeatureValues
  ? FeatureValues[F]
  : F extends Feature<infer V>
    ? V
    : never;

/**
 * Definition of a measure, for {@link defineMeasure}. `P` is the type of its feature's value, or of the result of
 * `prepare`.
 */
export interface MeasureSpec<F extends FeatureChoice, P = ValueOf<F>, Model = undefined> {
  /** Keyword after `-tm`, in lower case with hyphens. */
  readonly keyword: string;
  /** The feature that the measure reads. */
  readonly feature: F;
  /** Converts a value for `score`, once per page. */
  readonly prepare?: (value: ValueOf<F>) => P;
  /**
   * Returns the score of a memento against its reference memento, within `range`. Throws {@link NotDefined} if there is
   * no score for these two values.
   */
  readonly score: (first: P, memento: P, settings: Settings, model: Model) => number;
  /**
   * Collects the values of all mementos of a TimeMap, then returns the model that `score` gets. Needed for weights that
   * depend on the whole TimeMap.
   */
  readonly fit?: (settings: Settings) => ModelFit<P, Model>;
  readonly aliases?: readonly string[];
  readonly title?: string;
  readonly summary?: string;
  /** Publication or page that describes the measure. */
  readonly source?: string;
  /** Range of the scores. Default 0 to 1. */
  readonly range?: readonly [min: number, max: number];
  /** Score of two equal pages. Default 1. */
  readonly equalScore?: number;
  /** Whether swapping the two pages never changes the score. Default false. */
  readonly symmetric?: boolean;
  /**
   * Threshold beyond which a memento is off-topic. A measure without a threshold has scores but no vote, unless `-tm`
   * gives one.
   */
  readonly threshold?: number;
  /** Side of the threshold on which a memento is off-topic. Default `<`: lower scores are off-topic. */
  readonly comparison?: Comparison;
  /** Preprocessing of the text that the measure reads, for the output. Default: none. */
  readonly flags?: Partial<PreprocessingFlags>;
}

/** Requires `prepare` of a measure whose `score` does not take the values of its feature. */
export type Agreeing<F extends FeatureChoice, P> = [ValueOf<F>] extends [P]
  ? unknown
  : {
      /** Turns the value of the feature into what `score` takes. */
      readonly prepare: (value: ValueOf<F>) => P;
    };

const COMPARISONS: readonly Comparison[] = ["<", "<=", ">", ">="];

/**
 * Returns a measure. The measure contains its feature, so a run only needs its keyword in `-tm`.
 *
 * @example
 * ```js
 * const links = defineFeature({
 *   keyword: "links",
 *   extract: (page) => page.html.split("<a ").length - 1,
 * });
 * const linked = defineMeasure({
 *   keyword: "linked",
 *   feature: links,
 *   score: (first, memento) => (Math.min(first, memento) + 1) / (Math.max(first, memento) + 1),
 * });
 * const options = { input: "warc=crawl.warc", measures: "linked=0.5", extraMeasures: [linked] };
 * for await (const { overall } of detect(options)) console.log(overall);
 * // on-topic
 * // on-topic
 * ```
 */
export function defineMeasure<F extends FeatureChoice, P = ValueOf<F>, Model = undefined>(
  spec: MeasureSpec<F, P, Model> & Agreeing<F, P>,
): Measure {
  requireParts("measure", spec, ["score"]);
  const { keyword, aliases = [], title = keyword, source = "a measure of one's own" } = spec;
  const { range = [0, 1], equalScore = 1, threshold, comparison = "<" } = spec;
  const wrong = (what: string): UsageError => new UsageError(`measure "${keyword}" ${what}.`);
  if (members(spec)["feature"] === undefined) throw wrong('has no "feature"');
  if (!COMPARISONS.includes(comparison))
    throw wrong(
      `has "comparison" "${comparison}", which is unknown. Choose from: ${COMPARISONS.join(", ")}`,
    );
  const [low, high] = range;
  if (!(low < high)) throw wrong(`has "range" ${low} to ${high}, which is empty`);
  for (const [name, value] of Object.entries({ equalScore, threshold })) {
    if (value === undefined || (value >= low && value <= high)) continue;
    throw wrong(`has "${name}" ${value}, which is not in its range, ${low} to ${high}`);
  }
  if (topicStatus(equalScore, { threshold, comparison }) === "off-topic") {
    throw wrong(
      `has "threshold" ${threshold!}, by which equal pages (${equalScore}) are off-topic`,
    );
  }
  const { prepare, score, fit } = spec;
  const feature: FeatureChoice = spec.feature;
  const cut = { comparison, ...(threshold !== undefined && { threshold }) };
  const facts = {
    ...{ keyword, aliases, title, source, range, equalScore },
    summary: spec.summary ?? `Measure ${keyword}.`,
    symmetric: spec.symmetric ?? false,
    cuts: { paper: cut, "otmt-1.0.5": cut },
    flags: () => ({ ...rawFlags(), ...spec.flags }),
    input: (settings: Settings) => requestOf(feature, settings),
    ...(typeof feature === "object" && { features: [feature] }),
    ...(prepare !== undefined && { prepare: (value: Json) => prepare(value as ValueOf<F>) }),
  };
  if (fit === undefined) {
    return {
      ...facts,
      scope: "pair",
      score: (first, memento, settings) =>
        score(first as P, memento as P, settings, undefined as Model),
    };
  }
  return {
    ...facts,
    scope: "timemap",
    fit: (settings) => fit(settings),
    score: (first, memento, model, settings) =>
      score(first as P, memento as P, settings, model as Model),
  };
}

function requestOf(feature: Feature | string, settings: Settings): FeatureRequest {
  if (typeof feature === "object") {
    const { boilerplate, language } = settings.preprocessing;
    return { feature: feature.keyword, options: { boilerplate, language } };
  }
  return OF_WORDS.has(feature)
    ? textRequest(feature, settings, { lowerCase: true })
    : { feature, options: {} };
}

/** Definition of a boilerplate remover, for {@link defineRemover}. */
export interface RemoverSpec extends Partial<Pick<BoilerplateRemover, "title" | "summary">> {
  /** Keyword after `--boilerplate`, in lower case with hyphens. */
  readonly keyword: string;
  /** Returns the remaining text of a page. It is empty if all of the page is boilerplate. */
  readonly extract: BoilerplateRemover["extract"];
}

/**
 * Returns a boilerplate remover, which a run takes in `extraRemovers`.
 *
 * @example
 * ```js
 * const headless = defineRemover({
 *   keyword: "headless",
 *   extract: (page) => page.bodyText.split("\n").slice(1).join("\n"),
 * });
 * const own = { boilerplate: "headless", extraRemovers: [headless] };
 * for await (const { overall } of detect({
 *   input: "warc=crawl.warc",
 *   measures: "cosine",
 *   ...own,
 * })) {
 *   console.log(overall);
 * }
 * // on-topic
 * // off-topic
 * ```
 */
export function defineRemover(spec: RemoverSpec): BoilerplateRemover {
  requireParts("remover", spec, ["extract"]);
  const { keyword, title = keyword, summary = `Remover ${keyword}.` } = spec;
  return { keyword, title, summary, removes: true, extract: spec.extract };
}

/** Definition of a writer, for {@link defineWriter}. */
export interface WriterSpec extends Partial<
  Omit<Writer, "keyword" | "plugin" | "write" | "lacksSimhash" | "usualSuffix">
> {
  /** Keyword after `-ot`, in lower case with hyphens. */
  readonly keyword: string;
  /** Yields the output in pieces of text or bytes. The results come grouped by TimeMap. */
  readonly write: Writer["write"];
}

/**
 * Returns a writer for an output format of your own.
 *
 * @example
 * ```js
 * const lines = defineWriter({
 *   keyword: "lines",
 *   async *write(results) {
 *     for await (const result of results)
 *       if (result.kind === "memento")
 *         yield `${printable(result.uriM, "percent")} ${result.overall}\n`;
 *   },
 * });
 * const { results, settings } = await prepareRun({ input: "warc=crawl.warc" });
 * for await (const piece of lines.write(results, settings)) console.log(String(piece).trimEnd());
 * // from-warc::20090414101507::http://www.harbour-lantern-museum.example/ on-topic
 * // from-warc::20180127221845::http://www.harbour-lantern-museum.example/ off-topic
 * ```
 */
export function defineWriter(spec: WriterSpec): Writer {
  requireParts("writer", spec, ["write"]);
  const { keyword, title = keyword, summary = `Output ${keyword}.` } = spec;
  const { example = `detect_off_topic -i warc=crawl.warc.gz -ot ${keyword}` } = spec;
  return { ...spec, keyword, title, summary, example };
}

/** Throws a `UsageError` for a definition with a bad keyword, or without one of its functions. */
export function requireParts(kind: string, spec: object, functions: readonly string[]): void {
  const { keyword, ...parts } = members(spec);
  const wrong = (what: string): UsageError =>
    new UsageError(`${kind} "${String(keyword)}" has no ${what}.`);
  if (typeof keyword !== "string" || !/^[a-z][a-z0-9_-]*$/u.test(keyword)) {
    throw wrong('"keyword" of lower-case letters, digits and hyphens');
  }
  const lacking = functions.find((name) => typeof parts[name] !== "function");
  if (lacking !== undefined) throw wrong(`function "${lacking}"`);
}

/** Tells whether JSON stores a value unchanged. */
function isJson(value: unknown): value is Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  if (typeof value !== "object") return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype && Object.values(value as JsonObject).every(isJson);
}

const hasNoValue = (value: Json): boolean =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);
