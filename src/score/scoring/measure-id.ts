/** Values of {@link Reference}. */
export const references = ["first", "previous", "median", "medoid"] as const;

/**
 * Memento of the same TimeMap with which a memento is compared. `first` is the first memento. `previous` is the last
 * memento judged on-topic. `median` means the median score over all others, and `medoid` the most central of the
 * others.
 */
export type Reference = (typeof references)[number];

/** Inputs of a learned model that are not measures. */
export const otherModelInputs: readonly string[] = ["signs", "http-error", "tiny", "address"];

/** The name may be an alias, and the reference may be invalid. */
interface MeasureName {
  readonly keyword: string;
  /** Absent if the user named none. The reference is then the first memento or the one in `--reference`. */
  readonly reference?: string;
}

/** Parses `cosine` or `cosine@median`. */
export function parseMeasureName(text: string): MeasureName {
  const at = text.indexOf("@");
  if (at < 0) return { keyword: text.trim() };
  return { keyword: text.slice(0, at).trim(), reference: text.slice(at + 1).trim() };
}

/** Returns a name such as `cosine@median`. The name of the default reference, the first memento, is left out. */
export function formatMeasureName({ keyword, reference = "first" }: MeasureName): string {
  return reference === "first" ? keyword : `${keyword}@${reference}`;
}
