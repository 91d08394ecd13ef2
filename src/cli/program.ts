import { Command, CommanderError } from "commander";
import { UsageError } from "../base/errors.js";
import { printable } from "../base/text.js";
import { requireChoice } from "../score/settings/find.js";
import { version } from "../base/version.js";
import { readConfig } from "../command/config.js";
import { addOptions, type MakeCommand, runCommand } from "../command/define-command.js";
import { refuseEmpty, refuseEmptyText } from "../command/empty-texts.js";
import { helpLayout } from "../command/help.js";
import { type GroupName, groupHelp, groups, helpScreen } from "./help-screen.js";
import { twoLetterFlags, valuesOf } from "../command/options.js";
import { runningOptions } from "../command/options/running.js";

const DESCRIPTION =
  "Finds the off-topic mementos of web archive collections: every memento of a\nTimeMap is compared with the first one.";

/** A command as help lists it, with the function that loads it. */
interface NamedCommand {
  readonly group: GroupName;
  readonly summary: string;
  readonly load: () => Promise<MakeCommand>;
}

/** Commands other than the main one, in the order of help. A run loads only the one that it uses. */
export const COMMANDS: ReadonlyMap<string, NamedCommand> = new Map([
  [
    "list",
    {
      group: "judge",
      summary:
        "Show all measures, inputs, writers, removers, archives, settings and kinds of page.",
      load: async () => (await import("./list.js")).listCommand,
    },
  ],
  [
    "completion",
    {
      group: "judge",
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
      group: "machines",
      summary: "Read captures and write one feature record a line.",
      load: async () => (await import("../tasks/map-reduce/command.js")).mapCommand,
    },
  ],
  [
    "resolve",
    {
      group: "machines",
      summary: "Join revisits and redirects of several map runs with their originals.",
      load: async () => (await import("../tasks/map-reduce/command.js")).resolveCommand,
    },
  ],
  [
    "elsewhere",
    {
      group: "machines",
      summary: "Find texts that stand under several sites or in many TimeMaps.",
      load: async () => (await import("../tasks/map-reduce/command.js")).elsewhereCommand,
    },
  ],
  [
    "fit",
    {
      group: "machines",
      summary: "Make the topic of a collection from map records.",
      load: async () => (await import("../tasks/topic/command.js")).fitCommand,
    },
  ],
  [
    "reduce",
    {
      group: "machines",
      summary: "Score sorted map records.",
      load: async () => (await import("../tasks/map-reduce/command.js")).reduceCommand,
    },
  ],
  [
    "merge",
    {
      group: "machines",
      summary: "Merge results of several shards into one.",
      load: async () => (await import("../tasks/map-reduce/merge-command.js")).mergeCommand,
    },
  ],
  [
    "evaluate",
    {
      group: "measure",
      summary: "Compare results with gold data.",
      load: async () => (await import("../tasks/evaluate/command.js")).evaluateCommand,
    },
  ],
  [
    "calibrate",
    {
      group: "measure",
      summary: "Find the best thresholds for gold data.",
      load: async () => (await import("../tasks/evaluate/calibrate-command.js")).calibrateCommand,
    },
  ],
  [
    "compare",
    {
      group: "decide",
      summary: "List mementos that two runs judge differently.",
      load: async () => (await import("../tasks/compare/command.js")).compareCommand,
    },
  ],
  [
    "exclude-duplicates",
    {
      group: "use",
      summary: "List the mementos of each TimeMap that are not duplicates.",
      load: async () => (await import("../tasks/companions/command.js")).excludeDuplicatesCommand,
    },
  ],
  [
    "select-by-language",
    {
      group: "use",
      summary: "List the mementos in one language.",
      load: async () => (await import("../tasks/companions/command.js")).selectByLanguageCommand,
    },
  ],
  [
    "slice-by-datetime",
    {
      group: "use",
      summary: "Cut mementos into slices of time.",
      load: async () => (await import("../tasks/companions/command.js")).sliceByDatetimeCommand,
    },
  ],
  [
    "cluster-by-simhash",
    {
      group: "use",
      summary: "Cluster the near duplicates of each slice.",
      load: async () => (await import("../tasks/companions/command.js")).clusterBySimhashCommand,
    },
  ],
  [
    "select-high-quality",
    {
      group: "use",
      summary: "List the best memento of each cluster.",
      load: async () =>
        (await import("../tasks/companions/select-high-quality.js")).selectHighQualityCommand,
    },
  ],
  [
    "convert",
    {
      group: "use",
      summary: "Write saved results in another form.",
      load: async () => (await import("../tasks/convert/command.js")).convertCommand,
    },
  ],
  [
    "sample",
    {
      group: "measure",
      summary: "Draw mementos that are worth labelling.",
      load: async () => (await import("../tasks/evaluate/train-command.js")).sampleCommand,
    },
  ],
  [
    "train",
    {
      group: "measure",
      summary: "Refit the learned combination to your decisions.",
      load: async () => (await import("../tasks/evaluate/train-command.js")).trainCommand,
    },
  ],
  [
    "review",
    {
      group: "decide",
      summary: "Decide on verdicts in a browser; decisions go into a file.",
      load: async () => (await import("../tasks/review/command.js")).reviewCommand,
    },
  ],
  [
    "pictures",
    {
      group: "decide",
      summary: "Draw small pictures of captures, for report and review.",
      load: async () => (await import("../tasks/pictures/command.js")).picturesCommand,
    },
  ],
  [
    "filter",
    {
      group: "use",
      summary: "Copy a collection without its off-topic captures.",
      load: async () => (await import("../tasks/filter/command.js")).filterCommand,
    },
  ],
  [
    "soft404",
    {
      group: "use",
      summary: "Find soft 404s and traps in a crawl, with exclusion rules.",
      load: async () => (await import("../tasks/soft404/command.js")).soft404Command,
    },
  ],
  [
    "report",
    {
      group: "decide",
      summary: "Write saved results as an HTML report.",
      load: async () => (await import("../tasks/report/command.js")).reportCommand,
    },
  ],
  [
    "fragments",
    {
      group: "papers",
      summary: "Show how the density remover cuts a page.",
      load: async () => (await import("../tasks/fragments/command.js")).fragmentsCommand,
    },
  ],
  [
    "cluster",
    {
      group: "papers",
      summary: "Group mementos by structure and style, across TimeMaps.",
      load: async () => (await import("../tasks/cluster/command.js")).clusterCommand,
    },
  ],
  [
    "collect",
    {
      group: "papers",
      summary: "Find pages of a topic by following links, the most promising first.",
      load: async () => (await import("../tasks/collect/command.js")).collectCommand,
    },
  ],
  [
    "topic",
    {
      group: "papers",
      summary: "Make the topic of a collection (topic build), and edit it.",
      load: async () => (await import("../tasks/topic/command.js")).topicCommand,
    },
  ],
]);

