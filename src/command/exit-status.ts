import { UsageError } from "../base/errors.js";
import { counted } from "../base/text.js";
import type { Tally } from "../run/setup/tally.js";
import { reasonText } from "../write/seed-change.js";
import type { VerdictChanges } from "../run/setup/run-history.js";
import { exitNow, exitStatus, noteStop } from "./ending.js";

export { exitStatus } from "./ending.js";

export const exitStatusHelp = `Exit status (the first of 2, 1, 5, 6, 7, 3, 4 that applies):
  0    finished, whatever was found
  1    a bug of ours
  2    the command line is wrong: one line says what to change
  3    --strict, and something could not be read or measured
  4    --fail-on was met, which it also is if nothing was compared; or compare
       found differences
  5    incomplete, can be resumed (an archive limits or bars us, disk full,
       another run uses the folder)
  6    nothing was judged: no memento has a topic status (unless a
       history with verdicts gets no new capture), or collect could
       read no page
  7    a plug-in or a measure failed, and its scores are measurement errors
  129, 131    the terminal was closed (SIGHUP), or SIGQUIT
  130, 143    interrupted (SIGINT, SIGTERM)`;

/** The part of the log that tells why a status is not 0. */
interface Warnings {
  readonly warn: (message: string) => void;
  readonly tell?: ((message: string) => void) | undefined;
}

interface FailRule {
  readonly figure:
    | ("off-topic" | "unsure" | "failed" | "single" | "mementos")
    | typeof OFF_SEEDS
    | typeof NEW_SEED;
  /** Minimum number of mementos, or maximum of another figure. */
  readonly bound: number;
  /** True if the bound is a share (0 to 1), false if it is a number. */
  readonly isShare: boolean;
}

/** Number of seeds that the line about a rule names. */
const SEEDS_SHOWN = 5;

/** Figure of the seeds that are off-topic after their last capture and were not before. */
const NEW_SEED = "new-off-topic-seed";

/** Figure of the seeds that are off-topic after their last capture. */
const OFF_SEEDS = "off-topic-seeds";

const FAIL_RULE =
  /^(?:(off-topic|off-topic-seeds|unsure|failed)(?:=(\d+(?:\.\d+)?)%)?|(off-topic-seeds|failed|single)=(\d+)|(mementos)[=<](\d+))$/u;

/**
 * Parses rules such as `off-topic=5%,failed=0,mementos<100`. `mementos=100` means the same as `mementos<100`. Throws a
 * `UsageError` for any other text.
 */
export function parseFailOn(text: string): readonly FailRule[] {
  return text.split(",").map((rule) => {
    if (rule.trim() === NEW_SEED) return { figure: NEW_SEED, bound: 0, isShare: false };
    const [, ofAll, percent = "0", counts, most, mementos, least] =
      FAIL_RULE.exec(rule.replace(/\s/gu, "")) ?? [];
    const share = Number(percent) / 100;
    if (counts !== undefined) {
      return { figure: counts as FailRule["figure"], bound: Number(most), isShare: false };
    }
    if (mementos !== undefined) return { figure: "mementos", bound: Number(least), isShare: false };
    const [, figure, limit] = /^\s*(?!mementos)([a-z-]+)\s*>=?\s*([\d.]+%?)\s*$/u.exec(rule) ?? [];
    if (figure !== undefined) {
      throw new UsageError(
        `--fail-on ${rule.trim()}: write ${figure}=${limit}, which a larger figure meets.`,
      );
    }
    if (ofAll === undefined || share > 1) {
      throw new UsageError(
        "--fail-on takes off-topic or off-topic=5% (a larger share fails), unsure=5%, failed=0 or failed=5% (more fail), off-topic-seeds=5 or 5% (more seeds are off-topic now), " +
          `single=0 (more TimeMaps with a single memento fail), mementos=100 (fewer fail), new-off-topic-seed (with --history), several with commas between, not "${text}".`,
      );
    }
    return { figure: ofAll as FailRule["figure"], bound: share, isShare: true };
  });
}

