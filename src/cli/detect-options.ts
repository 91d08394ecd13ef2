import type { Command } from "commander";
import { inputs } from "../inputs/index.js";
import { measures } from "../measures/index.js";
import { removers } from "../preprocess/boilerplate/index.js";
import { collectionMeasures } from "../topic/collection-measures.js";
import {
  collectionMeasureLines,
  inputLines,
  measureLines,
  removerLines,
  writerLines,
} from "../registry/describe.js";
import { profiles } from "../registry/profiles.js";
import { version } from "../version.js";
import { writers } from "../writers/index.js";
import { addFailOptions, exitStatusHelp, type FailFlags } from "./exit-status.js";
import type { HttpFlags } from "./http-options.js";
import { OVERRIDES_HELP } from "./overrides-option.js";
import { REPLAY_HELP } from "./replay-option.js";
import type { MessageFlags, SettingsFlags } from "./settings-options.js";
import type { ShardFlags } from "./shard-option.js";

/** What commander makes of the options of the main command. */
export interface DetectFlags extends SettingsFlags, MessageFlags, HttpFlags, ShardFlags, FailFlags {
  readonly input?: readonly string[];
  readonly output?: string;
  readonly outputType: string;
  readonly offtopicFile?: string;
  readonly ontopicFile?: string;
  readonly cachefile?: string;
  readonly overrides?: string;
  readonly replay?: string;
}

const collectValues = (value: string, before: readonly string[] = []): string[] => [
  ...before,
  value,
];

/** Puts the options of the main command on a command; everything that registries know is read from them. */
export function addDetectOptions(command: Command): Command {
  return addFailOptions(command)
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
    .option("--offtopic-file <file>", "also write the URI-Ms of off-topic mementos, one a line")
    .option("--ontopic-file <file>", "also write the URI-Ms of on-topic mementos, one a line")
    .option("--overrides <file>", OVERRIDES_HELP)
    .option("--replay <prefix>", `with -ot html, ${REPLAY_HELP}`)
    .option(
      "--cachefile <file>",
      "short: -cf. OTMT's HTTP cache: not needed here, -d keeps what was fetched",
    )
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
    "Collection measures (-cm): keyword, threshold in the paper, meaning",
    ...collectionMeasureLines(collectionMeasures),
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
