import type { Boundary, Leaf } from "./leaves.js";
import { densityOf, wrapOn, type Wrapped } from "./lines.js";

export interface TextBlock {
  /** All leaves of the page, and the line width in characters. */
  readonly page: PageLeaves;
  /** Range of leaves, from `from` up to but not including `to`. */
  readonly from: number;
  readonly to: number;
  readonly boundary: Boundary;
  /** Result of wrapping the text of all leaves of the block as one text. */
  readonly wrapped: Wrapped;
  /** Number of words inside links. */
  readonly linkWords: number;
  /** Text density, in words per line. */
  readonly density: number;
}

interface PageLeaves {
  readonly leaves: readonly Leaf[];
  readonly wrap: number;
}

/** Returns one block per leaf, before any fusion. */
export function leafBlocks(leaves: readonly Leaf[], wrap: number): readonly TextBlock[] {
  const page = { leaves, wrap };
  return leaves.map(({ pieces, linkWords, boundary }, at) => {
    const wrapped = wrapOn([pieces], wrap);
    const density = densityOf(wrapped);
    return { page, from: at, to: at + 1, boundary, wrapped, linkWords, density };
  });
}

/** The text of the second block continues on the last line of the first. */
export function fuse(first: TextBlock, second: TextBlock): TextBlock {
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

function* textsOf({ page, from, to }: TextBlock): Iterable<Leaf["pieces"]> {
  for (let at = from; at < to; at++) yield page.leaves[at]!.pieces;
}

/**
 * Returns the relative difference of two densities, 0 to 1: `|ρ1 - ρ2| / max(ρ1, ρ2)`, or 0 if both are 0 (Levacher,
 * Lawless and Wade, CIKM 2012, equation 1b).
 */
export function densityDifference(first: TextBlock, second: TextBlock): number {
  const largest = Math.max(first.density, second.density);
  return largest === 0 ? 0 : Math.abs(first.density - second.density) / largest;
}

/** Returns the share of a block's words that are inside links, 0 to 1. */
export const linkDensity = ({ wrapped: { words }, linkWords }: TextBlock): number =>
  words === 0 ? 0 : linkWords / words;

/** Class of a fragment: main content of the page or boilerplate around it. */
export type FragmentClass = "content" | "boilerplate";

/**
 * Extra weight of each leaf of boilerplate, in words. It keeps the range of content from including many short leaves,
 * such as a menu.
 */
const leafCost = 2;

/**
 * Classifies fused blocks by the classes of their leaves. A block is a candidate for content if most of its words are
 * in leaves of content. Of all ranges of blocks, only the range is kept in which words of content outweigh the
 * boilerplate most (as in "body text extraction" of Finn, Kushmerick and Smyth, 2001), because cookie notices and
 * footers contain whole sentences too.
 */
export function classifyFragments(
  blocks: readonly TextBlock[],
  leaves: readonly TextBlock[],
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

/** Returns the range with the largest sum, by Kadane's algorithm. Of several such ranges it returns the first. */
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
 * Classifies blocks by their own densities and the densities of their neighbours, with the decision tree of
 * Kohlschütter, Fankhauser and Nejdl, "Boilerplate Detection using Shallow Text Features" (WSDM 2010). A test of a
 * missing neighbour is false.
 */
export function classifyBlocks(blocks: readonly TextBlock[]): readonly FragmentClass[] {
  return blocks.map((block, at) =>
    isContent(block, blocks[at - 1], blocks[at + 1]) ? "content" : "boilerplate",
  );
}

function isContent(
  block: TextBlock,
  previous: TextBlock | undefined,
  next: TextBlock | undefined,
): boolean {
  if (linkDensity(block) > 0.333) return false;
  if (previous !== undefined && linkDensity(previous) > 0.556) {
    return next !== undefined && next.density > 11;
  }
  if (block.density > 9) return next?.density !== 0;
  return (
    (next !== undefined && next.density > 10) || (previous !== undefined && previous.density > 4)
  );
}
