import { countLines } from "./count-lines.js";
import type { Boundary, Leaf } from "./leaves.js";

/** One leaf, or several that have been fused: a run of leaves and its counts. */
export interface Block {
  /** Leaves `from` up to, but not including, `to`. */
  readonly from: number;
  readonly to: number;
  /** What stands between it and the block before. */
  readonly boundary: Boundary;
  /** Words and lines that count for the density; see `countLines`. */
  readonly tokens: number;
  readonly lines: number;
  /** All words, and those of them that stand inside links. */
  readonly words: number;
  readonly linkWords: number;
  /** Text density: tokens a line. */
  readonly density: number;
}

/** Blocks before any fusion: one a leaf. */
export function leafBlocks(leaves: readonly Leaf[], wrap: number): readonly Block[] {
  return leaves.map(({ text, isLink, boundary }, at) => {
    const { words, tokens, lines } = countLines(text, wrap);
    return {
      from: at,
      to: at + 1,
      boundary,
      tokens,
      lines,
      words,
      linkWords: isLink ? words : 0,
      density: tokens / lines,
    };
  });
}

/** Two neighbours as one: their tokens and lines are added (equation 1a, the sums over a tag's leaves). */
export function fuse(first: Block, second: Block): Block {
  const tokens = first.tokens + second.tokens;
  const lines = first.lines + second.lines;
  return {
    from: first.from,
    to: second.to,
    boundary: first.boundary,
    tokens,
    lines,
    words: first.words + second.words,
    linkWords: first.linkWords + second.linkWords,
    density: tokens / lines,
  };
}

/** Relative difference of two densities, 0 to 1: `|ρ1 - ρ2| / max(ρ1, ρ2)`; 0 when both are 0 (equation 1b). */
export function densityDifference(first: Block, second: Block): number {
  const largest = Math.max(first.density, second.density);
  return largest === 0 ? 0 : Math.abs(first.density - second.density) / largest;
}

/** Share of a block's words that stand inside links, 0 to 1. */
export const linkDensity = ({ words, linkWords }: Block): number =>
  words === 0 ? 0 : linkWords / words;