/** Throws a `UsageError` if one of the rules of a run without a history needs the verdicts of earlier runs. */
export function requireNoHistoryRule(failOn: readonly FailRule[] = []): void {
  if (!failOn.some(({ figure }) => figure === NEW_SEED)) return;
  throw new UsageError(
    `--fail-on ${NEW_SEED} needs the verdicts of earlier runs. Give --history FOLDER, or compare the results of two runs: detect_off_topic compare --fail-on ${NEW_SEED}.`,
  );
}

/** Returns `undefined` if nothing failed. */
export function statusOfFailures(
  failures: ReadonlyMap<string, string>,
  log: Warnings,
): number | undefined {
  const [first] = failures.values();
  if (first === undefined) return undefined;
  log.warn(`failed: ${[...failures.keys()].join(", ")}. The first failure:`);
  for (const line of first.split("\n")) log.warn(line);
  return exitStatus.codeFailed;
}

/**
 * Returns the exit status of a finished run from its failures, `--strict` and `--fail-on`. Logs a line for each that
 * applies, even with `-q`. `failures` are those of writers; the others are in the tally. `changes` are the
 * verdict changes of a run with a history. `mustCompare` is true for a run whose TimeMaps are whole: a rule is also met
 * if none of them has a second memento, because such a run finds hardly anything.
 */
export function statusOf(
  { strict, failOn = [] }: { readonly strict?: boolean; readonly failOn?: readonly FailRule[] },
  tally: Tally,
  log: Warnings,
  {
    failures = new Map(),
    changes,
    mustCompare = false,
  }: {
    readonly failures?: Tally["failures"] | undefined;
    readonly changes?: VerdictChanges | undefined;
    readonly mustCompare?: boolean;
  } = {},
): number {
  const failed = statusOfFailures(new Map([...tally.failures, ...failures]), log);
  const isStrictlyFailed = strict === true && failedOf(tally) > 0;
  const met = rulesMet(failOn, tally, { changes, mustCompare });
  const { tell = log.warn } = log;
  if (isStrictlyFailed) tell(`--strict: ${failedText(tally)}.`);
  if (met.length > 0) tell(`--fail-on is met: ${met.join("; ")}.`);
  if (failed !== undefined) return failed;
  if (isStrictlyFailed) return exitStatus.strictFailures;
  return met.length > 0 ? exitStatus.failOnMet : exitStatus.finished;
}

/** Returns the rules of `--fail-on` that are met, each with its figures. */
export function rulesMet(
  failOn: readonly FailRule[],
  tally: Tally,
  {
    changes,
    mustCompare,
  }: { readonly changes: VerdictChanges | undefined; readonly mustCompare: boolean },
): readonly string[] {
  const met = failOn.flatMap((rule) => whyMet(rule, tally, changes) ?? []);
  if (mustCompare && hasComparedNothing(failOn, tally)) {
    met.push(
      `nothing was compared, as no TimeMap has a second memento that can be judged (single=${tally.timeMaps} allows that)`,
    );
  }
  return met;
}

/**
 * Returns whether a seed that is off-topic now fails the rules that are met, given the first capture since which it is
 * off-topic. Without rules each does.
 */
export function failingSeeds(
  failOn: readonly FailRule[] | undefined,
  tally: Tally,
  changes: VerdictChanges | undefined,
): (uriM: string) => boolean {
  if (failOn === undefined) return () => true;
  const met = failOn.filter((rule) => whyMet(rule, tally, changes) !== undefined);
  const figures = new Set(met.map(({ figure }) => figure));
  if (figures.has("off-topic") || figures.has(OFF_SEEDS)) return () => true;
  const { items = [] } = figures.has(NEW_SEED) ? (changes?.offTopicSeeds ?? {}) : {};
  const fresh = new Set(items.map(({ uriM }) => uriM));
  return (uriM) => fresh.has(uriM);
}

/** The rule `single=N` is the finer one: it says how many TimeMaps with a single memento are fine. */
const hasComparedNothing = (failOn: readonly FailRule[], { judged, compared }: Tally): boolean =>
  failOn.length > 0 &&
  judged > 0 &&
  compared === 0 &&
  !failOn.some(({ figure }) => figure === "single");

const failedOf = ({ accessErrors, measurementErrors, damage }: Tally): number =>
  accessErrors + measurementErrors + damage.length;

