import { type TextBlock, densityDifference, fuse } from "./blocks.js";
import type { FusionName } from "./settings.js";

/** Work done by a fusion. */
export interface FusionWork {
  passes: number;
  /** Number of density differences computed. */
  comparisons: number;
  /** Number of words wrapped again after blocks were fused. */
  words: number;
}

/** Does one pass over the blocks, and returns them with similar neighbours fused. */
type Pass = (blocks: readonly TextBlock[], vmax: number, work: FusionWork) => readonly TextBlock[];

/**
 * Fuses adjacent blocks whose difference is below Vmax. After each fusion, the fused block is compared with the next
 * block. With `rules`, tags that force or forbid a gap take precedence. With `smooth`, a block between two blocks of
 * equal, higher density is fused with both.
 */
const pairwise =
  ({ rules, smooth }: { readonly rules: boolean; readonly smooth: boolean }): Pass =>
  (blocks, vmax, work) => {
    const gap = ({ boundary }: TextBlock): boolean => rules && boundary === "gap";
    const fused: TextBlock[] = [];
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
 * Algorithm 1 of Levacher, Lawless and Wade: from a block, a window grows while the next difference is below the mean
 * of Vmax and the differences accepted in this window. The window then becomes one block.
 */
const greedy: Pass = (blocks, vmax, work) => {
  const fused: TextBlock[] = [];
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

function isBelow(first: TextBlock, second: TextBlock, vmax: number, work: FusionWork): boolean {
  work.comparisons += 1;
  return densityDifference(first, second) < vmax;
}

function join(first: TextBlock, second: TextBlock, work: FusionWork): TextBlock {
  work.words += second.wrapped.words;
  return fuse(first, second);
}

/** Fusion algorithms by their value of `--fusion`. */
const fusions: Readonly<Record<FusionName, Pass>> = {
  plain: pairwise({ rules: false, smooth: false }),
  smooth: pairwise({ rules: false, smooth: true }),
  rule: pairwise({ rules: true, smooth: false }),
  "smooth-rule": pairwise({ rules: true, smooth: true }),
  greedy,
};

/** At the maximum, no further blocks of a page are fused, which bounds the time. */
const maxWork = 20_000_000;

/** Fuses blocks, pass after pass, until a pass changes nothing. */
export function fuseBlocks(
  blocks: readonly TextBlock[],
  fusion: FusionName,
  vmax: number,
): { readonly blocks: readonly TextBlock[]; readonly work: FusionWork } {
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
