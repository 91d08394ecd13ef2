import { counted } from "../mementos/counted.js";
import type { Evaluation } from "./evaluate.js";
import { shortenedDatesAdvice, type Gold, type RowCount } from "./gold.js";
import type { Matching } from "./match.js";

/** What a reader must know before the figures: what was compared, what could not be, with counts. */
export function evaluationNotices({
  gold,
  matching,
  onTopic,
  offTopic,
  measures,
  overall,
}: Evaluation): string[] {
  const overrides = matching.judged.filter(({ memento }) => memento?.override !== undefined).length;
  const { accessErrors, failed } = overall.silent;
  const lines = [
    `${gold.file}: ${counted(onTopic + offTopic, "memento")} judged, ${offTopic} off-topic and ${onTopic} on-topic`,
    ...matchingNotices(gold, matching),
    accessErrors > 0 &&
      `mementos that could not be had, counted as not called off-topic: ${accessErrors}`,
    failed > 0 && `mementos without an overall verdict, counted as not called off-topic: ${failed}`,
    overrides > 0 &&
      `overall verdicts that are a curator's own (--overrides), not the tool's: ${overrides}`,
    (onTopic === 0 || offTopic === 0) &&
      `one class only (${offTopic} off-topic, ${onTopic} on-topic): no threshold can be told from another`,
    ...measures.map(
      ({ axis, bounds }) =>
        bounds > 0 &&
        `scores of ${axis.name} that are bounds only, so that its sweep is not to be trusted (run with --exact-scores): ${bounds}`,
    ),
  ];
  return lines.filter((line) => line !== false);
}

/** What of the gold data and of the results could not be brought together, with counts. */
export function matchingNotices(
  gold: Gold,
  { duplicates, contradictions, missing, withoutGold }: Omit<Matching, "judged">,
): string[] {
  const { badLabels, badRows } = gold;
  const advice = shortenedDatesAdvice(gold);
  const lines = [
    told(
      missing,
      ["row matches", "rows match"],
      "no memento of the results; counted as not called off-topic",
    ),
    told(badLabels, ["label is", "labels are"], "not 0 or 1; left out"),
    told(badRows, ["row has", "rows have"], "no URI or no date that can be read; left out"),
    ...(advice === undefined ? [] : [advice]),
    told(
      duplicates,
      ["row names", "rows name"],
      `a memento for a second time (${contradictions} with another label); left out`,
    ),
    withoutGold > 0 && `mementos of the results without a gold row, left out: ${withoutGold}`,
  ];
  return lines.filter((line) => line !== false);
}

function told(
  { count, examples }: RowCount,
  [one, many]: readonly [one: string, many: string],
  what: string,
): string | false {
  if (count === 0) return false;
  const more = count > examples.length ? "; ..." : "";
  return `${count} ${count === 1 ? one : many} ${what}: ${examples.join("; ")}${more}`;
}
