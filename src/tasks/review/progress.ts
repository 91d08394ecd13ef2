import { groupBy } from "../../base/math/group-by.js";
import { counted } from "../../base/text.js";
import { type Decision, type Label, uriMOf } from "../../write/decisions.js";
import type { Listed } from "../../report/saved-list.js";

export interface ReviewProgress {
  /** Number of captures in cases. `decided` is the number of these captures with a decision. */
  readonly captures: number;
  readonly decided: number;
  /** Sentence such as `26 of 26 captures decided: 20 off-topic, 6 on-topic; 0 of 14 checked`. */
  readonly title: string;
}

/** A capture does not count as decided if people contradict each other. */
export function reviewProgress(
  list: readonly Listed[],
  decisions: readonly Decision[],
): ReviewProgress {
  const labelled = decisions.filter(({ label }) => label !== undefined);
  const rows = groupBy(labelled, ({ uriM }) => uriM);
  const counts: Record<Label, number> = { "off-topic": 0, "on-topic": 0, unsure: 0 };
  let [captures, checks, checked] = [0, 0, 0];
  for (const { look, captures: own } of list) {
    for (const { uriM } of own) {
      const [row, other] = rows.get(uriMOf(uriM)) ?? [];
      const label = other === undefined ? row?.label : undefined;
      if (look === "check") {
        checks += 1;
        if (label !== undefined) checked += 1;
      } else {
        captures += 1;
        if (label !== undefined) counts[label] += 1;
      }
    }
  }
  const labels = (Object.keys(counts) as Label[]).filter((label) => counts[label] > 0);
  const decided = labels.reduce((sum, label) => sum + counts[label], 0);
  const said = labels.map((label) => `${counts[label]} ${label}`).join(", ");
  const title =
    `${decided} of ${counted(captures, "capture")} decided${said === "" ? "" : `: ${said}`}` +
    (checks === 0 ? "" : `; ${checked} of ${checks} checked`);
  return { captures, decided, title };
}

export function nextCommand(results: string, decisions: string, input: readonly string[]): string {
  const inputs = input.length === 0 ? ["INPUT"] : input;
  const words = ["filter", results, "--overrides", decisions];
  for (const each of inputs) words.push("-i", each);
  return ["detect_off_topic", ...words, "-o", "clean/"].map(quoted).join(" ");
}

/** Quotes an argument if it has characters with a special meaning in a shell. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./~-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
