/**
 * If there are at most `allUpTo` mementos, all serve as reference mementos. Otherwise `spaced` evenly spaced mementos
 * do, so that the time is proportional to the length of the TimeMap.
 */
const allUpTo = 200;

const spaced = 64;

/** Minimum number of reference mementos for a median or medoid. */
export const fewestReferences = 3;

/**
 * Returns the mementos from which median and medoid are computed. They are chosen from the mementos that can be
 * compared, given by position in order of time.
 */
export function chooseReferences(positions: readonly number[]): readonly number[] {
  if (positions.length <= allUpTo) return positions;
  return Array.from(
    { length: spaced },
    (_, at) => positions[Math.round((at * (positions.length - 1)) / (spaced - 1))]!,
  );
}

/**
 * Returns the median, which is the mean of the middle two for an even number of values. Returns undefined for an empty
 * list.
 */
export function median(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Returns the index of the most central reference memento, which has the least mean distance to the others. In a tie it
 * is the earliest. The memento at index `but` is ignored. `distance` returns undefined for two mementos that cannot be
 * compared. Returns -1 if no two can be compared.
 */
export function medoid(
  mementos: number,
  distance: (one: number, other: number) => number | undefined,
  but: number,
): number {
  let best = -1;
  let least = Infinity;
  for (let one = 0; one < mementos; one += 1) {
    if (one === but) continue;
    let sum = 0;
    let count = 0;
    for (let other = 0; other < mementos; other += 1) {
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
