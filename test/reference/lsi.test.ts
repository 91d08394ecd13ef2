import { describe, expect, it } from "vitest";
import { gensimLsi } from "../../src/extensions/otmt/gensim-lsi.js";
import { counted, scoresOf, settingsOf } from "../score/measures/settings.js";
import { goldenOf } from "../support/shared.js";

interface LsiCases {
  readonly cases: readonly {
    readonly name: string;
    readonly num_topics: number;
    /** Tokens of the documents; null if an earlier case has the same. */
    readonly tokens: readonly (readonly string[])[] | null;
    readonly mean?: readonly number[];
    readonly exact_svd?: readonly number[];
  }[];
}

describe("LSI as gensim computes it", () => {
  it("computes LSI within 1e-6 of gensim and within 1e-12 of an exact decomposition", () => {
    const {
      golden: { cases },
      whole,
    } = goldenOf<LsiCases>("lsi");
    const tokensOf = new Map<string, readonly (readonly string[])[]>();
    let compared = 0;
    for (const { name, num_topics, tokens, mean, exact_svd } of cases) {
      if (tokens !== null) tokensOf.set(name, tokens);
      const documents = tokensOf.get(name)?.map(counted);
      // The tokens of one case were not kept, and gensim fails if no document has a term.
      if (documents === undefined || mean === undefined || exact_svd === undefined) continue;
      const settings = settingsOf({ numberOfTopics: num_topics });
      scoresOf(gensimLsi, documents, settings).forEach((score, at) => {
        expect(Math.abs(score - mean[at]!), `${name} ${at}`).toBeLessThan(1e-6);
        expect(Math.abs(score - exact_svd[at]!), `${name} ${at}`).toBeLessThan(1e-12);
      });
      compared++;
    }
    expect(compared).toBeGreaterThanOrEqual(whole ? 20 : 8);
  });
});
