import { reviewList, sizeOf, sizeText } from "../../report/saved-list.js";
import type { SavedMemento } from "../../write/entry.js";
import { isUnsure, overridden, type Overrides } from "../../write/overrides.js";
import type { SavedResults } from "../../write/read-results.js";

/** Returns `undefined` if there are none. A decision on one capture of a case is not a decision on the case. */
export function undecidedLine(
  results: SavedResults,
  overrides: Overrides | undefined,
): string | undefined {
  const isOpen = (memento: SavedMemento): boolean =>
    memento.override === undefined &&
    (overrides === undefined ||
      (overridden(memento, overrides).override === undefined && !isUnsure(memento, overrides)));
  const open = reviewList(results).filter(({ captures }) => captures.some(isOpen));
  if (open.length === 0) return undefined;
  return `nobody has decided on ${sizeText(sizeOf(open))}: see detect_off_topic review`;
}
