import { appendFileSync } from "node:fs";
import { messageOf, UsageError } from "../base/errors.js";
import type { Statistics } from "../read/http/statistics.js";
import { jsonFile } from "../base/json.js";
import { statsOf } from "../base/read-file.js";
import { upperBound } from "../base/math/binomial.js";
import { counted, printable, printableStart } from "../base/text.js";
import { NOT_CHUNKED } from "../read/coding/content-coding.js";
import type { FetchCheck, Tally } from "../run/setup/tally.js";
import type { VerdictChanges } from "../run/setup/run-history.js";
import { version } from "../base/version.js";
import { logMistakesTo } from "./ending.js";
import { openOutput } from "./output.js";
import { megabytes } from "./progress.js";
import { changesJson } from "./verdict-changes.js";

interface LogOptions {
  readonly verbose?: boolean;
  readonly quiet?: boolean;
  /** Log file that receives the messages instead of standard error. */
  readonly logfile?: string;
}

/** Messages for people. They go to standard error or the log file and are never mixed with results. */
export interface Log {
  /** Logs a message that the user should see even with `-q`. */
  readonly warn: (message: string) => void;
  /** Logs why the exit status is not 0, also to standard error if there is a log file. */
  readonly tell?: ((message: string) => void) | undefined;
  readonly info: (message: string) => void;
  /** Logs a message that is shown only with `-v`. */
  readonly detail: (message: string) => void;
}

/** Throws a `UsageError` if its file cannot be written. */
export function openLog({ verbose = false, quiet = false, logfile }: LogOptions): Log {
  const to = logfile === undefined ? toStandardError : (isPipe(logfile) ? toPipe : toFile)(logfile);
  const write = (message: string): void => to(printable(message));
  const silent = (): void => undefined;
  logMistakesTo(logfile === undefined ? undefined : write);
  const tell = (message: string): void => {
    toStandardError(printable(message));
    write(message);
  };
  return {
    warn: write,
    tell: logfile === undefined ? write : tell,
    info: quiet ? silent : write,
    detail: verbose ? write : silent,
  };
}

function toStandardError(message: string): void {
  process.stderr.write(`${message}\n`);
}

const isPipe = (path: string): boolean => statsOf(path)?.isFIFO() === true;

/** A pipe that nobody reads does not hold up the run. */
function toPipe(path: string): (message: string) => void {
  const { write } = openOutput(path, "-l");
  return (message) => void write(timed(message)).catch(() => undefined);
}

function toFile(path: string): (message: string) => void {
  const append = (message: string): void => appendFileSync(path, message);
  try {
    append("");
  } catch (cause) {
    throw new UsageError(`-l ${path} cannot be written: ${messageOf(cause)}`, { cause });
  }
  return (message) => append(timed(message));
}

const timed = (message: string): string => `${new Date().toISOString()} ${message}\n`;

const LONGEST_URI = 200;
/** Number of seeds with pages of other owners from which the summary mentions them. */
const FEW_SEEDS = 3;
/** Number of TimeMaps from which the summary mentions `--seeds`, and their number for each host. */
const MANY_TIMEMAPS = 10;
const MANY_OF_A_HOST = 3;
/** Maximum number of reasons shown by name: a crawl can contain any number of unusual media types. */
const REASONS_SHOWN = 20;

const percent = (part: number, whole: number): string =>
  whole === 0 ? "" : ` (${((100 * part) / whole).toFixed(1)} %)`;

/**
 * Returns the closing summary: mementos read, off-topic mementos by measure, records left out and the reasons.
 * `isEnglish` is true if words are treated as English because no language was chosen. `hasHistory` is true if the run has
 * compared with the earlier crawls of a history. `isOfChosenSeeds` is true if the run could have taken the seeds for such
 * that nobody chose. `isOfAllPages` is true if every page of a crawl that may name its seeds was taken for one.
 */
