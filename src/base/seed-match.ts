import { append } from "./math/group-by.js";
import { surt, withoutFragment } from "./uri.js";

/**
 * `exact`: only the seed itself. `prefix`: URIs that begin with the seed. `host`: all URIs of its host. `domain`: also
 * the URIs of its subdomains.
 */
export const matches = ["exact", "prefix", "host", "domain"] as const;

/** Comparison of a capture's URI-R with a seed, with the names that the CDX services of archives use. */
export type Match = (typeof matches)[number];

/** Range of keys of a seed's captures: one key, or all keys with one of these beginnings. */
export interface KeyRange {
  readonly equals?: string;
  readonly starts: readonly string[];
}

/** Returns the range of keys of the captures that match a seed. The keys are SURT keys, or made by `keyOf`. */
export function keyRange(seed: string, match: Match, keyOf = surt): KeyRange {
  const key = keyOf(seed);
  const host = key.slice(0, key.indexOf(")") + 1);
  switch (match) {
    case "exact":
      return { equals: key, starts: [] };
    case "prefix": {
      // SURT keys have no slash at the end. Here it is added again, so that the folder `/a/` does not match `/ab`.
      const end = /[/?]$/u.exec(withoutFragment(seed))?.[0] ?? "";
      return { equals: key, starts: [key.endsWith(end) ? key : key + end] };
    }
    case "host":
      return { starts: [host] };
    case "domain":
      return { starts: [host, `${host.slice(0, -1)},`] };
  }
}

/** Finds the seeds to which a key belongs, in time that does not grow with the number of seeds. */
export class SeedMatcher {
  readonly #equals = new Map<string, string[]>();
  readonly #starts = new Map<string, string[]>();
  /** Distinct lengths of the beginnings to look up. */
  readonly #lengths = new Set<number>();

  add(seed: string, { equals, starts }: KeyRange): void {
    if (equals !== undefined) append(this.#equals, equals, seed);
    for (const start of starts) {
      append(this.#starts, start, seed);
      this.#lengths.add(start.length);
    }
  }

  seedsOf(key: string): string[] {
    const found = [...(this.#equals.get(key) ?? [])];
    for (const length of this.#lengths) {
      if (length <= key.length) found.push(...(this.#starts.get(key.slice(0, length)) ?? []));
    }
    return found;
  }
}
