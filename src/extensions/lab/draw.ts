import { createHash } from "node:crypto";
import { groupBy } from "../../base/math/group-by.js";
import type { OverallStatus } from "../../base/types.js";
import { type Decision, uriMOf } from "../../write/decisions.js";
import { measureOf, type SavedMemento, scoreIn, scoreOf } from "../../write/entry.js";
import { computedOf } from "../../write/overrides.js";
import type { SavedResults } from "../../write/read-results.js";
import { runDigest } from "../../write/run-digest.js";
import { knownKind } from "../../write/writing.js";

/**
 * `random` gives each memento the same probability, `threshold` draws half of the sample from the scores nearest to the
 * threshold, `kind` draws equally many of each kind of page.
 */
export const DRAWS = ["random", "threshold", "kind"] as const;

export type Draw = (typeof DRAWS)[number];

export interface DrawOptions {
  readonly count: number;
  readonly by: Draw;
  /** Default: any status. */
  readonly only?: OverallStatus;
  readonly seed: number;
}

/**
 * Returns them as decisions without labels, with the probability with which each was drawn. The result depends only on
 * the seed and the URI-Ms, and not on the order of the results.
 */
export function drawSample(results: SavedResults, options: DrawOptions): Decision[] {
  const { count, by, only, seed } = options;
  const run = runDigest(results.mementos.map(({ uriM }) => uriM));
  const chance = new Map(
    results.mementos.map(({ uriM }) => [
      uriM,
      createHash("sha256").update(`${seed}\n${uriM}`).digest("hex"),
    ]),
  );
  const all = results.mementos
    .filter((memento) => {
      const computed = computedOf(memento);
      return computed !== undefined && (only === undefined || computed === only);
    })
    .sort((a, b) => (chance.get(a.uriM)! < chance.get(b.uriM)! ? -1 : 1));
  const thresholds = new Map(
    results.run?.choices.map(({ name, threshold }) => [name, threshold] as const),
  );
  return strata(all, count, by, (memento) => marginOf(memento, thresholds)).flatMap(
    ({ from, most }) => {
      const drawn = from.slice(0, most);
      return drawn.map((memento) => toDecision(memento, drawn.length / from.length, run));
    },
  );
}

interface DrawStratum {
  /** Mementos in random order. */
  readonly from: readonly SavedMemento[];
  readonly most: number;
}

function strata(
  all: readonly SavedMemento[],
  count: number,
  by: DrawOptions["by"],
  margin: (memento: SavedMemento) => number | undefined,
): DrawStratum[] {
  if (by === "random") return [{ from: all, most: count }];
  if (by === "threshold") {
    const known = all.flatMap((memento) => {
      const distance = margin(memento);
      return distance === undefined ? [] : [{ memento, distance }];
    });
    known.sort((a, b) => a.distance - b.distance);
    const nearest = known.slice(0, Math.ceil(count / 2)).map(({ memento }) => memento);
    const isNear = new Set(nearest);
    const others = all.filter((memento) => !isNear.has(memento));
    return [
      { from: nearest, most: nearest.length },
      { from: others, most: count - nearest.length },
    ];
  }
  const groups = groupBy(all, (memento) => knownKind(memento) ?? "");
  const smallestFirst = [...groups].sort(
    ([a, one], [b, other]) => one.length - other.length || (a < b ? -1 : 1),
  );
  let left = count;
  return smallestFirst.map(([, from], at) => {
    // If a small group cannot fill its draws, they are left for the larger groups.
    const most = Math.min(from.length, Math.floor(left / (smallestFirst.length - at)));
    left -= most;
    return { from, most };
  });
}

/**
 * Returns how far the learned combination's score is from its threshold if the combination decided. Otherwise returns
 * the smallest distance of any measure. Returns `undefined` without a score.
 */
function marginOf(
  memento: SavedMemento,
  thresholds: ReadonlyMap<string, number | undefined>,
): number | undefined {
  const margins = [...thresholds].flatMap(([name, threshold]) => {
    const measure = measureOf(memento, name);
    const score = measure && scoreIn(measure);
    const isVote = threshold !== undefined && score?.topicStatus !== undefined;
    return isVote ? [{ name, distance: Math.abs(score.score - threshold) }] : [];
  });
  const combined = margins.find(({ name }) => name === "combined");
  if (combined !== undefined) return combined.distance;
  return margins.length === 0
    ? undefined
    : margins.reduce((least, { distance }) => Math.min(least, distance), Infinity);
}

function toDecision(memento: SavedMemento, drawn: number, run: string): Decision {
  return {
    uriM: uriMOf(memento.uriM),
    date: memento.capture.mementoDatetime,
    kind: knownKind(memento),
    computed: computedOf(memento),
    probability: scoreOf(memento, "combined"),
    drawn,
    run,
  };
}
