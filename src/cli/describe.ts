import type { Definitions, Listed } from "../run/plugins/catalogue.js";
import type { PluginDefinitions } from "../run/plugins/load.js";
import type { CollectionEvidence } from "../score/evidence/collection-evidence.js";
import { originOf } from "../run/extensions/register.js";

interface DescribedDefinitions extends PluginDefinitions {
  readonly evidence: readonly CollectionEvidence[];
}

/** Returns the parts of definitions that the catalogue has, each with the extension that it is of. */
export const describeDefinitions = (of: DescribedDefinitions): Definitions => ({
  measures: parts(
    of.measures,
    ...(["keyword", "aliases", "otmtKeyword", "title", "summary", "source"] as const),
    ...(["range", "equalScore", "cuts", "plugin"] as const),
  ),
  features: parts(of.features, "keyword"),
  inputs: parts(of.inputs, "keyword", "argument", "summary", "example", "plugin"),
  writers: parts(of.writers, "keyword", "summary", "example", "suffix", "plugin"),
  removers: parts(of.removers, "keyword", "summary", "plugin"),
  evidence: parts(of.evidence, "keyword", "summary", "measures"),
});

const parts = <Of extends Listed, Name extends keyof Of>(
  all: readonly Of[],
  ...names: readonly Name[]
): (Pick<Of, Name> & Pick<Listed, "extension">)[] =>
  all.map((each) => {
    const own = Object.fromEntries(names.map((name) => [name, each[name]])) as Pick<Of, Name>;
    return { ...own, extension: originOf(each) };
  });
