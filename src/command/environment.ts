import { UsageError } from "../base/errors.js";
import type { Default } from "./config.js";
import { namesOf, type OptionDefinition } from "../base/option.js";

const PREFIX = "DETECT_OFF_TOPIC_";

/**
 * Returns defaults for options from environment variables, by long flag without dashes. An empty variable counts as
 * unset, and that of a flag is `true` or `false` (or 1 or 0). Throws a `UsageError` for any other value of a flag.
 */
export function fromEnvironment(
  options: readonly OptionDefinition[],
  environment: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, Default> {
  const defaults = new Map<string, Default>();
  for (const option of options) {
    if (option.environment === undefined) continue;
    const variable = PREFIX + option.environment;
    const text = environment[variable]?.trim() ?? "";
    if (text === "") continue;
    const [name = ""] = namesOf(option);
    if (option.flags.includes("<")) defaults.set(name, { texts: [text], from: variable });
    else if (isOn(variable, text)) defaults.set(name, { texts: [], from: variable });
  }
  return defaults;
}

function isOn(variable: string, text: string): boolean {
  if (/^(?:true|1)$/iu.test(text)) return true;
  if (/^(?:false|0)$/iu.test(text)) return false;
  throw new UsageError(`${variable} is true or false, not "${text}".`);
}
