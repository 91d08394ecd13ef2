import { appendFileSync } from "node:fs";
import { messageOf, UsageError } from "../base/errors.js";
import type { Statistics } from "../read/http/statistics.js";
import { jsonFile } from "../base/json.js";
import { counted, printable } from "../base/text.js";
import { NOT_CHUNKED } from "../read/coding/content-coding.js";
import type { RunProgress, Tally } from "../run/run-options.js";
import type { ArchiveProgress, FileProgress } from "../read/types.js";
import { version } from "../base/version.js";

interface LogOptions {
  readonly verbose?: boolean;
  readonly quiet?: boolean;
  /** Where messages go instead of standard error. */
  readonly logfile?: string;
}

/** Messages for people, never mixed with results: standard error, or the log file. */
export interface Log {
  /** Something that the user should know even with `-q`. */
  readonly warn: (message: string) => void;
  readonly info: (message: string) => void;
  /** Only with `-v`. */
  readonly detail: (message: string) => void;
}

/** Opens the log; throws a `UsageError` when its file cannot be written, or nobody knows how much to say. */
export function openLog({ verbose = false, quiet = false, logfile }: LogOptions): Log {
  if (verbose && quiet) throw new UsageError("-q says less and -v says more: give one of them.");
  const to = logfile === undefined ? toStandardError : toFile(logfile);
  const write = (message: string): void => to(printable(message));
  const silent = (): void => undefined;
  return {
    warn: write,
    info: quiet ? silent : write,
    detail: verbose ? write : silent,
  };
}

function toStandardError(message: string): void {
  process.stderr.write(`${message}\n`);
}

function toFile(path: string): (message: string) => void {
  const append = (message: string): void => appendFileSync(path, message);
  try {
    append("");
  } catch (cause) {
    throw new UsageError(`-l ${path} cannot be written: ${messageOf(cause)}`, { cause });
  }
  return (message) => append(`${new Date().toISOString()} ${message}\n`);
}
/** Time between two drawings, in milliseconds. */
const INTERVAL = 200;
/** The line is drawn again after this time even without news: hosts may ask for long pauses. */
const REDRAW = 1000;
const USUAL_COLUMNS = 80;

export interface ProgressLine {
  show(progress: RunProgress): void;
  /** Takes the line away, so that other text can be written. */
  clear(): void;
  /** Takes the line away for good: what comes next on the terminal are results. */
  end(): void;
}

