import { isDetectOption } from "../run/detect-options.js";
import {
  defaultOf,
  flagsText,
  type OptionDefinition,
  settingName,
  valueOf,
} from "../base/option.js";
import {
  commandCatalogue,
  type ListedOption,
  listedSettings,
} from "../command/command-catalogue.js";
import { allExtensions } from "../extensions/all.js";
import { offerExtensions } from "../extensions/index.js";
import { inputs } from "../read/inputs/index.js";
import { removers } from "../page/boilerplate/index.js";
import { writers } from "../report/writers.js";
import { measures } from "../score/measures/index.js";
import { registerExtensions } from "../run/extensions/register.js";
import { registries } from "../run/extensions/registries.js";
import { cutText, rangeText } from "../run/plugins/catalogue.js";
import { registeredEvidence } from "../score/evidence/collection-evidence.js";

offerExtensions();
registerExtensions(allExtensions, registries);

/** Tables of docs/reference.md by the name in their markers. The tables are made from the definitions. */
const TABLES: Readonly<Record<string, () => string>> = {
  measures: () =>
    markdownTable(
      ["keyword", "aliases", "measure", "scores", "equal", "off-topic when (paper)", "otmt-1.0.5"],
      measures.map((measure) => [
        code(measure.keyword),
        measure.aliases.map(code).join(", "),
        measure.title,
        rangeText(measure),
        String(measure.equalScore),
        cutText(measure, "paper"),
        cutText(measure, "otmt-1.0.5"),
      ]),
    ),
  "collection-measures": () =>
    markdownTable(
      ["keyword", "aliases", "measure", "what it is", "not recognised when (paper)"],
      registeredEvidence
        .flatMap(({ measures: own = [] }) => own)
        .map(({ keyword, aliases, title, summary, paperThreshold }) => [
          code(keyword),
          aliases.map(code).join(", "),
          title,
          summary,
          paperThreshold === undefined ? "never: evidence only" : `< ${paperThreshold}`,
        ]),
    ),
  inputs: () =>
    markdownTable(
      ["input", "what it reads"],
      inputs.map(({ keyword, argument, summary }) => [code(`${keyword}=${argument}`), summary]),
    ),
  writers: () =>
    markdownTable(
      ["output type", "what it writes", "example"],
      writers.map(({ keyword, summary, example }) => [code(keyword), summary, code(example)]),
    ),
  removers: () =>
    markdownTable(
      ["remover", "what is left"],
      removers.map(({ keyword, summary }) => [code(keyword), summary]),
    ),
};

/** Returns a document with new text between `<!-- NAME:start -->` and `<!-- NAME:end -->`. */
export function fillTables(document: string): string {
  return Object.entries(TABLES).reduce((text, [name, make]) => {
    const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
    const from = text.indexOf(start);
    const to = text.indexOf(end);
    if (from < 0 || to < from) return text;
    return `${text.slice(0, from + start.length)}\n\n${make()}\n\n${text.slice(to)}`;
  }, document);
}

const optionsHead = `# Options of all commands

Made by \`npm run generate\` from the definitions of the commands. \`detect_off_topic\` without a command is called *run* here.
`;

/** Returns docs/options.md: every option with its value, commands and default, under the headings of the help. */
export function optionsDocument(): string {
  const { options } = commandCatalogue();
  const headings = [...new Set(options.map(({ heading }) => heading))];
  const parts = headings.map((heading) => {
    const rows = options
      .filter((option) => option.heading === heading)
      .filter((option) => option.hidden !== true && option.rare !== true)
      .map((option) => [
        code(flagsText(option)),
        nameInProgram(option),
        helpInTable(option),
        commandsOf(option),
      ]);
    if (rows.length === 0) return "";
    return `\n## ${heading}\n\n${markdownTable(["option", "in a program", "what it does", "commands"], rows)}\n`;
  });
  const rows = listedSettings().map((option) => [
    code(`${settingName(option)}=${valueOf(option)}`),
    nameInProgram(option),
    option.help,
    defaultOf(option),
    commandsOf(option),
  ]);
  const ofSettings = markdownTable(
    ["setting", "in a program", "what it does", "default", "commands"],
    rows,
  );
  return [optionsHead, ...parts, `${settingsHead}${ofSettings}\n`].join("");
}

const settingsHead = `
## Settings

Few need these. Give them as \`--set NAME=VALUE\`, or as keys of the configuration file: \`{"insert-cost": 2}\`.

`;

/** Returns the name of the option in the library. Python writes it with underscores. */
const nameInProgram = ({ key }: ListedOption): string => (isDetectOption(key) ? code(key) : "");

const commandsOf = ({ of }: ListedOption): string => of.map(nameInTable).join(", ");

const nameInTable = (command: string): string => (command === "detect" ? "*run*" : command);

function helpInTable({ help, choices, otherwise }: OptionDefinition): string {
  return [
    help,
    ...(choices === undefined ? [] : [`one of ${choices.join(", ")}`]),
    ...(otherwise === undefined ? [] : [`otherwise ${otherwise}`]),
  ].join("; ");
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const code = (text: string): string => `\`${text}\``;