/** Returns the command names that a command line may contain, with hyphens or with OTMT's underscores. */
const meantCommands = (argv: readonly string[]): ReadonlySet<string> =>
  new Set(argv.flatMap((word) => [word, word.replaceAll("-", "_"), word.replaceAll("_", "-")]));

const asksForHelp = (argv: readonly string[]): boolean =>
  argv.some((word) => ["-h", "--help", "help"].includes(word));

/** One-letter flag with its value after `=`, which Python's argparse accepts. */
const LETTER_WITH_VALUE = /^(-[a-z])=(.*)$/su;

/**
 * Returns the arguments with two-letter flags written out. `-tm=cosine` and `-o=FILE` work like `-tm cosine` and `-o
 * FILE`.
 */
export function writeOutShortFlags(argv: readonly string[]): string[] {
  return argv.flatMap((argument) => {
    refuseMistypedFlag(argument);
    const [flag = "", ...value] = argument.split("=");
    const long = twoLetterFlags.get(flag);
    if (long !== undefined) return [[long, ...value].join("=")];
    return LETTER_WITH_VALUE.exec(argument)?.slice(1) ?? [argument];
  });
}

/**
 * Throws a `UsageError` with the right form for a flag that other tools would accept without a space, or whose hyphen a
 * word processor has replaced.
 */
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
/**
 * Parses the arguments and runs the command. Returns the exit status; throws a `UsageError` for the user's mistakes.
 */
