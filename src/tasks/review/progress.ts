import { counted } from "../../base/text.js";
import { type Decision, type Label, uriMOf } from "../../write/decisions.js";
import { countText, type ListCount } from "../../report/list-count.js";
import { decidedCounts, type ListedEntry } from "../../report/saved-list.js";

export interface ReviewProgress {
  readonly cases: ListCount;
  /** Number of captures in cases that are decided. */
  readonly captures: number;
  /** Sentence such as `16 of 16 cases decided: 20 captures off-topic, 6 on-topic; 0 of 14 checks decided`. */
  readonly title: string;
}

export function reviewProgress(
  list: readonly ListedEntry[],
  decisions: readonly Decision[],
): ReviewProgress {
  const labels = new Map(decisions.map(({ uriM, label }) => [uriM, label]));
  const labelOf = (uriM: string): Label | undefined => labels.get(uriMOf(uriM));
  const counts: Record<Label, number> = { "off-topic": 0, "on-topic": 0, unsure: 0 };
  const lists = decidedCounts(list, ({ uriM }) => labelOf(uriM));
  for (const { look, captures } of list) {
    const labels = look === "check" ? [] : captures.map(({ uriM }) => labelOf(uriM));
    for (const label of labels) if (label !== undefined) counts[label] += 1;
  }
  const named = (Object.keys(counts) as Label[]).filter((label) => counts[label] > 0);
  const said = named.map((label, at) =>
    at === 0 ? `${counted(counts[label], "capture")} ${label}` : `${counts[label]} ${label}`,
  );
  const title =
    countText("case", lists.case) +
    (said.length === 0 ? "" : `: ${said.join(", ")}`) +
    (lists.check.all === 0 ? "" : `; ${countText("check", lists.check)}`);
  const captures = named.reduce((sum, label) => sum + counts[label], 0);
  return { cases: lists.case, captures, title };
}
