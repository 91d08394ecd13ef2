import { inputs } from "../inputs/index.js";
import { removers } from "../pages/boilerplate/index.js";
import { writers } from "../results/writers/index.js";
import { measures } from "../scoring/measures/index.js";
import {
  collectionMeasureLines,
  inputLines,
  measureLines,
  removerLines,
  writerLines,
} from "../settings/describe.js";
import { profiles } from "../settings/profiles.js";
import { collectionMeasures } from "../topic/collection-measures.js";
import { exitStatusHelp } from "./exit-status.js";

/** What help says after the options, from the registries. */
export function helpTail(): string {
  const profileLines = Object.entries(profiles).map(
    ([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`,
  );
  return [
    "",
    "Inputs (-i):",
    ...inputLines(inputs),
    "",
    "Measures (-tm): keyword, default threshold (paper; otmt-1.0.5), meaning",
    ...measureLines(measures),
    "",
    "Collection measures (-cm): keyword, threshold in the paper, meaning",
    ...collectionMeasureLines(collectionMeasures),
    "",
    "Output types (-ot):",
    ...writerLines(writers),
    "",
    "Boilerplate removers (--boilerplate):",
    ...removerLines(removers),
    "",
    "Profiles (--profile):",
    ...profileLines,
    "",
    exitStatusHelp,
    "",
    "Examples:",
    ...inputs.map(({ example }) => `  ${example}`),
    ...writers.map(({ example }) => `  ${example}`),
  ].join("\n");
}