/** A progress line on standard error when that is a terminal; silent in pipes and files. */
export function progressLine(wanted: boolean): ProgressLine {
  if (!wanted || !process.stderr.isTTY) {
    return { show: () => undefined, clear: () => undefined, end: () => undefined };
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
  let hasEnded = false;
  const clear = (): void => {
    clearInterval(timer);
    timer = undefined;
    if (drawn > -Infinity) process.stderr.write("\r\u{1b}[K");
    drawn = -Infinity;
  };
  return {
    clear,
    end() {
      hasEnded = true;
      clear();
    },
    show(progress) {
      if (hasEnded) return;
      last = progress;
      timer ??= setInterval(draw, REDRAW).unref();
      if (performance.now() - drawn >= INTERVAL) draw();
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
/** Reasons shown by name: a crawl may hold any number of strange media types. */
const REASONS_SHOWN = 20;

const percent = (part: number, whole: number): string =>
  whole === 0 ? "" : ` (${((100 * part) / whole).toFixed(1)} %)`;

/**
 * The closing summary: what was read, what is off-topic by which measure, what was left out and why. `isEnglish` where
 * words are taken for English ones because no language was chosen.
 */
export function summaryLines(tally: Tally, seconds: number, isEnglish = false): string[] {
  const { mementos, timeMaps, offTopic, accessErrors, measurementErrors } = tally;
  const lines = [
    `${counted(mementos, "memento")} of ${counted(timeMaps, "TimeMap")} in ${seconds.toFixed(1)} s` +
      (seconds > 0 ? ` (${Math.round(mementos / seconds)}/s)` : ""),
    `off-topic: ${offTopic}${percent(offTopic, mementos)}`,
  ];
  for (const [name, number] of tally.offTopicBy) lines.push(`  by ${name}: ${number}`);
  if (tally.unsure > 0) lines.push(`unsure: ${tally.unsure}${percent(tally.unsure, mementos)}`);
  if (tally.offTopicTimeMaps > 0) {
    lines.push(`off-topic as a whole: ${counted(tally.offTopicTimeMaps, "TimeMap")}`);
  }
  if (accessErrors > 0) lines.push(`could not be fetched or read: ${accessErrors}`);
  if (tally.substituted > 0) {
    lines.push(
      `answered with another capture: ${tally.substituted} (--set substituted=refuse or keep)`,
    );
  }
  if (measurementErrors > 0) lines.push(`could not be measured: ${measurementErrors}`);
  if (tally.notChunked > 0) {
    lines.push(`${NOT_CHUNKED}, and read as it is: ${counted(tally.notChunked, "memento")}`);
  }
  if (tally.withoutFirst > 0) {
    lines.push(
      `${counted(tally.withoutFirst, "TimeMap")} whose first memento cannot be used` +
        ` (--set first=usable takes the earliest usable one)`,
    );
  }
  // Where no TimeMap at all has two mementos to compare, a warning says so.
  if (tally.ofOneMemento > 0 && (tally.compared > 0 || tally.judged === 0)) {
    lines.push(
      `${counted(tally.ofOneMemento, "TimeMap")} with a single memento, so that nothing can be compared:` +
        " give all crawls of the collection together",
    );
  }
  if (isEnglish && tally.notEnglish > 0) {
    const isAre = tally.notEnglish === 1 ? "is" : "are";
    lines.push(
      `${tally.notEnglish} of ${counted(mementos, "memento")} ${isAre} not in English:` +
        " --language auto takes the stems and stop words of the language of each TimeMap",
    );
  }
  if (tally.damage.length > 0) lines.push(`damaged places in the input: ${tally.damage.length}`);
  const others = notMementosLine(tally);
  if (others !== undefined) lines.push(others);
  return lines;
}

/** The same figures as JSON (docs/summary.schema.json). Nothing in it depends on the clock. */
export function summaryJson(tally: Tally): string {
  const { timeMaps, mementos, judged, offTopic, accessErrors, measurementErrors } = tally;
  const byName = (counts: ReadonlyMap<string, number>): Record<string, number> =>
    Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  const figures = {
    tool: `detect_off_topic ${version}`,
    ...{ timeMaps, mementos, judged, offTopic },
    onTopic: judged - offTopic - tally.unsure,
    unsure: tally.unsure,
    offTopicBy: byName(tally.offTopicBy),
    ...{ accessErrors, measurementErrors },
    damagedPlaces: tally.damage.length,
    substituted: tally.substituted,
    timeMapsWithoutFirst: tally.withoutFirst,
    timeMapsOffTopic: tally.offTopicTimeMaps,
    timeMapsOfOneMemento: tally.ofOneMemento,
    notMementos: byName(tally.skipped),
  };
  return jsonFile(figures);
}

/** What was read that is not a memento, by reason; undefined where there was nothing of the kind. */
export function notMementosLine({ skipped }: Tally): string | undefined {
  const reasons = [...skipped].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  if (reasons.length === 0) return undefined;
  const shown = reasons
    .slice(0, REASONS_SHOWN)
    .map(([reason, n]) => `${n} ${reason.slice(0, 100)}`);
  const rest = reasons.slice(REASONS_SHOWN).reduce((sum, [, n]) => sum + n, 0);
  if (rest > 0) shown.push(`${rest} for other reasons`);
  return `not mementos: ${shown.join(", ")}`;
}

/** What was fetched, for runs over HTTP. */
export function fetchLines(fetched: Readonly<Statistics>): string[] {
  const { requests, fromDirectory, retries, failures, waitedMs, bytes } = fetched;
  const parts = [
    `${counted(requests, "request")} (${(bytes / 1e6).toFixed(1)} MB)`,
    fromDirectory > 0 && `${fromDirectory} answered by the working directory`,
    retries > 0 && `${retries} sent again`,
    failures > 0 && `${failures} failed`,
    waitedMs > 0 && `${(waitedMs / 1000).toFixed(0)} s of pauses that hosts asked for`,
  ].filter((part) => part !== false);
  return [`fetched: ${parts.join(", ")}`];
}
