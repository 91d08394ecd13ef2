import { type SavedMemento, scoreIn } from "../write/entry.js";
import { COMBINED, hasVote, thresholdDistance } from "../score/verdict/decide.js";
import type { ThresholdScale } from "../score/verdict/decide.js";
import type { ReportCut } from "./report-run.js";

/** Thresholds with the ranges of their measures, by the name of the measure. */
export type Scales = ReadonlyMap<string, ThresholdScale>;

/** Range and equal score of the learned combination, which is a probability. */
const PROBABILITY = { range: [0, 1], equalScore: 0 } as const;

export const scalesOf = (cuts: readonly ReportCut[]): Scales =>
  new Map(
    cuts.flatMap((cut): [string, ThresholdScale][] => {
      const { name, threshold, comparison } = cut;
      const { range, equalScore } = name === COMBINED ? PROBABILITY : cut;
      return threshold === undefined || range === undefined || equalScore === undefined
        ? []
        : [[name, { threshold, comparison, range, equalScore }]];
    }),
  );

/**
 * Returns the certainty of a verdict: the distance between its most certain vote and the vote's threshold, as a share
 * of the range on that side. Returns undefined if it is unknown.
 */
export function certaintyOf(memento: SavedMemento, scales: Scales): number | undefined {
  const { overall } = memento;
  if (overall === undefined) return undefined;
  if (overall === "unsure") return 0;
  const towards = overall === "off-topic" ? -1 : 1;
  const votes = distancesOf(memento, scales)
    .map((normalised) => towards * normalised)
    .filter((share) => share >= 0);
  if (votes.length === 0) return undefined;
  // One vote is enough for off-topic, so the most certain vote counts. On-topic needs all votes, so the least certain
  // vote counts.
  return overall === "off-topic" ? Math.max(...votes) : Math.min(...votes);
}

/**
 * The distances come from the evidence, or else from the scores and the thresholds of the run. Beside the learned
 * combination, other measures and the topic only have the votes that are counted in addition.
 */
function distancesOf(memento: SavedMemento, scales: Scales): number[] {
  const { evidence, measures } = memento;
  const names = measures.map(({ name }) => name);
  const isLearned = names.includes(COMBINED);
  if (evidence !== undefined) {
    const ofTopic = isLearned ? [] : (evidence.topic?.scores ?? []);
    const own = evidence.scores.filter(({ measure }) => hasVote(measure, names));
    return [...own, ...ofTopic].map(({ normalised }) => normalised);
  }
  const voting = measures.filter(({ name }) => hasVote(name, names));
  return [...voting, ...(isLearned ? [] : (memento.collection?.measures ?? []))].flatMap(
    (measure) => {
      const score = scoreIn(measure);
      const scale = scales.get(measure.name);
      if (score === undefined || scale === undefined) return [];
      return [thresholdDistance(score.score, scale).normalised];
    },
  );
}
