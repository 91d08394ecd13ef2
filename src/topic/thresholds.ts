import type { TopicMeasure } from "../types.js";
import { topicMeasures } from "./document.js";
import type { TopicScores } from "./scorer.js";

/** How thresholds are tuned on the scores of the core. */
export interface TuningRules {
  /**
   * Share of the core that each measure recognises; absent: the smallest from 0.6 on with which the vote reaches
   * `coverage`.
   */
  readonly recognise?: number;
  /** Share of the core that the vote recognises. */
  readonly coverage: number;
  /** So many measures make the vote. */
  readonly agree: number;
}

export type Thresholds = Readonly<Partial<Record<TopicMeasure, number>>>;

/** The paper's least share of the core that a measure recognises. */
const LEAST_RECOGNISED = 0.6;
/** Thresholds have three decimals; at 0 everything would be recognised. */
const STEPS = 1_000;

/** Thresholds at which the core is recognised as the rules say; no threshold for a measure without scores. */
export function tuneThresholds(core: readonly TopicScores[], rules: TuningRules): Thresholds {
  const sorted = topicMeasures.flatMap((measure) => {
    const scores = core.flatMap((each) => each.get(measure) ?? []);
    return scores.length === 0 ? [] : [{ measure, scores: scores.sort((a, b) => b - a) }];
  });
  const at = (share: number): Thresholds =>
    Object.fromEntries(
      sorted.map(({ measure, scores }) => {
        const last = Math.min(scores.length, Math.max(1, Math.ceil(share * scores.length - 1e-9)));
        return [measure, thresholdFor(scores[last - 1]!)];
      }),
    );
  if (rules.recognise !== undefined) return at(rules.recognise);
  for (let percent = 100 * LEAST_RECOGNISED; percent < 100; percent += 1) {
    const thresholds = at(percent / 100);
    if (shareRecognised(core, thresholds, rules.agree) >= rules.coverage) return thresholds;
  }
  return at(1);
}

/** The strictest threshold, in steps above 0, that a score reaches; a score below the first step reaches none. */
function thresholdFor(score: number): number {
  const steps = Math.round(score * STEPS);
  return Math.max(1, steps / STEPS > score ? steps - 1 : steps) / STEPS;
}

/** The share of documents that at least so many measures recognise. */
export function shareRecognised(
  documents: readonly TopicScores[],
  thresholds: Thresholds,
  agree: number,
): number {
  if (documents.length === 0) return 0;
  return (
    documents.filter((scores) => votesFor(scores, thresholds) >= agree).length / documents.length
  );
}

/** How many measures recognise a document. */
export function votesFor(scores: TopicScores, thresholds: Thresholds): number {
  return topicMeasures.filter((measure) => {
    const [score, threshold] = [scores.get(measure), thresholds[measure]];
    return score !== undefined && threshold !== undefined && score >= threshold;
  }).length;
}
