import type { OverallStatus } from "../../base/types.js";
import type { Pattern } from "../../score/types.js";
import { type PageTimeMap, STRIP } from "../page-data.js";

/** Text that is a name, with characters that would hide or turn round what stands in it written as U+XXXX. */
export function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu,
    (character) =>
      `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
  );
}

/** The same, no longer than `length`: what is left out is from its middle. */
export function shortened(text: string, length: number): string {
  const shown = visible(text);
  if (shown.length <= length) return shown;
  const end = Math.floor(length / 3);
  return `${shown.slice(0, length - end - 1)}…${shown.slice(-end)}`;
}
/** The files that a user has given, by the places of captures: `crawl.wacz!/archive/data.warc.gz` is in `crawl.wacz`. */
export const givenFiles = (places: readonly string[]): string[] => [
  ...new Set(places.map((place) => place.split("!/", 1)[0]!)),
];

/** What each pattern is called, and what it means. */
export const PATTERNS: readonly {
  readonly pattern: Pattern | "none";
  readonly title: string;
  readonly meaning: string;
}[] = [
  { pattern: "always-on", title: "always on", meaning: "never off-topic" },
  { pattern: "step", title: "step", meaning: "on-topic, then off-topic to the end" },
  {
    pattern: "single",
    title: "single",
    meaning: "one run of off-topic captures, on-topic before and after",
  },
  { pattern: "oscillating", title: "oscillating", meaning: "off-topic several times" },
  { pattern: "first-off", title: "first off", meaning: "off-topic first, on-topic later" },
  { pattern: "always-off", title: "always off", meaning: "off-topic as a whole" },
  { pattern: "none", title: "no verdict", meaning: "no capture could be judged" },
];

/** What off-topic mementos of no known kind are called. */
export const UNKNOWN_KIND = "not known";

export const patternTitle = (pattern: Pattern | undefined): string =>
  PATTERNS.find((each) => each.pattern === (pattern ?? "none"))?.title ?? "";

/** Returns when a TimeMap is off-topic, in words: `2 times, last since 2018-01-27`. Nothing without off-topic mementos or dates. */
export function offWhen({
  offRuns,
  offFrom,
  offTo,
}: Pick<PageTimeMap, "offRuns" | "offFrom" | "offTo">): string[] {
  if (offFrom === undefined) return [];
  const last =
    offTo === undefined
      ? `since ${offFrom}`
      : offTo === offFrom
        ? `on ${offFrom}`
        : `${offFrom} to ${offTo}`;
  return [offRuns === 1 ? last : `${grouped(offRuns)} times, last ${last}`];
}

export const verdictTitle = (overall: OverallStatus | undefined): string => overall ?? "no verdict";

/** How many mementos are unsure, and how many have no verdict; nothing of none. */
export function undecidedTitles(timeMaps: readonly PageTimeMap[]): string[] {
  const undecided = timeMaps.reduce((sum, each) => sum + each.undecided, 0);
  const unsure = timeMaps.reduce((sum, { strip }) => sum + strip.split(STRIP.unsure).length - 1, 0);
  return [
    ...(unsure === 0 ? [] : [`${grouped(unsure)} unsure`]),
    ...(undecided === unsure ? [] : [`${grouped(undecided - unsure)} without a verdict`]),
  ];
}

/** A date for people: `2013-02-02 10:00:00`. */
export const dateTitle = (date: string | undefined): string =>
  date === undefined ? "no date" : date.slice(0, 19).replace("T", " ");

/** A score for people: what distinguishes it, no more. One that only rounds to a whole number keeps its digits. */
export function scoreTitle(score: number): string {
  const digits = Math.abs(score) >= 100 ? 1 : 3;
  const rounded = Number(score.toFixed(digits)) + 0;
  const isNearlyWhole = Number.isInteger(rounded) && rounded !== score;
  return withMinus(isNearlyWhole ? rounded.toFixed(digits) : String(rounded));
}

/** A threshold as it was given: rounded, it would be another one. */
export const thresholdTitle = (threshold: number): string => withMinus(String(threshold));

/** A minus sign is as wide as a plus, which a hyphen is not. */
const withMinus = (number: string): string => number.replace("-", "\u{2212}");

/** A share as a percentage; a small one is never shown as none. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return "–";
  const share = (100 * part) / whole;
  if (part === 0) return "0 %";
  return `${share < 10 ? Math.max(share, 0.1).toFixed(1) : share.toFixed(0)} %`;
}

/** `1 memento`, `2 mementos`. */
export const counted = (count: number, noun: string): string =>
  `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;

/** A whole number with its digits in groups. */
export const grouped = (count: number): string =>
  String(count).replace(/\B(?=(\d{3})+$)/gu, "\u{202f}");
