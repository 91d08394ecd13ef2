import { parseArgs } from "node:util";
import { UsageError } from "../../build/base/errors.js";

/** Ends the script with one line that tells what is wrong. */
export function stop(message) {
  throw new UsageError(message);
}

/** Returns the options and words of the command line. Ends the script if they cannot be read. */
export function parsed(usage, options, args = process.argv.slice(2)) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    return stop(`${error.message.replace(/\. .*/s, "")}: ${usage}`);
  }
}

/** Runs a script. A mistake of the user gives one line and exit status 2. */
export async function script(run) {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}
