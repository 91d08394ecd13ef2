import { messageOf } from "../errors.js";
import type { Outcome, Problem } from "../types.js";

/** The value, or the problem that computing it met. */
export function attempt<T>(stage: Problem["stage"], compute: () => T): Outcome<T> {
  try {
    return { value: compute() };
  } catch (cause) {
    return { problem: { stage, message: messageOf(cause) } };
  }
}
