import { describe, expect, it } from "vitest";
import type { CountedTerms } from "../../src/base/types.js";
import { countNormalisedWords } from "../../src/page/words/terms.js";
import { cosine } from "../../src/score/measures/cosine.js";
import { tokenize } from "../../src/page/words/tokenize.js";
import { english } from "../page/features/page.js";
import { scoresOf } from "../score/measures/settings.js";
import { goldenOf } from "../support/shared.js";

interface CosineCases {
  readonly cases: readonly {
    readonly name: string;
    readonly docs: readonly string[];
    readonly expected?: readonly number[];
  }[];
}

/** Returns the terms of a document, which is lower-cased before it is split into sentences, as in the reference. */
function termsOf(document: string): CountedTerms {
  const { words } = tokenize(document.toLowerCase(), "en");
  return countNormalisedWords(words, english);
}

describe("TF-IDF cosine as scikit-learn computes it", () => {
  it("computes the TF-IDF cosine of every TimeMap within 1e-9 of scikit-learn", () => {
    const { cases } = goldenOf<CosineCases>("tfidf_cosine").golden;
    for (const { name, docs, expected } of cases) {
      // The reference fails if no document has a term.
      if (expected === undefined) continue;
      scoresOf(cosine, docs.map(termsOf)).forEach((score, at) =>
        expect(Math.abs(score - expected[at]!), `${name} ${at}`).toBeLessThan(1e-9),
      );
    }
  });
});
