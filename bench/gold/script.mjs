import { parseArgs } from "node:util";
import { UsageError } from "../../build/base/errors.js";

/** Ends the script with one line that says what is wrong. */
export function stop(message) {
  throw new UsageError(message);
}

/** Returns the options and words of the command line; ends the script where they cannot be read. */
export function parsed(usage, options, args = process.argv.slice(2)) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    return stop(`${error.message.replace(/\. .*/s, "")}: ${usage}`);
  }
}

/** Runs a script: a mistake of the user is one line and exit status 2. */
export async function script(run) {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}
