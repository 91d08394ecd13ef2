import { resolve } from "node:path";
import type { Command } from "commander";
import { UsageError } from "../errors.js";
import { inputs } from "../inputs/index.js";
import { printable } from "../mementos/text.js";
import { removers } from "../pages/boilerplate/index.js";
import { writers } from "../results/writers/index.js";
import { measures } from "../scoring/measures/index.js";
import {
  collectionMeasureLines,
  inputLines,
  measureLines,
  removerLines,
  writerLines,
} from "../settings/describe.js";
import { profiles } from "../settings/profiles.js";
import { collectionMeasures } from "../topic/collection-measures.js";
import type { Result } from "../types.js";
import { version } from "../version.js";
import { addFailOptions, exitStatusHelp, type FailFlags } from "./exit-status.js";
import type { HttpFlags } from "./http-options.js";
import { openOutput, type Output } from "./output.js";
import { OVERRIDES_HELP, REPLAY_HELP, type ShardFlags } from "./parse-values.js";
import type { MessageFlags, SettingsFlags } from "./settings-options.js";

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
/** Everything that a run writes: the results and, where asked for, lists of URI-Ms. */
export interface Outputs extends Output {
  /** Passes results on and writes the URI-Ms of those with a topic status to its list. */
  listed(results: AsyncIterable<Result>): AsyncGenerator<Result>;
}

/** A list of URI-Ms with one topic status, written beside the results. */
interface UriList {
  readonly status: "on-topic" | "off-topic";
  readonly to: Output;
}

/** Opens all of them or, with a `UsageError`, none. */
export function openOutputs(
  flags: Pick<DetectFlags, "output" | "offtopicFile" | "ontopicFile">,
): Outputs {
  const { output, offtopicFile, ontopicFile } = flags;
  refuseSameFile([output ?? "-", offtopicFile, ontopicFile]);
  const opened: Output[] = [];
  const open = (path: string | undefined, option: string): Output => {
    const to = openOutput(path, option);
    opened.push(to);
    return to;
  };
  const discard = (): void => {
    for (const each of opened) each.discard();
  };
  try {
    const results = open(output, "-o");
    const lists: UriList[] = [];
    if (offtopicFile !== undefined) {
      lists.push({ status: "off-topic", to: open(offtopicFile, "--offtopic-file") });
    }
    if (ontopicFile !== undefined) {
      lists.push({ status: "on-topic", to: open(ontopicFile, "--ontopic-file") });
    }
    return {
      write: (text) => results.write(text),
      listed: (all) => listed(all, lists),
      async commit() {
        for (const each of opened) await each.commit();
      },
      discard,
    };
  } catch (cause) {
    discard();
    throw cause;
  }
}

/** Two kinds of output mixed in one file are of use to nobody; what is thrown away may be (`/dev/null`). */
export function refuseSameFile(
  paths: readonly (string | undefined)[],
  options = "-o, --offtopic-file and --ontopic-file",
): void {
  const names = paths
    .filter((path) => path !== undefined)
    .map((path) => (path === "-" ? path : resolve(path)));
  const twice = names.find((name, i) => name !== "/dev/null" && names.indexOf(name) !== i);
  if (twice === undefined) return;
  throw new UsageError(
    `${twice === "-" ? "standard output" : twice} cannot take two kinds of output. Give ${options} names of their own.`,
  );
}

async function* listed(
  results: AsyncIterable<Result>,
  lists: readonly UriList[],
): AsyncGenerator<Result> {
  for await (const result of results) {
    for (const { status, to } of lists) {
      if (result.kind === "memento" && result.overall === status) {
        await to.write(`${printable(result.uriM, "percent")}\n`);
      }
    }
    yield result;
  }
}
