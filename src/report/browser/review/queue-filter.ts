import type { Look } from "../../list-count.js";
import type { ReviewCase } from "./cases.js";

/** Facets that filter the lists, by their names in the fragment of the URI. */
export const FACETS = { decision: "Decision", verdict: "Verdict", kind: "Kind of page" } as const;
export type FacetName = keyof typeof FACETS;
export const facetNames = Object.keys(FACETS) as readonly FacetName[];

/** A list, a value for each selected facet, and a text that is part of a URI or of a kind. */
export interface QueueFilter {
  readonly look: Look;
  readonly facets: ReadonlyMap<FacetName, string>;
  readonly query: string;
}

export interface FilteredQueue {
  readonly cases: readonly ReviewCase[];
  /** Number of cases that each value of a facet would show if the other facets stayed the same. */
  readonly counts: ReadonlyMap<FacetName, ReadonlyMap<string, number>>;
}

/** `valueOf` returns the value of a facet for a case; `undefined` if it has none. */
export function filterQueue(
  cases: readonly ReviewCase[],
  { look, facets, query }: QueueFilter,
  valueOf: (each: ReviewCase, name: FacetName) => string | undefined,
  seedOf: (each: ReviewCase) => string,
): FilteredQueue {
  const counts = new Map(facetNames.map((name) => [name, new Map<string, number>()]));
  const wanted = query.trim().toLowerCase();
  const shown: ReviewCase[] = [];
  for (const each of cases) {
    if (each.look !== look) continue;
    const text = `${seedOf(each)} ${each.kind ?? ""}`.toLowerCase();
    if (!text.includes(wanted)) continue;
    const values = new Map(facetNames.map((name) => [name, valueOf(each, name)]));
    const unmatched = facetNames.filter(
      (name) => facets.has(name) && facets.get(name) !== values.get(name),
    );
    if (unmatched.length === 0) shown.push(each);
    for (const name of facetNames) {
      const value = values.get(name);
      if (value === undefined || unmatched.some((other) => other !== name)) continue;
      const count = counts.get(name)!;
      count.set(value, (count.get(value) ?? 0) + 1);
    }
  }
  return { cases: shown, counts };
}
