import { UsageError } from "../base/errors.js";
import { addToCatalogue, catalogue } from "../run/plugins/catalogue.js";
import { type Named, refuseTaken } from "../base/find.js";
import { loadExtensions } from "../run/extensions/load.js";
import { extensionsWithFeatures } from "../run/extensions/named.js";
import { registries } from "../run/extensions/registries.js";
import { describeDefinitions } from "./describe.js";
import { loadPlugins } from "../run/plugins/load.js";

/** Throws a `UsageError` if a keyword or suffix is already in use. */
export async function registerPlugins(paths: readonly string[]): Promise<void> {
  const own = await loadPlugins(paths);
  // Their measures may name a feature of any extension.
  if (own.measures.length > 0) await loadExtensions(extensionsWithFeatures());
  // The catalogue also has the definitions of extensions that are not loaded.
  const known = catalogue();
  for (const [kind, what] of KINDS) refuseTaken<Named>(known[kind], own[kind], what);
  for (const { suffix } of own.writers) {
    const taken = known.writers.find((writer) => suffix !== undefined && writer.suffix === suffix);
    if (taken !== undefined) {
      throw new UsageError(
        `"${suffix}" is the suffix of ${taken.keyword}: give your own writer another.`,
      );
    }
  }
  for (const [kind] of KINDS) (registries[kind] as Named[]).push(...own[kind]);
  addToCatalogue(describeDefinitions({ ...own, evidence: [] }));
}

/** The kinds of definitions that plug-ins add, as messages name them. */
const KINDS = [
  ["measures", "measure"],
  ["features", "feature"],
  ["inputs", "input"],
  ["writers", "writer"],
  ["removers", "boilerplate remover"],
] as const;
