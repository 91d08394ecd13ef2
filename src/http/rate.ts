import { UsageError } from "../errors.js";
import type { LimitChoices } from "./limits.js";
import type { RequestClass } from "../types.js";

const CLASSES: readonly RequestClass[] = ["timemap", "playback", "api"];

/**
 * Reads `--rate`: `60/m` or `2/s` for every host and class, or `timemap=24/m,playback=8/s` for some classes. Returns
 * requests a minute; throws a `UsageError` for anything else.
 */
export function parseRate(text: string): NonNullable<LimitChoices["perMinute"]> {
  const rates = new Map<RequestClass, number>();
  for (const part of text.split(",")) {
    const [, name, number = "", unit] =
      /^\s*(?:([a-z]+)\s*=\s*)?(\d{1,6}(?:\.\d{1,3})?)\s*\/\s*(s|m|h)\s*$/iu.exec(part) ?? [];
    const classes = name === undefined ? CLASSES : CLASSES.filter((one) => one === name);
    const perMinute = (Number(number) * 60) / (SECONDS.get(unit?.toLowerCase() ?? "") ?? 0);
    if (number === "" || classes.length === 0 || !(perMinute > 0)) {
      throw new UsageError(
        `--rate takes 60/m, 2/s or timemap=24/m,playback=8/s (classes: ${CLASSES.join(", ")}), not "${text}".`,
      );
    }
    for (const one of classes) rates.set(one, perMinute);
  }
  return Object.fromEntries(rates);
}

const SECONDS: ReadonlyMap<string, number> = new Map([
  ["s", 1],
  ["m", 60],
  ["h", 3600],
]);
