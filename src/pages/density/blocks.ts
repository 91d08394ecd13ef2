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
