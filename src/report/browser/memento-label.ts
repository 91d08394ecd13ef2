import type { ShownMemento } from "./shown-memento.js";
import { visible } from "./visible.js";
import { dateTitle, scoreTitle, verdictTitle } from "./words.js";

/** Scores told in a label: more would not be listened to. */
const MOST_SCORES = 4;

/** A memento in a line: its date, its verdict, its scores or why there are none. */
export function mementoLabel(memento: ShownMemento, measureNames: readonly string[]): string {
  const { date, overall, problem, scores, evidence } = memento;
  const parts = [dateTitle(date), verdictTitle(overall)];
  if (problem !== undefined) parts.push(visible(problem));
  for (const { measure, score, error } of scores.slice(0, MOST_SCORES)) {
    const name = visible(measureNames[measure] ?? "");
    parts.push(
      score === undefined ? `${name}: ${visible(error ?? "")}` : `${name} ${scoreTitle(score)}`,
    );
  }
  if (evidence?.pageKind !== undefined) parts.push(visible(evidence.pageKind.title));
  return parts.join(", ");
}
