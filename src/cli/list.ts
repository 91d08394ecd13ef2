import { UsageError } from "../base/errors.js";
import { knownArchives } from "../read/archives/known-archives.js";
import { catalogue, cutText, type ListedMeasure, rangeText } from "../run/plugins/catalogue.js";
import { requireChoice } from "../base/find.js";
import type { PluginModule } from "../base/types.js";
import { rows } from "../command/help.js";
import { type CommandDefinition, defineCommand } from "../command/define-command.js";
import { explainedKind, kindLines } from "./kinds.js";
import { pluginsOption } from "../command/options/running.js";
import { openOutput } from "../command/output.js";
import { explainedSetting, settingLines } from "../command/settings.js";

interface Summarised {
  readonly keyword: string;
  readonly summary: string;
  readonly plugin?: PluginModule;
}

const definitionLines = (definitions: readonly Summarised[]): string =>
  rows(definitions.map((each) => [each.keyword, each.summary + ofPlugin(each)]));

/** Returns the plug-in of a definition for lists; empty for built-in definitions. */
const ofPlugin = ({ plugin }: Pick<Summarised, "plugin">): string =>
  plugin === undefined ? "" : ` (plug-in ${plugin.name}, ${plugin.digest})`;

const inputLines = (): string =>
  definitionLines(
    catalogue().inputs.map(({ keyword, argument, summary, plugin }) => ({
      ...{ keyword: `${keyword}=`, summary: `${argument}: ${summary}`, plugin },
    })),
  );

const archiveLines = (): string =>
  definitionLines(
    knownArchives.map(({ keyword, archive, replay }) => ({
      keyword,
      summary: `${archive}, ${replay}`,
    })),
  );

const SECTIONS = {
  measures: () => catalogue().measures.flatMap(measureLines).join("\n"),
  inputs: inputLines,
  writers: () => definitionLines(catalogue().writers),
  removers: () => definitionLines(catalogue().removers),
  archives: archiveLines,
  settings: settingLines,
  kinds: kindLines,
} as const;

const EXPLAINED: Readonly<Record<string, (name: string) => string>> = {
  settings: explainedSetting,
  kinds: explainedKind,
};

export const listCommand: CommandDefinition = defineCommand({
  name: "list",
  group: "judge",
  summary: "Show all measures, inputs, writers, removers, archives, settings and kinds of page.",
  options: pluginsOption,
  description:
    "Show all measures, inputs, writers, removers, archives, settings and kinds of page.",
  words: [
    ["[what]", `one of: ${Object.keys(SECTIONS).join(", ")}`],
    ["[name]", "name of the setting or kind to explain"],
  ],
  examples: [
    "detect_off_topic list measures",
    "detect_off_topic list settings insert-cost",
    "detect_off_topic list kinds bot-check",
  ],
  async run({ words: [what, name] }) {
    if (name !== undefined) {
      const explained = Object.hasOwn(EXPLAINED, what ?? "") ? EXPLAINED[what!] : undefined;
      if (explained === undefined) {
        throw new UsageError(`list ${what} takes no name. Write detect_off_topic list ${what}.`);
      }
      await openOutput(undefined).write(explained(name));
      return;
    }
    const names = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[];
    const wanted = what === undefined ? names : [requireChoice(what, names, "list")];
    const text = wanted.map((name) => `${name}:\n${SECTIONS[name]()}`).join("\n\n");
    await openOutput(undefined).write(`${text}\n`);
  },
});

function measureLines(measure: ListedMeasure): string[] {
  const { keyword, aliases, title, summary, equalScore, source } = measure;
  return [
    `  ${[keyword, ...aliases].join(", ")}: ${title}${ofPlugin(measure)}`,
    `      ${summary}`,
    `      scores ${rangeText(measure)}, equal pages ${equalScore}; ` +
      `off-topic when: ${cutText(measure, "paper")} (paper), ${cutText(measure, "otmt-1.0.5")} (otmt-1.0.5)`,
    `      ${source}`,
  ];
}
