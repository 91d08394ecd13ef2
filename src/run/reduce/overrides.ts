import { UsageError } from "../../errors.js";
import { surt } from "../../mementos/surt.js";
import { labelledStatus, tsvRows } from "../../mementos/tsv.js";
import type { MementoResult, Override, TopicStatus } from "../../types.js";

/** A curator's own verdicts, on mementos and on whole seeds. */
export interface Overrides {
  /** By URI-M or URI-R, as written. */
  readonly labels: ReadonlyMap<string, TopicStatus>;
  /** The URI as written, by its SURT: of several spellings the first. */
  readonly bySurt: ReadonlyMap<string, string>;
  /** URIs that have been met so far, in their first spelling. */
  readonly used: Set<string>;
}

/**
 * Reads overrides: tab-separated URI-M or URI-R, label (1, 0, on-topic, off-topic); a header line may come first. Throws
 * a `UsageError` for a row that cannot be understood or two that contradict each other, however the URI is spelt: a
 * verdict of a person must not be lost.
 */
export function parseOverrides(text: string, file: string): Overrides {
  const labels = new Map<string, TopicStatus>();
  const bySurt = new Map<string, string>();
  let isFirst = true;
  for (const { number, fields } of tsvRows(text)) {
    const [uri = "", label = ""] = fields;
    const isHeader = isFirst && label.toLowerCase() === "label";
    isFirst = false;
    if (isHeader) continue;
    const status = labelledStatus(label);
    if (uri === "" || status === undefined) {
      throw new UsageError(
        `${file}, line ${number}: not a URI and a label. Give URI-M or URI-R, TAB, 1 or 0.`,
      );
    }
    const seed = surt(uri);
    const before = bySurt.get(seed);
    if (before !== undefined && labels.get(before) !== status) {
      const spelling = before === uri ? "" : `, as ${before}`;
      throw new UsageError(
        `${file}, line ${number}: ${uri} has another label in a line before${spelling}. Leave one of them.`,
      );
    }
    labels.set(uri, status);
    if (before === undefined) bySurt.set(seed, uri);
  }
  if (labels.size === 0) {
    throw new UsageError(`${file} has no overrides. Give URI-M or URI-R, TAB, 1 or 0.`);
  }
  return { labels, bySurt, used: new Set() };
}

/** The result with the curator's verdict in place of the computed one, where there is one; the memento's own first. */
export function overridden(result: MementoResult, overrides: Overrides): MementoResult {
  const { labels, bySurt, used } = overrides;
  const isOwn = labels.has(result.uriM);
  const uri = isOwn ? result.uriM : bySurt.get(surt(result.capture.uriR));
  const overall = uri === undefined ? undefined : labels.get(uri);
  if (uri === undefined || overall === undefined) return result;
  used.add(bySurt.get(surt(uri)) ?? uri);
  const override: Override = {
    by: isOwn ? "URI-M" : "URI-R",
    ...(result.overall !== undefined && { computed: result.overall }),
  };
  return { ...result, overall, override };
}

/** URIs of overrides that no memento has met: mistyped, or of another collection. */
export function unusedOverrides({ bySurt, used }: Overrides): string[] {
  return [...bySurt.values()].filter((uri) => !used.has(uri));
}
