/** How mementos are laid out from left to right. */
export type Layout = "date" | "order";

/** Milliseconds of each date; one without a date stands where the one before it does. */
export function timesOf(dates: readonly (string | undefined)[]): number[] {
  let last = dates.map((date) => Date.parse(date ?? "")).find((time) => !Number.isNaN(time)) ?? 0;
  return dates.map((date) => {
    const time = Date.parse(date ?? "");
    if (!Number.isNaN(time)) last = time;
    return last;
  });
}

/** Distance of each memento from the left, from 0 to `width`; ascending where `times` are. */
export function positionsOf(times: readonly number[], layout: Layout, width: number): number[] {
  const first = times[0] ?? 0;
  const extent = (times.at(-1) ?? first) - first;
  if (layout === "order" || extent <= 0) {
    const last = Math.max(times.length - 1, 1);
    return times.map((_, at) => (times.length === 1 ? width / 2 : (at * width) / last));
  }
  return times.map((time) => ((time - first) * width) / extent);
}

/** The place of the position nearest to `x`; positions ascend, there is at least one. */
export function nearest(positions: readonly number[], x: number): number {
  let low = 0;
  let high = positions.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positions[middle]! < x) low = middle + 1;
    else high = middle;
  }
  const before = low - 1;
  return before >= 0 && x - positions[before]! <= positions[low]! - x ? before : low;
}
