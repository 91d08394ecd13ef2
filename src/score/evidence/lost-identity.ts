import { printableStart } from "../../base/text.js";
import { bareHost, urlOf } from "../../base/uri.js";

/*
 * A seed is known by the names, addresses and accounts on its pages (src/page/features/identity.ts). A redesign keeps
 * some of them. A page that has none of them belongs to somebody else, or is of another year.
 */

/** Number of believed mementos, from the first, that show by what a seed is known. */
export const EARLY = 8;
/** Minimum number of tokens. A single one may be the only one that a page ever changes. */
const fewestTokens = 2;
/** Maximum number of tokens in the reason, and of characters of each. */
const mostNamed = 4;
const longestNamed = 60;

const folded = (tokens: readonly string[]): string[] => tokens.map((each) => each.toLowerCase());

/**
 * Returns the tokens by which a seed is known: those of the first memento, and those of more than half of the `early`
 * believed mementos. Returns undefined if there are too few.
 */
export function identityOfSeed(
  first: readonly string[],
  early: readonly (readonly string[])[],
): readonly string[] | undefined {
  const known = new Map(first.map((token) => [token.toLowerCase(), token]));
  const counts = new Map<string, number>();
  for (const tokens of early) {
    for (const token of new Set(folded(tokens))) {
      const count = (counts.get(token) ?? 0) + 1;
      counts.set(token, count);
      if (count * 2 > early.length && !known.has(token)) known.set(token, token);
    }
  }
  return known.size < fewestTokens ? undefined : [...known.values()];
}

export function isStranger(
  ofSeed: readonly string[] | undefined,
  ofPage: readonly string[] | undefined,
): boolean {
  if (ofSeed === undefined || ofPage === undefined) return false;
  const own = new Set(folded(ofPage));
  return !folded(ofSeed).some((token) => own.has(token));
}

/**
 * Returns the tokens that two pages share, without those that name only the host of their seed, which a new owner of the
 * domain uses too.
 */
export function keptIdentity(
  one: readonly string[] = [],
  other: readonly string[] = [],
  uriR: string,
): readonly string[] {
  const host = bareHost(urlOf(uriR)?.hostname ?? "");
  const shared = new Set(folded(other));
  return folded(one).filter((token) => shared.has(token) && !namesHost(token, host));
}

/** Whether a token is the host of a seed, as a name or after the sign of a mail address. */
const namesHost = (token: string, host: string): boolean =>
  bareHost(token.replace(/^@/u, "")) === host;

export const LOST_IDENTITY = "nothing of the seed's identity is left";

export function lostIdentityText(ofSeed: readonly string[]): string {
  const named = ofSeed.slice(0, mostNamed).map((token) => printableStart(token, longestNamed));
  const more = ofSeed.length > mostNamed ? ", ..." : "";
  return `${LOST_IDENTITY}; no longer: ${named.join(", ")}${more}`;
}
