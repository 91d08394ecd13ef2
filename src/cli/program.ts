import { Command, CommanderError } from "commander";
import { UsageError } from "../errors.js";
import { addDetectOptions, type DetectFlags } from "./detect-options.js";
import { runDetect } from "./detect.js";
import { addHttpOptions } from "./http-options.js";
import { listCommand } from "./list.js";
import { writeOutShortFlags } from "./short-flags.js";

/** Parses the arguments and runs what they ask for; returns the exit status, throws `UsageError` for mistakes. */
export async function runProgram(argv: readonly string[]): Promise<number> {
  let status = 0;
  const program = addHttpOptions(addDetectOptions(new Command("detect_off_topic")))
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .action(async (flags: DetectFlags) => {
      status = await runDetect(flags);
    });
  program.addCommand(listCommand());
  for (const command of program.commands) command.copyInheritedSettings(program);
  try {
    await program.parseAsync(writeOutShortFlags(argv), { from: "user" });
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause;
    // Help and version were asked for and have been printed.
    if (cause.exitCode === 0) return 0;
    throw new UsageError(usageText(cause), { cause });
  }
  return status;
}

/** Commander's message as one line, with where to look next. */
function usageText({ message }: CommanderError): string {
  const line = message.replace(/^error: /u, "").replace(/\s*\n\s*/gu, " ");
  return `${line}${/[.?!)]$/u.test(line) ? "" : "."} See detect_off_topic --help.`;
}
