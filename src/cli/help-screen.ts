import { exitStatusHelp } from "../command/exit-status.js";
import { exampleText, rows } from "../command/help.js";
import { flagsText } from "../base/option.js";
import { commandCatalogue, optionsOf } from "../command/command-catalogue.js";
import { groups } from "../command/define-command.js";
import { catalogue, type Listed } from "../run/plugins/catalogue.js";
import { profiles } from "../score/settings/profiles.js";

export const DESCRIPTION =
  "Finds the off-topic mementos of web archive collections: every memento of a\nTimeMap is compared with the first one.";

const MAIN_EXAMPLES: readonly string[] = [
  "detect_off_topic -i warc=crawl.warc.gz -o report.html",
  "detect_off_topic -i wacz=crawl.wacz -ot text --explain",
  "detect_off_topic -i archiveit=7877 -d work -o results.jsonl",
  "detect_off_topic -i warc=crawls/ -ot captures -o captures.csv",
];

/** Keys of the options that most people use, with a short description. */
const USUAL_OPTIONS: readonly (readonly [key: string, text: string])[] = [
  ["input", "what to read, e.g. warc=crawl.warc.gz"],
  ["outputs", "file for the results (standard output)"],
  ["outputType", "form of the results (by the suffix of -o)"],
  ["measures", "measures with thresholds (the profile's)"],
  ["profile", "paper, otmt-1.0.5 or default (default)"],
  ["seeds", "only these seeds of the input"],
  ["directory", "keep what is fetched, continue from it"],
  ["overrides", "a curator's own verdicts, which win"],
  ["explain", "say why each memento has its verdict"],
  ["quiet", "print only warnings and errors"],
];

/** Returns the help of the main command, which fits on a screen. */
export function helpScreen(): string {
  const options = new Map(optionsOf("detect").map((option) => [option.key, option]));
  return [
    "Usage: detect_off_topic -i KIND=ARGUMENT [option...]",
    "       detect_off_topic COMMAND [option...]",
    "",
    DESCRIPTION,
    exampleText(MAIN_EXAMPLES).slice(1),
    "",
    "Options that most people use:",
    rows(USUAL_OPTIONS.map(([key, text]) => [flagsText(options.get(key)!), text])),
    "",
    "Commands, in three groups (detect_off_topic help GROUP):",
    rows(
      groups.flatMap((group) =>
        "forSpecialists" in group
          ? []
          : [[group.name, `${group.title}: ${group.summary}`] as const],
      ),
    ),
    "",
    "More:",
    rows([
      ["--help all", "every option, input, measure and output type"],
      ["COMMAND --help", "a command with its options"],
      ["help specialists", "commands that few need, in groups"],
      ["list", "measures, inputs, output types, removers, archives, settings"],
    ]),
    "",
  ].join("\n");
}

/** Returns the end of `--help all`: the commands, the names of all definitions, the extensions, and exit statuses. */
export function helpTail(): string {
  const { inputs, measures, writers, removers, extensions } = catalogue();
  const keywords = (all: readonly Listed[]): string => all.map(({ keyword }) => keyword).join(", ");
  const commands = commandCatalogue().commands.filter(({ name }) => name !== "detect");
  return [
    "\nCommands:",
    rows(commands.map(({ name, summary }) => [name, summary])),
    "\nDefinitions (detect_off_topic list explains them):",
    rows([
      ["-i", keywords(inputs)],
      ["-tm", keywords(measures)],
      ["-ot", keywords(writers)],
      ["--boilerplate", keywords(removers)],
    ]),
    "\nProfiles (--profile):",
    rows(Object.entries(profiles).map(([name, { summary }]) => [name, summary])),
    "\nExtensions:",
    rows(extensions.map(({ name, summary }) => [name, summary])),
    "",
    exitStatusHelp,
  ].join("\n");
}

/** Words after `help` that show several commands. */
export const groupNames: readonly string[] = [...groups.map(({ name }) => name), "specialists"];

/** Returns the help of a group of commands, or of all groups that few need. */
export function groupHelp(name: string): string {
  const shown = groups.filter((group) =>
    name === "specialists" ? "forSpecialists" in group : group.name === name,
  );
  const parts = shown.map((group) => {
    const own = commandCatalogue().commands.filter((command) => command.group === group.name);
    const terms = own.map(
      (each) => [each.name === "detect" ? "(none)" : each.name, each.summary] as const,
    );
    return {
      own,
      text: `${group.title[0]!.toUpperCase()}${group.title.slice(1)}:\n${rows(terms)}\n`,
    };
  });
  const example = parts[0]?.own.find((command) => command.name !== "detect");
  return [
    ...parts.map(({ text }) => text),
    `Options of a command: detect_off_topic ${example?.name ?? "COMMAND"} --help`,
    "",
  ].join("\n");
}

/** Returns the words that may follow `help`. */
export function helpTopics(): readonly string[] {
  const commands = commandCatalogue().commands.map(({ name }) => name);
  const topics = new Set(["all", ...groupNames, ...commands]);
  topics.delete("detect");
  return [...topics];
}
