import { type Agreement, compareGroupings } from "../../base/math/adjusted-rand-index.js";
import { pairUp } from "../../base/math/group-by.js";
import type { FragmentClass } from "./blocks.js";
import type { Fragment } from "./fragments.js";

/** A leaf's line of text in the fragment that a person gave it. */
export interface GoldLine {
  readonly text: string;
  readonly fragment: number;
}

/** A page's fragments as a person wants them. */
export interface GoldFragments {
  readonly lines: readonly GoldLine[];
  /** The class of each fragment, where the person gave one. */
  readonly classes: readonly (FragmentClass | undefined)[];
}

/** How far fragments agree with those that a person wants. */
export interface GoldAgreement extends Agreement {
  /** Leaves of the page, and those of them that the gold data has. */
  readonly leaves: number;
  readonly found: number;
  /** Words: content to both, to the person, to the program. */
  readonly content: { readonly both: number; readonly gold: number; readonly kept: number };
}

const heading = /^\[(content|boilerplate)\]/u;

/**
 * Reads what `fragments -ot text` writes, after a person has moved the lines: fragments with an empty line between, each
 * line the text of a leaf. A line that begins with `[content]` or `[boilerplate]` says the class of what follows.
 */
export function parseGoldFragments(text: string): GoldFragments {
  const lines: GoldLine[] = [];
  const classes: (FragmentClass | undefined)[] = [];
  for (const part of text.split(/\n(?:[^\S\n]*\n)+/u)) {
    let own: FragmentClass | undefined;
    for (const line of part.split("\n")) {
      const found = heading.exec(line.trim());
      if (found !== null) own = found[1] as FragmentClass;
      else if (line.trim() !== "") lines.push({ text: keyOf(line), fragment: classes.length });
    }
    classes.push(own);
  }
  return { lines, classes };
}

/**
 * Compares fragments with gold data, leaf by leaf as in Levacher, Lawless and Wade (CIKM 2012): leaves are paired with the
 * lines of the same text, several of one text in their order. Leaves that the gold data does not have are left out.
 */
export function compareWithGold(
  fragments: readonly Fragment[],
  { lines, classes }: GoldFragments,
): GoldAgreement {
  const leaves = fragments.flatMap((fragment, at) =>
    fragment.text.split("\n").map((text) => ({ text: keyOf(text), fragment, at })),
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

/** Control characters, which printing replaces, and white space do not matter. */
const keyOf = (line: string): string => line.replaceAll(/[\s\p{C}\ufffd]+/gu, " ").trim();
