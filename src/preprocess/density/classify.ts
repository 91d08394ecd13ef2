import { linkDensity, type Block } from "./block.js";

/** Whether a fragment is what the page is about, or what stands around it. */
export type FragmentClass = "content" | "boilerplate";

/**
 * Classes by the densities of each fragment and its two neighbours: the decision tree of Kohlschütter, Fankhauser and
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
