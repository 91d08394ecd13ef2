import { Command, CommanderError } from "commander";
import { UsageError } from "../base/errors.js";
import { printable } from "../base/text.js";
import { version } from "../base/version.js";
import { readConfig } from "./config.js";
import { addOptions, type MakeCommand, runCommand } from "./define-command.js";
import { exampleText, FIRST_EXAMPLES, helpLayout } from "./help.js";
import { twoLetterFlags, valuesOf } from "./options.js";

const DESCRIPTION =
  "Finds the off-topic mementos of web archive collections: every memento of a TimeMap is compared with the first one.";

/** A command by its name: what the list of commands says of it, and how it is loaded. */
interface NamedCommand {
  readonly summary: string;
  readonly load: () => Promise<MakeCommand>;
}

/** The commands beside the main one by their names, in the order of the help. A run loads the one that it uses. */
export const COMMANDS: ReadonlyMap<string, NamedCommand> = new Map([
  [
    "list",
    {
      summary: "Show the measures, inputs, writers, removers and archives that there are.",
      load: async () => (await import("./list.js")).listCommand,
    },
  ],
  [
    "completion",
    {
      summary: "Print completions for a shell, or the manual page.",
      load: async () =>
        (await import("./completion.js")).completionCommand({
          commands: COMMANDS,
          main: DESCRIPTION,
        }),
    },
  ],
  [
    "map",
    {
      summary: "Read captures and write one feature record a line.",
      load: async () => (await import("./map-reduce.js")).mapCommand,
    },
  ],
  [
    "resolve",
    {
      summary: "Join revisits and redirects of several map runs with their originals.",
      load: async () => (await import("./map-reduce.js")).resolveCommand,
    },
  ],
  [
    "elsewhere",
    {
      summary: "Find texts that stand under several sites or in many TimeMaps.",
      load: async () => (await import("./map-reduce.js")).elsewhereCommand,
    },
  ],
  [
    "fit",
    {
      summary: "Make the topic of a collection from map records.",
      load: async () => (await import("./topic.js")).fitCommand,
    },
  ],
  [
    "reduce",
    {
      summary: "Score sorted map records.",
      load: async () => (await import("./map-reduce.js")).reduceCommand,
    },
  ],
  [
    "merge",
    {
      summary: "Merge results of several shards into one.",
      load: async () => (await import("./merge.js")).mergeCommand,
    },
  ],
  [
    "evaluate",
    {
      summary: "Compare results with gold data.",
      load: async () => (await import("./evaluate.js")).evaluateCommand,
    },
  ],
  [
    "calibrate",
    {
      summary: "Find the best thresholds for gold data.",
      load: async () => (await import("./calibrate.js")).calibrateCommand,
    },
  ],
  [
    "compare",
    {
      summary: "List mementos that two runs judge differently.",
      load: async () => (await import("./saved-results.js")).compareCommand,
    },
  ],
  [
    "exclude_duplicates",
    {
      summary: "List the mementos of each TimeMap that are not duplicates.",
      load: async () => (await import("./companions.js")).excludeDuplicatesCommand,
    },
  ],
  [
    "select_by_language",
    {
      summary: "List the mementos in one language.",
      load: async () => (await import("./companions.js")).selectByLanguageCommand,
    },
  ],
  [
    "slice_by_datetime",
    {
      summary: "Cut mementos into slices of time.",
      load: async () => (await import("./companions.js")).sliceByDatetimeCommand,
    },
  ],
  [
    "cluster_by_simhash",
    {
      summary: "Cluster the near duplicates of each slice.",
      load: async () => (await import("./companions.js")).clusterBySimhashCommand,
    },
  ],
  [
    "select_high_quality",
    {
      summary: "List the best memento of each cluster.",
      load: async () => (await import("./select-high-quality.js")).selectHighQualityCommand,
    },
  ],
  [
    "convert",
    {
      summary: "Write saved results in another form.",
      load: async () => (await import("./saved-results.js")).convertCommand,
    },
  ],
  [
    "sample",
    {
      summary: "Draw mementos that are worth labelling.",
      load: async () => (await import("./train.js")).sampleCommand,
    },
  ],
  [
    "train",
    {
      summary: "Refit the learned combination to your decisions.",
      load: async () => (await import("./train.js")).trainCommand,
    },
  ],
  [
    "review",
    {
      summary: "Decide on verdicts in a browser; decisions go into a file.",
      load: async () => (await import("./review.js")).reviewCommand,
    },
  ],
  [
    "filter",
    {
      summary: "Copy a collection without its off-topic captures.",
      load: async () => (await import("./filter.js")).filterCommand,
    },
  ],
  [
    "report",
    {
      summary: "Write saved results as an HTML report.",
      load: async () => (await import("./report.js")).reportCommand,
    },
  ],
  [
    "fragments",
    {
      summary: "Show how the density remover cuts a page.",
      load: async () => (await import("./fragments.js")).fragmentsCommand,
    },
  ],
  [
    "cluster",
    {
      summary: "Group mementos by structure and style, across TimeMaps.",
      load: async () => (await import("./cluster.js")).clusterCommand,
    },
  ],
  [
    "cluster-step",
    {
      summary: "One step of cluster, for engines that sort between the steps.",
      load: async () => (await import("./cluster-step.js")).clusterStepCommand,
    },
  ],
  [
    "collect",
    {
      summary: "Find pages of a topic by following links, the most promising first.",
      load: async () => (await import("./collect.js")).collectCommand,
    },
  ],
  [
    "topic",
    {
      summary: "Make the topic of a collection (topic build), and edit it.",
      load: async () => (await import("./topic.js")).topicCommand,
    },
  ],
]);

