/** Confidence interval of a share, both ends from 0 to 1. */
export interface ShareInterval {
  readonly low: number;
  readonly high: number;
}

/** Number of standard deviations around the mean that contain 95% of a normal distribution. */
const NORMAL_95 = 1.959963984540054;

/**
 * Returns Wilson's 95% interval of a share of which `count` in `of` samples were observed. Returns 0 to 1 if there are
 * no samples.
 */
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
 * Returns the upper bound of Clopper and Pearson: the largest share with which `count` or fewer successes in `of`
 * samples still have the probability `alpha`.
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

/**
 * Returns the lower bound of Clopper and Pearson: the smallest share with which `count` or more successes still have
 * the probability `alpha`.
 */
export const lowerBound = (count: number, of: number, alpha: number): number =>
  1 - upperBound(of - count, of, alpha);

/** Number of bisections. It is higher than the 53 binary digits of a number. */
const STEPS = 60;

/** Returns the probability of `count` or fewer successes in `of` samples for a share between 0 and 1, both excluded. */
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
