import type { Boundary, Leaf } from "./leaves.js";
import { densityOf, wrapOn, type Wrapped } from "./lines.js";

/** One leaf, or several that have been fused. */
export interface Block {
  /** All leaves of the page, and the characters of a line. */
  readonly page: PageLeaves;
  /** Leaves `from` up to, but not including, `to`. */
  readonly from: number;
  readonly to: number;
  /** What stands between it and the block before. */
  readonly boundary: Boundary;
  /** How its text is wrapped, as one text. */
  readonly wrapped: Wrapped;
  /** How many of its words stand inside links. */
  readonly linkWords: number;
  /** Text density: words a line. */
  readonly density: number;
}

interface PageLeaves {
  readonly leaves: readonly Leaf[];
  readonly wrap: number;
}

/** Blocks before any fusion: one a leaf. */
export function leafBlocks(leaves: readonly Leaf[], wrap: number): readonly Block[] {
  const page = { leaves, wrap };
  return leaves.map(({ pieces, linkWords, boundary }, at) => {
    const wrapped = wrapOn([pieces], wrap);
    const density = densityOf(wrapped);
    return { page, from: at, to: at + 1, boundary, wrapped, linkWords, density };
  });
}

/** Two neighbours as one: their text is wrapped again, that of the second after that of the first. */
export function fuse(first: Block, second: Block): Block {
  const { page, from, boundary } = first;
  const wrapped = wrapOn(textsOf(second), page.wrap, first.wrapped);
  return {
    page,
    from,
    to: second.to,
    boundary,
    wrapped,
    linkWords: first.linkWords + second.linkWords,
    density: densityOf(wrapped),
  };
}

function* textsOf({ page, from, to }: Block): Iterable<Leaf["pieces"]> {
  for (let at = from; at < to; at++) yield page.leaves[at]!.pieces;
}

/** Relative difference of two densities, 0 to 1: `|ρ1 - ρ2| / max(ρ1, ρ2)`; 0 when both are 0 (equation 1b). */
export function densityDifference(first: Block, second: Block): number {
  const largest = Math.max(first.density, second.density);
  return largest === 0 ? 0 : Math.abs(first.density - second.density) / largest;
}

/** Share of a block's words that stand inside links, 0 to 1. */
export const linkDensity = ({ wrapped: { words }, linkWords }: Block): number =>
  words === 0 ? 0 : linkWords / words;

/** Whether a fragment is what the page is about, or what stands around it. */
export type FragmentClass = "content" | "boilerplate";

/** Boilerplate counts against a stretch of content by its words, and by so many more a leaf. */
const leafCost = 2;

/**
 * Classes of fused blocks, by those of the leaves that they are made of. A block is content if most of its words are;
 * then only the stretch of blocks counts in which the words of content outweigh the boilerplate between them most (as in
 * "body text extraction" of Finn, Kushmerick and Smyth, 2001): notes on cookies and footers have whole sentences too.
 */
export function classifyFragments(
  blocks: readonly Block[],
  leaves: readonly Block[],
): readonly FragmentClass[] {
  const classes = classifyBlocks(leaves);
  const weights = blocks.map(({ page, from, to, wrapped: { words } }) => {
    let content = 0;
    for (let at = from; at < to; at++)
      if (classes[at] === "content" && !page.leaves[at]!.isAround)
        content += leaves[at]!.wrapped.words;
    return content * 2 > words ? words : -words - leafCost * (to - from);
  });
  const { from, to } = heaviest(weights);
  return weights.map((weight, at) =>
    weight > 0 && at >= from && at < to ? "content" : "boilerplate",
  );
}

/** The stretch of the largest sum (Kadane); the first of several. */
function heaviest(weights: readonly number[]): { from: number; to: number } {
  let best = { from: 0, to: 0, sum: 0 };
  let from = 0;
  let sum = 0;
  for (const [at, weight] of weights.entries()) {
    if (sum <= 0) [from, sum] = [at, 0];
    sum += weight;
    if (sum > best.sum) best = { from, to: at + 1, sum };
  }
  return best;
}

/**
 * Classes by the densities of each block and its two neighbours: the decision tree of Kohlschütter, Fankhauser and
 * Nejdl, "Boilerplate Detection using Shallow Text Features" (WSDM 2010). Beyond the edges no test comes true.
 */
export function classifyBlocks(blocks: readonly Block[]): readonly FragmentClass[] {
  return blocks.map((block, at) =>
    isContent(block, blocks[at - 1], blocks[at + 1]) ? "content" : "boilerplate",
  );
}

function isContent(block: Block, previous: Block | undefined, next: Block | undefined): boolean {
  if (linkDensity(block) > 0.333) return false;
  if (previous !== undefined && linkDensity(previous) > 0.556) {
    return next !== undefined && next.density > 11;
  }
  if (block.density > 9) return next?.density !== 0;
  return (
    (next !== undefined && next.density > 10) || (previous !== undefined && previous.density > 4)
  );
}
