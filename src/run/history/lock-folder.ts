import { accessSync, constants, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { messageOf, UsageError } from "../../base/errors.js";
import { takeLockFile } from "../../read/http/directory/lock.js";

/** Maximum time in milliseconds for which a run waits for another run in the same folder. */
const PATIENCE_MS = 10_000;
const RETRY_MS = 200;

/**
 * Creates the folder of a history if it does not exist, and locks it. Returns the function that unlocks it. Throws a
 * `UsageError` if the folder cannot be written, or if another run still uses it after ten seconds.
 */
export async function lockFolder(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, "lock");
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
  } catch (cause) {
    throw new UsageError(
      `--history ${directory} cannot be written: ${messageOf(cause)}. Give a folder that you may write to.`,
      { cause },
    );
  }
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await takeLockFile(
        path,
        (holder) =>
          `--history ${directory} is in use by ${holder}: wait for it, or delete ${path} if nothing runs there.`,
      );
    } catch (cause) {
      if (!(cause instanceof UsageError) || performance.now() >= end) throw cause;
      await wait(RETRY_MS);
    }
  }
}
