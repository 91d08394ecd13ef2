import { groupBy } from "../../base/math/group-by.js";
import { counted } from "../../base/text.js";
import { type Decision, type Label, uriMOf } from "../../write/decisions.js";
import type { SavedMemento } from "../../write/entry.js";

/** State of a review. */
export interface ReviewProgress {
  /** Number of off-topic and unsure captures. `decided` is the number of these captures with a decision. */
  readonly captures: number;
  readonly decided: number;
  /** Sentence such as `26 of 26 captures are decided: 20 off-topic, 6 on-topic`. */
  readonly title: string;
}

/**
 * Counts the decisions on off-topic and unsure captures. A capture does not count as decided if people contradict each
 * other.
 */
export function reviewProgress(
  mementos: readonly SavedMemento[],
  decisions: readonly Decision[],
): ReviewProgress {
  const labelled = decisions.filter(({ label }) => label !== undefined);
  const rows = groupBy(labelled, ({ uriM }) => uriM);
  const counts: Record<Label, number> = { "off-topic": 0, "on-topic": 0, unsure: 0 };
  let captures = 0;
  for (const { uriM, overall } of mementos) {
    if (overall !== "off-topic" && overall !== "unsure") continue;
    captures += 1;
    const [row, other] = rows.get(uriMOf(uriM)) ?? [];
    if (row?.label !== undefined && other === undefined) counts[row.label] += 1;
  }
  const labels = (Object.keys(counts) as Label[]).filter((label) => counts[label] > 0);
  const decided = labels.reduce((sum, label) => sum + counts[label], 0);
  const said = labels.map((label) => `${counts[label]} ${label}`).join(", ");
  const title = `${decided} of ${counted(captures, "capture")} decided${said === "" ? "" : `: ${said}`}`;
  return { captures, decided, title };
}

/** Returns the command that uses the decisions. */
export function nextCommand(results: string, decisions: string, input: readonly string[]): string {
  const inputs = input.length === 0 ? ["INPUT"] : input;
  const words = ["filter", results, "--overrides", decisions];
  for (const each of inputs) words.push("-i", each);
  return ["detect_off_topic", ...words, "-o", "clean/"].map(quoted).join(" ");
}

/** Quotes an argument if it has characters with a special meaning in a shell. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./~-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
