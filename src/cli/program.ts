import { Command, CommanderError } from "commander";
import { UsageError } from "../base/errors.js";
import { requireChoice } from "../base/find.js";
import { flagsText, type OptionDefinition } from "../base/option.js";
import { printable } from "../base/text.js";
import { version } from "../base/version.js";
import { refuseGone, refuseGoneVariables } from "../base/what-is-gone.js";
import { commandCatalogue, optionsOf, twoLetterFlags } from "../command/command-catalogue.js";
import { type Config, openConfig, pluginsOf, readConfig } from "../command/config.js";
import type { CommandDefinition } from "../command/define-command.js";
import { refuseEmpty, refuseEmptyText } from "../command/empty-texts.js";
import { exampleText, helpLayout } from "../command/help.js";
import { valuesOf } from "../command/option-values.js";
import { configOption, pluginsOption } from "../command/options/running.js";
import { addOptions, runCommand } from "../command/run-command.js";
import { catalogue } from "../run/plugins/catalogue.js";
import { loadCommand } from "./commands.js";
import { extensionHelp, extensionNames } from "./extension-help.js";
import {
  DESCRIPTION,
  groupHelp,
  groupNames,
  helpScreen,
  helpTail,
  helpTopics,
} from "./help-screen.js";

const MAIN = "detect";

