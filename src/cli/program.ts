import { Command, CommanderError } from "commander";
import { UsageError } from "../base/errors.js";
import { requireChoice } from "../base/find.js";
import { flagsText, type OptionDefinition } from "../base/option.js";
import { version } from "../base/version.js";
import { refuseGone, refuseGoneVariables } from "../base/what-is-gone.js";
import { commandCatalogue, optionsOf, twoLetterFlags } from "../command/command-catalogue.js";
import { type Config, pluginsOf, readConfig } from "../command/config.js";
import type { CommandDefinition } from "../command/define-command.js";
import { exampleText, helpLayout } from "../command/help.js";
import { valuesOf } from "../command/option-values.js";
import { configOption, pluginsOption } from "../command/options/running.js";
import { addOptions, runCommand } from "../command/run-command.js";
import { withoutSet } from "../command/settings.js";
import { offerExtensions } from "../extensions/index.js";
import { loadCommand } from "./commands.js";
import {
  DESCRIPTION,
  groupHelp,
  groupNames,
  helpScreen,
  helpTail,
  helpTopics,
} from "./help-screen.js";

offerExtensions();

const MAIN = "detect";

/** Returns the exit status; throws a `UsageError` for the user's mistakes. */
export async function runProgram(argv: readonly string[]): Promise<number> {
  refuseGoneVariables(process.env);
  const config = await loadedConfig(argv);
  const words = writeOutShortFlags(argv);
  const at = firstWordAt(words, 0);
  const [first, name] = [words[at], commandNamed(words[at])];
  if (first !== undefined) refuseGone("command", first.replaceAll("_", "-"));
  const isHelpWord = first === "help";
  if (isHelpWord || words.some((word) => word === "-h" || word === "--help")) {
    const topic = isHelpWord ? words[firstWordAt(words, at + 1)] : (first ?? allIn(words));
    await showHelp(topic);
    return 0;
  }
  if (words.includes("--version") && name === undefined) {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  const definition = (await loadCommand(name ?? MAIN))!;
  const { command, inOrder } = commanderOf(definition);
  // An option before the command is one of the command.
  const own = name === undefined ? words : words.toSpliced(at, 1);
  try {
    command.parse(withoutSet(own, definition.name, config), { from: "user" });
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause;
    const { usageText } = await import("./mistakes.js");
    throw new UsageError(usageText(cause, definition.name), { cause });
  }
  const [stray] = command.args;
  if (name === undefined && stray !== undefined) {
    const { refuseStrayWord } = await import("./mistakes.js");
    refuseStrayWord(stray);
  }
  return runCommand(definition, command, inOrder, config);
}

/** Reads the configuration file, and loads plug-ins, because help and checks depend on their definitions. */
async function loadedConfig(argv: readonly string[]): Promise<Config | undefined> {
  const textsGiven = (option: OptionDefinition): readonly string[] =>
    valuesOf(option.flags.split(" ")[0]!, argv);
  // Empty texts are refused with those of all options.
  const isText = (text: string): boolean => text.trim() !== "";
  const [file] = textsGiven(configOption.config).filter(isText);
  const config = file === undefined ? undefined : readConfig(file);
  const named = [...textsGiven(pluginsOption.plugins), ...(config ? pluginsOf(config) : [])];
  const plugins = named.filter(isText);
  if (plugins.length > 0) {
    const { registerPlugins } = await import("./register-plugins.js");
    await registerPlugins(plugins);
  }
  return config;
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

/** Shows the help of a command or of a group of commands, the main help, or all of it. */
async function showHelp(topic: string | undefined): Promise<void> {
  const name = commandNamed(topic);
  if (topic === undefined) process.stdout.write(helpScreen());
  else if (groupNames.includes(topic)) process.stdout.write(groupHelp(topic));
  else {
    if (name === undefined) {
      refuseGone("command", topic.replaceAll("_", "-"));
      requireChoice(topic, helpTopics(), "command or group");
    }
    commanderOf((await loadCommand(name ?? MAIN))!).command.outputHelp();
  }
}

/** Returns the parser of a command, and the list that it fills with the texts of repeatable options. */
function commanderOf(definition: CommandDefinition): {
  readonly command: Command;
  readonly inOrder: ReturnType<typeof addOptions>;
} {
  const { name, description, words = [], examples = [] } = definition;
  const isMain = name === MAIN;
  const command = new Command(isMain ? "detect_off_topic" : `detect_off_topic ${name}`)
    .description(isMain ? DESCRIPTION : `${description}${exampleText(examples)}`)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .configureHelp(helpLayout)
    .allowExcessArguments(isMain);
  for (const [syntax, help] of words) command.argument(syntax, help);
  const inOrder = addOptions(command, optionsOf(name));
  command.optionsGroup("Messages:");
  if (isMain) command.version(version, "--version", "print the version");
  command.helpOption("-h, --help", "print this help");
  if (isMain) command.addHelpText("after", () => helpTail());
  return { command, inOrder };
}

/** One-letter flag with its value after `=`, which Python's argparse accepts. */
const LETTER_WITH_VALUE = /^(-[a-z])=(.*)$/su;

/** `-tm=cosine` and `-o=FILE` work like `-tm cosine` and `-o FILE`. */
export function writeOutShortFlags(argv: readonly string[]): string[] {
  const longFlags = twoLetterFlags();
  return argv.flatMap((argument) => {
    const [flag = "", ...value] = argument.split("=");
    const long = longFlags.get(flag);
    if (long !== undefined) return [[long, ...value].join("=")];
    return LETTER_WITH_VALUE.exec(argument)?.slice(1) ?? [argument];
  });
}
