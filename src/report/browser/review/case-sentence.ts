import type { OverallStatus } from "../../../base/types.js";
import { CHANGED_FOR_GOOD, NEAREST, type PageHead, UNKNOWN_KIND } from "../../page-data.js";
import { quotedMarks, type ShownMemento } from "../memento-text.js";
import { counted, dayTitle, grouped, shortened, visible } from "../words.js";
import { dayOf, type ReviewCase } from "./cases.js";

/**
 * Describes a case in one sentence, such as `off-topic, 97 %: parked or for sale, since 27 January 2018 (3 captures)`.
 * `shown` is the memento on the screen. It provides the probability, and the reason if the kind is unknown.
 */
export function caseSentence(
  head: PageHead,
  each: ReviewCase,
  shown?: Pick<ShownMemento, "probability" | "evidence">,
): string {
  const { timeMap, besideCheck } = each;
  if (besideCheck !== undefined) {
    const day = dayTitle(dayOf(head, timeMap, besideCheck));
    return `off-topic on ${day}: also ${timeOfCase(head, each)}?`;
  }
  const sure = certaintyTitle(each.computed, shown?.probability);
  return `${each.computed}${sure}: ${reasonForCase(each, shown?.evidence)}, ${timeOfCase(head, each)}`;
}

/** Returns the probability of a verdict. For an unsure verdict, returns the probability of being off-topic. */
function certaintyTitle(computed: OverallStatus, probability: number | undefined): string {
  if (probability === undefined) return "";
  const share = computed === "on-topic" ? 1 - probability : probability;
  // An estimate is never shown as certain.
  const shown = Math.min(Math.max(Math.round(100 * share), 1), 99);
  return computed === "unsure" ? `, ${shown} % off-topic` : `, ${shown} %`;
}

/** Greatest number of words that gave the verdict. */
const MOST_MARKS = 5;

function reasonForCase(each: ReviewCase, evidence: ShownMemento["evidence"]): string {
  const { kind, look, isChange, computed } = each;
  const why = {
    case: isChange ? [CHANGED_FOR_GOOD] : [],
    check: [NEAREST],
    random: ["drawn at random"],
  }[look];
  const { title, marks = [] } = evidence?.pageKind ?? {};
  const signs =
    title === kind && marks.length > 0 ? ` (${quotedMarks(marks.slice(0, MOST_MARKS))})` : "";
  const known = kind === undefined || kind === UNKNOWN_KIND ? [] : [`${visible(kind)}${signs}`];
  if (known.length > 0 || computed === "on-topic") return [...known, ...why].join(", ");
  const { redirect, language, words } = evidence ?? {};
  if (redirect !== undefined) return `redirected to ${shortened(redirect.uriR, 60)}`;
  if (language?.memento !== undefined && language.first !== language.memento) {
    return `language ${visible(language.memento)} in place of ${visible(language.first ?? "another")}`;
  }
  const [now, before] = [words?.memento ?? Infinity, words?.first ?? 0];
  if (4 * now < before) return `${counted(now, "word")} in place of ${grouped(before)}`;
  return [...why, UNKNOWN_KIND].join(", ");
}

/** Returns the time of a case, such as `this page since 27 January 2018 (3 captures)`. */
function timeOfCase(
  head: PageHead,
  { timeMap, places, look, isChange, besideCheck }: ReviewCase,
): string {
  const { strip, notice } = head.timeMaps[timeMap]!;
  const [first, last] = [places[0]!, places.at(-1)!];
  const [from, to] = [first, last].map((place) => dayTitle(dayOf(head, timeMap, place)));
  const captures = `(${counted(places.length, "capture")})`;
  const isRun = look === "case";
  const isToEnd = isRun && last === strip.length - 1;
  const isPage = isChange || (!isRun && places.length > 1 && besideCheck === undefined);
  const page = isPage ? "this page " : "";
  const when =
    isToEnd && first === 0
      ? `in all captures ${captures}`
      : isToEnd
        ? `${page}since ${from ?? ""} ${captures}`
        : places.length === 1
          ? `on ${from ?? ""}`
          : `${page}${isRun && !isChange ? "" : "from "}${from ?? ""} to ${to ?? ""} ${captures}`;
  return notice === undefined ? when : `${when}. Notice: ${notice}`;
}
