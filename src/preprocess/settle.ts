import type { Settling } from "../types.js";
import { memoise } from "./memo.js";
import { stem } from "./stem.js";
import { stopWords } from "./stop-words.js";

/**
 * The term that stands for a token: its stem; or undefined when that stem is a stop word or a single punctuation
 * mark. Compared after stemming, as in OTMT: `this` becomes `thi` and stays. Without stemming the term is the token
 * itself, and the comparison with the stop words folds case. (SPEC section 3.)
 */
export function settleToken(token: string, settling: Settling): string | undefined {
  if (
    last.language !== settling.language ||
    last.stem !== settling.stem ||
    last.stopWords !== settling.stopWords
  )
    last = settlerOf(settling);
  return last.settle(token);
}

/** A way of settling tokens. */
export interface Settler extends Settling {
  /** Names it among all others. */
  readonly key: string;
  readonly settle: (token: string) => string | undefined;
}

/** Python's `string.punctuation`. */
const punctuation = new Set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~");

const settlers = new Map<string, Settler>();
const maxSettlers = 16;
const tokensRemembered = 200_000;

let last: Settler = settlerOf({ stem: true, stopWords: true, language: "en" });

/** The way of settling that these settings mean; the same object while it is remembered. */
export function settlerOf({ stem: stems, stopWords: drops, language }: Settling): Settler {
  const key = JSON.stringify([language, stems, drops]);
  let settler = settlers.get(key);
  if (settler === undefined) {
    const stop = drops ? stopWords(language) : new Set<string>();
    const settle = memoise((token): string | undefined => {
      const term = stems ? stem(token, language) : token;
      const compared = stems ? term : token.toLowerCase();
      return drops && (stop.has(compared) || punctuation.has(compared)) ? undefined : term;
    }, tokensRemembered);
    settler = { key, stem: stems, stopWords: drops, language, settle };
    if (settlers.size >= maxSettlers) settlers.clear();
    settlers.set(key, settler);
  }
  return settler;
}
