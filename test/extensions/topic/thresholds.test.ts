import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  shareRecognised,
  tuneThresholds,
} from "../../../src/extensions/topic/profile/build-profile.js";
import type { TopicScores } from "../../../src/extensions/topic/profile/scorer.js";

const scoresOf = (vsm: number, terms = 0): TopicScores =>
  new Map([
    ["terms", terms],
    ["vsm", vsm],
  ]);

describe("thresholds of a core of ten documents", () => {
  const core = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0].map((score) => scoresOf(score));

  it("tunes thresholds so that each measure recognises 60% to 70% of the core, as the paper does", () => {
    const thresholds = tuneThresholds(core, { recognise: 0.65, coverage: 1, agree: 1 });
    expect(thresholds.vsm).toBe(0.3);
    expect(shareRecognised(core, { vsm: 0.3 }, 1)).toBe(0.7);
  });

  it("tunes the strictest thresholds with which all measures together reach the coverage", () => {
    const opposite = core.map((scores, at) => scoresOf(scores.get("vsm")!, at / 10));
    const thresholds = tuneThresholds(opposite, { coverage: 0.98, agree: 1 });
    expect(shareRecognised(opposite, thresholds, 1)).toBe(1);
    expect(shareRecognised(opposite, { vsm: thresholds.vsm! }, 1)).toBe(0.6);
  });
});

it("recognises at least the requested share of a core whose scores are above the lowest threshold", () => {
  const score = fc.double({ min: 0.01, max: 1, noNaN: true });
  const cores = fc.array(fc.tuple(score, score), { minLength: 1, maxLength: 40 });
  const coverage = fc.double({ min: 0.01, max: 1, noNaN: true });
  fc.assert(
    fc.property(cores, coverage, fc.constantFrom(1, 2), (pairs, wanted, agree) => {
      const core = pairs.map(([vsm, terms]) => scoresOf(vsm, terms));
      const thresholds = tuneThresholds(core, { coverage: wanted, agree });
      expect(shareRecognised(core, thresholds, agree)).toBeGreaterThanOrEqual(wanted);
    }),
  );
});