/** Returns the exit status; throws a `UsageError` for the user's mistakes. */
export async function runProgram(argv: readonly string[]): Promise<number> {
  refuseGoneVariables(process.env);
  const config = await openedConfig(argv);
  const words = writeOutShortFlags(argv);
  const at = firstWordAt(words, 0);
  const [first, name] = [words[at], commandNamed(words[at])];
  if (first !== undefined) refuseGone("command", first.replaceAll("_", "-"));
  const isHelpWord = first === "help";
  if (isHelpWord || words.some((word) => word === "-h" || word === "--help")) {
    const topic = isHelpWord ? words[firstWordAt(words, at + 1)] : (first ?? allIn(words));
    await showHelp(topic, words);
    return 0;
  }
  if (words.includes("--version") && name === undefined) {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  const definition = (await loadCommand(name ?? MAIN))!;
  const { command, inOrder } = commanderOf(definition, words);
  // An option before the command is one of the command.
  const own = name === undefined ? words : words.toSpliced(at, 1);
  try {
    command.parse(own, { from: "user" });
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause;
    const { usageText } = await import("./mistakes.js");
    throw new UsageError(usageText(cause, definition.name, words), { cause });
  }
  if (name === undefined) await refuseWords(command.args);
  return runCommand(definition, command, inOrder, config);
}

/**
 * Opens the configuration file and loads plug-ins. They come first, because help and checks depend on their
 * definitions.
 */
async function openedConfig(argv: readonly string[]): Promise<Config | undefined> {
  const [named] = textsGiven(configOption.config, argv);
  const opened = openConfig(named);
  // A file found in the working folder is always named, as it may be someone else's.
  const isQuiet =
    argv.some((word) => word === "-q" || word === "--quiet") || opened?.whole["quiet"] === true;
  if (opened !== undefined && !(named !== undefined && isQuiet)) {
    process.stderr.write(`options from ${printable(opened.file)}\n`);
  }
  const plugins = [
    ...textsGiven(pluginsOption.plugins, argv),
    ...(opened === undefined ? [] : pluginsOf(opened)),
  ];
  if (plugins.length > 0) {
    const { registerPlugins } = await import("./register-plugins.js");
    await registerPlugins(plugins);
  }
  return opened && readConfig(opened);
}

/** Returns the texts of an option that is read before all others. Throws a `UsageError` for an empty one. */
function textsGiven(option: OptionDefinition, argv: readonly string[]): readonly string[] {
  const texts = valuesOf(option.flags.split(" ")[0]!, argv);
  refuseEmptyText(texts, option);
  return texts;
}

/** Returns the command that a word names, with hyphens or with OTMT's underscores. The main command has no name. */
function commandNamed(word = ""): string | undefined {
  const forms = [word, word.replaceAll("-", "_"), word.replaceAll("_", "-")];
  return commandCatalogue().commands.find(({ name }) => name !== MAIN && forms.includes(name))
    ?.name;
}

/** Returns the place of the first word that is neither an option nor its value, or the number of words without such a word. */
function firstWordAt(words: readonly string[], start: number): number {
  const options = optionsOf(MAIN);
  let at = start;
  for (let word = words[at]; word?.startsWith("-") === true; word = words[at]) {
    const [flag = ""] = word.split("=");
    const option = options.find((each) => flagsText(each).split(/[ ,]+/u).includes(flag));
    const takesValue = option?.flags.includes("<") === true && !word.includes("=");
    const isFlag = words[at + 1]?.startsWith("-") !== false;
    at += takesValue && (option.preset === undefined || !isFlag) ? 2 : 1;
    if (flag === "-h" || flag === "--help") return words.length;
  }
  return Math.min(at, words.length);
}

/** Returns `all` if it follows `--help`. */
const allIn = (words: readonly string[]): string | undefined =>
  words.some((word, at) => word === "all" && /^(?:-h|--help)$/u.test(words[at - 1] ?? ""))
    ? "all"
    : undefined;

/** Shows the help of a command, of a group of commands or of an extension, the main help, or all of it. */
async function showHelp(topic: string | undefined, words: readonly string[]): Promise<void> {
  const name = commandNamed(topic);
  if (topic === undefined) process.stdout.write(helpScreen());
  else if (groupNames.includes(topic)) process.stdout.write(groupHelp(topic));
  // An extension may have the name of a command, whose help `COMMAND --help` shows.
  else if (extensionNames().includes(topic) && (name === undefined || words.includes("help")))
    process.stdout.write(extensionHelp(topic));
  else {
    if (name === undefined) {
      refuseGone("command", topic.replaceAll("_", "-"));
      requireChoice(topic, helpTopics(), "command, group or extension");
    }
    const { command } = commanderOf((await loadCommand(name ?? MAIN))!, words);
    command.outputHelp();
  }
}

/** Returns the parser of a command, and the list that it fills with the texts of repeatable options. */
function commanderOf(
  definition: CommandDefinition,
  given: readonly string[],
): { readonly command: Command; readonly inOrder: ReturnType<typeof addOptions> } {
  const { name, description, words = [], examples = [], idleWith = {} } = definition;
  const isMain = name === MAIN;
  const command = new Command(isMain ? "detect_off_topic" : `detect_off_topic ${name}`)
    .description(isMain ? DESCRIPTION : `${description}${exampleText(examples)}`)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .configureHelp(helpLayout)
    .allowExcessArguments(isMain);
  for (const [syntax, help] of words) command.argument(syntax, help);
  // `help EXTENSION` shows the options of an extension.
  const ofExtensions = new Set(catalogue().settings.map(({ keyword }) => keyword));
  const [, isIdle = () => false] =
    Object.entries(idleWith).find(([word]) => given.includes(word)) ?? [];
  const inOrder = addOptions(command, optionsOf(name), (key) =>
    isMain ? ofExtensions.has(key) : isIdle(key),
  );
  command.optionsGroup("Messages:");
  if (isMain) command.version(version, "--version", "print the version");
  command.helpOption("-h, --help", "print this help");
  if (isMain) command.addHelpText("after", () => helpTail());
  return { command, inOrder };
}

/** Throws a `UsageError` for words of the main command, which takes none. */
async function refuseWords(words: readonly string[]): Promise<void> {
  refuseEmpty([], words);
  if (words[0] === undefined) return;
  const names = commandCatalogue().commands.map(({ name }) => name);
  const { refuseStrayWord } = await import("./mistakes.js");
  refuseStrayWord(
    words[0],
    names.filter((name) => name !== MAIN),
  );
}

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
