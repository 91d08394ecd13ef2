/** Where a share lies, 0 to 1. */
export interface ShareInterval {
  readonly low: number;
  readonly high: number;
}

/** Of the normal distribution: 95 % of it are within so many standard deviations. */
const NORMAL_95 = 1.959963984540054;

/** Wilson's 95 % interval of a share of which `count` of `of` were seen; all of 0 to 1 where none was. */
export function wilsonInterval(count: number, of: number): ShareInterval {
  if (of === 0) return { low: 0, high: 1 };
  const square = NORMAL_95 ** 2;
  const middle = (count + square / 2) / (of + square);
  const half = (NORMAL_95 / (of + square)) * Math.sqrt((count * (of - count)) / of + square / 4);
  return {
    low: count === 0 ? 0 : Math.max(0, middle - half),
    high: count === of ? 1 : Math.min(1, middle + half),
  };
}

/**
 * The largest share with which `count` or fewer of `of` are still seen in a share `alpha` of all samples: the upper bound
 * of Clopper and Pearson.
 */
export function upperBound(count: number, of: number, alpha: number): number {
  if (count >= of) return 1;
  let [low, high] = [count / of, 1];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (atMost(count, of, middle) > alpha) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The lower bound, likewise. */
export const lowerBound = (count: number, of: number, alpha: number): number =>
  1 - upperBound(of - count, of, alpha);

/** Halvings: more than a number has digits. */
const STEPS = 60;

/** Probability of `count` or fewer of `of` with a share between 0 and 1. */
function atMost(count: number, of: number, share: number): number {
  const ratio = Math.log(share) - Math.log1p(-share);
  let term = of * Math.log1p(-share);
  let sum = Math.exp(term);
  for (let k = 1; k <= count; k += 1) {
    term += Math.log((of - k + 1) / k) + ratio;
    sum += Math.exp(term);
  }
  return Math.min(1, sum);
}
