import { isBlank } from "../characters.js";
import type { ElementKind } from "../html-elements.js";
import { type PageReader, readPage } from "../html-walker.js";
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
export interface TagPath {
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
  const reader = new LeafReader();
  readPage(html, reader);
  return reader.finish();
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

class LeafReader implements PageReader {
  readonly #leaves: Leaf[] = [];
  #path: TagPath | undefined;
  /** Links that are open, and elements that stand around the content. */
  #inLinks = 0;
  #inAround = 0;
  /** What the tags since the last text say. */
  #boundary: Boundary = "join";
  /** The leaf that is being read: its text, the ranges of it in links, and where it began. */
  #text = "";
  #links: number[] = [];
  #begins: Pick<Leaf, "boundary" | "isAround" | "parent"> | undefined;

  hides(kind: ElementKind): boolean {
    return kind.isHidden || kind.isControl || unseen.has(kind.localName);
  }

  unwraps(): boolean {
    return false;
  }

  opens(kind: ElementKind): void {
    const name = kind.localName;
    this.#pass(name);
    this.#path = { name, parent: this.#path };
    this.#count(name, 1);
  }

  closes({ localName: name }: ElementKind): void {
    this.#path = this.#path?.parent;
    this.#count(name, -1);
    this.#pass(name);
  }

  text(data: string): void {
    if (!isBlank(data)) {
      const isAround = this.#inAround > 0;
      this.#begins ??= { boundary: this.#boundary, isAround, parent: this.#path };
      this.#boundary = "join";
      if (this.#inLinks > 0) this.#links.push(this.#text.length, this.#text.length + data.length);
    }
    this.#text += data;
  }

  finish(): readonly Leaf[] {
    this.#end();
    return this.#leaves;
  }

  #count(name: string, step: 1 | -1): void {
    if (name === "a") this.#inLinks += step;
    else if (around.has(name)) this.#inAround += step;
  }

  #pass(name: string): void {
    if (!inline.has(name)) this.#end();
    if (forceGap.has(name)) this.#boundary = "gap";
    else if (this.#boundary === "join" && name !== "br" && !inline.has(name))
      this.#boundary = "density";
  }

  #end(): void {
    if (this.#begins !== undefined) {
      const { pieces, linkWords } = cutText(this.#text, this.#links);
      this.#leaves.push({
        ...this.#begins,
        text: this.#text.trim().replaceAll(/\s+/gu, " "),
        pieces,
        linkWords,
      });
      this.#links = [];
      this.#begins = undefined;
    }
    this.#text = "";
  }
}
