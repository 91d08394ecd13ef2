import { UsageError } from "../../base/errors.js";
import { textRequest } from "../../page/feature-values.js";
import type { SiteLinks } from "../../page/features/site-links.js";
import type { TermCounts } from "../../page/features/words.js";
import { topicStatus } from "../../score/decide.js";
import { rawFlags } from "../../score/likeness.js";
import type { Json, JsonObject } from "../../base/types.js";
import type { BoilerplateRemover, Feature, FeatureRequest, Page } from "../../page/types.js";
import type { Comparison, Settings } from "../../score/settings/types.js";
import type { Measure, ModelFit, PreprocessingFlags } from "../../score/types.js";
import type { Presentation, Result, Writer } from "../../write/types.js";

/*
 * Definitions of one's own, with as little as can be said: what is left out is filled in here, and what cannot be right
 * is refused here with a `UsageError`.
 */

/** Values of those of our features that a measure may name by keyword. */
export interface FeatureValues {
  readonly "byte-count": number;
  readonly "css-classes": readonly string[] | null;
  readonly "site-links": SiteLinks;
  readonly "text-length": number;
  /** Stems of the text and how often each occurs, preprocessed as the settings say. */
  readonly terms: TermCounts;
  /** Stems of the title. */
  readonly "title-terms": readonly string[];
  /** Stems of the text in its order. */
  readonly "token-sequence": readonly string[];
}

/** Those that are preprocessed. */
const OF_WORDS: ReadonlySet<string> = new Set(["terms", "title-terms", "token-sequence"]);

/** How the text of a page is asked for: `page.text(boilerplate, language)`. */
export type TextChoice = {
  readonly boilerplate: string;
  /** BCP 47. */
  readonly language: string;
};

/** What {@link defineFeature} takes. */
export interface FeatureSpec<V extends Json> {
  /** Lower case, with hyphens. */
  readonly keyword: string;
  readonly summary?: string;
  /** Takes the value from a page: plain JSON, for it travels between threads and machines. */
  readonly extract: (page: Page, text: TextChoice) => V;
  /** True for the values that `extract` can give. Any JSON unless said. */
  readonly isValue?: (value: unknown) => boolean;
  /** True where there is nothing to compare others with, as with a first memento. null, empty text and an empty list unless said. */
  readonly isEmpty?: (value: V) => boolean;
}

/**
 * A feature of pages: what is taken from each page once, however many measures read it.
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
  const { keyword, summary = `Feature ${keyword}.`, isValue = isJson, isEmpty = isNothing } = spec;
  requireParts("feature", spec, ["extract"]);
  const { extract } = spec;
  return {
    ...{ keyword, summary, isValue, isEmpty },
    extract: (page, options) => extract(page, options as TextChoice),
  };
}

/** A feature of one's own, or the keyword of one of ours. */
export type FeatureChoice = Feature | keyof FeatureValues;

/** What a feature gives. */
export type ValueOf<F extends FeatureChoice> = F extends keyof FeatureValues
  ? FeatureValues[F]
  : F extends Feature<infer V>
    ? V
    : never;

/** What {@link defineMeasure} takes; `P` is the value of its feature, or what `prepare` makes of it. */
export interface MeasureSpec<F extends FeatureChoice, P = ValueOf<F>, Model = undefined> {
  /** What is typed after `-tm`: lower case, with hyphens. */
  readonly keyword: string;
  /** What it reads of each page. */
  readonly feature: F;
  /** Turns a value into what `score` wants, once for each page. */
  readonly prepare?: (value: ValueOf<F>) => P;
  /**
   * The score of a memento against its reference memento, within `range`. Throws {@link NotDefined} where the two have
   * none.
   */
  readonly score: (first: P, memento: P, settings: Settings, model: Model) => number;
  /** For weights that come from all mementos of a TimeMap: takes all values, then gives the model that `score` gets. */
  readonly fit?: (settings: Settings) => ModelFit<P, Model>;
  readonly aliases?: readonly string[];
  readonly title?: string;
  readonly summary?: string;
  /** Where it is described. */
  readonly source?: string;
  /** 0 to 1 unless said. */
  readonly range?: readonly [min: number, max: number];
  /** The score of two equal pages; 1 unless said. */
  readonly equalScore?: number;
  /** True where swapping the two pages cannot change the score. */
  readonly symmetric?: boolean;
  /** From where on a memento is off-topic. Without one it is scored and has no vote, unless one is given with `-tm`. */
  readonly threshold?: number;
  /** `<` unless said: lower scores are off-topic. */
  readonly comparison?: Comparison;
  /** What was done to the text that it reads, for the output; nothing unless said. */
  readonly flags?: Partial<PreprocessingFlags>;
}

