import { type OptionDefinition, optionGroups } from "../cli/options.js";
import { inputs } from "../read/inputs/index.js";
import { removers } from "../page/boilerplate/index.js";
import { writers } from "../report/writers.js";
import { measures } from "../score/measures/index.js";
import { cutText, rangeText } from "../run/plugins/catalogue.js";
import { collectionMeasures } from "../score/topic/collection-measures.js";

/** The tables of docs/reference.md by the name in their markers, made from the registry. */
const TABLES: Readonly<Record<string, () => string>> = {
  measures: () =>
    table(
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
    table(
      ["keyword", "aliases", "measure", "what it is", "not recognised when (paper)"],
      collectionMeasures.map(({ keyword, aliases, title, summary, paperThreshold }) => [
        code(keyword),
        aliases.map(code).join(", "),
        title,
        summary,
        paperThreshold === undefined ? "never: evidence only" : `< ${paperThreshold}`,
      ]),
    ),
  inputs: () =>
    table(
      ["input", "what it reads"],
      inputs.map(({ keyword, argument, summary }) => [code(`${keyword}=${argument}`), summary]),
    ),
  writers: () =>
    table(
      ["output type", "what it writes", "example"],
      writers.map(({ keyword, summary, example }) => [code(keyword), summary, code(example)]),
    ),
  removers: () =>
    table(
      ["remover", "what is left"],
      removers.map(({ keyword, summary }) => [code(keyword), summary]),
    ),
};

/** A document with the text between `<!-- NAME:start -->` and `<!-- NAME:end -->` written again. */
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

Made by \`npm run generate\` from src/cli/options.ts. \`detect_off_topic\` without a command is called *run* here.
`;

/** docs/options.md: every option with its value, its commands and what holds without it, by the headings of help. */
export function optionsDocument(): string {
  const parts = Object.entries(optionGroups).map(([heading, group]) => {
    const rows = Object.values(group)
      .filter(({ hidden }) => hidden !== true)
      .map((option) => [code(flagsOf(option)), helpOf(option), option.of.map(nameOf).join(", ")]);
    return `\n## ${heading}\n\n${table(["option", "what it does", "commands"], rows)}\n`;
  });
  return [optionsHead, ...parts].join("");
}

const flagsOf = ({ alias, flags }: OptionDefinition): string =>
  alias === undefined ? flags : `${alias}, ${flags}`;

const nameOf = (command: string): string => (command === "detect" ? "*run*" : command);

function helpOf({ help, choices, otherwise }: OptionDefinition): string {
  return [
    help,
    ...(choices === undefined ? [] : [`one of ${choices.join(", ")}`]),
    ...(otherwise === undefined ? [] : [`otherwise ${otherwise}`]),
  ].join("; ");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const code = (text: string): string => `\`${text}\``;
