import { saveText } from "../table-export.js";
import { counted, grouped, visible } from "../words.js";
import type { LineProblem } from "../../../write/decisions.js";
import { type RemovalFormat, type Removed, removalList } from "./cases.js";

export const saveDecisions = (text: string): void =>
  saveText("decisions.tsv", text, "text/tab-separated-values");

export interface Loaded {
  /** Number of mementos of this report that have decisions in the file. `others` is the number of other mementos. */
  readonly known: number;
  readonly others: number;
  readonly problems: readonly LineProblem[];
}

export function loadedSentence(name: string, { known, others, problems }: Loaded): string {
  const [first] = problems;
  const parts = [
    `${visible(name)}: decisions on ${counted(known, "capture")}`,
    ...(others > 0 ? [`and on ${grouped(others)} that are not in this report`] : []),
    ...(first === undefined
      ? []
      : [
          `${counted(problems.length, "line")} could not be read, the first is line ${grouped(first.number)}: ${visible(first.message)}`,
        ]),
  ];
  return `${parts.join(", ")}.`;
}

/** Copies one line for each memento to remove to the clipboard. Returns a message that describes the result. */
export async function copyRemovals(
  mementos: readonly Removed[],
  form: RemovalFormat,
  files: readonly string[],
): Promise<string> {
  const lines = removalList(mementos, form, files);
  const left = mementos.length - lines.length;
  const rest = left > 0 ? `; ${grouped(left)} have no such line` : "";
  try {
    await navigator.clipboard.writeText(lines.map((line) => `${line}\n`).join(""));
  } catch {
    return "The browser does not let this page copy.";
  }
  return `Copied: ${counted(lines.length, "capture")} that you or others decided to be off-topic${rest}.`;
}
