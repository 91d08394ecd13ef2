import { UsageError } from "../base/errors.js";
import { counted } from "../base/text.js";
import type { VerdictChanges } from "../run/history/verdicts.js";
import type { Tally } from "../run/setup/tally.js";
import { reasonText } from "../write/seed-change.js";
import { exitStatus } from "./ending.js";
import type { Log } from "./log.js";

export { exitStatus } from "./ending.js";

export const exitStatusHelp = `Exit status (the first of 2, 1, 5, 6, 7, 3, 4 that applies):
  0    finished, whatever was found
  1    a bug of ours
  2    the command line is wrong: one line says what to change
  3    --strict, and something could not be read or measured
  4    --fail-on was met, which it also is if nothing was compared
  5    incomplete, can be resumed (an archive limits or bars us, disk full,
       another run uses the folder)
  6    nothing was judged: no memento has a topic status (unless a
       history with verdicts gets no new capture), or collect could
       read no page
  7    a plug-in or a measure failed, and its scores are measurement errors
  129, 131    the terminal was closed (SIGHUP), or SIGQUIT
  130, 143    interrupted (SIGINT, SIGTERM)`;

interface FigureOfRun {
  /** The limits that a rule may have: none, a share, a number. */
  readonly limits: readonly ("" | "%" | "number")[];
  readonly count: (tally: Tally, changes?: VerdictChanges) => number;
  readonly noun: "memento" | "seed" | "TimeMap";
}

/** Figures of a run that a rule may limit. */
const FIGURES = {
  "off-topic": { limits: ["", "%"], count: ({ offTopic }) => offTopic, noun: "memento" },
  unsure: { limits: ["", "%"], count: ({ unsure }) => unsure, noun: "memento" },
  failed: { limits: ["", "%", "number"], count: (tally) => failedOf(tally), noun: "memento" },
  "off-topic-seeds": {
    ...{ limits: ["", "%", "number"], count: ({ offTopicNow }) => offTopicNow, noun: "seed" },
  },
  single: { limits: ["number"], count: ({ ofOneMemento }) => ofOneMemento, noun: "TimeMap" },
  mementos: { limits: ["number"], count: ({ mementos }) => mementos, noun: "memento" },
  "new-off-topic-seed": {
    ...{ limits: [""], count: (_, changes) => changes?.offTopicSeeds.length ?? 0, noun: "seed" },
  },
} as const satisfies Readonly<Record<string, FigureOfRun>>;

type Figure = keyof typeof FIGURES;

interface FailRule {
  readonly figure: Figure;
  /** Minimum number of mementos, or maximum of another figure. */
  readonly bound: number;
  /** True if the bound is a share (0 to 1), false if it is a number. */
  readonly isShare: boolean;
}

/**
 * Parses rules such as `off-topic=5%,failed=0,mementos<100`. `mementos=100` means the same as `mementos<100`. Throws a
 * `UsageError` for any other text.
 */
export const parseFailOn = (text: string): readonly FailRule[] =>
  text.split(",").map((rule) => parseRule(rule.replace(/\s/gu, ""), text));

function parseRule(rule: string, text: string): FailRule {
  const [, name = "", sign = "=", limit = "", percent = ""] =
    /^([a-z-]+)(?:([=<])(\d+(?:\.\d+)?)(%?))?$/u.exec(rule) ?? [];
  const figure = Object.keys(FIGURES).find((each): each is Figure => each === name);
  const form = percent === "" && limit !== "" ? "number" : percent;
  const isLimit = form === "number" ? /^\d+$/u.test(limit) : Number(limit) <= 100;
  const isSign = sign === "=" || figure === "mementos";
  const limits: readonly string[] = figure === undefined ? [] : FIGURES[figure].limits;
  if (figure !== undefined && limits.includes(form) && isSign && isLimit) {
    const isShare = form !== "number";
    return { figure, bound: Number(limit) / (isShare ? 100 : 1), isShare };
  }
  throw new UsageError(
    "--fail-on takes off-topic or off-topic=5% (a larger share fails), unsure=5%, failed=0 or failed=5% (more fail), off-topic-seeds=5 or 5% (more seeds are off-topic now), " +
      `single=0 (more TimeMaps with a single memento fail), mementos=100 (fewer fail), new-off-topic-seed (with --history), several with commas between, not "${text}".`,
  );
}

/** Throws a `UsageError` if one of the rules of a run without a history needs the verdicts of earlier runs. */
export function requireNoHistoryRule(failOn: readonly FailRule[] = []): void {
  if (!failOn.some(({ figure }) => figure === "new-off-topic-seed")) return;
  throw new UsageError(
    "--fail-on new-off-topic-seed needs the verdicts of earlier runs. Give --history FOLDER, or compare the results of two runs: detect_off_topic compare --fail-on new-off-topic-seed.",
  );
}

