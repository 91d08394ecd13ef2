/** Up to this many mementos all are witnesses; beyond it, so many evenly spaced ones (SPEC section 2). */
const allUpTo = 200;
const spaced = 64;
/** With fewer mementos there is no middle. */
export const fewestWitnesses = 3;

/** Of the mementos that can be compared with, given by position in order of time, those that median and medoid ask. */
export function chooseWitnesses(positions: readonly number[]): readonly number[] {
  if (positions.length <= allUpTo) return positions;
  return Array.from(
    { length: spaced },
    (_, at) => positions[Math.round((at * (positions.length - 1)) / (spaced - 1))]!,
  );
}

/** The median; of an even number of values the mean of the two in the middle. Undefined where there are none. */
export function median(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * The most central of the witnesses: the least mean distance to the others, the earliest of equals; `but`, a place among
 * them, neither chosen nor counted. `distance` is undefined where two cannot be compared. -1 when none can.
 */
export function medoid(
  witnesses: number,
  distance: (one: number, other: number) => number | undefined,
  but: number,
): number {
  let best = -1;
  let least = Infinity;
  for (let one = 0; one < witnesses; one += 1) {
    if (one === but) continue;
    let sum = 0;
    let count = 0;
    for (let other = 0; other < witnesses; other += 1) {
      if (other === one || other === but) continue;
      const value = distance(one, other);
      if (value === undefined) continue;
      sum += value;
      count += 1;
    }
    if (count > 0 && sum / count < least) {
      least = sum / count;
      best = one;
    }
  }
  return best;
}
