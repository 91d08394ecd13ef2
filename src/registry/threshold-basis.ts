import type { Json, JsonObject, Measure } from "../types.js";
import { readsWords } from "./preprocessing.js";

/** Settings beside preprocessing and reference that change the scores of one measure. */
const OWN_SETTINGS: ReadonlyMap<string, readonly string[]> = new Map([
  ["bytecount", ["clipCounts"]],
  ["wordcount", ["clipCounts"]],
  ["gensim_lsi", ["numberOfTopics"]],
  ["gensim_lda", ["ldaTopics"]],
  ["simhash-raw", ["rawSimhashOf"]],
  ["structure", ["editCosts"]],
  ["structure-style", ["editCosts", "structureWeight"]],
]);

/** How thresholds are listed: the keyword, and after `@` the witness where it is not the first memento. */
export function instanceName(keyword: string, reference = "first"): string {
  return reference === "first" ? keyword : `${keyword}@${reference}`;
}

/**
 * What a threshold belongs to (SPEC section 2): everything among the settings that decides the measure's scores
 * against that witness. The settings may be those of a results file, whatever version wrote it: what they lack is left
 * out.
 */
export function thresholdBasis(
  measure: Measure,
  settings: ReadonlyMap<string, unknown>,
  reference = "first",
): JsonObject {
  const basis: Record<string, Json> = { reference };
  if (readsWords(measure)) {
    const preprocessing = ownPreprocessing(measure, settings) ?? settings.get("preprocessing");
    if (preprocessing !== undefined) basis["preprocessing"] = withoutWords(preprocessing);
  }
  for (const name of OWN_SETTINGS.get(measure.keyword) ?? []) {
    const value = settings.get(name);
    if (value !== undefined) basis[name] = value as Json;
  }
  return basis;
}

/** What the settings' own list of measures says of this one's preprocessing. */
function ownPreprocessing(measure: Measure, settings: ReadonlyMap<string, unknown>): unknown {
  const listed = settings.get("measures");
  const choices: readonly unknown[] = Array.isArray(listed) ? listed : [];
  const own = choices.find((choice) => member(choice, "keyword") === measure.keyword);
  return member(own, "preprocessing");
}

/** Preprocessing with a list of stop words as its digest: the words themselves are in the settings of a run only. */
function withoutWords(preprocessing: unknown): Json {
  const digest = member(member(preprocessing, "stopWordList"), "digest");
  if (digest === undefined) return preprocessing as Json;
  return { ...(preprocessing as JsonObject), stopWordList: digest as Json };
}

const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : undefined;

/** The first thing in which two bases differ, in words; undefined where they are equal. */
export function basisDifference(tuned: JsonObject, wanted: JsonObject): string | undefined {
  const [left, right] = [flat(tuned), flat(wanted)];
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    const [was, is] = [left.get(name) ?? "none", right.get(name) ?? "none"];
    if (was !== is) return `${name} ${was}, not ${is}`;
  }
  return undefined;
}

/** `preprocessing.boilerplate` to `all-paragraphs`, and so on. */
function flat(basis: JsonObject, prefix = ""): Map<string, string> {
  const all = new Map<string, string>();
  for (const [name, value] of Object.entries(basis)) {
    if (typeof value === "object" && value !== null && !Array.isArray(value) && prefix === "") {
      for (const [inner, text] of flat(value as JsonObject, `${name}.`)) all.set(inner, text);
    } else all.set(`${prefix}${name}`, typeof value === "string" ? value : JSON.stringify(value));
  }
  return all;
}