export async function runProgram(argv: readonly string[]): Promise<number> {
  const [named] = textsGiven("config", argv);
  const config = readConfig(named);
  // A file found in the working folder is always named, as it may be someone else's.
  const isSilent = named !== undefined && argv.some((word) => word === "-q" || word === "--quiet");
  if (config !== undefined && !isSilent)
    process.stderr.write(`options from ${printable(config.file)}\n`);
  const plugins = [...textsGiven("plugins", argv), ...(config?.texts.get("plugin") ?? [])];
  if (plugins.length > 0) {
    // Plug-ins come first, because help and checks depend on their definitions.
    const { registerPlugins } = await import("./register-plugins.js");
    await registerPlugins(plugins);
  }
  let status = 0;
  const done = (result: number): void => {
    status = result;
  };
  const { argv: words, showsAll } = helpWanted(argv);
  if (argv[0] === "help") requireHelpTopic(argv[1]);
  const group = words[1] === "--help" ? groups.find(({ name }) => name === words[0]) : undefined;
  if (group !== undefined) {
    process.stdout.write(groupHelp(group, COMMANDS));
    return 0;
  }
  const program = new Command("detect_off_topic")
    .description(DESCRIPTION)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .configureHelp(helpLayout)
    .enablePositionalOptions()
    .allowExcessArguments()
    .action(async (_, command: Command) => {
      refuseEmpty([], command.args);
      if (command.args[0] !== undefined) {
        (await import("./mistakes.js")).refuseStrayWord(command.args[0], [...COMMANDS.keys()]);
      }
      const { detectCommand } = await import("../tasks/detect/command.js");
      done(await runCommand(detectCommand, command, inOrder, config));
    });
  const inOrder = addOptions(program, "detect");
  program
    .optionsGroup("Messages:")
    .version(version, "--version", "print the version")
    .helpOption("-h, --help", "print this help");
  if (showsAll) {
    const { helpTail } = await import("./definition-lists.js");
    program.addHelpText("after", () => helpTail());
  } else program.helpInformation = () => helpScreen(DESCRIPTION);
  const meant = meantCommands(words);
  for (const [name, { summary, load }] of COMMANDS) {
    if (meant.has(name)) {
      const make = await load();
      program.addCommand(make({ done, config, words }).summary(summary));
    } else if (asksForHelp(words)) program.addCommand(new Command(name).summary(summary));
  }
  for (const command of program.commands) {
    command.copyInheritedSettings(program).optionsGroup("Messages:").allowExcessArguments(false);
  }
  try {
    await program.parseAsync(writeOutShortFlags(words), { from: "user" });
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause;
    // Help and version have been printed; they are no error.
    if (cause.exitCode === 0) return 0;
    const command = program.commands.find(
      (each) => words[0] !== undefined && [each.name(), ...each.aliases()].includes(words[0]),
    );
    const { usageText } = await import("./mistakes.js");
    throw new UsageError(usageText(cause, command, words), { cause });
  }
  return status;
}

/** Returns the texts of an option that is read before all others. Throws a `UsageError` for an empty one. */
function textsGiven(key: "config" | "plugins", argv: readonly string[]): readonly string[] {
  const option = runningOptions[key];
  const texts = valuesOf(option.flags.split(" ")[0]!, argv);
  refuseEmptyText(texts, option);
  return texts;
}

/**
 * Rewrites `help` and `help map` to `--help`, and removes the `all` after it. `showsAll` tells whether `all` was there.
 */
function helpWanted(given: readonly string[]): {
  readonly argv: readonly string[];
  readonly showsAll: boolean;
} {
  const argv = given[0] === "help" ? moved(given.slice(1)) : given;
  const at = argv.findIndex((word) => word === "-h" || word === "--help");
  const showsAll = at >= 0 && argv[at + 1] === "all";
  return { argv: showsAll ? argv.toSpliced(at + 1, 1) : argv, showsAll };
}

/** Throws a `UsageError` unless `help` can show this word: a command, a group of commands or `all`. */
function requireHelpTopic(word = "all"): void {
  const commands = [...meantCommands([word])].filter((name) => COMMANDS.has(name));
  if (commands.length > 0 || word.startsWith("-")) return;
  const topics = ["all", ...groups.map(({ name }) => name), ...COMMANDS.keys()];
  requireChoice(word, topics, "command or group");
}

/** Moves the command before `--help`: `map all` becomes `map --help all`. */
const moved = (words: readonly string[]): readonly string[] =>
  words[0] === undefined || words[0] === "all"
    ? ["--help", ...words]
    : [words[0], "--help", ...words.slice(1, 2)];
