import { exampleText, rows } from "../command/help.js";
import { flagsText, optionsOf } from "../command/options.js";

/** Groups of commands, in the order of help. */
export const groups = [
  { name: "judge", title: "judge a collection", summary: "this command; list, completion" },
  { name: "decide", title: "look and decide", summary: "report, review, compare" },
  { name: "use", title: "use the result", summary: "filter, convert, and OTMT's companions" },
  { name: "measure", title: "measure accuracy", summary: "evaluate, calibrate, sample, train" },
  { name: "machines", title: "many machines", summary: "map, resolve, fit, reduce, merge, ..." },
  { name: "papers", title: "from the papers", summary: "topic, collect, cluster, fragments" },
] as const;

type CommandGroup = (typeof groups)[number];
export type GroupName = CommandGroup["name"];

const EXAMPLES: readonly string[] = [
  "detect_off_topic -i warc=crawl.warc.gz -o report.html",
  "detect_off_topic -i wacz=crawl.wacz -ot text --explain",
  "detect_off_topic -i archiveit=7877 -d work -o results.jsonl",
  "detect_off_topic -i warc=crawls/ -tm cosine,wordcount -o scores.csv",
];

/** Keys of the options that most people use, with a short description. */
const USUAL: readonly (readonly [key: string, text: string])[] = [
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
export function helpScreen(description: string): string {
  const options = new Map(optionsOf("detect"));
  return [
    "Usage: detect_off_topic -i KIND=ARGUMENT [option...]",
    "       detect_off_topic COMMAND [option...]",
    "",
    description,
    exampleText(EXAMPLES).slice(1),
    "",
    "Options that most people use:",
    rows(USUAL.map(([key, text]) => [flagsText(options.get(key)!), text])),
    "",
    "Commands, in six groups (detect_off_topic help GROUP):",
    rows(groups.map(({ name, title, summary }) => [name, `${title}: ${summary}`])),
    "",
    "More:",
    rows([
      ["--help all", "every option, input, measure and output type"],
      ["COMMAND --help", "a command with its options"],
      ["list", "measures, inputs, output types, removers, archives, settings"],
    ]),
    "",
  ].join("\n");
}

/** Returns the help of a group: its commands, each with its summary. */
export function groupHelp(
  { name, title }: CommandGroup,
  commands: ReadonlyMap<string, { readonly group: GroupName; readonly summary: string }>,
): string {
  const own = [...commands].filter(([, { group }]) => group === name);
  const main = name === "judge" ? [["(none)", "Judge every memento of an input."] as const] : [];
  return [
    `${title[0]!.toUpperCase()}${title.slice(1)}:`,
    rows([...main, ...own.map(([command, { summary }]) => [command, summary] as const)]),
    "",
    `Options of a command: detect_off_topic ${own[0]?.[0] ?? "COMMAND"} --help`,
    "",
  ].join("\n");
}
