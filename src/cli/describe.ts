import type { Definitions } from "../run/plugins/catalogue.js";
import type { PluginDefinitions } from "../run/plugins/load.js";
import type { CollectionEvidence } from "../score/evidence/collection-evidence.js";
import { originOf } from "../run/extensions/register.js";

interface DescribedDefinitions extends PluginDefinitions {
  readonly evidence: readonly CollectionEvidence[];
}

export const describeDefinitions = ({
  measures,
  features,
  inputs,
  writers,
  removers,
  evidence,
}: DescribedDefinitions): Definitions => ({
  measures: measures.map((measure) => {
    const { keyword, aliases, otmtKeyword, title, summary, source } = measure;
    const { range, equalScore, cuts, plugin } = measure;
    return {
      ...{ keyword, aliases, otmtKeyword, title, summary, source },
      ...{ range, equalScore, cuts, plugin, extension: originOf(measure) },
    };
  }),
  features: features.map((feature) => ({
    ...{ keyword: feature.keyword, extension: originOf(feature) },
  })),
  inputs: inputs.map((input) => {
    const { keyword, argument, summary, example, plugin } = input;
    return { keyword, argument, summary, example, plugin, extension: originOf(input) };
  }),
  writers: writers.map((writer) => {
    const { keyword, summary, example, suffix, plugin } = writer;
    return { keyword, summary, example, suffix, plugin, extension: originOf(writer) };
  }),
  removers: removers.map((remover) => {
    const { keyword, summary, plugin } = remover;
    return { keyword, summary, plugin, extension: originOf(remover) };
  }),
  evidence: evidence.map((each) => {
    const { keyword, summary, measures: own } = each;
    return { keyword, summary, measures: own, extension: originOf(each) };
  }),
});
