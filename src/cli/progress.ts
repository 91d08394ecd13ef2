import { counted } from "../mementos/counted.js";
import type { RunProgress } from "../run/run-options.js";
import type { ArchiveProgress, FileProgress } from "../types.js";

/** Time between two drawings, in milliseconds. */
const INTERVAL = 200;
/** The line is drawn anew after this time even if nothing was told: hosts may ask for long pauses. */
const REDRAW = 1000;
const USUAL_COLUMNS = 80;

/** Shows how far a run is, on one line of a terminal. */
export interface ProgressLine {
  show(progress: RunProgress): void;
  /** Takes the line away, so that other text can be written. */
  clear(): void;
}

/** A progress line on standard error when that is a terminal; silent in pipes and files. */
export function progressLine(wanted: boolean): ProgressLine {
  if (!wanted || !process.stderr.isTTY) {
    return { show: () => undefined, clear: () => undefined };
  }
  const started = performance.now();
  let drawn = -Infinity;
  let last: RunProgress | undefined;
  let timer: NodeJS.Timeout | undefined;
  const draw = (): void => {
    if (last === undefined) return;
    drawn = performance.now();
    const line = progressText(last, (drawn - started) / 1000);
    process.stderr.write(`\r\u{1b}[K${fitted(line, process.stderr.columns)}`);
  };
  return {
    show(progress) {
      last = progress;
      timer ??= setInterval(draw, REDRAW).unref();
      if (performance.now() - drawn >= INTERVAL) draw();
    },
    clear() {
      clearInterval(timer);
      timer = undefined;
      if (drawn > -Infinity) process.stderr.write("\r\u{1b}[K");
      drawn = -Infinity;
    },
  };
}

/** The part of the line that fits a terminal; one that does not know its width says 0. */
export const fitted = (line: string, columns: number): string =>
  line.slice(0, (columns > 0 ? columns : USUAL_COLUMNS) - 1);

/** The line's text after `seconds` of running. */
export function progressText(progress: RunProgress, seconds: number): string {
  const { phase, mementos, scored, input } = progress;
  if (phase === "scoring") return `scoring: ${scored} of ${mementos} mementos`;
  return input !== undefined && "timeMaps" in input
    ? fetchingText(progress, input, seconds)
    : readingText(progress, input, seconds);
}

function readingText(
  { records, mementos }: RunProgress,
  input: FileProgress | undefined,
  seconds: number,
): string {
  const share =
    input?.bytesTotal !== undefined && input.bytesTotal > 0
      ? input.bytesRead / input.bytesTotal
      : undefined;
  const part = share === undefined ? "" : ` (${Math.floor(100 * share)} %)`;
  return `reading${part}: ${counted(records, "record")}, ${counted(mementos, "memento")}, ${rate(mementos, seconds)}${timeLeft(share, seconds)}`;
}

function fetchingText(
  { fetched }: RunProgress,
  { timeMaps, timeMapsTotal, mementos, mementosListed }: ArchiveProgress,
  seconds: number,
): string {
  const { failures = 0, waitedMs = 0 } = fetched ?? {};
  const total = timeMapsTotal ?? timeMaps;
  // Those not read yet are taken to be like those that are.
  const expected = timeMaps === 0 ? 0 : (mementosListed * total) / timeMaps;
  return [
    `fetching: ${timeMaps} of ${total} TimeMaps`,
    `${mementos} of ${mementosListed} mementos`,
    rate(mementos, seconds),
    ...(failures > 0 ? [`${failures} failed`] : []),
    ...(waitedMs > 0 ? [`${duration(waitedMs / 1000)} of pauses`] : []),
  ]
    .join(", ")
    .concat(timeLeft(expected === 0 ? undefined : mementos / expected, seconds));
}

function rate(mementos: number, seconds: number): string {
  const perSecond = seconds > 0 ? mementos / seconds : 0;
  return `${perSecond > 0 && perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)}/s`;
}

function timeLeft(share: number | undefined, seconds: number): string {
  if (share === undefined || share <= 0.01) return "";
  return `, ${duration((seconds / share) * (1 - share))} left`;
}

/** Seconds as people say them; days for large collections. */
function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 120) return `${whole} s`;
  if (whole < 7200) return `${Math.ceil(whole / 60)} min`;
  if (whole < 172_800) return `${Math.ceil(whole / 3600)} h`;
  return `${Math.ceil(whole / 86_400)} days`;
}
