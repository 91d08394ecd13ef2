import { removers } from "../../page/boilerplate/index.js";
import { features } from "../../page/features/index.js";
import { measures } from "../../score/measures/index.js";
import { refuseTaken } from "../../score/settings/find.js";
import type { BoilerplateRemover, Feature } from "../../page/types.js";
import type { Measure } from "../../score/types.js";

/** Measures, features and boilerplate removers of one's own, besides those that everybody has. */
export interface OwnDefinitions {
  /** Name them in `measures`. The features that they bring along need not be given again. */
  readonly extraMeasures?: readonly Measure[];
  /** Features that they ask for by keyword. */
  readonly extraFeatures?: readonly Feature[];
  /** Name one in `boilerplate`. */
  readonly extraRemovers?: readonly BoilerplateRemover[];
}

/** All definitions that a run may use. */
export interface RunDefinitions {
  readonly measures: readonly Measure[];
  readonly features: readonly Feature[];
  readonly removers: readonly BoilerplateRemover[];
  /** Modules that a worker thread has to load for them. */
  readonly plugins: readonly string[];
  /** False where one is a function of this program, which cannot be sent to a thread. */
  readonly areForThreads: boolean;
}

/** Throws a `UsageError` where two definitions go by one name. */
export function definitionsFor({
  extraMeasures = [],
  extraFeatures = [],
  extraRemovers = [],
}: OwnDefinitions): RunDefinitions {
  const brought = extraMeasures.flatMap((measure) => measure.features ?? []);
  const ownFeatures = [...new Set([...extraFeatures, ...brought])];
  refuseTaken(measures, extraMeasures, "measure");
  refuseTaken(features, ownFeatures, "feature");
  refuseTaken(removers, extraRemovers, "boilerplate remover");
  const own = [...extraMeasures, ...ownFeatures, ...extraRemovers];
  const modules = [...measures, ...features, ...removers, ...own].flatMap(
    ({ plugin }) => plugin?.url ?? [],
  );
  return {
    measures: [...measures, ...extraMeasures],
    features: [...features, ...ownFeatures],
    removers: [...removers, ...extraRemovers],
    plugins: [...new Set(modules)],
    areForThreads: own.every(({ plugin }) => plugin !== undefined),
  };
}
