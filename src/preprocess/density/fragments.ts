import { tidyWhiteSpace } from "../white-space.js";
import { leafBlocks, linkDensity, type Block } from "./block.js";
import { classifyBlocks, type FragmentClass } from "./classify.js";
import { fuseBlocks, type FusionWork } from "./fusions.js";
import { readLeaves, tagPath, type Leaf } from "./leaves.js";
import { checkDensityOptions, type DensityOptions } from "./options.js";

/** A piece of a page whose text is about equally dense. */
export interface Fragment {
  readonly text: string;
  /** Tokens a line. */
  readonly textDensity: number;
  /** Share of the words that stand inside links, 0 to 1. */
  readonly linkDensity: number;
  /** Tags from the root to the first leaf, joined by dots. */
  readonly tagPath: string;
  readonly class: FragmentClass;
}

/** A page cut into fragments, and what it took. */
export interface Fragmentation {
  readonly fragments: readonly Fragment[];
  /** Leaves with text that there were before fusing. */
  readonly leaves: number;
  readonly work: FusionWork;
}

/**
 * Cuts a page into fragments by text density (Kohlschütter and Nejdl, CIKM 2008; Levacher, Lawless and Wade, CIKM
 * 2012): the leaves of the tag tree are fused while their densities are alike, and classified by the densities of
 * each fragment and its neighbours. Throws a `RangeError` for options out of their ranges.
 */
export function fragmentPage(html: string, options: DensityOptions): Fragmentation {
  const { fusion, vmax, wrap } = checkDensityOptions(options);
  const leaves = readLeaves(html);
  const { blocks, work } = fuseBlocks(leafBlocks(leaves, wrap), fusion, vmax);
  const classes = classifyBlocks(blocks);
  const fragments = blocks.map((block, at) => ({
    text: textOf(block, leaves),
    textDensity: block.density,
    linkDensity: linkDensity(block),
    tagPath: tagPath(leaves[block.from]?.parent),
    class: classes[at]!,
  }));
  return { fragments, leaves: leaves.length, work };
}

/** The text of those fragments of a page that are content, one a line or more. */
export function contentText(html: string, { fusion, vmax, wrap }: DensityOptions): string {
  const leaves = readLeaves(html);
  const { blocks } = fuseBlocks(leafBlocks(leaves, wrap), fusion, vmax);
  const classes = classifyBlocks(blocks);
  return blocks
    .filter((_, at) => classes[at] === "content")
    .map((block) => textOf(block, leaves))
    .join("\n");
}

function textOf({ from, to }: Block, leaves: readonly Leaf[]): string {
  let text = "";
  for (let at = from; at < to; at++) {
    const leaf = leaves[at]!;
    text += at > from && !leaf.continues ? `\n${leaf.text.trimStart()}` : leaf.text;
  }
  return tidyWhiteSpace(text);
}
