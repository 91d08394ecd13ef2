import { Command, type Help } from "commander";
import { styleText } from "node:util";
import { inputs } from "../read/inputs/index.js";
import { removers } from "../page/boilerplate/index.js";
import { writers } from "../report/writers.js";
import { measures } from "../score/measures/index.js";
import { cutText } from "../score/settings/thresholds.js";
import { profiles } from "../score/settings/profiles.js";
import { collectionMeasures } from "../score/topic/collection-measures.js";
import type { PluginModule } from "../base/types.js";
import { exitStatusHelp } from "./exit-status.js";
import { twoLetterFlags } from "./options.js";

const USUAL_COLUMNS = 80;

/** Columns of a terminal; {@link USUAL_COLUMNS} where standard output is not one, or does not know. */
const columns = (): number => (process.stdout.isTTY ? process.stdout.columns : 0) || USUAL_COLUMNS;

/** How help is laid out, for all commands. */
export const helpLayout: Partial<Help> = {
  styleTitle: (title) => styleText("bold", title),
  // Commander reads flags of one letter only.
  optionTerm: ({ flags }) =>
    [...twoLetterFlags].reduce(
      (term, [short, long]) => (flags.startsWith(`${long} `) ? `${short}, ${flags}` : term),
      flags,
    ),
  subcommandTerm: (command) => command.name(),
};

/** Examples for the top of a command's help. */
export const exampleText = (examples: readonly string[]): string =>
  examples.length === 0
    ? ""
    : ["", "", `Example${examples.length > 1 ? "s" : ""}:`, ...examples.map(fitted)].join("\n");

/** A command line as a shell takes it in several lines. */
function fitted(example: string): string {
  const lines: string[] = [];
  let line = " ";
  for (const word of example.split(" ")) {
    if (line.length + word.length + 3 > USUAL_COLUMNS) {
      lines.push(`${line} \\`);
      line = "   ";
    }
    line += ` ${word}`;
  }
  return [...lines, line].join("\n");
}

/** What the main command shows first. */
export const FIRST_EXAMPLES: readonly string[] = [
  "detect_off_topic -i warc=crawl.warc.gz -ot html -o report.html",
  "detect_off_topic -i wacz=crawl.wacz -ot text",
  "detect_off_topic -i archiveit=7877 -d work -o results.json",
  "detect_off_topic -i timemap=saved.link -d work -ot seeds -o seeds.csv",
  "detect_off_topic -i warc=crawls/ -tm cosine,wordcount -ot csv -o scores.csv",
];

/** What the main command's help says after the options: names, or with `--help all` everything from the registries. */
export function helpTail(showsAll: boolean): string {
  if (!showsAll) {
    return rowsText("\nTo choose from:", [
      ["-i", namesOf(inputs)],
      ["-tm", namesOf(measures)],
      ["-cm", namesOf(collectionMeasures)],
      ["-ot", namesOf(writers)],
    ]).concat(
      "\n\nEvery option, and what each of these is: detect_off_topic --help all",
      "\nA command: detect_off_topic COMMAND --help",
    );
  }
  const also = (aliases: readonly string[]): string =>
    aliases.length > 0 ? ` Also: ${aliases.join(", ")}.` : "";
  return [
    `\nInputs (-i):\n${inputLines()}`,
    rowsText(
      "\nMeasures (-tm): off-topic by default when (paper; otmt-1.0.5), meaning",
      measures.map((each) => [
        each.keyword,
        `${cutText(each, "paper")}; ${cutText(each, "otmt-1.0.5")}: ${each.summary}${also(each.aliases)}`,
      ]),
    ),
    rowsText(
      "\nCollection measures (-cm): not recognised by default when (paper), meaning",
      collectionMeasures.map(({ keyword, paperThreshold, summary, aliases }) => [
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
    "",
    exitStatusHelp,
    exampleText([...inputs, ...writers].map(({ example }) => example)).slice(1),
  ].join("\n");
}

export const inputLines = (): string =>
  rows(
    inputs.map((input) => [
      `${input.keyword}=`,
      `${input.argument}: ${input.summary}${ofPlugin(input)}`,
    ]),
  );

/** Definitions of a registry as text, for `list`. */
export const definitionLines = (definitions: readonly Summarised[]): string =>
  rows(definitions.map(summaryRow));

const namesOf = (definitions: readonly { readonly keyword: string }[]): string =>
  definitions.map(({ keyword }) => keyword).join(", ");

type Row = readonly [term: string, text: string];

interface Summarised {
  readonly keyword: string;
  readonly summary: string;
  readonly plugin?: PluginModule;
}

const summaryRow = (each: Summarised): Row => [each.keyword, `${each.summary}${ofPlugin(each)}`];

/** Which plug-in a definition is of, for lists; nothing for ours. */
export const ofPlugin = ({ plugin }: { readonly plugin?: PluginModule }): string =>
  plugin === undefined ? "" : ` (plug-in ${plugin.name}, ${plugin.digest})`;

const rowsText = (title: string, of: readonly Row[]): string => `${title}\n${rows(of)}`;

/** Rows of two columns, the second one wrapped to the width of the terminal. */
function rows(of: readonly Row[]): string {
  const help = new Command().createHelp();
  help.helpWidth = columns();
  const width = Math.max(...of.map(([term]) => term.length));
  return of.map(([term, text]) => help.formatItem(term, width, text, help)).join("\n");
}
