import type { ListSize } from "../../report/saved-list.js";
import { averagePrecision } from "./average-precision.js";
import {
  type Estimate,
  estimate,
  type FigureOfSample,
  type Resampling,
  shareOverTimeMaps,
} from "./resample.js";

export interface CountedCapture {
  readonly isOffTopic: boolean;
  readonly isCalled: boolean;
  readonly isUnsure: boolean;
  /** Absent if it is not on the list. */
  readonly look?: "case" | "check" | undefined;
  /** Scores in the order of the rankings. */
  readonly scores: readonly (number | undefined)[];
}

/** A score by which captures are ordered. */
export interface Ranking {
  readonly name: string;
  /** Set if a high score means off-topic. */
  readonly isHighOff: boolean;
}

/** A number of things out of all of them, with the interval of the share. */
export interface SharedEstimate extends Estimate {
  readonly count: number;
  readonly of: number;
}

/**
 * Figures of a run that do not hang on one long TimeMap or on the choice of a threshold. Intervals are those of 95 %
 * over bootstrap samples of TimeMaps.
 */
export interface Figures {
  /** Average precision over all off-topic captures. */
  readonly averagePrecision: readonly (Estimate & { readonly name: string })[];
  /** Runs of successive off-topic captures of a TimeMap with a capture in a case. */
  readonly runsInCases: SharedEstimate;
  /** Runs with a capture that is in a case or is to be checked. */
  readonly runsInList: SharedEstimate;
  /** Numbers of cases and captures that a curator has to look at for this, also of captures without a label. */
  readonly list: ListSize;
  /** TimeMaps whose captures are all on-topic, and those of them with a capture that is called off-topic. */
  readonly falseAlarms: SharedEstimate;
  /** F1 of the verdicts, without unsure captures. */
  readonly f1: Estimate;
}

/** Returns the figures of labelled captures. Each TimeMap has its captures oldest first. */
export function figuresFrom(
  timeMaps: readonly (readonly CountedCapture[])[],
  {
    rankings,
    list,
    ...resampling
  }: Resampling & { readonly rankings: readonly Ranking[]; readonly list: ListSize },
): Figures {
  const runs = timeMaps.map(runsOf);
  const runCounts = runs.map(({ length }) => length);
  const inCases = runs.map((each) => foundOf(each, ({ look }) => look === "case"));
  const inList = runs.map((each) => foundOf(each, ({ look }) => look !== undefined));
  const onTopic = timeMaps.map((each) => Number(each.every(({ isOffTopic }) => !isOffTopic)));
  const alarmed = timeMaps.map((each, at) =>
    onTopic[at] === 1 && each.some(({ isCalled }) => isCalled) ? 1 : 0,
  );
  const sure = timeMaps.map((each) => each.filter(({ isUnsure }) => !isUnsure));
  const hits = sure.map((each) => 2 * tally(each, (one) => one.isCalled && one.isOffTopic));
  const called = sure.map(
    (each) => tally(each, (one) => one.isCalled) + tally(each, (one) => one.isOffTopic),
  );
  const figures = new Map<string, FigureOfSample>([
    ["cases", shareOverTimeMaps(inCases, runCounts)],
    ["list", shareOverTimeMaps(inList, runCounts)],
    ["alarms", shareOverTimeMaps(alarmed, onTopic)],
    ["F1", shareOverTimeMaps(hits, called)],
    ...rankings.map(({ name, isHighOff }, at): [string, FigureOfSample] => {
      const scored = timeMaps.flatMap((each, timeMap) =>
        each.map(({ isOffTopic, scores }) => ({ timeMap, isOffTopic, score: scores[at] })),
      );
      return [`ranking ${name}`, averagePrecision(scored, isHighOff)];
    }),
  ]);
  const found = estimate(figures, timeMaps.length, resampling);
  const shared = (
    name: string,
    counts: readonly number[],
    of: readonly number[],
  ): SharedEstimate => ({
    ...found.get(name),
    count: totalOf(counts),
    of: totalOf(of),
  });
  return {
    averagePrecision: rankings.map(({ name }) => ({ name, ...found.get(`ranking ${name}`) })),
    runsInCases: shared("cases", inCases, runCounts),
    runsInList: shared("list", inList, runCounts),
    list,
    falseAlarms: shared("alarms", alarmed, onTopic),
    f1: { ...found.get("F1") },
  };
}

function runsOf(timeMap: readonly CountedCapture[]): CountedCapture[][] {
  const runs: CountedCapture[][] = [];
  for (const [at, each] of timeMap.entries()) {
    if (!each.isOffTopic) continue;
    if (timeMap[at - 1]?.isOffTopic === true) runs.at(-1)!.push(each);
    else runs.push([each]);
  }
  return runs;
}

const foundOf = (
  runs: readonly (readonly CountedCapture[])[],
  isFound: (capture: CountedCapture) => boolean,
): number => runs.filter((run) => run.some(isFound)).length;

const tally = (
  captures: readonly CountedCapture[],
  isCounted: (capture: CountedCapture) => boolean,
): number => captures.filter(isCounted).length;

const totalOf = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0);
