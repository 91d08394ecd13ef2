import {
  type TextBlock,
  leafBlocks,
  linkDensity,
  classifyFragments,
  type FragmentClass,
} from "./blocks.js";
import { FUSIONS } from "./choices.js";
import { fuseBlocks, type FusionName, type FusionWork } from "./fusions.js";
import { readLeaves, tagPath } from "./leaves.js";

/** Options of the fragmentation. */
export interface DensityOptions {
  readonly fusion: FusionName;
  /** Vmax, a relative difference of density from 0 to 1. Blocks with a smaller difference are fused. */
  readonly vmax: number;
  /** Line width in characters. */
  readonly wrap: number;
}

/**
 * Default options: smooth rule-based fusion, a Vmax of 0.38 and lines of 80 characters, as in the papers.
 *
 * @example
 * ```js
 * console.log(DENSITY_DEFAULTS.vmax, DENSITY_DEFAULTS.wrap);
 * // 0.38 80
 * ```
 */
export const DENSITY_DEFAULTS: DensityOptions = { fusion: "smooth-rule", vmax: 0.38, wrap: 80 };

export const MAX_WRAP = 10_000;

/**
 * Returns options in the canonical form that follows the remover's keyword, which is an empty text for the defaults.
 */
export function formatDensityOptions({ fusion, vmax, wrap }: DensityOptions): string {
  const parts = [
    ...(fusion === DENSITY_DEFAULTS.fusion ? [] : [`fusion=${fusion}`]),
    ...(vmax === DENSITY_DEFAULTS.vmax ? [] : [`vmax=${vmax}`]),
    ...(wrap === DENSITY_DEFAULTS.wrap ? [] : [`wrap=${wrap}`]),
  ];
  return parts.join(",");
}

/** Throws a `RangeError` for any other text. */
export function parseDensityOptions(text: string): DensityOptions {
  let { fusion, vmax, wrap } = DENSITY_DEFAULTS;
  for (const part of text === "" ? [] : text.split(",")) {
    const [name, value = ""] = part.split("=");
    if (name === "fusion") fusion = FUSIONS.find((known) => known === value) ?? unknown(text);
    else if (name === "vmax") vmax = value === "" ? Number.NaN : Number(value);
    else if (name === "wrap") wrap = Number(value);
    else unknown(text);
  }
  return checkDensityOptions({ fusion, vmax, wrap });
}

/** Throws a `RangeError` if one is out of range. */
function checkDensityOptions(options: DensityOptions): DensityOptions {
  const { fusion, vmax, wrap } = options;
  const good =
    FUSIONS.includes(fusion) &&
    vmax >= 0 &&
    vmax <= 1 &&
    Number.isInteger(wrap) &&
    wrap >= 1 &&
    wrap <= MAX_WRAP;
  if (good) return options;
  unknown(`fusion=${fusion},vmax=${vmax},wrap=${wrap}`);
}

function unknown(text: string): never {
  throw new RangeError(`not options of densitometric fragmentation: "${text}"`);
}
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
 * own density and the densities of its neighbours. Throws a `RangeError` for options out of range.
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
  const { fusion, vmax, wrap } = checkDensityOptions(options);
  const leaves = readLeaves(html);
  const before = leafBlocks(leaves, wrap);
  const { blocks, work } = fuseBlocks(before, fusion, vmax);
  const classes = classifyFragments(blocks, before);
  const fragments = blocks.map((block, at) => ({
    text: textOf(block),
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

function textOf({ page, from, to }: TextBlock): string {
  return page.leaves
    .slice(from, to)
    .map(({ text }) => text)
    .join("\n");
}
