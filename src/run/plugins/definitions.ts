import { removers } from "../../page/boilerplate/index.js";
import { features } from "../../page/features/index.js";
import type { CollectionEvidence } from "../../score/evidence/collection-evidence.js";
import { registeredEvidence } from "../../score/evidence/collection-evidence.js";
import { measures } from "../../score/measures/index.js";
import { refuseTaken } from "../../base/find.js";
import type { BoilerplateRemover, Feature } from "../../page/types.js";
import type { Measure } from "../../score/types.js";
import type { RunOptions } from "../setup/run-options.js";

/** Measures, features and boilerplate removers of your own, in addition to the built-in ones. */
export interface OwnDefinitions {
  /** Measures that `measures` can name. Their own features need not be listed in `features`. */
  readonly extraMeasures?: readonly Measure[];
  /** Features that measures request by keyword. */
  readonly extraFeatures?: readonly Feature[];
  /** Boilerplate removers that `boilerplate` can name. */
  readonly extraRemovers?: readonly BoilerplateRemover[];
}

/** All definitions that a run may use. */
export interface RunDefinitions extends Pick<
  RunOptions,
  "measures" | "features" | "removers" | "plugins" | "extensions"
> {
  readonly evidence: readonly CollectionEvidence[];
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
  const brought = extraMeasures.flatMap((each) => each.features ?? []);
  const ownFeatures = [...new Set([...extraFeatures, ...brought])];
  refuseTaken(measures, extraMeasures, "measure");
  refuseTaken(features, ownFeatures, "feature");
  refuseTaken(removers, extraRemovers, "boilerplate remover");
  const all = [...extraMeasures, ...ownFeatures, ...extraRemovers];
  const modules = [...measures, ...features, ...removers, ...all].flatMap(
    ({ plugin }) => plugin?.url ?? [],
  );
  return {
    measures: [...measures, ...extraMeasures],
    features: [...features, ...ownFeatures],
    removers: [...removers, ...extraRemovers],
    evidence: registeredEvidence,
    plugins: [...new Set(modules)],
    areForThreads: all.every(({ plugin }) => plugin !== undefined),
  };
}
