import { UsageError } from "../../base/errors.js";
import { hostMatches } from "../../base/uri.js";
import type { RequestClass } from "../types.js";
import table from "./known-archives.json" with { type: "json" };

export interface HostLimits {
  /** Requests per minute of each class. Classes with the same rate are counted together. */
  readonly perMinute: Readonly<Record<RequestClass, number>>;
  /** Maximum number of requests of all classes that run at the same time. */
  readonly concurrency: number;
}

/** Share of a permitted rate that is used. The staff of the Internet Archive ask clients for such a margin. */
const SHARE_USED = 0.8;
/** Requests per minute for archives that are not in the table, which is one per second for any class. */
const UNKNOWN_RATE = 60;

/** Requests a minute, and at the same time, that the user gives. They replace the built-in rates for every host. */
export interface LimitChoices {
  readonly rate?: Partial<Readonly<Record<RequestClass, number>>>;
  readonly concurrency?: number;
}

/** Returns the limits for a host name (without port), with the user's choices applied. */
export function limitsFor(hostname: string, choices: LimitChoices = {}): HostLimits {
  const known = table.find(({ hosts }) => hosts.some((one) => hostMatches(hostname, one)));
  const { concurrency = known?.concurrency ?? 1 } = choices;
  const rate = (requestClass: RequestClass): number => {
    const usual = known === undefined ? UNKNOWN_RATE : known.permitted[requestClass] * SHARE_USED;
    return choices.rate?.[requestClass] ?? usual;
  };
  return {
    perMinute: { timemap: rate("timemap"), api: rate("api"), playback: rate("playback") },
    concurrency: concurrency,
  };
}

const CLASSES: readonly RequestClass[] = ["timemap", "playback", "api"];

/**
 * Parses `--rate`: `60/m` or `2/s` for every host and class, or `timemap=24/m,playback=8/s` for some classes. Returns
 * requests per minute. Throws `UsageError` for anything else.
 */
export function parseRate(text: string): NonNullable<LimitChoices["rate"]> {
  const rates = new Map<RequestClass, number>();
  for (const part of text.split(",")) {
    const [, name, number = "", unit] =
      /^\s*(?:([a-z]+)\s*=\s*)?(\d{1,6}(?:\.\d{1,3})?)\s*\/\s*(s|m|h)\s*$/iu.exec(part) ?? [];
    const classes = name === undefined ? CLASSES : CLASSES.filter((one) => one === name);
    const perMinute = (Number(number) * 60) / (SECONDS[unit?.toLowerCase() ?? ""] ?? 0);
    if (number === "" || classes.length === 0 || !(perMinute > 0)) {
      throw new UsageError(
        `--rate takes 60/m, 2/s or timemap=24/m,playback=8/s (classes: ${CLASSES.join(", ")}), not "${text}".`,
      );
    }
    for (const one of classes) rates.set(one, perMinute);
  }
  return Object.fromEntries(rates);
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };
