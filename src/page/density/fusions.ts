import { type Block, densityDifference, fuse } from "./blocks.js";

/** What fusing took. */
export interface FusionWork {
  passes: number;
  /** Differences of densities looked at. */
  comparisons: number;
  /** Words wrapped again because blocks were fused. */
  words: number;
}

/** One pass over the blocks: those that are like each other become one. */
type Pass = (blocks: readonly Block[], vmax: number, work: FusionWork) => readonly Block[];

/**
 * Adjacent blocks whose difference is below Vmax, a fused block being compared with the next as it grows. With rules,
 * tags that force or forbid a gap come first. Smooth, a block between two of equal density higher than its own joins both.
 */
const pairwise =
  ({ rules, smooth }: { readonly rules: boolean; readonly smooth: boolean }): Pass =>
  (blocks, vmax, work) => {
    const gap = ({ boundary }: Block): boolean => rules && boundary === "gap";
    const fused: Block[] = [];
    for (let at = 0; at < blocks.length; at++) {
      const block = blocks[at]!;
      const last = fused.at(-1);
      const next = blocks[at + 1];
      if (last === undefined || gap(block)) fused.push(block);
      else if ((rules && block.boundary === "join") || isBelow(last, block, vmax, work))
        fused[fused.length - 1] = join(last, block, work);
      else if (
        smooth &&
        next !== undefined &&
        !gap(next) &&
        last.density === next.density &&
        block.density < next.density
      ) {
        fused[fused.length - 1] = join(join(last, block, work), next, work);
        at += 1;
      } else fused.push(block);
    }
    return fused;
  };

/**
 * Levacher, Lawless and Wade's algorithm 1: from a block the window grows while the next difference is below the mean
 * of Vmax and of the differences accepted in this window; then all of it becomes one block.
 */
const greedy: Pass = (blocks, vmax, work) => {
  const fused: Block[] = [];
  for (let at = 0; at < blocks.length; at++) {
    let window = blocks[at]!;
    let sum = vmax;
    let accepted = 1;
    while (at + 1 < blocks.length) {
      work.comparisons += 1;
      const difference = densityDifference(blocks[at]!, blocks[at + 1]!);
      if (difference >= sum / accepted) break;
      sum += difference;
      accepted += 1;
      at += 1;
      window = join(window, blocks[at]!, work);
    }
    fused.push(window);
  }
  return fused;
};

function isBelow(first: Block, second: Block, vmax: number, work: FusionWork): boolean {
  work.comparisons += 1;
  return densityDifference(first, second) < vmax;
}

function join(first: Block, second: Block, work: FusionWork): Block {
  work.words += second.wrapped.words;
  return fuse(first, second);
}

/** The ways of fusing blocks, by the word that is typed in `--fusion`. */
const fusions: Readonly<Record<FusionName, Pass>> = {
  plain: pairwise({ rules: false, smooth: false }),
  smooth: pairwise({ rules: false, smooth: true }),
  rule: pairwise({ rules: true, smooth: false }),
  "smooth-rule": pairwise({ rules: true, smooth: true }),
  greedy,
};

/** The ways of fusing blocks. */
export type FusionName = "plain" | "smooth" | "rule" | "smooth-rule" | "greedy";

/** Pages that would still be fused after this many comparisons and words wrapped are left as they are. */
const maxWork = 20_000_000;

/** Fuses blocks, pass after pass, until nothing changes. */
export function fuseBlocks(
  blocks: readonly Block[],
  fusion: FusionName,
  vmax: number,
): { readonly blocks: readonly Block[]; readonly work: FusionWork } {
  const work: FusionWork = { passes: 0, comparisons: 0, words: 0 };
  const pass = fusions[fusion];
  let before = blocks;
  for (;;) {
    const after = pass(before, vmax, work);
    work.passes += 1;
    if (after.length === before.length || work.comparisons + work.words > maxWork) {
      return { blocks: after, work };
    }
    before = after;
  }
}