/**
 * A measure of one's own. Its feature comes with it, so `-tm` is all that is needed.
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
  spec: MeasureSpec<F, P, Model>,
): Measure {
  const { keyword, aliases = [], title = keyword, source = "a measure of one's own" } = spec;
  const { range = [0, 1], equalScore = 1, threshold, comparison = "<" } = spec;
  requireParts("measure", spec, ["score"], ["feature"]);
  const wrong = (what: string): UsageError => new UsageError(`measure "${keyword}": ${what}`);
  const [low, high] = range;
  if (!(low < high)) throw wrong(`its range ${low} to ${high} is empty.`);
  for (const [name, value] of Object.entries({ equalScore, threshold })) {
    if (value === undefined || (value >= low && value <= high)) continue;
    throw wrong(`${name} ${value} is not in its range, ${low} to ${high}.`);
  }
  if (topicStatus(equalScore, { threshold, comparison }) === "off-topic") {
    throw wrong(`equal pages (${equalScore}) would be off-topic by ${comparison} ${threshold!}.`);
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

/** What {@link defineRemover} takes. */
export interface RemoverSpec {
  /** What is typed after `--boilerplate`: lower case, with hyphens. */
  readonly keyword: string;
  readonly title?: string;
  readonly summary?: string;
  /** The text that is left of a page; empty where all of it is boilerplate. */
  readonly extract: (page: Page, language: string, options?: string) => string;
}

/**
 * A boilerplate remover of one's own. A run takes it in `extraRemovers`.
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
  const { keyword, title = keyword, summary = `Remover ${keyword}.` } = spec;
  requireParts("remover", spec, ["extract"]);
  const { extract } = spec;
  return {
    ...{ keyword, title, summary },
    removes: true,
    extract: (page, language, options) => extract(page, language, options),
  };
}

/** What {@link defineWriter} takes. */
export interface WriterSpec extends Pick<
  Writer,
  "suffix" | "isBinary" | "showsEvidence" | "needsSettings" | "linksMementos"
> {
  /** What is typed after `-ot`: lower case, with hyphens. */
  readonly keyword: string;
  readonly title?: string;
  readonly summary?: string;
  readonly example?: string;
  /** Turns results, which come grouped by TimeMap, into pieces of text or bytes. */
  readonly write: (
    results: AsyncIterable<Result>,
    settings: Settings,
    presentation?: Presentation,
  ) => AsyncIterable<string | Uint8Array>;
}

/**
 * A form of output of one's own.
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
  const { keyword, title = keyword, summary = `Output ${keyword}.` } = spec;
  requireParts("writer", spec, ["write"]);
  const { write, example = `detect_off_topic -i warc=crawl.warc.gz -ot ${keyword}` } = spec;
  const { suffix, isBinary, showsEvidence, needsSettings, linksMementos } = spec;
  return {
    ...{ keyword, title, summary, example },
    ...{ suffix, isBinary, showsEvidence, needsSettings, linksMementos },
    write: (results, settings, presentation) => write(results, settings, presentation),
  };
}

/** Throws a `UsageError` for a definition without a keyword that can be typed, or without what makes it one. */
export function requireParts(
  kind: string,
  spec: object,
  functions: readonly string[],
  others: readonly string[] = [],
): void {
  const parts = new Map<string, unknown>(Object.entries(spec));
  const keyword = parts.get("keyword");
  if (typeof keyword !== "string" || !/^[a-z][a-z0-9_-]*$/u.test(keyword)) {
    throw new UsageError(
      `a ${kind} has the keyword "${String(keyword)}". Give it one of lower-case letters, digits and hyphens.`,
    );
  }
  const lacks =
    functions.find((name) => typeof parts.get(name) !== "function") ??
    others.find((name) => parts.get(name) === undefined);
  if (lacks !== undefined) throw new UsageError(`${kind} "${keyword}" lacks "${lacks}".`);
}

/** True for what JSON can hold as it is. */
function isJson(value: unknown): value is Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  if (typeof value !== "object") return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype && Object.values(value as JsonObject).every(isJson);
}

const isNothing = (value: Json): boolean =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);
