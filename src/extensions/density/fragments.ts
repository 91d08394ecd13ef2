import {
  type TextBlock,
  leafBlocks,
  linkDensity,
  classifyFragments,
  type FragmentClass,
} from "./blocks.js";
import { fuseBlocks, type FusionWork } from "./fusions.js";
import { readLeaves, tagPath } from "./leaves.js";
import { chosenDensityOptions, type DensityOptions } from "./options.js";

/** Part of a page with text of about equal density. */
export interface Fragment {
  readonly text: string;
  /** Words per line. */
  readonly textDensity: number;
  /** Share of the words inside links, 0 to 1. */
  readonly linkDensity: number;
  /** Tag names from the root to the first leaf, joined by dots. */
  readonly tagPath: string;
  readonly class: FragmentClass;
}

/** Fragments of a page, and the work of finding them. */
export interface Fragmentation {
  readonly fragments: readonly Fragment[];
  /** Number of leaves with text before fusion. */
  readonly leaves: number;
  readonly work: FusionWork;
}

/**
 * Cuts a page into fragments by text density (Kohlschütter and Nejdl, CIKM 2008; Levacher, Lawless and Wade, CIKM
 * 2012). Leaves of the tag tree are fused while their densities are similar. Each fragment is then classified by its
 * own density and the densities of its neighbours. Throws a `UsageError` for options out of range.
 *
 * @example
 * ```js
 * const { fragments } = fragmentPage(
 *   "<p>A long text of the museum.</p><ul><li>Home</ul>",
 *   DENSITY_DEFAULTS,
 * );
 * for (const { text } of fragments) console.log(text);
 * // A long text of the museum.
 * // Home
 * ```
 */
export function fragmentPage(html: string, options: DensityOptions): Fragmentation {
  const { fusion, vmax, wrap } = chosenDensityOptions(options);
  const leaves = readLeaves(html);
  const before = leafBlocks(leaves, wrap);
  const { blocks, work } = fuseBlocks(before, fusion, vmax);
  const classes = classifyFragments(blocks, before);
  const fragments = blocks.map((block, at) => ({
    text: textOfBlock(block),
    textDensity: block.density,
    linkDensity: linkDensity(block),
    tagPath: tagPath(leaves[block.from]?.parent),
    class: classes[at]!,
  }));
  return { fragments, leaves: leaves.length, work };
}

/** Returns the text of the fragments that are content, one leaf per line. */
export function contentText(html: string, options: DensityOptions): string {
  const content = fragmentPage(html, options).fragments.filter((each) => each.class === "content");
  return content.map(({ text }) => text).join("\n");
}

function textOfBlock({ page, from, to }: TextBlock): string {
  return page.leaves
    .slice(from, to)
    .map(({ text }) => text)
    .join("\n");
}
