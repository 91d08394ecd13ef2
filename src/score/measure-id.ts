import type { Reference } from "./settings/types.js";

/** The mementos that a measure may compare with, as `--reference` takes them. */
export const references: readonly Reference[] = ["first", "previous", "median", "medoid", "group"];

/** A measure and what it compares with, as text has them: the name may be an alias, the reference anything. */
interface MeasureName {
  readonly keyword: string;
  /** Absent: the text does not say, which means the first memento or what `--reference` says. */
  readonly reference?: string;
}

/** Reads `cosine` or `cosine@median`. */
export function parseMeasureName(text: string): MeasureName {
  const at = text.indexOf("@");
  if (at < 0) return { keyword: text.trim() };
  return { keyword: text.slice(0, at).trim(), reference: text.slice(at + 1).trim() };
}

/** `cosine@median`; the first memento goes without saying. */
export function formatMeasureName({ keyword, reference = "first" }: MeasureName): string {
  return reference === "first" ? keyword : `${keyword}@${reference}`;
}

/** Whether two names are of the same measure with the same reference memento. */
export const isSameMeasure = (one: MeasureName, other: MeasureName): boolean =>
  formatMeasureName(one) === formatMeasureName(other);