function failedText({ accessErrors, measurementErrors, damage }: Tally): string {
  return (
    `${accessErrors} could not be fetched or found, ${measurementErrors} could not be measured, ` +
    `${counted(damage.length, "damaged place")} in the input`
  );
}

/** Returns the rule with the figures that meet it; `undefined` if it is not met. */
function whyMet(
  { figure, bound, isShare }: FailRule,
  tally: Tally,
  changes: VerdictChanges | undefined,
): string | undefined {
  if (figure === NEW_SEED) {
    const { count = 0, items = [] } = changes?.offTopicSeeds ?? {};
    if (count === 0) return undefined;
    const shown = items.slice(0, SEEDS_SHOWN).map((seed) => `${seed.uriR}${reasonText(seed)}`);
    const rest = count > shown.length ? `; ${count - shown.length} more` : "";
    return `${NEW_SEED} (${counted(count, "seed")}: ${shown.join("; ")}${rest})`;
  }
  const { mementos, offTopic, unsure } = tally;
  if (figure === "mementos") {
    return mementos < bound
      ? `mementos<${bound} (there ${mementos === 1 ? "is" : "are"} ${mementos})`
      : undefined;
  }
  if (figure === "single") {
    const { ofOneMemento } = tally;
    return ofOneMemento > bound
      ? `single=${bound} (${counted(ofOneMemento, "TimeMap")} with a single memento, so that nothing can be compared)`
      : undefined;
  }
  const count = {
    ...{ "off-topic": offTopic, unsure, failed: failedOf(tally) },
    [OFF_SEEDS]: tally.offTopicNow,
  }[figure];
  const [all, noun] = figure === OFF_SEEDS ? [tally.timeMaps, "seed"] : [mementos, "memento"];
  if (count <= (isShare ? bound * all : bound)) return undefined;
  const limit = isShare ? percentText(bound) : String(bound);
  const rule = bound === 0 && isShare ? figure : `${figure}=${limit}`;
  const share = all === 0 ? "" : `, ${percentText(count / all)}`;
  const details = figure === "failed" ? `: ${failedText(tally)}` : "";
  return `${rule} (${count} of ${counted(all, noun)}${share}${details})`;
}

const percentText = (share: number): string => `${Number((100 * share).toFixed(3))}%`;
const STATUS = {
  SIGHUP: exitStatus.hungUp,
  SIGINT: exitStatus.interrupted,
  SIGQUIT: exitStatus.quit,
  SIGTERM: exitStatus.terminated,
} as const;

type StopSignal = keyof typeof STATUS;
const STOP_SIGNALS = Object.keys(STATUS) as StopSignal[];

let stopping: AbortSignal | undefined;

/**
 * Returns the signal that is aborted when the run has to stop; `undefined` if an interrupt ends the process at once.
 */
export const stopSignal = (): AbortSignal | undefined => stopping;

/**
 * Runs work that stops in good order on SIGINT, SIGTERM, SIGHUP and SIGQUIT: its abort signal fires, it cleans up, and
 * the exit status tells which signal it was. A second signal ends the process at once. `whatIsLeft` is the message
 * about the output.
 */
export async function interruptible(
  work: (signal: AbortSignal) => Promise<number>,
  whatIsLeft: string,
): Promise<number> {
  const controller = new AbortController();
  stopping = controller.signal;
  let stoppedBy: StopSignal | undefined;
  const stop = (signal: StopSignal): void => {
    if (stoppedBy !== undefined) exitNow(STATUS[signal]);
    stoppedBy = signal;
    noteStop();
    controller.abort(new Error(`stopped by ${signal}`));
    // Ends a pending read: standard input may never send another line.
    process.stdin.destroy();
  };
  for (const each of STOP_SIGNALS) process.on(each, stop);
  try {
    return await work(controller.signal);
  } catch (cause) {
    if (stoppedBy === undefined) throw cause;
    process.stderr.write(`detect_off_topic: stopped by ${stoppedBy}, ${whatIsLeft}\n`);
    return STATUS[stoppedBy];
  } finally {
    // After a stop the handlers stay, so that further signals cannot replace our exit status with their own.
    if (stoppedBy === undefined) for (const each of STOP_SIGNALS) process.off(each, stop);
    stopping = undefined;
  }
}
