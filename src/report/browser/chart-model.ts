import { nice, ticks } from "d3-array";
import { utcTicks } from "d3-time";
import type { OverallStatus } from "../../base/types.js";

/** Converts dates to milliseconds. An entry without a date gets the date of the entry before it. */
export function timesOf(dates: readonly (string | undefined)[]): number[] {
  let last = dates.map((date) => Date.parse(date ?? "")).find((time) => !Number.isNaN(time)) ?? 0;
  return dates.map((date) => {
    const time = Date.parse(date ?? "");
    if (!Number.isNaN(time)) last = time;
    return last;
  });
}

/** Returns the horizontal position of each memento, from 0 to `width`. Positions ascend if `times` do. */
export function positionsOf(times: readonly number[], width: number): number[] {
  const first = times[0] ?? 0;
  const extent = (times.at(-1) ?? first) - first;
  if (extent <= 0) {
    const last = Math.max(times.length - 1, 1);
    return times.map((_, at) => (times.length === 1 ? width / 2 : (at * width) / last));
  }
  return times.map((time) => ((time - first) * width) / extent);
}

/** Narrowest range of a scale, as a share of the size of the scores. */
const finest = 1e-9;

/** Shares get the scale from 0 to 1; other scores get rounded limits. */
export function scoreScale(
  scores: readonly number[],
  threshold: number | undefined,
): { readonly low: number; readonly high: number; readonly ticks: readonly number[] } {
  let low = threshold ?? Infinity;
  let high = threshold ?? -Infinity;
  for (const score of scores) {
    if (score < low) low = score;
    if (score > high) high = score;
  }
  if (low > high) return { low: 0, high: 1, ticks: [0, 1] };
  if (low >= 0 && high <= 1) return { low: 0, high: 1, ticks: [0, 0.5, 1] };
  // A range as narrow as the rounding error would have no rounded numbers, or far too many.
  if (high - low <= finest * Math.max(1, Math.abs(low), Math.abs(high)))
    [low, high] = [low - 1, high + 1];
  const [from, to] = nice(low, high, 3);
  return { low: from, high: to, ticks: ticks(from, to, 3) };
}

/** Returns marks at rounded dates, or one at the only date. */
export function timeTicks(
  times: readonly number[],
  width: number,
  count: number,
): { readonly x: number; readonly label: string }[] {
  const first = times[0] ?? 0;
  const last = times.at(-1) ?? first;
  if (last <= first) {
    return [{ x: width / 2, label: new Date(first).toISOString().slice(0, 10) }];
  }
  const dates = utcTicks(new Date(first), new Date(last), count);
  const length = labelLength(dates);
  return dates.map((date) => ({
    x: ((date.getTime() - first) * width) / (last - first),
    label: date
      .toISOString()
      .replace("T", " ")
      .slice(length === 16 ? 5 : 0, length),
  }));
}

/** Returns the number of characters of an ISO date that are needed to distinguish these dates. */
function labelLength(dates: readonly Date[]): number {
  const all = (rest: string): boolean => dates.every((date) => date.toISOString().endsWith(rest));
  if (all("-01-01T00:00:00.000Z")) return 4;
  if (all("-01T00:00:00.000Z")) return 7;
  return all("T00:00:00.000Z") ? 10 : 16;
}
/**
 * Returns the first and the last memento of each run of off-topic mementos. A memento without a verdict ends a run, because
 * nothing is known about it.
 */
export function offRuns(
  verdicts: readonly (OverallStatus | undefined)[],
): { readonly from: number; readonly to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (const [at, verdict] of verdicts.entries()) {
    if (verdict !== "off-topic") continue;
    const last = runs.at(-1);
    if (last?.to === at - 1) last.to = at;
    else runs.push({ from: at, to: at });
  }
  return runs;
}
