import type { RunProgress } from "../run/run.js";

/** Time between two drawings, in milliseconds. */
const INTERVAL = 200;

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
  return {
    show(progress) {
      const now = performance.now();
      if (now - drawn < INTERVAL) return;
      drawn = now;
      const line = progressText(progress, (now - started) / 1000);
      process.stderr.write(`\r\u{1b}[K${line.slice(0, process.stderr.columns - 1)}`);
    },
    clear() {
      if (drawn > -Infinity) process.stderr.write("\r\u{1b}[K");
      drawn = -Infinity;
    },
  };
}

/** The line's text after `seconds` of running. */
export function progressText(progress: RunProgress, seconds: number): string {
  const { phase, records, mementos, scored, input } = progress;
  if (phase === "scoring") return `scoring: ${scored} of ${mementos} mementos`;
  const rate = seconds > 0 ? Math.round(mementos / seconds) : 0;
  const share =
    input?.bytesTotal !== undefined && input.bytesTotal > 0
      ? input.bytesRead / input.bytesTotal
      : undefined;
  const left =
    share !== undefined && share > 0.01
      ? `, ${Math.ceil((seconds / share) * (1 - share))} s left`
      : "";
  const part = share === undefined ? "" : ` (${Math.floor(100 * share)} %)`;
  return `reading${part}: ${records} records, ${mementos} mementos, ${rate}/s${left}`;
}
