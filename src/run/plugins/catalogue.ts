import { readMadeData } from "../../base/platform/data.js";
import type { BoilerplateRemover } from "../../page/types.js";
import type { Input } from "../../read/types.js";
import type { ProfileName } from "../../score/settings/types.js";
import type { Measure } from "../../score/types.js";
import type { Writer } from "../../write/types.js";

/** A measure without its functions. */
export type ListedMeasure = Pick<
  Measure,
  | "keyword"
  | "aliases"
  | "otmtKeyword"
  | "title"
  | "summary"
  | "source"
  | "range"
  | "equalScore"
  | "cuts"
  | "plugin"
>;

/** The data of all definitions, without their functions. Help, lists and the evaluation of saved results use it. */
export interface Catalogue {
  readonly measures: readonly ListedMeasure[];
  readonly inputs: readonly Pick<
    Input,
    "keyword" | "argument" | "summary" | "example" | "plugin"
  >[];
  readonly writers: readonly Pick<Writer, "keyword" | "summary" | "example" | "plugin">[];
  readonly removers: readonly Pick<BoilerplateRemover, "keyword" | "summary" | "plugin">[];
}

/** File name of the catalogue, which the build writes from the registries. */
export const CATALOGUE_FILE = "catalogue.json";

let current: Catalogue | undefined;

/** Returns the data of all definitions without loading their code. */
export function catalogue(): Catalogue {
  current ??= parseCatalogue(readMadeData(CATALOGUE_FILE));
  return current;
}

/** Replaces the catalogue of the build after plug-ins have added definitions. */
export function setCatalogue(withPlugins: Catalogue): void {
  current = withPlugins;
}

/**
 * Returns the catalogue as JSON. The catalogue has null for a missing lower or upper end of a range, because JSON has
 * no infinity.
 */
export const catalogueJson = (of: Catalogue): string => JSON.stringify(of);

function parseCatalogue(saved: unknown): Catalogue {
  const { measures, ...others } = saved as Catalogue;
  const range = ([min, max]: readonly [number | null, number | null]): [number, number] => [
    min ?? -Infinity,
    max ?? Infinity,
  ];
  return { ...others, measures: measures.map((each) => ({ ...each, range: range(each.range) })) };
}

/**
 * Returns the default threshold as text, such as `< 0.12`, or `calibrate` for a measure without a default threshold.
 */
export function cutText({ cuts }: ListedMeasure, profile: ProfileName): string {
  const { threshold, comparison } = cuts[profile];
  return threshold === undefined ? "calibrate" : `${comparison} ${threshold}`;
}

/** Returns the range as text, such as `0 to 1`, or `0 up` if it has no upper end. */
export function rangeText({ range: [low, high] }: ListedMeasure): string {
  return high === Infinity ? `${low} up` : `${low} to ${high}`;
}
