/** Verdicts against gold data (table 2 of the paper); positive means off-topic. */
export interface Counts {
  readonly tp: number;
  readonly fp: number;
  readonly tn: number;
  readonly fn: number;
}

/** What is computed from counts, 0 to 1; undefined where the divisor is 0. */
export interface Rates {
  readonly precision: number | undefined;
  readonly recall: number | undefined;
  /** 2TP / (2TP + FP + FN), equation 5 of the paper. */
  readonly f1: number | undefined;
  /** (TP + TN) / all, equation 6 of the paper. */
  readonly accuracy: number | undefined;
}

/** Precision, recall, F1 and accuracy of counts. */
export function rates({ tp, fp, tn, fn }: Counts): Rates {
  return {
    precision: share(tp, tp + fp),
    recall: share(tp, tp + fn),
    f1: share(2 * tp, 2 * tp + fp + fn),
    accuracy: share(tp + tn, tp + fp + tn + fn),
  };
}

const share = (part: number, whole: number): number | undefined =>
  whole === 0 ? undefined : part / whole;

/** The sums of two counts. */
export function addCounts(a: Counts, b: Counts): Counts {
  return { tp: a.tp + b.tp, fp: a.fp + b.fp, tn: a.tn + b.tn, fn: a.fn + b.fn };
}

export const NO_COUNTS: Counts = { tp: 0, fp: 0, tn: 0, fn: 0 };

/** Counts of verdicts given one by one; a memento without a verdict raises no alarm, so it counts as not called. */
export function countVerdicts(
  verdicts: Iterable<{ readonly isOffTopic: boolean; readonly calledOffTopic: boolean }>,
): Counts {
  let [tp, fp, tn, fn] = [0, 0, 0, 0];
  for (const { isOffTopic, calledOffTopic } of verdicts) {
    if (isOffTopic && calledOffTopic) tp += 1;
    else if (calledOffTopic) fp += 1;
    else if (isOffTopic) fn += 1;
    else tn += 1;
  }
  return { tp, fp, tn, fn };
}
