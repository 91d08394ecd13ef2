import { removers } from "../../page/boilerplate/index.js";
import { features } from "../../page/features/index.js";
import type { CollectionEvidence } from "../../score/evidence/collection-evidence.js";
import { registeredEvidence } from "../../score/evidence/registry.js";
import { measures } from "../../score/measures/index.js";
import { type Named, refuseTaken } from "../../base/find.js";
import type { BoilerplateRemover, Feature } from "../../page/types.js";
import type { Measure } from "../../score/types.js";

/** Measures, features, boilerplate removers and evidence of your own, in addition to the built-in ones. */
export interface OwnDefinitions {
  /** Measures that `measures` can name. Their own features need not be listed in `features`. */
  readonly extraMeasures?: readonly Measure[];
  /** Features that measures request by keyword. */
  readonly extraFeatures?: readonly Feature[];
  /** Boilerplate removers that `boilerplate` can name. */
  readonly extraRemovers?: readonly BoilerplateRemover[];
  /** Evidence of the collection that `evidence` can name. Its own features need not be listed in `features`. */
  readonly extraEvidence?: readonly CollectionEvidence[];
}

/** All definitions that a run may use. */
export interface RunDefinitions {
  readonly measures: readonly Measure[];
  readonly features: readonly Feature[];
  readonly removers: readonly BoilerplateRemover[];
  readonly evidence: readonly CollectionEvidence[];
  /** Modules of plug-ins, which each worker thread must load. */
  readonly plugins: readonly string[];
  /** Extensions of this package, by name, that the settings need, which each worker thread must load. */
  readonly extensions: readonly string[];
  /** False if a definition is a function of this program, because functions cannot be sent to a thread. */
  readonly areForThreads: boolean;
}

/** An object that is given twice counts once. */
const distinct = <T>(given: readonly T[] = []): T[] => [...new Set(given)];

/** Throws a `UsageError` if two definitions have the same name. */
export function definitionsFor(own: OwnDefinitions): Omit<RunDefinitions, "extensions"> {
  const extraMeasures = distinct(own.extraMeasures);
  const extraFeatures = distinct(own.extraFeatures);
  const extraRemovers = distinct(own.extraRemovers);
  const extraEvidence = distinct(own.extraEvidence);
  const brought = [...extraMeasures, ...extraEvidence].flatMap((each) => each.features ?? []);
  const ownFeatures = [...new Set([...extraFeatures, ...brought])];
  refuseTaken(measures, extraMeasures, "measure");
  refuseTaken(features, ownFeatures, "feature");
  refuseTaken(removers, extraRemovers, "boilerplate remover");
  refuseTaken<Named>([...measures, ...registeredEvidence], extraEvidence, "evidence");
  const all = [...extraMeasures, ...ownFeatures, ...extraRemovers, ...extraEvidence];
  const modules = [...measures, ...features, ...removers, ...registeredEvidence, ...all].flatMap(
    ({ plugin }) => plugin?.url ?? [],
  );
  return {
    measures: [...measures, ...extraMeasures],
    features: [...features, ...ownFeatures],
    removers: [...removers, ...extraRemovers],
    evidence: [...registeredEvidence, ...extraEvidence],
    plugins: [...new Set(modules)],
    areForThreads: all.every(({ plugin }) => plugin !== undefined),
  };
}
