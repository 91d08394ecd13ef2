import type { OverallStatus } from "../../base/types.js";
import type { Pattern } from "../../score/types.js";
import { PATTERN_TITLES } from "../../score/verdict/course.js";
import { type PageTimeMap, STRIP } from "../page-data.js";

/**
 * Returns a text in which U+XXXX replaces invisible characters and characters that change the direction of the text.
 * A name may come from a hostile page.
 */
export function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu,
    (character) =>
      `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
  );
}

/**
 * Returns a visible text of at most `length` characters. Removes a part in the middle, because the end of a URI
 * matters.
 */
export function shortened(text: string, length: number): string {
  const shown = visible(text);
  if (shown.length <= length) return shown;
  const end = Math.floor(length / 3);
  return `${shown.slice(0, length - end - 1)}…${shown.slice(-end)}`;
}

/** Splits a URI after its slashes, where a line may break: `http://a.example/`, `b/`, `c`. */
export const brokenAtSlashes = (uri: string): string[] => uri.split(/(?<=[^:/]\/)(?=[^/])/u);

/**
 * Returns the files that a user gave, from the places of captures. For example, `crawl.wacz!/archive/data.warc.gz` is
 * in `crawl.wacz`.
 */
export const givenFiles = (places: readonly string[]): string[] => [
  ...new Set(places.map((place) => place.split("!/", 1)[0]!)),
];

export const PATTERNS: readonly { readonly pattern: Pattern | "none"; readonly title: string }[] = [
  ...(Object.keys(PATTERN_TITLES) as Pattern[]).map((pattern) => ({
    pattern,
    title: PATTERN_TITLES[pattern],
  })),
  { pattern: "none", title: "no verdict" },
];

export const patternTitle = (pattern: Pattern | undefined): string =>
  PATTERNS.find((each) => each.pattern === (pattern ?? "none"))?.title ?? "";

/**
 * Returns when a TimeMap is off-topic, in words such as `2 times, last since 2018-01-27`. Returns nothing if there are
 * no off-topic mementos or no dates.
 */
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

export const unsureOf = ({ strip }: PageTimeMap): number => strip.split(STRIP.unsure).length - 1;

/** Returns the number of unsure mementos and the number of mementos without a verdict. Omits a number of zero. */
export function undecidedTitles(timeMap: PageTimeMap): string[] {
  const { undecided } = timeMap;
  const unsure = unsureOf(timeMap);
  return [
    ...(unsure === 0 ? [] : [`${grouped(unsure)} unsure`]),
    ...(undecided === unsure ? [] : [`${grouped(undecided - unsure)} without a verdict`]),
  ];
}

const LONG_DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** Returns a day for a sentence, such as `3 May 2019`. */
export function dayTitle(date: string | undefined): string {
  const day = Date.parse(date?.slice(0, 10) ?? "");
  return Number.isNaN(day) ? "an unknown day" : LONG_DAY.format(day);
}

/** Returns a date for people, such as `2013-02-02 10:00:00`. */
export const dateTitle = (date: string | undefined): string =>
  date === undefined ? "no date" : date.slice(0, 19).replace("T", " ");

/** Returns a score with at most three decimals. A fractional score that rounds to a whole number keeps its zeros. */
export function scoreTitle(score: number): string {
  const digits = Math.abs(score) >= 100 ? 1 : 3;
  const rounded = Number(score.toFixed(digits)) + 0;
  const isNearlyWhole = Number.isInteger(rounded) && rounded !== score;
  return withMinus(isNearlyWhole ? rounded.toFixed(digits) : String(rounded));
}

/** Returns a threshold with all digits, because a rounded one would be another threshold. */
export const thresholdTitle = (threshold: number): string => withMinus(String(threshold));

/** Replaces the hyphen with a minus sign, which is as wide as a plus sign. Numbers then align. */
const withMinus = (number: string): string => number.replace("-", "\u{2212}");

/** Returns a share as a percentage. A share above zero is never shown as zero. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return "–";
  const share = (100 * part) / whole;
  if (part === 0) return "0 %";
  return `${share < 10 ? Math.max(share, 0.1).toFixed(1) : share.toFixed(0)} %`;
}

/** Returns a number and its noun, such as `1 memento` or `2 mementos`. */
export const counted = (count: number, noun: string): string =>
  `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;

/** Returns a whole number with its digits in groups of three. */
export const grouped = (count: number): string =>
  String(count).replace(/\B(?=(\d{3})+$)/gu, "\u{202f}");
