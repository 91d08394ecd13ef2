import { Command, CommanderError } from "commander";
import { UsageError } from "../errors.js";
import { inputs } from "../inputs/index.js";
import { findByKeyword, nearest } from "../registry/find.js";
import { addDetectOptions, type DetectFlags } from "./detect-options.js";
import { COMMANDS, wantedCommands } from "./commands.js";
import { refuseOverInput } from "./over-input.js";
import { addMessageOptions, addSettingsOptions } from "./settings-options.js";
import { runDetect } from "./detect.js";
import { addHttpOptions } from "./http-options.js";
import { addShardOption } from "./shard-option.js";
import { writeOutShortFlags } from "./short-flags.js";

/** Parses the arguments and runs what they ask for; returns the exit status, throws `UsageError` for mistakes. */
export async function runProgram(argv: readonly string[]): Promise<number> {
  let status = 0;
  const program = detectCommand()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .configureHelp({ helpWidth: 100 })
    .enablePositionalOptions()
    .allowExcessArguments()
    .action(async (flags: DetectFlags, command: Command) => {
      refuseStrayWords(command);
      status = await runDetect(flags);
    });
  const done = (result: number): void => {
    status = result;
  };
  for (const load of wantedCommands(argv)) program.addCommand((await load())(done));
  for (const command of program.commands) {
    command.copyInheritedSettings(program).allowExcessArguments(false);
  }
  program.hook("preAction", (_, command) => refuseOverInput(command.opts(), command.args));
  try {
    await program.parseAsync(writeOutShortFlags(asHelpFlag(argv)), { from: "user" });
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause;
    // Help and version were asked for and have been printed.
    if (cause.exitCode === 0) return 0;
    const command = program.commands.find((each) => each.name() === argv[0]);
    throw new UsageError(usageText(cause, command), { cause });
  }
  return status;
}

/** `help` and `help map`, as many commands have it. */
function asHelpFlag(argv: readonly string[]): readonly string[] {
  return argv[0] === "help" ? [...argv.slice(1, 2), "--help"] : argv;
}

function detectCommand(): Command {
  const command = addDetectOptions(new Command("detect_off_topic"));
  return addMessageOptions(addHttpOptions(addShardOption(addSettingsOptions(command))));
}

/** A word that belongs to no option: a command mistyped, or a file given without `-i`. */
function refuseStrayWords({ args: [stray] }: Command): void {
  if (stray === undefined) return;
  const command = nearest(stray, [...COMMANDS.keys()]);
  throw new UsageError(
    `"${stray}" is neither a command nor the value of an option. ` +
      (command === undefined
        ? `Files are given as -i warc=${stray}. See detect_off_topic --help.`
        : `Did you mean "detect_off_topic ${command}"?`),
  );
}

/** Commander's message as one line, with where to look next. */
function usageText({ code, message }: CommanderError, command: Command | undefined): string {
  const line = message.replace(/^error: /u, "").replace(/\s*\n\s*/gu, " ");
  const name = command === undefined ? "" : ` ${command.name()}`;
  const [, flag = ""] = /unknown option '(-\S+)'/u.exec(line) ?? [];
  if (flag === "-V") return `unknown option "-V". Write --version; -v says more.`;
  const input = findByKeyword(flag.replace(/^-+/u, "").split("=")[0]!, inputs);
  if (input !== undefined) {
    return `unknown option "${flag}". Write -i ${input.keyword}=${input.argument}.`;
  }
  const takesNone = code === "commander.excessArguments" && line.includes("Expected 0 ");
  const advice = takesNone ? " Files to read go with -i." : "";
  return `${line}${/[.?!)]$/u.test(line) ? "" : "."}${advice} See detect_off_topic${name} --help.`;
}
