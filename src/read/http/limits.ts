import { UsageError } from "../../base/errors.js";
import { hostMatches } from "../../base/uri.js";
import type { RequestClass } from "../types.js";
import table from "./known-archives.json" with { type: "json" };

/** How a host may be asked. */
export interface HostLimits {
  /** Requests a minute of each class. Classes of one and the same rate are counted in one pool. */
  readonly perMinute: Readonly<Record<RequestClass, number>>;
  /** Requests in flight at most, all classes together. */
  readonly concurrency: number;
}

/** The share of a permitted rate that is used, as the Internet Archive's staff ask of clients. */
const SHARE_USED = 0.8;
/** Requests a minute of archives that are not in the table: one a second, whatever its class. */
const UNKNOWN_RATE = 60;

/** What a user says of rates; it takes the place of the built-in figures, for every host. */
export interface LimitChoices {
  /** Requests a minute. */
  readonly perMinute?: Partial<Readonly<Record<RequestClass, number>>>;
  readonly concurrency?: number;
  /** Processes that share the work and the address: each takes this part of the rate. Default 1. */
  readonly shards?: number;
}

/** The limits for a host name (no port), choices applied and divided by shards. */
export function limitsFor(hostname: string, choices: LimitChoices = {}): HostLimits {
  const known = table.find(({ hosts }) => hosts.some((one) => hostMatches(hostname, one)));
  const { shards = 1, concurrency = known?.concurrency ?? 1 } = choices;
  const rate = (requestClass: RequestClass): number => {
    const usual = known === undefined ? UNKNOWN_RATE : known.permitted[requestClass] * SHARE_USED;
    return (choices.perMinute?.[requestClass] ?? usual) / shards;
  };
  return {
    perMinute: { timemap: rate("timemap"), api: rate("api"), playback: rate("playback") },
    concurrency: Math.max(1, Math.floor(concurrency / shards)),
  };
}

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
