import { seededRandom } from "../../base/math/random.js";

/** Interval with the middle 95 % of samples. */
export type Interval = readonly [low: number, high: number];

/** Returns the interval of the middle 95 % of values. Returns `undefined` without values. Sorts the values in place. */
export function middle95(values: number[]): Interval | undefined {
  if (values.length === 0) return undefined;
  values.sort((a, b) => a - b);
  const at = (share: number): number => values[Math.round(share * (values.length - 1))]!;
  return [at(0.025), at(0.975)];
}

export interface Resampling {
  /** Number of bootstrap samples of TimeMaps, or 0 for no intervals. */
  readonly resamples: number;
  readonly seed: number;
}

/** A figure and its interval over bootstrap samples of TimeMaps. */
export interface Estimate {
  /** Absent if there is nothing to measure. */
  readonly value?: number;
  /** Absent without samples in which there is something to measure. */
  readonly interval?: Interval;
}

/** Returns `undefined` if its divisor is 0. */
export type FigureOfSample = (times: Uint32Array) => number | undefined;

/** Returns the figure of a share: the sums over TimeMaps of parts and wholes, divided by each other. */
export const shareOverTimeMaps =
  (parts: readonly number[], wholes: readonly number[]): FigureOfSample =>
  (times) => {
    let [part, whole] = [0, 0];
    for (let at = 0; at < times.length; at += 1) {
      part += times[at]! * parts[at]!;
      whole += times[at]! * wholes[at]!;
    }
    return whole === 0 ? undefined : part / whole;
  };

/** All figures are computed on the same samples. */
export function estimate<Name extends string>(
  figures: ReadonlyMap<Name, FigureOfSample>,
  timeMaps: number,
  { resamples, seed }: Resampling,
): ReadonlyMap<Name, Estimate> {
  const random = seededRandom(seed);
  const sampled = new Map([...figures.keys()].map((name) => [name, [] as number[]]));
  const times = new Uint32Array(timeMaps);
  for (let sample = 0; sample < resamples; sample += 1) {
    times.fill(0);
    for (let draw = 0; draw < timeMaps; draw += 1) times[Math.floor(random() * timeMaps)]! += 1;
    for (const [name, figure] of figures) {
      const value = figure(times);
      if (value !== undefined) sampled.get(name)!.push(value);
    }
  }
  times.fill(1);
  return new Map(
    [...figures].map(([name, figure]) => [
      name,
      { value: figure(times), interval: middle95(sampled.get(name)!) },
    ]),
  );
}
