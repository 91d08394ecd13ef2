import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type TextBlock, leafBlocks } from "../../../src/extensions/density/blocks.js";
import { fuseBlocks } from "../../../src/extensions/density/fusions.js";
import type { Boundary } from "../../../src/extensions/density/leaves.js";
import { cutIntoPieces } from "../../../src/extensions/density/lines.js";
import type { FusionName } from "../../../src/extensions/density/settings.js";

const blocksOf = (
  texts: readonly string[],
  boundaries: readonly Boundary[] = [],
  wrap = 80,
): readonly TextBlock[] =>
  leafBlocks(
    texts.map((text, at) => ({
      text,
      ...cutIntoPieces(text),
      boundary: boundaries[at] ?? "density",
      isAround: false,
      parent: undefined,
    })),
    wrap,
  );

/** Line of so many one-letter words. Up to 40 fit on a line of 80, so their number is its density. */
const line = (words: number): string => "x ".repeat(words).trim();

/** Returns the number of leaves in each fragment. */
const sizes = (
  fusion: FusionName,
  vmax: number,
  lines: readonly number[],
  boundaries?: readonly Boundary[],
): number[] =>
  fuseBlocks(blocksOf(lines.map(line), boundaries), fusion, vmax).blocks.map(
    ({ from, to }) => to - from,
  );

describe("plain fusion", () => {
  it("plain fusion: fuses neighbours whose densities differ by less than Vmax", () => {
    expect(sizes("plain", 0.38, [10, 8, 2, 2])).toEqual([2, 2]);
  });
});

describe("smooth fusion", () => {
  it("smooth fusion: joins a thin block between two blocks of equal density", () => {
    expect(sizes("smooth", 0.38, [10, 2, 10])).toEqual([3]);
    expect(sizes("plain", 0.38, [10, 2, 10])).toEqual([1, 1, 1]);
  });

  it("smooth fusion: does not join a dense block between thin blocks, or neighbours of unequal density", () => {
    expect(sizes("smooth", 0.38, [2, 10, 2])).toEqual([1, 1, 1]);
    expect(sizes("smooth", 0.38, [10, 2, 9])).toEqual([1, 1, 1]);
  });
});

describe("rule-based fusion", () => {
  const boundaries = ["density", "gap", "join", "density"] as const;

  it("rule-based fusion: considers tags before densities", () => {
    expect(sizes("rule", 0.38, [10, 10, 1, 12], boundaries)).toEqual([1, 3]);
    expect(sizes("plain", 0.38, [10, 10, 1, 12], boundaries)).toEqual([2, 1, 1]);
  });
});

describe("greedy fusion", () => {
  it("greedy fusion: extends its window while differences stay below the mean of Vmax and earlier differences", () => {
    // The differences are 0.1, 0.111 and 0.25, and the mean of 0.32, 0.1 and 0.111 is 0.177. Fused, 27, 6 and 1 differ
    // by more.
    expect(sizes("greedy", 0.32, [10, 9, 8, 6, 1])).toEqual([3, 1, 1]);
  });

  it("greedy fusion: compares neighbouring blocks within a pass, and not the window", () => {
    const { work } = fuseBlocks(blocksOf([1, 10, 1, 10].map(line)), "greedy", 0.5);
    expect(work).toEqual({ passes: 1, comparisons: 3, words: 0 });
  });
});

/** Equation 1a on the text itself: fills lines word by word and ignores the last of several. */
function density(text: string, width: number): number {
  const lines: string[][] = [[]];
  for (const word of text.split(" ")) {
    const last = lines.at(-1)!;
    if (last.length > 0 && [...last, word].join(" ").length > width) lines.push([word]);
    else last.push(word);
  }
  const counted = lines.length > 1 ? lines.slice(0, -1) : lines;
  return counted.flat().length / counted.length;
}

/** Plain, smooth, rule-based and smooth rule-based fusion of texts as described in the papers. */
function fuseTexts(
  given: readonly { text: string; boundary: Boundary }[],
  { rules, smooth }: { rules: boolean; smooth: boolean },
  vmax: number,
  width: number,
): string[] {
  let texts = given.map((each) => ({ ...each }));
  for (let changed = true; changed;) {
    changed = false;
    for (let at = 1; at < texts.length;) {
      const [before, own, next] = [texts[at - 1]!, texts[at]!, texts[at + 1]];
      const [ofBefore, ofOwn] = [density(before.text, width), density(own.text, width)];
      const isAlike = Math.abs(ofBefore - ofOwn) / Math.max(ofBefore, ofOwn) < vmax;
      const mayFuse = !rules || own.boundary !== "gap";
      let taken = 0;
      if (mayFuse && (isAlike || (rules && own.boundary === "join"))) taken = 1;
      else if (smooth && mayFuse && next !== undefined && (!rules || next.boundary !== "gap")) {
        const ofNext = density(next.text, width);
        if (ofBefore === ofNext && ofOwn < ofNext) taken = 2;
      }
      if (taken === 0) {
        at += 1;
        continue;
      }
      changed = true;
      const text = texts.slice(at - 1, at + taken).map((each) => each.text);
      texts = texts.toSpliced(at - 1, taken + 1, { ...before, text: text.join(" ") });
    }
  }
  return texts.map(({ text }) => text);
}

describe("every fusion", () => {
  const fusion = fc.constantFrom<FusionName>("plain", "smooth", "rule", "smooth-rule", "greedy");
  const word = fc.nat(9).map((length) => "w".repeat(length + 1));
  const text = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(" "));
  const boundary = fc.constantFrom<Boundary>("gap", "join", "density");
  const leaves = fc.array(fc.record({ text, boundary }), { maxLength: 20 });
  const vmax = fc.double({ min: 0, max: 1, noNaN: true });

  it("every fusion keeps all leaves in order", () => {
    fc.assert(
      fc.property(fusion, leaves, vmax, (name, given, limit) => {
        const texts = given.map((each) => each.text);
        const { blocks } = fuseBlocks(blocksOf(texts), name, limit);
        expect(blocks.flatMap(({ from, to }) => texts.slice(from, to))).toEqual(texts);
        const words = blocks.reduce((sum, { wrapped }) => sum + wrapped.words, 0);
        expect(words).toBe(texts.join(" ").split(" ").filter(Boolean).length);
      }),
    );
  });

  it("fuses blocks exactly as an implementation of the papers' equations on texts", () => {
    const ways = {
      plain: { rules: false, smooth: false },
      smooth: { rules: false, smooth: true },
      rule: { rules: true, smooth: false },
      "smooth-rule": { rules: true, smooth: true },
    };
    const name = fc.constantFrom<keyof typeof ways>("plain", "smooth", "rule", "smooth-rule");
    fc.assert(
      fc.property(
        name,
        leaves,
        vmax,
        fc.integer({ min: 10, max: 80 }),
        (way, given, limit, wrap) => {
          const texts = given.map((each) => each.text);
          const boundaries = given.map((each) => each.boundary);
          const { blocks } = fuseBlocks(blocksOf(texts, boundaries, wrap), way, limit);
          expect(blocks.map(({ from, to }) => texts.slice(from, to).join(" "))).toEqual(
            fuseTexts(given, ways[way], limit, wrap),
          );
        },
      ),
    );
  });
});
