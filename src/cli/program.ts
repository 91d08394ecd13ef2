import { Command, CommanderError } from "commander";
import { UsageError } from "../base/errors.js";
import { printable } from "../base/text.js";
import { requireChoice } from "../base/find.js";
import { refuseGone, refuseGoneVariables } from "../base/what-is-gone.js";
import { version } from "../base/version.js";
import { flagsText, type OptionDefinition } from "../base/option.js";
import { type Config, openConfig, pluginsOf, readConfig } from "../command/config.js";
import { valuesOf } from "../command/option-values.js";
import { catalogue } from "../run/plugins/catalogue.js";
import { commandCatalogue, optionsOf, twoLetterFlags } from "../command/command-catalogue.js";
import type { CommandDefinition } from "../command/define-command.js";
import { addOptions, runCommand } from "../command/run-command.js";
import { refuseEmpty, refuseEmptyText } from "../command/empty-texts.js";
import { exampleText, helpLayout } from "../command/help.js";
import { extensionHelp, extensionNames, helpTopics } from "./extension-help.js";
import { DESCRIPTION, groupHelp, groupNames, helpScreen } from "./help-screen.js";
import { configOption, pluginsOption } from "../command/options/running.js";
import { loadCommand, loadMainCommand } from "./commands.js";

const MAIN = "detect";

const commandNames = (): readonly string[] =>
  commandCatalogue().commands.flatMap(({ name }) => (name === MAIN ? [] : [name]));

/** Returns the command names that a command line may contain, with hyphens or with OTMT's underscores. */
const meantCommands = (argv: readonly string[]): ReadonlySet<string> =>
  new Set(argv.flatMap((word) => [word, word.replaceAll("-", "_"), word.replaceAll("_", "-")]));

const asksForHelp = (argv: readonly string[]): boolean =>
  argv.some((word) => ["-h", "--help", "help"].includes(word));

/** One-letter flag with its value after `=`, which Python's argparse accepts. */
const LETTER_WITH_VALUE = /^(-[a-z])=(.*)$/su;

/** `-tm=cosine` and `-o=FILE` work like `-tm cosine` and `-o FILE`. */
export function writeOutShortFlags(argv: readonly string[]): string[] {
  const longFlags = twoLetterFlags();
  return argv.flatMap((argument) => {
    refuseMistypedFlag(argument, longFlags);
    const [flag = "", ...value] = argument.split("=");
    const long = longFlags.get(flag);
    if (long !== undefined) return [[long, ...value].join("=")];
    return LETTER_WITH_VALUE.exec(argument)?.slice(1) ?? [argument];
  });
}

/**
 * Throws a `UsageError` with the right form for a flag that other tools would accept without a space, or whose hyphen a
 * word processor has replaced.
 */
