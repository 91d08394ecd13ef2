import { jsonFile } from "../base/json.js";
import { upperBound } from "../base/math/binomial.js";
import { counted, printableStart } from "../base/text.js";
import { version } from "../base/version.js";
import { NOT_CHUNKED } from "../read/coding/content-coding.js";
import type { Statistics } from "../read/http/statistics.js";
import type { VerdictChanges } from "../run/history/verdicts.js";
import type { FetchCheck, Tally } from "../run/setup/tally.js";
import { megabytes } from "./progress.js";
import { changesJson } from "./verdict-changes.js";

/* The closing figures of a run, for people and as JSON. */

const LONGEST_SEED = 200;
/** Maximum number of reasons shown by name: a crawl can contain any number of unusual media types. */
const REASONS_SHOWN = 20;

const shareText = (part: number, whole: number): string =>
  whole === 0 ? "" : ` (${((100 * part) / whole).toFixed(1)} %)`;

/** Returns whether a run had nothing to compare, which a warning says. */
export const hasComparedNothing = (
  { judged, compared, ofOneMemento, timeMaps }: Tally,
  hasHistory: boolean,
): boolean =>
  // A run with a history counts only its new captures, with which earlier ones may have been compared.
  judged > 0 && compared === 0 && !(hasHistory && ofOneMemento < timeMaps);

/**
 * Returns the closing summary: mementos read, off-topic mementos by measure, records left out and the reasons.
 * `isEnglish` is true if words are treated as English because no language was chosen. `hasHistory` is true if the run has
 * compared with the earlier crawls of a history. `isOfAllPages` is true if every page of files was taken for a seed.
 */
export function summaryLines(
  tally: Tally,
  seconds: number,
  { isEnglish = false, hasHistory = false, isOfAllPages = false } = {},
): string[] {
  const { mementos, timeMaps, offTopic, ofOneMemento, notEnglish, hosts } = tally;
  const share = (part: number): string => `${part}${shareText(part, mementos)}`;
  // If no TimeMap has two mementos to compare, a warning says so instead.
  const single = hasComparedNothing(tally, hasHistory) ? 0 : ofOneMemento;
  const all = counted(timeMaps, "TimeMap");
  const lines: readonly CountedLine[] = [
    [tally.unsure, `unsure: ${share(tally.unsure)}`],
    ...inferredLines(tally).map((line): CountedLine => [1, line]),
    [tally.incomplete, `incomplete: ${share(tally.incomplete)}, only a part of the page is stored`],
    [
      isOfAllPages && timeMaps > 1 ? 1 : 0,
      `${all} of ${counted(hosts, "host")}, as every page counts as a seed: --seeds FILE judges only those of a list, and --seeds auto those that the crawl names`,
    ],
    [tally.offTopicTimeMaps, `off-topic as a whole: ${counted(tally.offTopicTimeMaps, "TimeMap")}`],
    ...readingLines(tally),
    [
      tally.withoutFirst,
      `${counted(tally.withoutFirst, "TimeMap")} whose first memento cannot be used` +
        " (--set first=usable takes the earliest usable one)",
    ],
    [
      single,
      `${counted(single, "TimeMap")} with a single memento, so that nothing can be compared${hasHistory ? "" : ": give all crawls of the collection together"}`,
    ],
    [
      isEnglish ? notEnglish : 0,
      `${notEnglish} of ${counted(mementos, "memento")} ${notEnglish === 1 ? "is" : "are"} not in English:` +
        " --language auto takes the stems and stop words of the language of each TimeMap",
    ],
    [tally.damage.length, `damaged places in the input: ${tally.damage.length}`],
    [tally.skipped.size, notMementosLine(tally)],
  ];
  return [
    `${counted(mementos, "memento")} of ${all} in ${seconds.toFixed(1)} s` +
      (seconds > 0 ? ` (${Math.round(mementos / seconds)}/s)` : ""),
    `off-topic: ${share(offTopic)}`,
    ...[...tally.offTopicBy].map(([name, number]) => `  by ${name}: ${number}`),
    ...lines.flatMap(([count, line]) => (count > 0 ? [line] : [])),
  ];
}

/** A line of the summary, which is left out if its number is 0. */
type CountedLine = readonly [count: number, line: string];

/** Returns the lines about captures that could not be read or measured, or only with a remark. */
function readingLines(tally: Tally): readonly CountedLine[] {
  const { count: archivePages, example = "" } = tally.archivePages;
  return [
    [tally.accessErrors, `could not be fetched or read: ${tally.accessErrors}`],
    [
      tally.substituted,
      `answered with another capture: ${tally.substituted} (--set substituted=refuse or keep)`,
    ],
    [tally.measurementErrors, `could not be measured: ${tally.measurementErrors}`],
    [
      tally.notChunked,
      `${NOT_CHUNKED}, and read as it is: ${counted(tally.notChunked, "memento")}`,
    ],
    [
      tally.impossiblyDated,
      `impossible dates: ${counted(tally.impossiblyDated, "memento")} before the web or in the future, which no other is compared with as the first`,
    ],
    [
      tally.textOnly,
      `text only: ${counted(tally.textOnly, "memento")} without markup and HTTP status, so that links, classes and structure have no score`,
    ],
    [
      archivePages,
      `pages of a web archive: ${counted(archivePages, "memento")} such as ${printableStart(example, LONGEST_SEED)}, judged as that page with its banner; ` +
        "-i uri-m=@FILE judges the captures whose URI-Ms are listed, with their own dates and without the banner",
    ],
  ];
}

/**
 * Returns what the summary says of captures that were not read (`--fetch changes`). Nothing if all were. A mapper knows only
 * the check.
 */
export function inferredLines({ mementos, inferred, inferredOffTopic, check }: Tally): string[] {
  const line = `inferred, not read: ${inferred}${shareText(inferred, mementos)}, of which off-topic: ${inferredOffTopic}`;
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
  outcome: {
    readonly changes?: VerdictChanges;
    readonly replay?: string;
    readonly keepsOutput?: boolean;
    readonly status?: number;
    readonly met?: readonly string[];
  },
): string {
  const { changes, replay, keepsOutput = false, status, met = [] } = outcome;
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

/** Returns a line that counts the records that are not mementos, by reason. */
export function notMementosLine({ skipped }: Tally): string {
  const reasons = [...skipped].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
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
