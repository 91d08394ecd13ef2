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

/** What help, lists and the evaluation of saved results say of the definitions: all but their functions. */
export interface Catalogue {
  readonly measures: readonly ListedMeasure[];
  readonly inputs: readonly Pick<
    Input,
    "keyword" | "argument" | "summary" | "example" | "plugin"
  >[];
  readonly writers: readonly Pick<Writer, "keyword" | "summary" | "example" | "plugin">[];
  readonly removers: readonly Pick<BoilerplateRemover, "keyword" | "summary" | "plugin">[];
}

/** The file that the build makes of the registries. */
export const CATALOGUE_FILE = "catalogue.json";

let current: Catalogue | undefined;

/** Returns what is said of all definitions. The code of none is loaded for it. */
export function catalogue(): Catalogue {
  current ??= parseCatalogue(readMadeData(CATALOGUE_FILE));
  return current;
}

/** Takes the place of the file of the build: plug-ins have added definitions. */
export function setCatalogue(withPlugins: Catalogue): void {
  current = withPlugins;
}

/** Returns the catalogue as JSON can hold it: a range without an end has null there. */
export const catalogueJson = (of: Catalogue): string => JSON.stringify(of);

function parseCatalogue(saved: unknown): Catalogue {
  const { measures, ...others } = saved as Catalogue;
  const range = ([min, max]: readonly [number | null, number | null]): [number, number] => [
    min ?? -Infinity,
    max ?? Infinity,
  ];
  return { ...others, measures: measures.map((each) => ({ ...each, range: range(each.range) })) };
}

/** `< 0.12`, or `calibrate` for a measure without a default threshold. */
export function cutText({ cuts }: ListedMeasure, profile: ProfileName): string {
  const { threshold, comparison } = cuts[profile];
  return threshold === undefined ? "calibrate" : `${comparison} ${threshold}`;
}

/** `0 to 1`; `0 up` where there is no upper bound. */
export function rangeText({ range: [low, high] }: ListedMeasure): string {
  return high === Infinity ? `${low} up` : `${low} to ${high}`;
}
