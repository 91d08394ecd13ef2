import { UsageError } from "../base/errors.js";
import { nearest } from "../base/find.js";
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

/** Returns a line about variables with our prefix that give no option a default; `undefined` if there are none. */
export function idleVariables(
  options: readonly OptionDefinition[],
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const known = [...new Set(options.flatMap((option) => option.environment ?? []))].sort();
  const idle = Object.keys(environment).flatMap((variable) => {
    const name = variable.slice(PREFIX.length);
    const isOurs = variable.startsWith(PREFIX) && environment[variable]?.trim() !== "";
    return isOurs && !known.includes(name) ? [name] : [];
  });
  if (idle.length === 0) return undefined;
  const near = nearest(
    idle[0]!.toLowerCase(),
    known.map((name) => name.toLowerCase()),
  );
  const hint =
    near === undefined
      ? `Variables are ${PREFIX}${known.join(", _")}; other defaults stand in a configuration file (--config).`
      : `Did you mean ${PREFIX}${near.toUpperCase()}?`;
  const names = idle.map((name) => PREFIX + name).join(", ");
  return `${names} ${idle.length === 1 ? "has" : "have"} no effect. ${hint}`;
}
