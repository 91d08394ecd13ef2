import { printable } from "../mementos/printable.js";
import type { Comparison } from "./compare.js";

/** True when the two runs do not say the same of the same mementos. */
export function differs({ changed, onlyBefore, onlyAfter }: Comparison): boolean {
  return changed.length + onlyBefore.length + onlyAfter.length > 0;
}

/** A line for each memento that differs, as `diff` marks them, and a summary. */
export function comparisonText(comparison: Comparison): string {
  const { changed, onlyBefore, onlyAfter, same, measuresOnlyBefore, measuresOnlyAfter } =
    comparison;
  const lines = [
    ...changed.map(
      ({ uriM, changes }) =>
        `! ${uriM}  ${changes.map((each) => `${each.of}: ${each.before} -> ${each.after}`).join(", ")}`,
    ),
    ...onlyBefore.map((name) => `- ${name}`),
    ...onlyAfter.map((name) => `+ ${name}`),
    ...onlyIn("first", measuresOnlyBefore),
    ...onlyIn("second", measuresOnlyAfter),
    `${changed.length} changed, ${onlyBefore.length} only in the first, ${onlyAfter.length} only in the second, ${same} the same`,
  ];
  return lines.map((line) => `${printable(line)}\n`).join("");
}

function onlyIn(which: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`measures of the ${which} only: ${names.join(", ")}`];
}

/** The same as one JSON object. */
export function comparisonJson(comparison: Comparison): string {
  const { changed, onlyBefore, onlyAfter, same, measuresOnlyBefore, measuresOnlyAfter } =
    comparison;
  const object = {
    changed: changed.map(({ uriM, changes }) => ({ "URI-M": uriM, changes })),
    "only in the first": onlyBefore,
    "only in the second": onlyAfter,
    "measures of the first only": measuresOnlyBefore,
    "measures of the second only": measuresOnlyAfter,
    same,
  };
  return `${printable(JSON.stringify(object, null, 2), "json")}\n`;
}
