import type { Evaluation } from "./evaluate.js";
import type { RowCount } from "./gold.js";

/** What a reader must know before the figures: what was compared, what could not be, with counts. */
export function evaluationNotices({
  gold,
  matching,
  onTopic,
  offTopic,
  measures,
  overall,
}: Evaluation): string[] {
  const { duplicates, contradictions, missing, withoutGold } = matching;
  const { accessErrors, failed } = overall.silent;
  const lines = [
    `${gold.file}: ${onTopic + offTopic} mementos judged, ${offTopic} off-topic and ${onTopic} on-topic`,
    counted(missing, "rows match no memento of the results; they count as not called off-topic"),
    counted(gold.badLabels, "labels are not 0 or 1; those rows are left out"),
    counted(gold.badRows, "rows have no date or URI; they are left out"),
    counted(
      duplicates,
      `rows name a memento for a second time (${contradictions} with another label); they are left out`,
    ),
    withoutGold > 0 && `${withoutGold} mementos of the results have no gold row; they are left out`,
    accessErrors > 0 &&
      `${accessErrors} mementos could not be had; they count as not called off-topic`,
    failed > 0 && `${failed} mementos have no overall verdict; they count as not called off-topic`,
    (onTopic === 0 || offTopic === 0) &&
      `one class only (${offTopic} off-topic, ${onTopic} on-topic): no threshold can be told from another`,
    ...measures.map(
      ({ axis, bounds }) =>
        bounds > 0 &&
        `${bounds} scores of ${axis.name} are bounds only: its sweep is not to be trusted (run with --exact-scores)`,
    ),
  ];
  return lines.filter((line) => line !== false);
}

function counted({ count, examples }: RowCount, what: string): string | false {
  return (
    count > 0 && `${count} ${what}: ${examples.join("; ")}${count > examples.length ? "; ..." : ""}`
  );
}
