import { appendFileSync } from "node:fs";
import { messageOf, UsageError } from "../base/errors.js";
import { printable } from "../base/text.js";
import { logMistakesTo } from "./ending.js";

interface LogOptions {
  readonly verbose?: boolean;
  readonly quiet?: boolean;
  /** Log file that receives the messages instead of standard error. */
  readonly logfile?: string;
}

/** Messages for people. They go to standard error or the log file and are never mixed with results. */
export interface Log {
  /** Logs a message that the user should see even with `-q`. */
  readonly warn: (message: string) => void;
  /** Logs why the exit status is not 0, also to standard error if there is a log file. */
  readonly tell: (message: string) => void;
  readonly info: (message: string) => void;
  /** Logs a message that is shown only with `-v`. */
  readonly detail: (message: string) => void;
}

/** Throws a `UsageError` if its file cannot be written. */
export function openLog({ verbose = false, quiet = false, logfile }: LogOptions): Log {
  const to = logfile === undefined ? toStandardError : toFile(logfile);
  const write = (message: string): void => to(printable(message));
  const silent = (): void => undefined;
  logMistakesTo(logfile === undefined ? undefined : write);
  return {
    warn: write,
    tell(message) {
      if (logfile !== undefined) toStandardError(printable(message));
      write(message);
    },
    info: quiet ? silent : write,
    detail: verbose && !quiet ? write : silent,
  };
}

function toStandardError(message: string): void {
  process.stderr.write(`${message}\n`);
}

function toFile(path: string): (message: string) => void {
  const append = (message: string): void => appendFileSync(path, message);
  try {
    append("");
  } catch (cause) {
    throw new UsageError(`-l ${path} cannot be written: ${messageOf(cause)}`, { cause });
  }
  return (message) => append(timed(message));
}

const timed = (message: string): string => `${new Date().toISOString()} ${message}\n`;
