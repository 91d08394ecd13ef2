import { UsageError } from "../../build/index.js";

export function must(holds, what) {
  if (!holds) throw new Error(what);
}

/** Runs work on damaged input, and returns its value. A `UsageError` with a message is the only error allowed. */
export async function expectingMistakes(work) {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause;
    must(cause.message.trim() !== "", "a usage error without a message");
    return undefined;
  }
}
