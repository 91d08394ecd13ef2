import type { Statistics } from "../http/statistics.js";
import { counted } from "../mementos/counted.js";
import { NOT_CHUNKED } from "../preprocess/chunked.js";
import type { Tally } from "../run/tally.js";

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
  if (accessErrors > 0) lines.push(`could not be had: ${accessErrors}`);
  if (tally.substituted > 0) {
    lines.push(
      `answered with another capture: ${tally.substituted} (--substituted refuse or keep)`,
    );
  }
  if (measurementErrors > 0) lines.push(`could not be measured: ${measurementErrors}`);
  if (tally.notChunked > 0) {
    lines.push(`${NOT_CHUNKED}, and read as it is: ${counted(tally.notChunked, "memento")}`);
  }
  if (tally.withoutFirst > 0) {
    lines.push(
      `${counted(tally.withoutFirst, "TimeMap")} whose first memento cannot be compared with` +
        ` (--first usable takes the earliest that can)`,
    );
  }
  if (tally.ofOneMemento > 0) {
    lines.push(
      `${counted(tally.ofOneMemento, "TimeMap")} of one memento, which has nothing to be compared with:` +
        " give all crawls of the collection together",
    );
  }
  if (isEnglish && tally.notEnglish > 0) {
    const isAre = tally.notEnglish === 1 ? "is" : "are";
    lines.push(
      `${tally.notEnglish} of ${counted(mementos, "memento")} ${isAre} not in English: --language auto`,
    );
  }
  if (tally.damage.length > 0) lines.push(`damaged places in the input: ${tally.damage.length}`);
  const others = notMementosLine(tally);
  if (others !== undefined) lines.push(others);
  return lines;
}

/** What was read that is no memento, by reason; undefined where there was nothing of the kind. */
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
