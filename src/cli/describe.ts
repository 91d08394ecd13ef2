import type { Definitions } from "../run/plugins/catalogue.js";
import type { PluginDefinitions } from "../run/plugins/load.js";
import { originOf } from "../run/extensions/register.js";

export const describeDefinitions = ({
  measures,
  features,
  inputs,
  writers,
  removers,
}: Omit<PluginDefinitions, "commands">): Definitions => ({
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
});
