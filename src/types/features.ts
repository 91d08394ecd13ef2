import type { Capture, Outcome, Problem } from "./captures.js";
import type { Json, JsonObject } from "./json.js";
import type { Page } from "./pages.js";

/** A feature and the options it is computed with: plain data, so that it can be sent to a worker. */
export interface FeatureRequest {
  readonly feature: string;
  readonly options: JsonObject;
}

/**
 * A small JSON-safe value taken from a memento once, however many measures ask for it.
 * `extract` is pure; it runs wherever the page is (a worker, a mapper).
 */
export interface Feature<V extends Json = Json> {
  readonly keyword: string;
  readonly summary: string;
  extract(page: Page, options: JsonObject): V;
  /** True for what `extract`, `settle` and `resolve` can yield: records of other processes are looked at before use. */
  isValue?(value: unknown): boolean;
  /** True when nothing is left to compare: as the first memento's value it makes every score an error. */
  isEmpty(value: V): boolean;
  /**
   * Second half for what is only known once the TimeMap is together (its language): stems and stop words.
   * Run in the mapper already where the language is fixed.
   */
  settle?(value: V, options: JsonObject, language: string): V;
  /** Set when it is compared with more than its TimeMap, so that it is settled in the page's own language. */
  readonly settlesAlone?: true;
  /** What {@link settle} makes of what {@link extract} yields, where doing both at once is faster. */
  extractSettled?(page: Page, options: JsonObject, language: string): V;
  /** Second half that needs a large model (the language detector): run only where that is loaded. */
  resolve?(value: V): Promise<V> | V;
}

/** A memento reduced to what the chosen measures need: the line between map and reduce. */
export interface FeatureRecord {
  /** Grouping key: SURT of the URI-R, or the URI-R itself. */
  readonly key: string;
  /** Orders captures of one key and datetime: WARC path and offset, or URI-M. */
  readonly tie: string;
  readonly capture: Capture;
  /** Set when the memento could not be had at all; then there are no features. */
  readonly problem?: Problem;
  /** One outcome for each request of the run's extraction plan, in its order. */
  readonly features: readonly Outcome<Json>[];
}
