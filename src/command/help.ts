import { Command, type Help } from "commander";
import { styleText } from "node:util";
import { twoLetterFlags } from "./command-catalogue.js";

const HELP_COLUMNS = 80;

/**
 * Returns the width of the terminal, or {@link HELP_COLUMNS} if standard output is not a terminal or reports no width.
 */
const terminalColumns = (): number =>
  (process.stdout.isTTY ? process.stdout.columns : 0) || HELP_COLUMNS;

export const helpLayout: Partial<Help> = {
  styleTitle: (title) => styleText("bold", title),
  // Commander cannot parse two-letter flags, so they are added to the text here.
  optionTerm: ({ flags }) =>
    [...twoLetterFlags()].reduce(
      (term, [short, long]) => (flags.startsWith(`${long} `) ? `${short}, ${flags}` : term),
      flags,
    ),
  subcommandTerm: (command) => command.name(),
};

export const exampleText = (examples: readonly string[]): string =>
  examples.length === 0
    ? ""
    : ["", "", `Example${examples.length > 1 ? "s" : ""}:`, ...examples.map(brokenExample)].join(
        "\n",
      );

/** Breaks a command line into lines of at most {@link HELP_COLUMNS} characters that a shell can read. */
function brokenExample(example: string): string {
  const lines: string[] = [];
  let line = " ";
  for (const word of example.split(" ")) {
    if (line.length + word.length + 3 > HELP_COLUMNS) {
      lines.push(`${line} \\`);
      line = "   ";
    }
    line += ` ${word}`;
  }
  return [...lines, line].join("\n");
}

/** The second one is wrapped to the width of the terminal. */
export function rows(of: readonly (readonly [term: string, text: string])[]): string {
  const help = new Command().createHelp();
  help.helpWidth = terminalColumns();
  const width = Math.max(...of.map(([term]) => term.length));
  return of.map(([term, text]) => help.formatItem(term, width, text, help)).join("\n");
}