function refuseMistypedFlag(argument: string, longFlags: ReadonlyMap<string, string>): void {
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
  if (!longFlags.has(short)) return;
  throw new UsageError(
    `"${argument}" needs a space. Write ${short} ${value}` +
      (short.startsWith("-o") ? `; for a file, -o ${argument.slice(2)}.` : "."),
  );
}
/** Returns the exit status; throws a `UsageError` for the user's mistakes. */
export async function runProgram(argv: readonly string[]): Promise<number> {
  refuseGoneVariables(process.env);
  const [named] = textsGiven(configOption.config, argv);
  const opened = openConfig(named);
  // A file found in the working folder is always named, as it may be someone else's.
  const isQuiet =
    argv.some((word) => word === "-q" || word === "--quiet") || opened?.whole["quiet"] === true;
  const isSilent = named !== undefined && isQuiet;
  if (opened !== undefined && !isSilent)
    process.stderr.write(`options from ${printable(opened.file)}\n`);
  const plugins = [
    ...textsGiven(pluginsOption.plugins, argv),
    ...(opened === undefined ? [] : pluginsOf(opened)),
  ];
  if (plugins.length > 0) {
    // Plug-ins come first, because help and checks depend on their definitions.
    const { registerPlugins } = await import("./register-plugins.js");
    await registerPlugins(plugins);
  }
  const config = opened && readConfig(opened);
  let status = 0;
  const done = (result: number): void => {
    status = result;
  };
  const given = commandFirst(argv);
  for (const word of leadingOptions(given).rest.slice(0, given[0] === "help" ? 2 : 1)) {
    refuseGone("command", word.replaceAll("_", "-"));
  }
  const { argv: words, showsAll } = helpWanted(given);
  const [first, topic = "all"] = given;
  if (first === "help") requireHelpTopic(topic);
  if (words[1] === "--help" && groupNames.includes(words[0] ?? "")) {
    process.stdout.write(groupHelp(words[0]!));
    return 0;
  }
  if (first === "help" && extensionNames().includes(topic)) {
    process.stdout.write(extensionHelp(topic));
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
        (await import("./mistakes.js")).refuseStrayWord(command.args[0], commandNames());
      }
      done(await runCommand(await loadMainCommand(), command, inOrder, config));
    });
  // `help EXTENSION` shows the options of an extension.
  const ofExtensions = new Set(catalogue().settings.map(({ keyword }) => keyword));
  const inOrder = addOptions(program, optionsOf(MAIN), (key) => ofExtensions.has(key));
  program
    .optionsGroup("Messages:")
    .version(version, "--version", "print the version")
    .helpOption("-h, --help", "print this help");
  if (showsAll) {
    const { helpTail } = await import("./definition-lists.js");
    program.addHelpText("after", () => helpTail());
  } else program.helpInformation = () => helpScreen();
  const meant = meantCommands(words);
  for (const { name, summary } of commandCatalogue().commands) {
    if (name === MAIN) continue;
    const definition = meant.has(name) ? await loadCommand(name) : undefined;
    if (definition !== undefined) {
      program.addCommand(commandOf(definition, { done, config, words }));
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

interface Making {
  readonly done: (status: number) => void;
  readonly config: Config | undefined;
  readonly words: readonly string[];
}

/** Returns the other spelling of a command name: OTMT writes underscores, this tool hyphens. */
const otherName = (name: string): string =>
  name.includes("_") ? name.replaceAll("_", "-") : name.replaceAll("-", "_");

function commandOf(definition: CommandDefinition, { done, config, words: given }: Making): Command {
  const { name, summary, description, words = [], examples = [], idleWith = {} } = definition;
  const command = new Command(name)
    .summary(summary)
    .description(`${description}${exampleText(examples)}`);
  const alias = otherName(name);
  if (alias !== name) command.alias(alias);
  for (const [syntax, help] of words) command.argument(syntax, help);
  const [, isIdle] = Object.entries(idleWith).find(([word]) => given.includes(word)) ?? [];
  const inOrder = addOptions(command, optionsOf(name), isIdle);
  return command.action(async () => done(await runCommand(definition, command, inOrder, config)));
}

/**
 * Moves a command before the options that stand before it: `-q filter` means `filter -q`. Options that are read before all
 * others stay where they are, because not every command takes them. `-q help filter` and `help -q filter` mean
 * `help filter`.
 */
function commandFirst(words: readonly string[]): readonly string[] {
  const { early, moved, rest } = leadingOptions(words);
  const [command = "", ...others] = rest;
  if (command === "help") {
    const topic = leadingOptions(others);
    return [command, ...topic.rest, ...early, ...topic.early];
  }
  const isCommand = commandNames().some((name) => meantCommands([command]).has(name));
  return isCommand ? [...early, command, ...moved, ...others] : words;
}

/** Splits words into known options that stand first, with their values, and the rest. */
function leadingOptions(words: readonly string[]): {
  /** Options that are read before all others. */
  readonly early: readonly string[];
  readonly moved: readonly string[];
  readonly rest: readonly string[];
} {
  const options = optionsOf(MAIN);
  const [early, moved]: [string[], string[]] = [[], []];
  let at = 0;
  for (let word = words[at]; word?.startsWith("-") === true; word = words[at]) {
    const [flag = ""] = word.split("=");
    const option = options.find((each) => flagsText(each).split(/[ ,]+/u).includes(flag));
    if (option === undefined) break;
    const takesValue = option.flags.includes("<") && !word.includes("=");
    const hasValue = takesValue && (option.preset === undefined || !isFlag(words[at + 1]));
    const end = at + (hasValue ? 2 : 1);
    const isEarly = option.key === "plugins" || option.key === "config";
    (isEarly ? early : moved).push(...words.slice(at, end));
    at = end;
  }
  return { early, moved, rest: words.slice(at) };
}

const isFlag = (word = "-"): boolean => word.startsWith("-");

/** Returns the texts of an option that is read before all others. Throws a `UsageError` for an empty one. */
function textsGiven(option: OptionDefinition, argv: readonly string[]): readonly string[] {
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
function requireHelpTopic(word: string): void {
  const commands = [...meantCommands([word])].filter((name) => commandNames().includes(name));
  if (commands.length > 0 || word.startsWith("-")) return;
  requireChoice(word, helpTopics(), "command, group or extension");
}

/** Moves the command before `--help`: `map all` becomes `map --help all`. Options such as `--plugin` follow. */
const moved = (words: readonly string[]): readonly string[] =>
  words[0] === undefined || words[0] === "all" || words[0].startsWith("-")
    ? ["--help", ...words]
    : [words[0], "--help", ...words.slice(1)];
