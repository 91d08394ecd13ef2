import { type Agreement, compareGroupings } from "../../base/math/adjusted-rand-index.js";
import { pairUp } from "../../base/math/group-by.js";
import type { FragmentClass } from "./blocks.js";
import type { Fragment } from "./fragments.js";

export interface GoldLine {
  readonly text: string;
  readonly fragment: number;
}

export interface GoldFragments {
  readonly lines: readonly GoldLine[];
  /** Class of each fragment, or undefined if the person gave no class. */
  readonly classes: readonly (FragmentClass | undefined)[];
}

export interface GoldAgreement extends Agreement {
  /** Number of leaves of the page, and number of leaves that the gold data contains. */
  readonly leaves: number;
  readonly found: number;
  /**
   * Number of words that are content according to the person (`gold`), according to the program (`kept`), and according
   * to both.
   */
  readonly content: { readonly both: number; readonly gold: number; readonly kept: number };
}

const goldHeading = /^\[(content|boilerplate)\]/u;

/**
 * Parses the output of `fragments -ot text` after a person has moved lines: fragments are separated by empty lines, and
 * each line is the text of a leaf. A line that begins with `[content]` or `[boilerplate]` gives the class of its
 * fragment.
 */
export function parseGoldFragments(text: string): GoldFragments {
  const lines: GoldLine[] = [];
  const classes: (FragmentClass | undefined)[] = [];
  for (const part of text.split(/\n(?:[^\S\n]*\n)+/u)) {
    let own: FragmentClass | undefined;
    for (const line of part.split("\n")) {
      const found = goldHeading.exec(line.trim());
      if (found !== null) own = found[1] as FragmentClass;
      else if (line.trim() !== "") lines.push({ text: normalLine(line), fragment: classes.length });
    }
    classes.push(own);
  }
  return { lines, classes };
}

/**
 * Compares fragments with gold data leaf by leaf, as in Levacher, Lawless and Wade (CIKM 2012). Leaves are paired with
 * lines of the same text. If several leaves have the same text, they are paired in order. Leaves that are missing in
 * the gold data are ignored.
 */
export function compareWithGold(
  fragments: readonly Fragment[],
  { lines, classes }: GoldFragments,
): GoldAgreement {
  const leaves = fragments.flatMap((fragment, at) =>
    fragment.text.split("\n").map((text) => ({ text: normalLine(text), fragment, at })),
  );
  const pairs = [...pairUp(leaves, lines, [[(leaf) => leaf.text, (line) => line.text]])];
  const content = { both: 0, gold: 0, kept: 0 };
  for (const [leaf, line] of pairs) {
    const wanted = classes[line.fragment];
    if (wanted === undefined) continue;
    const words = leaf.text.split(" ").length;
    const isKept = leaf.fragment.class === "content";
    if (isKept) content.kept += words;
    if (wanted === "content") content.gold += words;
    if (isKept && wanted === "content") content.both += words;
  }
  return {
    ...compareGroupings(
      pairs.map(([leaf]) => leaf.at),
      pairs.map(([, line]) => line.fragment),
    ),
    leaves: leaves.length,
    found: pairs.length,
    content,
  };
}

/** White space and control characters make no difference, because printing replaces them. */
const normalLine = (line: string): string => line.replaceAll(/[\s\p{C}\ufffd]+/gu, " ").trim();
