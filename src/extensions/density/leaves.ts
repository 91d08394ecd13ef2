import { readPage } from "../../page/html/html-walker.js";
import { isBlank } from "../../page/words/characters.js";
import { cutIntoPieces, type PiecedText } from "./lines.js";

/** Boundary between two leaves by the rules: a gap, no gap, or a decision by density. */
export type Boundary = "gap" | "join" | "density";

/** Text that is interrupted only by inline tags: a paragraph, a list item or a table cell. */
export interface Leaf extends PiecedText {
  readonly text: string;
  /** Boundary to the leaf before, according to the tags between the two. */
  readonly boundary: Boundary;
  /** True if the leaf is inside navigation, a footer or an aside. */
  readonly isAround: boolean;
  readonly parent: TagPath | undefined;
}

interface TagPath {
  readonly name: string;
  readonly parent: TagPath | undefined;
}

const elementNames = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/**
 * Tags that force a gap, such as those of headings, lists and tables (Kohlschütter and Nejdl, CIKM 2008). Their list
 * also contains `script`, which is invisible.
 */
const forceGap = elementNames("h1 h2 h3 h4 h5 h6 ul ol dl hr table address img");
/**
 * Tags that do not end a line of text. Together with `br` they include all tags that forbid a gap in the same paper.
 */
const inline = elementNames(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q s samp small span strike" +
    " strong sub sup time tt u var wbr",
);
/** Tags whose content browsers do not display. */
const unseen = elementNames("iframe noscript svg template title");
/** Tags that mark content around the main content. */
const aroundContent = elementNames("aside footer nav");

/** Returns the leaves of a page that have text, in order. The head, scripts, styles and form controls are skipped. */
export function readLeaves(html: string): readonly Leaf[] {
  const leaves: Leaf[] = [];
  let path: TagPath | undefined;
  /** Number of open links, and of open elements around the main content. */
  let inLinks = 0;
  let inAround = 0;
  /** Boundary according to the tags since the last text. */
  let boundary: Boundary = "join";
  /** The current leaf: its text, the ranges of the text inside links, and facts from the beginning of the leaf. */
  let text = "";
  let links: number[] = [];
  let begins: Pick<Leaf, "boundary" | "isAround" | "parent"> | undefined;
  const count = (name: string, step: 1 | -1): void => {
    if (name === "a") inLinks += step;
    else if (aroundContent.has(name)) inAround += step;
  };
  const end = (): void => {
    if (begins !== undefined) {
      const tidy = text.trim().replaceAll(/\s+/gu, " ");
      leaves.push({ ...begins, ...cutIntoPieces(text, links), text: tidy });
      links = [];
      begins = undefined;
    }
    text = "";
  };
  const pass = (name: string): void => {
    if (!inline.has(name)) end();
    if (forceGap.has(name)) boundary = "gap";
    else if (boundary === "join" && name !== "br" && !inline.has(name)) boundary = "density";
  };
  readPage(html, {
    hides: (kind) => kind.isHidden || kind.isControl || unseen.has(kind.localName),
    unwraps: () => false,
    opens({ localName: name }) {
      pass(name);
      path = { name, parent: path };
      count(name, 1);
    },
    closes({ localName: name }) {
      path = path?.parent;
      count(name, -1);
      pass(name);
    },
    text(data) {
      if (!isBlank(data)) {
        begins ??= { boundary, isAround: inAround > 0, parent: path };
        boundary = "join";
        if (inLinks > 0) links.push(text.length, text.length + data.length);
      }
      text += data;
    },
  });
  end();
  return leaves;
}

/**
 * Maximum length of a tag path. A longer path loses its outermost tags. With endless nesting, the total length of all
 * paths would otherwise be quadratic.
 */
const deepestLeaf = 256;

/** Returns the tag names from the root, joined by dots. Of more than 256 names, it returns the innermost 256. */
export function tagPath(path: TagPath | undefined): string {
  const found: string[] = [];
  for (let at = path; at !== undefined && found.length < deepestLeaf; at = at.parent)
    found.push(at.name);
  return found.reverse().join(".");
}
