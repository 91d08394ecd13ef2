import { appendFileSync } from "node:fs";
import { UsageError, messageOf } from "../errors.js";
import { printable } from "../mementos/printable.js";

export interface LogOptions {
  readonly verbose?: boolean;
  readonly quiet?: boolean;
  /** Where messages go instead of standard error. */
  readonly logfile?: string;
}

/** Messages for people, never mixed with results: standard error, or the log file. */
export interface Log {
  /** Something that the user should know even with `-q`. */
  warn(message: string): void;
  info(message: string): void;
  /** Only with `-v`. */
  detail(message: string): void;
}

/** Opens the log; throws a `UsageError` when its file cannot be written, or nobody knows how much to say. */
export function openLog({ verbose = false, quiet = false, logfile }: LogOptions): Log {
  if (verbose && quiet) throw new UsageError("-q says less and -v says more: give one of them.");
  const to = logfile === undefined ? toStandardError : toFile(logfile);
  const write = (message: string): void => to(printable(message));
  const silent = (): void => undefined;
  return {
    warn: write,
    info: quiet ? silent : write,
    detail: verbose ? write : silent,
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
  return (message) => append(`${new Date().toISOString()} ${message}\n`);
}
