import type { Match } from "./types.js";
import { surt } from "./uri.js";

/** exact: the seed itself. prefix: what begins so. host: all of its host. domain: of the hosts below it, too. */
export const matches: readonly Match[] = ["exact", "prefix", "host", "domain"];

/** What the keys of a seed's captures are, or begin with. */
export interface KeyRange {
  readonly equals?: string;
  readonly starts: readonly string[];
}

/** The SURT keys of the captures that a seed asks for. */
export function keyRange(seed: string, match: Match): KeyRange {
  const key = surt(seed);
  const host = key.slice(0, key.indexOf(")") + 1);
  switch (match) {
    case "exact":
      return { equals: key, starts: [] };
    case "prefix": {
      // A key has no slash at its end, and a folder is not what begins with its name.
      const end = /[/?]$/u.exec(seed)?.[0] ?? "";
      return { equals: key, starts: [key.endsWith(end) ? key : key + end] };
    }
    case "host":
      return { starts: [host] };
    case "domain":
      return { starts: [host, `${host.slice(0, -1)},`] };
  }
}

/** Tells of which seeds a key is, in time that does not grow with the number of seeds. */
export class SeedMatcher {
  readonly #equals = new Map<string, string[]>();
  readonly #starts = new Map<string, string[]>();
  /** The lengths of what keys may begin with. */
  readonly #lengths = new Set<number>();

  add(seed: string, { equals, starts }: KeyRange): void {
    if (equals !== undefined) put(this.#equals, equals, seed);
    for (const start of starts) {
      put(this.#starts, start, seed);
      this.#lengths.add(start.length);
    }
  }

  /** The seeds that ask for a key. */
  seedsOf(key: string): string[] {
    const found = [...(this.#equals.get(key) ?? [])];
    for (const length of this.#lengths) {
      if (length <= key.length) found.push(...(this.#starts.get(key.slice(0, length)) ?? []));
    }
    return found;
  }
}

function put(map: Map<string, string[]>, key: string, seed: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [seed]);
  else known.push(seed);
}
