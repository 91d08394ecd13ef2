import { utcTicks } from "d3-time";
import { positionsOf, type Layout } from "./positions.js";

/** A mark on the time axis. */
export interface TimeTick {
  readonly x: number;
  readonly label: string;
}

/** About `count` marks: round dates where mementos are laid out by date, dates of some mementos where by order. */
export function timeTicks(
  times: readonly number[],
  layout: Layout,
  width: number,
  count: number,
): TimeTick[] {
  const first = times[0] ?? 0;
  const last = times.at(-1) ?? first;
  if (layout === "order" || last <= first) {
    const xs = positionsOf(times, layout, width);
    const step = Math.max(1, Math.ceil(times.length / count));
    return times.flatMap((time, at) =>
      at % step === 0 ? [{ x: xs[at]!, label: new Date(time).toISOString().slice(0, 10) }] : [],
    );
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

/** Characters of an ISO date that tell these dates apart. */
function labelLength(dates: readonly Date[]): number {
  const all = (rest: string): boolean => dates.every((date) => date.toISOString().endsWith(rest));
  if (all("-01-01T00:00:00.000Z")) return 4;
  if (all("-01T00:00:00.000Z")) return 7;
  return all("T00:00:00.000Z") ? 10 : 16;
}
