import { isBlank } from "../words/characters.js";
import { readPage } from "../html/html-walker.js";
import { cutText, type PiecedText } from "./lines.js";

/** What a rule says of the place between two leaves: a gap, none, or that densities decide. */
export type Boundary = "gap" | "join" | "density";

/** Text that no tag cuts but those within a line: a paragraph, an item of a list, a cell of a table. */
export interface Leaf extends PiecedText {
  readonly text: string;
  /** What stands between it and the leaf before, by the tags there. */
  readonly boundary: Boundary;
  /** Whether it stands in navigation, a footer or an aside. */
  readonly isAround: boolean;
  readonly parent: TagPath | undefined;
}

/** A tag and those around it. */
interface TagPath {
  readonly name: string;
  readonly parent: TagPath | undefined;
}

const names = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/**
 * Tags of headings, lists, tables and the like, which force a gap (Kohlschütter and Nejdl, CIKM 2008). Their list also
 * has the script, which nobody sees.
 */
const forceGap = names("h1 h2 h3 h4 h5 h6 ul ol dl hr table address img");
/** Tags that do not end a line of text; with `br` they have all tags that, in the same paper, allow no gap. */
const inline = names(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q s samp small span strike" +
    " strong sub sup time tt u var wbr",
);
/** What browsers do not show. */
const unseen = names("iframe noscript svg template title");
/** What stands around the content of a page, by its own markup. */
const around = names("aside footer nav");

/** The leaves of a page that have text, in order; head, scripts, styles and form controls are left out. */
export function readLeaves(html: string): readonly Leaf[] {
  const leaves: Leaf[] = [];
  let path: TagPath | undefined;
  /** Links that are open, and elements that stand around the content. */
  let inLinks = 0;
  let inAround = 0;
  /** What the tags since the last text say. */
  let boundary: Boundary = "join";
  /** The leaf that is being read: its text, the ranges of it in links, and where it began. */
  let text = "";
  let links: number[] = [];
  let begins: Pick<Leaf, "boundary" | "isAround" | "parent"> | undefined;
  const count = (name: string, step: 1 | -1): void => {
    if (name === "a") inLinks += step;
    else if (around.has(name)) inAround += step;
  };
  const end = (): void => {
    if (begins !== undefined) {
      const tidy = text.trim().replaceAll(/\s+/gu, " ");
      leaves.push({ ...begins, ...cutText(text, links), text: tidy });
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

/** Longer paths are cut at the root's end: in a page of endless nesting all of them together would be quadratic. */
const deepest = 256;

/** Names of the tags from the root, joined by dots; of more than 256, the innermost 256. */
export function tagPath(path: TagPath | undefined): string {
  const found: string[] = [];
  for (let at = path; at !== undefined && found.length < deepest; at = at.parent)
    found.push(at.name);
  return found.reverse().join(".");
}
