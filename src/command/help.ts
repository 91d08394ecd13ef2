import { Command, type Help } from "commander";
import { styleText } from "node:util";
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

/** A row of two columns. */
export type Row = readonly [term: string, text: string];

/** Rows of two columns, the second one wrapped to the width of the terminal. */
export function rows(of: readonly Row[]): string {
  const help = new Command().createHelp();
  help.helpWidth = columns();
  const width = Math.max(...of.map(([term]) => term.length));
  return of.map(([term, text]) => help.formatItem(term, width, text, help)).join("\n");
}
