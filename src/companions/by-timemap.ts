import type { SavedMemento } from "../results/saved-memento.js";

/**
 * Mementos by TimeMap, in the order in which a file first has them; each TimeMap oldest first, equal ones as in the
 * file.
 */
export function byTimeMap(mementos: readonly SavedMemento[]): SavedMemento[][] {
  const timeMaps = new Map<string, SavedMemento[]>();
  for (const memento of mementos) {
    const known = timeMaps.get(memento.uriT);
    if (known === undefined) timeMaps.set(memento.uriT, [memento]);
    else known.push(memento);
  }
  return [...timeMaps.values()].map((timeMap) => timeMap.sort(byDatetime));
}

/** Orders by memento-datetime; those without one come first. */
export function byDatetime(
  { mementoDatetime: a = "" }: SavedMemento,
  { mementoDatetime: b = "" }: SavedMemento,
): number {
  // ISO 8601 in UTC with all digits of the second: the order of the text is that of time.
  return a < b ? -1 : Number(a > b);
}