export function summaryLines(
  tally: Tally,
  seconds: number,
  {
    isEnglish = false,
    hasHistory = false,
    isOfChosenSeeds = false,
    isOfAllPages = false,
  }: {
    isEnglish?: boolean;
    hasHistory?: boolean;
    isOfChosenSeeds?: boolean;
    isOfAllPages?: boolean;
  } = {},
): string[] {
  const { mementos, timeMaps, offTopic, accessErrors, measurementErrors } = tally;
  const lines = [
    `${counted(mementos, "memento")} of ${counted(timeMaps, "TimeMap")} in ${seconds.toFixed(1)} s` +
      (seconds > 0 ? ` (${Math.round(mementos / seconds)}/s)` : ""),
    `off-topic: ${offTopic}${percent(offTopic, mementos)}`,
  ];
  for (const [name, number] of tally.offTopicBy) lines.push(`  by ${name}: ${number}`);
  if (tally.unsure > 0) lines.push(`unsure: ${tally.unsure}${percent(tally.unsure, mementos)}`);
  lines.push(...inferredLines(tally));
  if (tally.incomplete > 0) {
    lines.push(
      `incomplete: ${tally.incomplete}${percent(tally.incomplete, mementos)}, only a part of the page is stored`,
    );
  }
  if (isOfChosenSeeds && tally.takenOver >= FEW_SEEDS && tally.takenOver * 10 >= timeMaps) {
    lines.push(
      `${counted(tally.takenOver, "seed")}${percent(tally.takenOver, timeMaps)} with pages of other owners:` +
        " --seeds-from web calls more of them off-topic, for seeds that no person chose",
    );
  }
  if (isOfAllPages && timeMaps >= MANY_TIMEMAPS && timeMaps >= MANY_OF_A_HOST * tally.hosts) {
    lines.push(
      `${counted(timeMaps, "TimeMap")} of ${counted(tally.hosts, "host")}: if most are pages below the seeds,` +
        " --seeds auto judges only the seeds that the crawl names, and --seeds FILE those of a list",
    );
  }
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
  if (tally.impossiblyDated > 0) {
    lines.push(
      `impossible dates: ${counted(tally.impossiblyDated, "memento")} before the web or in the future, which no other is compared with as the first`,
    );
  }
  if (tally.textOnly > 0) {
    lines.push(
      `text only: ${counted(tally.textOnly, "memento")} without markup and HTTP status, so that links, classes and structure have no score`,
    );
  }
  const { count, example = "" } = tally.archivePages;
  if (count > 0) {
    lines.push(
      `pages of a web archive: ${counted(count, "memento")} such as ${printableStart(example, LONGEST_URI)}, judged as that page with its banner; ` +
        "-i uri-m=@FILE judges the captures whose URI-Ms are listed, with their own dates and without the banner",
    );
  }
  if (tally.withoutFirst > 0) {
    lines.push(
      `${counted(tally.withoutFirst, "TimeMap")} whose first memento cannot be used` +
        ` (--set first=usable takes the earliest usable one)`,
    );
  }
  // If no TimeMap has two mementos to compare, a warning says so instead.
  const isWarned =
    tally.judged > 0 &&
    tally.compared === 0 &&
    !(hasHistory && tally.ofOneMemento < tally.timeMaps);
  if (tally.ofOneMemento > 0 && !isWarned) {
    const next = hasHistory ? "" : ": give all crawls of the collection together";
    lines.push(
      `${counted(tally.ofOneMemento, "TimeMap")} with a single memento, so that nothing can be compared${next}`,
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

/**
 * Returns what the summary says of captures that were not read (`--fetch changes`). Nothing if all were. A mapper knows only
 * the check.
 */
export function inferredLines({ mementos, inferred, inferredOffTopic, check }: Tally): string[] {
  const line = `inferred, not read: ${inferred}${percent(inferred, mementos)}, of which off-topic: ${inferredOffTopic}`;
  return [
    ...(inferred === 0 ? [] : [line]),
    ...(check === undefined || check.inferred === 0 ? [] : [checkLine(check)]),
  ];
}

function checkLine({ inferred, checked, differ }: FetchCheck): string {
  const all = `${checked} of ${counted(inferred, "inferred capture")}`;
  if (checked === 0) return `${all} were checked, so nothing is known of how many differ`;
  const said = `${all} ${checked === 1 ? "was" : "were"} checked, ${differ} ${differ === 1 ? "differs" : "differ"}`;
  if (checked === inferred) return said;
  const most = 100 * upperBound(differ, checked, 0.05);
  return `${said}: at most ${most.toFixed(1)} % do (95 %)`;
}

/**
 * Returns the figures of the summary as JSON (docs/summary.schema.json). They do not depend on the clock, so equal runs
 * give equal files. A run with a history adds its verdict changes, and `keepsOutput`: whether it has left existing
 * outputs as they were.
 */
export function summaryJson(
  tally: Tally,
  {
    changes,
    replay,
    keepsOutput = false,
    status,
    met = [],
  }: {
    changes?: VerdictChanges;
    replay?: string;
    keepsOutput?: boolean;
    status?: number;
    met?: readonly string[];
  } = {},
): string {
  const { timeMaps, mementos, judged, offTopic, accessErrors, measurementErrors } = tally;
  const byName = (counts: ReadonlyMap<string, number>): Record<string, number> =>
    Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  const figures = {
    tool: `detect_off_topic ${version}`,
    ...{ timeMaps, mementos, judged, offTopic },
    onTopic: judged - offTopic - tally.unsure,
    unsure: tally.unsure,
    incomplete: tally.incomplete,
    offTopicBy: byName(tally.offTopicBy),
    ...{ accessErrors, measurementErrors },
    damagedPlaces: tally.damage.length,
    substituted: tally.substituted,
    timeMapsWithoutFirst: tally.withoutFirst,
    timeMapsOffTopic: tally.offTopicTimeMaps,
    timeMapsOffTopicNow: tally.offTopicNow,
    timeMapsOfOneMemento: tally.ofOneMemento,
    notMementos: byName(tally.skipped),
    exitStatus: status,
    failOnMet: met,
    ...(changes && { repeated: tally.repeated, keepsOutput, ...changesJson(changes, replay) }),
    ...inferredFigures(tally),
  };
  return jsonFile(figures);
}

const inferredFigures = ({ inferred, inferredOffTopic, check }: Tally): object =>
  inferred === 0 && check === undefined
    ? {}
    : { inferred, inferredOffTopic, ...(check && { inferredCheck: check }) };

/** Returns a line that counts the records that are not mementos, by reason; `undefined` if there are none. */
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

export function fetchLines(fetched: Readonly<Statistics>): string[] {
  const { requests, fromDirectory, retries, failures, waitedMs, bytes } = fetched;
  const parts = [
    `${counted(requests, "request")} (${megabytes(bytes)})`,
    fromDirectory > 0 && `${fromDirectory} answered by the working directory`,
    retries > 0 && `${retries} sent again`,
    failures > 0 && `${failures} failed`,
    waitedMs > 0 && `${(waitedMs / 1000).toFixed(0)} s of pauses that hosts asked for`,
  ].filter((part) => part !== false);
  return [`fetched: ${parts.join(", ")}`];
}
