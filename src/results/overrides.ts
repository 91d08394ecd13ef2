import { UsageError } from "../errors.js";
import { surt } from "../mementos/uri.js";
import type { OverallStatus, Override, TopicStatus } from "../types.js";
import { type Decision, decisionRows, isDecided, mergeDecisions, uriMOf } from "./decisions.js";
import { PatternFinder } from "../scoring/assess.js";
import type { SavedMemento } from "./entry.js";
import type { SavedResults } from "./read-results.js";

/** A curator's own verdicts, on mementos and on whole seeds. */
export interface Overrides {
  /** By URI-M or URI-R, as written. */
  readonly labels: ReadonlyMap<string, TopicStatus>;
  /** The URI as written, by its SURT: of several spellings the first. */
  readonly bySurt: ReadonlyMap<string, string>;
  /** URIs that have been met so far, in their first spelling. */
  readonly used: Set<string>;
  /** URI-Ms on which people contradict each other: what was computed stays. */
  readonly contradicted: readonly string[];
  /** URIs that were seen and not decided: label ?, and those that are contradicted. */
  readonly unsure: ReadonlySet<string>;
}

/**
 * Reads overrides: tab-separated URI-M or URI-R, label (1, 0, on-topic, off-topic; ? leaves what was computed), or a file
 * of decisions. Throws a `UsageError` for a row that cannot be understood or two that contradict each other, however the
 * URI is spelt: a verdict of a person must not be lost. Where rows name different people, the contradiction is theirs to
 * decide and stays open.
 *
 * @example
 * ```js
 * const overrides = parseOverrides(
 *   "http://www.harbour-lantern-museum.example/\ton-topic\n",
 *   "mine.tsv",
 * );
 * for await (const { overall, override } of detect({ input: "warc=crawl.warc", overrides }))
 *   console.log(overall, override.by);
 * // on-topic URI-R
 * // on-topic URI-R
 * ```
 */
export function parseOverrides(text: string, file: string): Overrides {
  const bySurt = new Map<string, string>();
  const seeds = new Map<string, Decision>();
  const decisions: Decision[] = [];
  for (const { number, decision, problems } of decisionRows(text)) {
    if (decision === undefined) {
      throw new UsageError(
        `${file}, line ${number}: not a URI and a label (${problems.join(", ")}). Give URI-M or URI-R, TAB, 1 or 0.`,
      );
    }
    decisions.push(decision);
    if (!isDecided(decision)) continue;
    const { uriM: uri, label } = decision;
    const before = seeds.get(surt(uri));
    if (before !== undefined && before.label !== label && !isLater(before, decision)) {
      const spelling = before.uriM === uri ? "" : `, as ${before.uriM}`;
      throw new UsageError(
        `${file}, line ${number}: ${uri} has another label in a line before${spelling}. Leave one of them.`,
      );
    }
    if (before === undefined || isLater(before, decision)) seeds.set(surt(uri), decision);
    if (before === undefined) bySurt.set(surt(uri), uri);
  }
  if (decisions.length === 0) {
    throw new UsageError(`${file} has no overrides. Give URI-M or URI-R, TAB, 1 or 0.`);
  }
  const merged = mergeDecisions(decisions);
  const contradicted = merged.conflicts.map(({ uriM }) => uriM);
  const open = new Set(contradicted);
  const labels = new Map<string, TopicStatus>();
  for (const { uriM, label } of merged.decisions) {
    if (label !== undefined && label !== "unsure" && !open.has(uriM)) labels.set(uriM, label);
  }
  const seen = merged.decisions.flatMap(({ uriM, label }) => (label === "unsure" ? [uriM] : []));
  return {
    ...{ labels, bySurt, contradicted },
    used: new Set(),
    unsure: new Set([...seen, ...contradicted]),
  };
}

/** True where a curator has seen a memento, or its seed, and not decided. */
export function isUnsure({ uriM, capture }: SavedMemento, { labels, unsure }: Overrides): boolean {
  const own = uriMOf(uriM);
  if (labels.has(own) || unsure.has(own)) return !labels.has(own);
  return capture.uriR !== undefined && unsure.has(uriMOf(capture.uriR));
}

/** Two decisions on one memento, by different people or at different times: which of them counts is known. */
const isLater = (one: Decision, other: Decision): boolean =>
  one.uriM === other.uriM && (one.by !== other.by || one.at !== other.at);

/** The result with the curator's verdict in place of the computed one, where there is one; the memento's own first. */
export function overridden<T extends SavedMemento>(result: T, overrides: Overrides): T {
  const { labels, bySurt, used } = overrides;
  const uriM = uriMOf(result.uriM);
  const isOwn = labels.has(uriM);
  const uriR = result.capture.uriR;
  const uri = isOwn ? uriM : uriR === undefined ? undefined : bySurt.get(surt(uriR));
  const overall = uri === undefined ? undefined : labels.get(uri);
  if (uri === undefined || overall === undefined) return result;
  used.add(bySurt.get(surt(uri)) ?? uri);
  const override: Override = { by: isOwn ? "URI-M" : "URI-R", computed: computedOf(result) };
  return { ...result, overall, override };
}

/** The tool's own verdict, under a curator's. */
export const computedOf = ({
  overall,
  override,
}: Pick<SavedMemento, "overall" | "override">): OverallStatus | undefined =>
  override === undefined ? overall : override.computed;

/** Saved results with the curator's verdicts, and with the patterns that these make of their TimeMaps. */
export function overrideResults(results: SavedResults, overrides: Overrides): SavedResults {
  const judged = results.mementos.map((memento) => overridden(memento, overrides));
  const finders = new Map<string, PatternFinder>();
  for (const memento of judged) {
    const finder = finders.get(groupOf(memento)) ?? new PatternFinder();
    finders.set(groupOf(memento), finder);
    finder.add(memento.overall);
  }
  const mementos = judged.map((memento) => ({
    ...memento,
    pattern: finders.get(groupOf(memento))?.pattern(),
  }));
  return { ...results, mementos };
}

/** What patterns are of: several TimeMaps may have been put together. */
const groupOf = ({ key, uriT }: SavedMemento): string => key ?? uriT;

/** URIs of overrides that no memento has met: mistyped, or of another collection. */
export function unusedOverrides({ bySurt, labels, used }: Overrides): string[] {
  return [...bySurt.values()].filter((uri) => labels.has(uri) && !used.has(uri));
}
