import { counted } from "../base/text.js";
import type { ArchiveProgress, FileProgress } from "../read/types.js";
import type { RunProgress } from "../run/setup/run-options.js";

/** Least time between two updates on a terminal, in milliseconds. */
const INTERVAL = 200;
/** The same in a log, where each update is a line of its own. */
const INTERVAL_IN_LOG = 30_000;
/**
 * Milliseconds after which an update may come even without progress: hosts may ask for long pauses, and the time has to
 * go on.
 */
const TICK = 1000;
const USUAL_COLUMNS = 80;

export interface ProgressLine {
  /** Tells a program that all options and inputs have been accepted. */
  begin(): void;
  readonly show: (progress: RunProgress) => void;
  /** Removes the line until the next `show`, so that other text can be written. */
  clear(): void;
  /** Removes the line for good: results follow on the same terminal. */
  end(): void;
}

const NOTHING_READ: RunProgress = { phase: "reading", records: 0, mementos: 0, scored: 0 };

const SILENT: ProgressLine = {
  begin: () => undefined,
  show: () => undefined,
  clear: () => undefined,
  end: () => undefined,
};

/** Forms of the progress that a run shows on standard error. */
export const PROGRESS_FORMS = ["line", "json"] as const;

/**
 * Returns a progress line on standard error, or a line each 30 seconds where standard error is not a terminal. The form
 * `json` is for programs: it writes an object a line, wherever standard error goes and even with `-q`.
 */
export function progressLine(
  wanted: boolean,
  form: (typeof PROGRESS_FORMS)[number] = "line",
): ProgressLine {
  if (form === "json") return progressObjects();
  if (!wanted) return SILENT;
  const isTerminal = process.stderr.isTTY;
  const interval = isTerminal ? INTERVAL : INTERVAL_IN_LOG;
  // The rate is that of the phase, which begins with its first state.
  let phase: RunProgress["phase"] = "reading";
  let started = performance.now();
  let drawn = isTerminal ? -Infinity : started;
  // A log gets its lines from the start on: the first page of a slow host may take minutes.
  let last: RunProgress | undefined = isTerminal ? undefined : NOTHING_READ;
  let timer: NodeJS.Timeout | undefined;
  const draw = (): void => {
    if (last === undefined) return;
    drawn = performance.now();
    const line = progressText(last, (drawn - started) / 1000);
    process.stderr.write(
      isTerminal ? `\r\u{1b}[K${fitted(line, process.stderr.columns)}` : `${line}\n`,
    );
  };
  const drawIfDue = (): void => {
    if (performance.now() - drawn >= interval) draw();
  };
  const tick = (): void => {
    timer ??= setInterval(drawIfDue, TICK).unref();
  };
  if (!isTerminal) tick();
  let hasEnded = false;
  const clear = (): void => {
    if (!isTerminal) return;
    clearInterval(timer);
    timer = undefined;
    if (drawn > -Infinity) process.stderr.write("\r\u{1b}[K");
    drawn = -Infinity;
  };
  return {
    ...SILENT,
    clear,
    end() {
      hasEnded = true;
      clear();
      clearInterval(timer);
    },
    show(progress) {
      if (hasEnded) return;
      last = progress;
      if (progress.phase !== phase) [phase, started] = [progress.phase, performance.now()];
      tick();
      drawIfDue();
    },
  };
}

/** Writes each state as a line of JSON, at most one every {@link INTERVAL}. */
function progressObjects(): ProgressLine {
  let written = -Infinity;
  const write = ({ phase, records, mementos, scored, input }: RunProgress): void => {
    process.stderr.write(`${JSON.stringify({ phase, records, mementos, scored, input })}\n`);
  };
  return {
    ...SILENT,
    begin: () => write(NOTHING_READ),
    show(progress) {
      const now = performance.now();
      if (now - written < INTERVAL) return;
      written = now;
      write(progress);
    },
  };
}

/** A terminal of unknown width reports 0 columns. */
const fitted = (line: string, columns: number): string =>
  line.slice(0, (columns > 0 ? columns : USUAL_COLUMNS) - 1);

/** Returns the text of the line after `seconds` of the phase. */
function progressText(progress: RunProgress, seconds: number): string {
  const { phase, mementos, scored, input } = progress;
  if (phase === "scoring") {
    const share = mementos === 0 ? undefined : scored / mementos;
    return `scoring: ${scored} of ${mementos} mementos, ${rate(scored, seconds)}${timeLeft(share, seconds)}`;
  }
  return input !== undefined && "timeMaps" in input
    ? fetchingText(progress, input, seconds)
    : readingText(progress, input, seconds);
}

function readingText(
  { records, mementos, fetched }: RunProgress,
  input: FileProgress | undefined,
  seconds: number,
): string {
  const share =
    input?.bytesTotal !== undefined && input.bytesTotal > 0
      ? input.bytesRead / input.bytesTotal
      : undefined;
  const part = share === undefined ? "" : ` (${Math.floor(100 * share)} %)`;
  // A download of gigabytes gives no records for minutes.
  const bytes =
    fetched === undefined || fetched.bytes === 0 ? "" : `, ${megabytes(fetched.bytes)} fetched`;
  return `reading${part}: ${counted(records, "record")}, ${counted(mementos, "memento")}, ${rate(mementos, seconds)}${bytes}${timeLeft(share, seconds)}`;
}

function fetchingText(
  { fetched }: RunProgress,
  { timeMaps, timeMapsTotal, mementos, mementosListed, inferred }: ArchiveProgress,
  seconds: number,
): string {
  const { failures = 0, waitedMs = 0 } = fetched ?? {};
  const total = timeMapsTotal ?? timeMaps;
  // TimeMaps that have not been read yet are assumed to have as many mementos as the others.
  const expected = timeMaps === 0 ? 0 : (mementosListed * total) / timeMaps;
  const done = mementos + (inferred ?? 0);
  return [
    `fetching: ${timeMaps} of ${total} TimeMaps`,
    ...(inferred === undefined
      ? [`${mementos} of ${mementosListed} mementos`]
      : [
          `${mementos} mementos`,
          `${inferred} inferred`,
          `${Math.max(0, mementosListed - done)} to go`,
        ]),
    rate(mementos, seconds),
    ...(failures > 0 ? [`${failures} failed`] : []),
    ...(waitedMs > 0 ? [`${duration(waitedMs / 1000)} of pauses`] : []),
  ]
    .join(", ")
    .concat(timeLeft(expected === 0 ? undefined : Math.min(1, done / expected), seconds));
}

/** Returns a number of bytes as text for people. */
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

function rate(mementos: number, seconds: number): string {
  const perSecond = seconds > 0 ? mementos / seconds : 0;
  return `${perSecond > 0 && perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)}/s`;
}

function timeLeft(share: number | undefined, seconds: number): string {
  if (share === undefined || share <= 0.01) return "";
  return `, ${duration((seconds / share) * (1 - share))} left`;
}

/** Returns a duration as text, rounded up; up to days, which large collections need. */
function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 120) return `${whole} s`;
  if (whole < 7200) return `${Math.ceil(whole / 60)} min`;
  if (whole < 172_800) return `${Math.ceil(whole / 3600)} h`;
  return `${Math.ceil(whole / 86_400)} days`;
}
