import type { Command } from "commander";
import { inputs } from "../inputs/index.js";
import { measures } from "../measures/index.js";
import { removers } from "../preprocess/boilerplate/index.js";
import { inputLines, measureLines, removerLines, writerLines } from "../registry/describe.js";
import { profiles } from "../registry/profiles.js";
import { choices } from "../registry/settings.js";
import { version } from "../version.js";
import { writers } from "../writers/index.js";
import { exitStatusHelp } from "./exit-status.js";
import type { HttpFlags } from "./http-options.js";

/** What commander makes of the options of the main command. */
export interface DetectFlags extends HttpFlags {
  readonly input?: readonly string[];
  readonly output?: string;
  readonly outputType: string;
  readonly timemapMeasures?: string;
  readonly profile?: string;
  readonly boilerplate?: string;
  readonly language?: string;
  readonly groupBy?: string;
  readonly status?: string;
  readonly pages?: string;
  readonly redirects?: string;
  readonly revisits?: string;
  readonly first?: string;
  readonly numberOfTopics?: string;
  readonly computeSimhashes: boolean;
  readonly computeLengths: boolean;
  readonly detectLanguages: boolean;
  readonly offtopicFile?: string;
  readonly ontopicFile?: string;
  readonly cachefile?: string;
  readonly logfile?: string;
  readonly verbose?: boolean;
  readonly quiet?: boolean;
  readonly strict?: boolean;
  readonly failOn?: string;
  readonly workers?: string;
  readonly memory?: string;
  readonly maxPageSize?: string;
}

const collectValues = (value: string, before: readonly string[] = []): string[] => [
  ...before,
  value,
];

const oneOf = (words: readonly string[]): string => `one of: ${words.join(", ")}`;

/** Puts the options of the main command on a command; everything that registries know is read from them. */
export function addDetectOptions(command: Command): Command {
  return command
    .description(
      "Finds the off-topic mementos of web archive collections: every memento of a TimeMap is compared with the first one.",
    )
    .version(version, "--version", "print the version")
    .helpOption("-h, --help", "print this help")
    .option("-i, --input <kind=argument>", "what to read; can be repeated", collectValues)
    .option(
      "-o, --output <file>",
      "where results go, written whole or not at all (standard output)",
    )
    .option("--output-type <writer>", "short: -ot. Form of the results", "json")
    .option(
      "--timemap-measures <list>",
      "short: -tm. Measures with thresholds, e.g. jaccard=0.80,bytecount (those of the profile)",
    )
    .option("--profile <name>", `defaults to start from, ${oneOf(choices.profile)} (paper)`)
    .option("--boilerplate <remover>", "how boilerplate is taken out (all-paragraphs)")
    .option("--language <tag>", "language of stop words and stemmer (en)")
    .option("--group-by <rule>", `what makes a TimeMap, ${oneOf(choices.groupBy)}`)
    .option("--status <rule>", `HTTP answers that are mementos, ${oneOf(choices.status)}`)
    .option("--pages <rule>", `bodies that are pages, ${oneOf(choices.pages)}`)
    .option("--redirects <rule>", `archived redirects, ${oneOf(choices.redirects)}`)
    .option("--revisits <rule>", `revisit records, ${oneOf(choices.revisits)}`)
    .option("--first <rule>", `which memento is compared with, ${oneOf(choices.first)}`)
    .option("--number-of-topics <n>", "topics of gensim_lsi (10)")
    .option("--no-compute-simhashes", "leave the Simhash of each memento out of the results")
    .option("--no-compute-lengths", "leave the content length out")
    .option("--no-detect-languages", "leave the language out")
    .option("--offtopic-file <file>", "also write the URI-Ms of off-topic mementos, one a line")
    .option("--ontopic-file <file>", "also write the URI-Ms of on-topic mementos, one a line")
    .option("--strict", "exit with 3 when any memento could not be read or measured")
    .option("--fail-on <rule>", "exit with 4 on off-topic, or off-topic=5% when the share is above")
    .option("--workers <n>", "threads that read pages (one a core; 0: none)")
    .option("--memory <size>", "records held in memory before they go to temporary files (64M)")
    .option("--max-page-size <size>", "larger pages are reported, not measured (64M)")
    .option(
      "--cachefile <file>",
      "short: -cf. OTMT's HTTP cache: not needed here, -d keeps what was fetched",
    )
    .option("-l, --logfile <file>", "where messages go (standard error)")
    .option("-v, --verbose", "say more")
    .option("-q, --quiet", "say only what is wrong")
    .addHelpText("after", () => helpTail());
}

function helpTail(): string {
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