/** Returns `undefined` if nothing failed. */
export function statusOfFailures(
  failures: ReadonlyMap<string, string>,
  log: Pick<Log, "warn">,
): number | undefined {
  const [first] = failures.values();
  if (first === undefined) return undefined;
  log.warn(`failed: ${[...failures.keys()].join(", ")}. The first failure:`);
  for (const line of first.split("\n")) log.warn(line);
  return exitStatus.codeFailed;
}

/** Options, beside the counts of a finished run, on which its exit status depends. */
interface Judging {
  readonly strict?: boolean | undefined;
  readonly failOn?: readonly FailRule[] | undefined;
  /** Verdict changes of a run with a history. */
  readonly changes?: VerdictChanges | undefined;
  /**
   * True for a run whose TimeMaps are whole: a rule is also met if none of them has a second memento, because such a run
   * finds hardly anything.
   */
  readonly mustCompare: boolean;
}

/**
 * Returns the exit status of a finished run from its failures, `--strict` and `--fail-on`, and the rules that are met.
 * Logs a line for each that applies, even with `-q`.
 */
export function statusOf(
  tally: Tally,
  { strict = false, failOn = [], changes, mustCompare }: Judging,
  log: Pick<Log, "warn" | "tell">,
): { readonly status: number; readonly met: readonly string[] } {
  const failed = statusOfFailures(tally.failures, log);
  const isStrictlyFailed = strict && failedOf(tally) > 0;
  const met = failOn.flatMap((rule) => whyMet(rule, tally, changes) ?? []);
  // The rule `single=N` is the finer one: it says how many TimeMaps with a single memento are fine.
  const isOfSingle = failOn.some(({ figure }) => figure === "single");
  const comparesNothing = tally.judged > 0 && tally.compared === 0;
  if (mustCompare && failOn.length > 0 && comparesNothing && !isOfSingle) {
    met.push(
      `nothing was compared, as no TimeMap has a second memento that can be judged (single=${tally.timeMaps} allows that)`,
    );
  }
  if (isStrictlyFailed) log.tell(`--strict: ${failedText(tally)}.`);
  if (met.length > 0) log.tell(`--fail-on is met: ${met.join("; ")}.`);
  const status = isStrictlyFailed
    ? exitStatus.strictFailures
    : exitStatus[met.length > 0 ? "failOnMet" : "finished"];
  return { status: failed ?? status, met };
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
  if (figures.has("off-topic") || figures.has("off-topic-seeds")) return () => true;
  const named = figures.has("new-off-topic-seed") ? changes?.offTopicSeeds : undefined;
  const fresh = new Set(named?.map(({ uriM }) => uriM));
  return (uriM) => fresh.has(uriM);
}

const failedOf = ({ accessErrors, measurementErrors, damage }: Tally): number =>
  accessErrors + measurementErrors + damage.length;

const failedText = ({ accessErrors, measurementErrors, damage }: Tally): string =>
  `${accessErrors} could not be fetched or found, ${measurementErrors} could not be measured, ` +
  `${counted(damage.length, "damaged place")} in the input`;

/** Number of seeds that the line about a rule names. */
const SEEDS_SHOWN = 5;

/** Returns the rule with the figures that meet it; `undefined` if it is not met. */
function whyMet(
  { figure, bound, isShare }: FailRule,
  tally: Tally,
  changes: VerdictChanges | undefined,
): string | undefined {
  const { noun, count: countOf }: FigureOfRun = FIGURES[figure];
  const count = countOf(tally, changes);
  const all = noun === "memento" ? tally.mementos : tally.timeMaps;
  if (figure === "mementos") {
    return count < bound
      ? `mementos<${bound} (there ${count === 1 ? "is" : "are"} ${count})`
      : undefined;
  }
  if (count <= (isShare ? bound * all : bound)) return undefined;
  if (figure === "new-off-topic-seed") {
    const seeds = changes!.offTopicSeeds.slice(0, SEEDS_SHOWN);
    const shown = seeds.map((seed) => `${seed.uriR}${reasonText(seed)}`).join("; ");
    const rest = count > seeds.length ? `; ${count - seeds.length} more` : "";
    return `${figure} (${counted(count, "seed")}: ${shown}${rest})`;
  }
  const limit = isShare ? percentText(bound) : String(bound);
  const rule = bound === 0 && isShare ? figure : `${figure}=${limit}`;
  const share = all === 0 ? "" : `, ${percentText(count / all)}`;
  const details = figure === "failed" ? `: ${failedText(tally)}` : "";
  return `${rule} (${count} of ${counted(all, noun)}${share}${details})`;
}

const percentText = (share: number): string => `${Number((100 * share).toFixed(3))}%`;
