import type { FigureOfSample } from "./resample.js";

/** A capture with a label, to be ordered by its score. */
export interface Scored {
  /** Place of the capture's TimeMap. */
  readonly timeMap: number;
  readonly isOffTopic: boolean;
  readonly score: number | undefined;
}

/**
 * Returns the figure of average precision: the sum over thresholds of precision times the gain of recall, as
 * scikit-learn defines it. Captures with one score reach the threshold together, so that their order has no influence.
 * No threshold reaches a capture without a score: if it is off-topic it only lowers the recall. `isHighOff` says that a
 * high score means off-topic.
 */
export function averagePrecision(captures: readonly Scored[], isHighOff: boolean): FigureOfSample {
  const ranked = captures
    .flatMap(({ score, ...each }) => (score === undefined ? [] : [{ score, ...each }]))
    .sort((a, b) => (isHighOff ? b.score - a.score : a.score - b.score));
  const timeMaps = Uint32Array.from(ranked, ({ timeMap }) => timeMap);
  const labels = Uint8Array.from(ranked, ({ isOffTopic }) => Number(isOffTopic));
  const isLast = Uint8Array.from(ranked, ({ score }, at) =>
    Number(score !== ranked[at + 1]?.score),
  );
  const offTopic = captures.filter(({ isOffTopic }) => isOffTopic).map(({ timeMap }) => timeMap);
  return (times) => {
    const all = offTopic.reduce((sum, timeMap) => sum + times[timeMap]!, 0);
    if (all === 0) return undefined;
    let [reached, found, before, sum] = [0, 0, 0, 0];
    for (let at = 0; at < timeMaps.length; at += 1) {
      const count = times[timeMaps[at]!]!;
      reached += count;
      found += count * labels[at]!;
      if (isLast[at] === 0 || found === before) continue;
      sum += (found - before) * (found / reached);
      before = found;
    }
    return sum / all;
  };
}
