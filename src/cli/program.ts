import { Command, CommanderError } from "commander";
import { UsageError } from "../errors.js";
import { printable } from "../mementos/text.js";
import { findByKeyword, nearest } from "../settings/find.js";
import { version } from "../version.js";
import { readConfig } from "./config.js";
import { addOptions, type MakeCommand, runCommand } from "./define-command.js";
import { exampleText, FIRST_EXAMPLES, helpLayout } from "./help.js";
import { commandsWith, twoLetterFlags } from "./options.js";

const DESCRIPTION =
  "Finds the off-topic mementos of web archive collections: every memento of a TimeMap is compared with the first one.";

/** The commands beside the main one by their names, in the order of the help. What a run does not use is not loaded. */
export const COMMANDS: ReadonlyMap<string, () => Promise<MakeCommand>> = new Map([
  ["list", async () => (await import("./list.js")).listCommand],
  [
    "completion",
    async () =>
      (await import("./completion.js")).completionCommand({
        commands: COMMANDS,
        main: DESCRIPTION,
      }),
  ],
  ["map", async () => (await import("./map-reduce.js")).mapCommand],
  ["resolve", async () => (await import("./map-reduce.js")).resolveCommand],
  ["elsewhere", async () => (await import("./map-reduce.js")).elsewhereCommand],
  ["fit", async () => (await import("./topic.js")).fitCommand],
  ["reduce", async () => (await import("./map-reduce.js")).reduceCommand],
  ["merge", async () => (await import("./merge.js")).mergeCommand],
  ["evaluate", async () => (await import("./evaluate.js")).evaluateCommand],
  ["calibrate", async () => (await import("./evaluate.js")).calibrateCommand],
  ["compare", async () => (await import("./saved-results.js")).compareCommand],
  ["exclude_duplicates", async () => (await import("./companions.js")).excludeDuplicatesCommand],
  ["select_by_language", async () => (await import("./companions.js")).selectByLanguageCommand],
  ["slice_by_datetime", async () => (await import("./companions.js")).sliceByDatetimeCommand],
  ["cluster_by_simhash", async () => (await import("./companions.js")).clusterBySimhashCommand],
  [
    "select_high_quality",
    async () => (await import("./select-high-quality.js")).selectHighQualityCommand,
  ],
  ["convert", async () => (await import("./saved-results.js")).convertCommand],
  ["sample", async () => (await import("./train.js")).sampleCommand],
  ["train", async () => (await import("./train.js")).trainCommand],
  ["review", async () => (await import("./review.js")).reviewCommand],
  ["filter", async () => (await import("./filter.js")).filterCommand],
  ["report", async () => (await import("./report.js")).reportCommand],
  ["fragments", async () => (await import("./fragments.js")).fragmentsCommand],
  ["cluster", async () => (await import("./cluster.js")).clusterCommand],
  ["cluster_step", async () => (await import("./cluster-step.js")).clusterStepCommand],
  ["collect", async () => (await import("./collect.js")).collectCommand],
  ["topic", async () => (await import("./topic.js")).topicCommand],
]);

/** The commands that the words of a command line may ask for: any, where help is wanted. */
export function wantedCommands(argv: readonly string[]): readonly (() => Promise<MakeCommand>)[] {
  // Each may be written with hyphens.
  const words = new Set(argv.flatMap((word) => [word, word.replaceAll("-", "_")]));
  const all = asksForHelp(argv);
  return [...COMMANDS].filter(([name]) => all || words.has(name)).map(([, load]) => load);
}

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
    const { registerPlugins } = await import("../plugins/register.js");
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
      await refuseStrayWords(command);
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
  for (const load of wantedCommands(words)) {
    program.addCommand((await load())({ done, showsAll, config, words }));
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
    throw new UsageError(await usageText(cause, command, words), { cause });
  }
  return status;
}

/** What stands after an option, wherever it is given. */
export const valuesOf = (flag: string, argv: readonly string[]): string[] =>
  argv.flatMap((word, at) => {
    if (word.startsWith(`${flag}=`)) return [word.slice(flag.length + 1)];
    const next = argv[at + 1];
    return word === flag && next !== undefined ? [next] : [];
  });

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

/** A word that belongs to no option: a command mistyped, or a file given without `-i`. */
async function refuseStrayWords({ args: [stray] }: Command): Promise<void> {
  if (stray === undefined) return;
  const [{ inputs }, { adviceForResults, holdsResults, recognisedInput }] = await Promise.all([
    import("../inputs/index.js"),
    import("../settings/inputs.js"),
  ]);
  if (holdsResults(stray)) throw new UsageError(`${stray} ${adviceForResults(stray)}`);
  const command = nearest(stray, [...COMMANDS.keys()]);
  const keyword = recognisedInput(stray, inputs)?.keyword ?? "warc";
  throw new UsageError(
    `"${stray}" is neither a command nor the value of an option. ` +
      (command === undefined
        ? `Files are given as -i ${keyword}=${stray}. See detect_off_topic --help.`
        : `Did you mean "detect_off_topic ${command}"?`),
  );
}

/** An option by a name that other tools give it, as this tool writes it; undefined where the command has no such option. */
function meantOption(flag: string, command: string, words: readonly string[]): string | undefined {
  const takes = (long: string): boolean => commandsWith(long).some((name) => name === command);
  const [value] = valuesOf(flag, words);
  if (flag === "--threshold" && takes("--timemap-measures")) {
    return `-tm cosine=${value ?? "0.15"}, with the measure that it is of`;
  }
  if (/^--(?:output-)?format$/u.test(flag) && takes("--output-type"))
    return `-ot ${value ?? "FORM"}`;
  return undefined;
}

/** Commander's message as one line, with where to look next. */
async function usageText(
  { code, message }: CommanderError,
  command: Command | undefined,
  words: readonly string[],
): Promise<string> {
  const line = message.replace(/^error: /u, "").replace(/\s*\n\s*/gu, " ");
  const name = command === undefined ? "" : ` ${command.name()}`;
  const [, flag = ""] = /unknown option '(-[^\s=']+)/u.exec(line) ?? [];
  if (flag === "-V") return `unknown option "-V". Write --version; -v says more.`;
  const { catalogue } = await import("../settings/catalogue.js");
  const input = findByKeyword(flag.replace(/^-+/u, ""), catalogue().inputs);
  if (input !== undefined) {
    return `unknown option "${flag}". Write -i ${input.keyword}=${input.argument}.`;
  }
  const meant = meantOption(flag, command?.name() ?? "detect", words);
  if (meant !== undefined) return `unknown option "${flag}". Write ${meant}.`;
  if ((flag === "-i" || flag === "--input") && name === " map") {
    return `map takes its input without ${flag}. Write detect_off_topic map warc=FILE, or another kind=argument.`;
  }
  if (command !== undefined && commandsWith(flag).length > 0) {
    const isWritten = (word: string): boolean =>
      (twoLetterFlags.get(word.split("=")[0]!) ?? word) === flag;
    const [written = flag] = words.find(isWritten)?.split("=") ?? [];
    const inFull = written === flag ? "" : ` (${flag})`;
    return `${command.name()} does not take ${written}${inFull}: leave it out. See detect_off_topic${name} --help.`;
  }
  const takesNone = code === "commander.excessArguments" && line.includes("Expected 0 ");
  const advice = takesNone ? " Files to read go with -i." : "";
  return `${line}${/[.?!)]$/u.test(line) ? "" : "."}${advice} See detect_off_topic${name} --help.`;
}