/** Returns the names of the commands that the words of a command line may mean: each may be written with hyphens or underscores. */
const meantCommands = (argv: readonly string[]): ReadonlySet<string> =>
  new Set(argv.flatMap((word) => [word, word.replaceAll("-", "_"), word.replaceAll("_", "-")]));

const asksForHelp = (argv: readonly string[]): boolean =>
  argv.some((word) => ["-h", "--help", "help"].includes(word));

/** A one-letter flag with its value after `=`, as Python's argparse takes it. */
const LETTER_WITH_VALUE = /^(-[a-z])=(.*)$/su;

/** The arguments with two-letter flags written out; `-tm=cosine` and `-o=FILE` work as `-tm cosine` and `-o FILE` do. */
export function writeOutShortFlags(argv: readonly string[]): string[] {
  return argv.flatMap((argument) => {
    refuseMistypedFlag(argument);
    const [flag = "", ...value] = argument.split("=");
    const long = twoLetterFlags.get(flag);
    if (long !== undefined) return [[long, ...value].join("=")];
    return LETTER_WITH_VALUE.exec(argument)?.slice(1) ?? [argument];
  });
}

/** A flag that another tool would take so, or that a word processor has changed: throws a `UsageError` with the right form. */
function refuseMistypedFlag(argument: string): void {
  const [, dash, rest = ""] =
    /^([\u2010-\u2015\u2212])([\u2010-\u2015\u2212-]?[a-z].*)$/su.exec(argument) ?? [];
  if (dash !== undefined) {
    const isLong = /^(?:[^a-z]|[a-z]{3})/u.test(rest);
    throw new UsageError(
      `"${argument}" begins with a dash that is not a hyphen, as word processors write it. ` +
        `Write ${isLong ? "--" : "-"}${rest.replace(/^[^a-z]/u, "")}.`,
    );
  }
  const [, short = "", value = ""] = /^(-[a-z]{2})([^=].*)$/su.exec(argument) ?? [];
  if (!twoLetterFlags.has(short)) return;
  throw new UsageError(
    `"${argument}" needs a space. Write ${short} ${value}` +
      (short.startsWith("-o") ? `; for a file, -o ${argument.slice(2)}.` : "."),
  );
}
/** Parses the arguments and runs what they ask for; returns the exit status, throws `UsageError` for mistakes. */
export async function runProgram(argv: readonly string[]): Promise<number> {
  const config = readConfig(valuesOf("--config", argv)[0]);
  if (config !== undefined) process.stderr.write(`options from ${printable(config.file)}\n`);
  const plugins = [...valuesOf("--plugin", argv), ...(config?.texts.get("plugin") ?? [])];
  if (plugins.length > 0) {
    // Before anything else: help and checks know what they define.
    const { registerPlugins } = await import("./register-plugins.js");
    await registerPlugins(plugins);
  }
  let status = 0;
  const done = (result: number): void => {
    status = result;
  };
  const { argv: words, showsAll } = helpWanted(argv);
  const program = new Command("detect_off_topic")
    .description(`${DESCRIPTION}${exampleText(FIRST_EXAMPLES)}`)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .configureHelp(helpLayout)
    .enablePositionalOptions()
    .allowExcessArguments()
    .action(async (_, command: Command) => {
      if (command.args[0] !== undefined) {
        (await import("./mistakes.js")).refuseStrayWord(command.args[0], [...COMMANDS.keys()]);
      }
      const { detectCommand } = await import("./detect.js");
      done(await runCommand(detectCommand, command, inOrder, config));
    });
  const inOrder = addOptions(program, "detect", showsAll);
  program
    .optionsGroup("Messages:")
    .version(version, "--version", "print the version")
    .helpOption("-h, --help", "print this help");
  if (asksForHelp(words)) {
    const { helpTail } = await import("./definition-lists.js");
    program.addHelpText("after", () => helpTail(showsAll));
  }
  const meant = meantCommands(words);
  for (const [name, { summary, load }] of COMMANDS) {
    if (meant.has(name)) {
      const make = await load();
      program.addCommand(make({ done, showsAll, config, words }).summary(summary));
    } else if (asksForHelp(words)) program.addCommand(new Command(name).summary(summary));
  }
  for (const command of program.commands) {
    command.copyInheritedSettings(program).optionsGroup("Messages:").allowExcessArguments(false);
  }
  try {
    await program.parseAsync(writeOutShortFlags(words), { from: "user" });
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause;
    // Help and version were asked for and have been printed.
    if (cause.exitCode === 0) return 0;
    const command = program.commands.find((each) => each.name() === words[0]);
    const { usageText } = await import("./mistakes.js");
    throw new UsageError(usageText(cause, command, words), { cause });
  }
  return status;
}

/** `help`, `help map`, and `all` after any question for help: what is asked for, and whether it is every option. */
function helpWanted(given: readonly string[]): {
  readonly argv: readonly string[];
  readonly showsAll: boolean;
} {
  const argv = given[0] === "help" ? moved(given.slice(1)) : given;
  const at = argv.findIndex((word) => word === "-h" || word === "--help");
  const showsAll = at >= 0 && argv[at + 1] === "all";
  return { argv: showsAll ? argv.toSpliced(at + 1, 1) : argv, showsAll };
}

/** `map all` of `help map all` as it is written behind the command. */
const moved = (words: readonly string[]): readonly string[] =>
  words[0] === undefined || words[0] === "all"
    ? ["--help", ...words]
    : [words[0], "--help", ...words.slice(1, 2)];
