import { readMadeData } from "../../base/platform/data.js";
import type { CollectionMeasure } from "../../score/settings/topic-types.js";
import type { ProfileName } from "../../score/settings/types.js";
import type { Extension } from "./define-extension.js";

/** The data that the catalogue has of the definitions of each kind, which has no functions. */
export const LISTED = {
  measures: [
    ...(["keyword", "aliases", "otmtKeyword", "title", "summary", "source"] as const),
    ...(["range", "equalScore", "cuts", "plugin"] as const),
  ],
  features: ["keyword"],
  inputs: ["keyword", "argument", "summary", "example", "plugin"],
  writers: ["keyword", "summary", "example", "suffix", "plugin"],
  removers: ["keyword", "summary", "plugin"],
  evidence: ["keyword", "summary", "measures"],
} as const;

type Kind = keyof typeof LISTED;
export const kinds = Object.keys(LISTED) as Kind[];

/** Facts by which a definition is found before it is loaded. */
export interface Listed {
  readonly keyword: string;
  readonly aliases?: readonly string[];
  /** Name of the extension of this package that has the definition. */
  readonly extension?: string;
}

type ListedOf<K extends Kind> = Listed &
  Pick<Extension[K][number], keyof Extension[K][number] & (typeof LISTED)[K][number]>;

/** A measure without its functions. */
export type ListedMeasure = ListedOf<"measures">;

/** The lists of the catalogue to which plug-ins add. */
export type Definitions = { readonly [K in Kind]: readonly ListedOf<K>[] };

/** The data of all definitions, without their functions. Help, lists and the evaluation of saved results use it. */
export interface Catalogue extends Definitions {
  /** Settings of extensions of this package, by the key of their values. */
  readonly settings: readonly Required<Pick<Listed, "keyword" | "extension">>[];
  /** The extensions of this package. */
  readonly extensions: readonly Pick<Extension, "name" | "summary">[];
}

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
  const joined = kinds.map((kind) => [kind, [...all[kind], ...own[kind]]]);
  ownCatalogue = { ...all, ...(Object.fromEntries(joined) as Definitions) };
}

/** Returns the measures that compare with a collection, in their order. */
export const collectionMeasuresKnown = (): readonly CollectionMeasure[] =>
  catalogue().evidence.flatMap(({ measures = [] }) => measures);

/** The file has null for a missing lower or upper end of a range, because JSON has no infinity. */
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
