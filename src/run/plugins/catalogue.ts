import { readMadeData } from "../../base/platform/data.js";
import type { BoilerplateRemover } from "../../page/types.js";
import type { Input } from "../../read/types.js";
import type { CollectionMeasure } from "../../score/settings/topic-types.js";
import type { ProfileName } from "../../score/settings/types.js";
import type { CollectionEvidence } from "../../score/evidence/collection-evidence.js";
import type { Measure } from "../../score/types.js";
import type { Writer } from "../../write/types.js";
import type { Extension } from "./define-extension.js";

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

/** Facts by which a definition is found before it is loaded. */
export interface Listed {
  readonly keyword: string;
  readonly aliases?: readonly string[];
  /** Name of the extension of this package that has the definition. */
  readonly extension?: string;
}

type ListedInput = Pick<Input, "keyword" | "argument" | "summary" | "example" | "plugin">;
type ListedWriter = Pick<Writer, "keyword" | "summary" | "example" | "suffix" | "plugin">;
type ListedEvidence = Pick<CollectionEvidence, "keyword" | "summary" | "measures">;
type ListedRemover = Pick<BoilerplateRemover, "keyword" | "summary" | "plugin">;

/** The data of all definitions, without their functions. Help, lists and the evaluation of saved results use it. */
export interface Catalogue {
  readonly measures: readonly (ListedMeasure & Listed)[];
  readonly features: readonly Listed[];
  readonly inputs: readonly (ListedInput & Listed)[];
  readonly writers: readonly (ListedWriter & Listed)[];
  readonly removers: readonly (ListedRemover & Listed)[];
  readonly evidence: readonly (ListedEvidence & Listed)[];
  /** Settings of extensions of this package, by the key of their values. */
  readonly settings: readonly Required<Pick<Listed, "keyword" | "extension">>[];
  /** The extensions of this package. */
  readonly extensions: readonly Pick<Extension, "name" | "summary">[];
}

/** The lists of the catalogue to which plug-ins add. */
export type Definitions = Omit<Catalogue, "settings" | "extensions">;

/** File name of the catalogue, which the build writes from the registries. */
export const CATALOGUE_FILE = "catalogue.json";

let ownCatalogue: Catalogue | undefined;

/** Returns the data of all definitions without loading their code. */
export function catalogue(): Catalogue {
  ownCatalogue ??= parseCatalogue(readMadeData(CATALOGUE_FILE));
  return ownCatalogue;
}

export function addToCatalogue(own: Definitions): void {
  const all = catalogue();
  const lists = Object.entries(own) as [keyof Definitions, readonly Listed[]][];
  const joined = lists.map(([kind, added]) => [kind, [...all[kind], ...added]] as const);
  ownCatalogue = { ...all, ...(Object.fromEntries(joined) as unknown as Definitions) };
}

/** Returns the measures that compare with a collection, in their order. */
export const collectionMeasuresKnown = (): readonly CollectionMeasure[] =>
  catalogue().evidence.flatMap(({ measures = [] }) => measures);

/** The catalogue has null for a missing lower or upper end of a range, because JSON has no infinity. */
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
