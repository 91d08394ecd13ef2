import { UsageError } from "../base/errors.js";
import { inputs } from "../read/inputs/index.js";
import { removers } from "../page/boilerplate/index.js";
import { features } from "../page/features/index.js";
import { writers } from "../report/writers.js";
import { measures } from "../score/measures/index.js";
import { addToCatalogue, catalogue } from "../run/plugins/catalogue.js";
import { type Named, refuseTaken } from "../base/find.js";
import { loadExtensions } from "../run/extensions/load.js";
import { extensionsWithFeatures } from "../run/extensions/named.js";
import { describeDefinitions } from "./describe.js";
import { loadPlugins } from "../run/plugins/load.js";

/** Throws a `UsageError` if a keyword or suffix is already in use. */
export async function registerPlugins(paths: readonly string[]): Promise<void> {
  const own = await loadPlugins(paths);
  // Their measures may name a feature of any extension.
  if (own.measures.length > 0) await loadExtensions(extensionsWithFeatures());
  // The catalogue also has the definitions of extensions that are not loaded.
  const known = catalogue();
  refuseTaken<Named>(known.measures, own.measures, "measure");
  refuseTaken<Named>(known.features, own.features, "feature");
  refuseTaken<Named>(known.inputs, own.inputs, "input");
  refuseTaken<Named>(known.writers, own.writers, "writer");
  refuseTaken<Named>(known.removers, own.removers, "boilerplate remover");
  for (const { suffix } of own.writers) {
    const taken = known.writers.find((writer) => suffix !== undefined && writer.suffix === suffix);
    if (taken !== undefined) {
      throw new UsageError(
        `"${suffix}" is the suffix of ${taken.keyword}: give your own writer another.`,
      );
    }
  }
  measures.push(...own.measures);
  features.push(...own.features);
  inputs.push(...own.inputs);
  writers.push(...own.writers);
  removers.push(...own.removers);
  addToCatalogue(describeDefinitions({ ...own, evidence: [] }));
}
