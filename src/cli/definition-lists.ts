import {
  catalogue,
  collectionMeasuresKnown,
  cutText,
  type Listed,
} from "../run/plugins/catalogue.js";
import { profiles } from "../score/settings/profiles.js";
import type { PluginModule } from "../base/types.js";
import { exitStatusHelp } from "../command/exit-status.js";
import { exampleText, type HelpRow, rows } from "../command/help.js";
import { extensionRows } from "./extension-help.js";

/**
 * Returns the end of `--help all`: every definition of the core with its meaning, the extensions, exit statuses and
 * examples.
 */
export function helpTail(): string {
  const inputs = ofCore(catalogue().inputs);
  const measures = ofCore(catalogue().measures);
  const writers = ofCore(catalogue().writers);
  const removers = ofCore(catalogue().removers);
  const also = (aliases: readonly string[]): string =>
    aliases.length > 0 ? ` Also: ${aliases.join(", ")}.` : "";
  return [
    `\nInputs (-i):\n${inputLines(inputs)}`,
    rowsText(
      "\nMeasures (-tm): off-topic by default when (paper; otmt-1.0.5), meaning",
      measures.map((each) => [
        each.keyword,
        `${cutText(each, "paper")}; ${cutText(each, "otmt-1.0.5")}: ${each.summary}${also(each.aliases)}`,
      ]),
    ),
    rowsText(
      "\nCollection measures (-cm): not recognised by default when (paper), meaning",
      collectionMeasuresKnown().map(({ keyword, paperThreshold, summary, aliases }) => [
        keyword,
        `${paperThreshold === undefined ? "never" : `< ${paperThreshold}`}: ${summary}${also(aliases)}`,
      ]),
    ),
    rowsText("\nOutput types (-ot):", writers.map(summaryRow)),
    rowsText("\nBoilerplate removers (--boilerplate):", removers.map(summaryRow)),
    rowsText(
      "\nProfiles (--profile):",
      Object.entries(profiles).map(([name, { summary }]) => [name, summary]),
    ),
    `\nExtensions (detect_off_topic help EXTENSION):\n${extensionRows()}`,
    "",
    exitStatusHelp,
    exampleText([...inputs, ...writers].map(({ example }) => example)).slice(1),
  ].join("\n");
}

/** Extensions have help of their own. */
const ofCore = <T extends Listed>(all: readonly T[]): readonly T[] =>
  all.filter(({ extension }) => extension === undefined);

export const inputLines = (inputs = catalogue().inputs): string =>
  rows(
    inputs.map((input) => [
      `${input.keyword}=`,
      `${input.argument}: ${input.summary}${ofPlugin(input)}`,
    ]),
  );

export const definitionLines = (definitions: readonly Summarised[]): string =>
  rows(definitions.map(summaryRow));

interface Summarised {
  readonly keyword: string;
  readonly summary: string;
  readonly plugin?: PluginModule;
}

const summaryRow = (each: Summarised): HelpRow => [
  each.keyword,
  `${each.summary}${ofPlugin(each)}`,
];

/** Returns the plug-in of a definition for lists; empty for built-in definitions. */
export const ofPlugin = ({ plugin }: { readonly plugin?: PluginModule }): string =>
  plugin === undefined ? "" : ` (plug-in ${plugin.name}, ${plugin.digest})`;

const rowsText = (title: string, of: readonly HelpRow[]): string => `${title}\n${rows(of)}`;
