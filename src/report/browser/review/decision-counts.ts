import type { Label } from "../../../write/decisions.js";
import type { ListCount, Look } from "../../list-count.js";
import { type PageHead, STRIP } from "../../page-data.js";
import { placesOf, type ReviewCase } from "./cases.js";

/** Decisions by position: `timeMap.place`. */
type Labels = ReadonlyMap<string, Label | "contradicted">;

/** Numbers of the off-topic and unsure mementos by the decision on them. */
export interface DecisionCounts {
  readonly mementos: number;
  readonly decided: Readonly<Record<Label, number>>;
  /** Numbers of entries of each list, and of those with a decision. */
  readonly lists: Readonly<Record<Look, ListCount>>;
  /** Number of captures that `filter` leaves out: those whose decision, or else verdict, is off-topic. */
  readonly leftOut: number;
  /** Number of seeds with an open case. */
  readonly openSeeds: number;
  /** TimeMaps with an open case, by place. */
  readonly openTimeMaps: ReadonlySet<number>;
  /** Number of captures with a decision. */
  readonly decisions: number;
  /** The same by place of the TimeMap. */
  readonly decidedIn: ReadonlyMap<number, number>;
}

const emptyCounts = (): Record<Look, { all: number; decided: number }> => ({
  case: { all: 0, decided: 0 },
  check: { all: 0, decided: 0 },
  random: { all: 0, decided: 0 },
});

/** Counts the cases and the decisions on mementos, whose positions are the keys of `labels`. */
export function countDecisions(
  head: PageHead,
  cases: readonly ReviewCase[],
  labels: Labels,
  isOpenCase: (each: ReviewCase) => boolean,
): DecisionCounts {
  const decided = { "off-topic": 0, "on-topic": 0, unsure: 0 };
  const lists = emptyCounts();
  let mementos = 0;
  const openTimeMaps = new Set<number>();
  for (const each of cases) {
    const isOpen = isOpenCase(each);
    lists[each.look].all += 1;
    if (!isOpen) lists[each.look].decided += 1;
    if (each.look !== "case") continue;
    if (isOpen) openTimeMaps.add(each.timeMap);
    for (const place of placesOf(head, each)) {
      const label = labels.get(`${each.timeMap}.${place}`);
      mementos += 1;
      if (label !== undefined && label !== "contradicted") decided[label] += 1;
    }
  }
  const decidedIn = new Map<number, number>();
  for (const at of labels.keys()) {
    const timeMap = Number.parseInt(at, 10);
    decidedIn.set(timeMap, (decidedIn.get(timeMap) ?? 0) + 1);
  }
  const seedOf = (timeMap: number): string => head.timeMaps[timeMap]!.seed;
  return {
    ...{ mementos, decided, lists, openTimeMaps, decidedIn },
    leftOut: countLeftOut(head, labels),
    openSeeds: new Set([...openTimeMaps].map(seedOf)).size,
    decisions: labels.size,
  };
}

function countLeftOut({ timeMaps }: PageHead, labels: Labels): number {
  let leftOut = timeMaps.reduce((sum, { offTopic }) => sum + offTopic, 0);
  for (const [at, label] of labels) {
    const [timeMap = -1, place = -1] = at.split(".").map(Number);
    const isOff = timeMaps[timeMap]?.strip[place] === STRIP.offTopic;
    if (label === "off-topic" && !isOff) leftOut += 1;
    if ((label === "on-topic" || label === "unsure") && isOff) leftOut -= 1;
  }
  return leftOut;
}
