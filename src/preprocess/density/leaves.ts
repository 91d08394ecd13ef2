import type { ElementKind } from "../html-elements.js";
import { readPage, type PageReader } from "../html-walker.js";
import { isBlank, squeeze } from "../white-space.js";

/** What a rule says of the place between two leaves: a gap, none, or that densities decide. */
export type Boundary = "gap" | "join" | "density";

/** A leaf of the tag tree that has text. */
export interface Leaf {
  /** Text between two tags, runs of white space made one. */
  readonly text: string;
  readonly isLink: boolean;
  /** What stands between it and the leaf before, by the tags there. */
  readonly boundary: Boundary;
  /** Whether its text stands on the line of the leaf before. */
  readonly continues: boolean;
  readonly parent: TagPath | undefined;
}

/** A tag and those around it. */
export interface TagPath {
  readonly name: string;
  readonly parent: TagPath | undefined;
}

const names = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/**
 * Tags of headings, lists, tables and the like, which force a gap, and of text within a line, which allow none
 * (Kohlschütter and Nejdl, CIKM 2008).
 */
const forceGap = names("h1 h2 h3 h4 h5 h6 ul ol dl hr table address img script");
const noGap = names("a b br em font i s span strong sub sup u tt");
/** Tags that do not end a line of text. */
const inline = names(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong" +
    " sub sup time tt u var wbr",
);

/** The leaves of a page's tag tree that have text, in order; head, scripts, styles and form controls are left out. */
export function readLeaves(html: string): readonly Leaf[] {
  const reader = new LeafReader();
  readPage(html, reader);
  return reader.leaves;
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
  readonly leaves: Leaf[] = [];
  #path: TagPath | undefined;
  #links = 0;
  #boundary: Boundary = "join";
  #continues = true;
  /** White space that stood alone between tags. */
  #space = "";

  hides(kind: ElementKind): boolean {
    return kind.isHidden || kind.isControl;
  }

  unwraps(): boolean {
    return false;
  }

  opens(kind: ElementKind): void {
    const name = kind.localName;
    this.#path = { name, parent: this.#path };
    if (name === "a") this.#links += 1;
    this.#pass(name);
  }

  closes({ localName: name }: ElementKind): void {
    this.#path = this.#path?.parent;
    if (name === "a") this.#links -= 1;
    this.#pass(name);
  }

  text(data: string): void {
    const text = squeeze(data);
    if (isBlank(text)) {
      this.#space = " ";
      return;
    }
    this.leaves.push({
      text: this.#continues ? this.#space + text : text,
      isLink: this.#links > 0,
      boundary: this.#boundary,
      continues: this.#continues && this.leaves.length > 0,
      parent: this.#path,
    });
    this.#boundary = "join";
    this.#continues = true;
    this.#space = "";
  }

  #pass(name: string): void {
    if (forceGap.has(name)) this.#boundary = "gap";
    else if (this.#boundary === "join" && !noGap.has(name)) this.#boundary = "density";
    if (!inline.has(name)) this.#continues = false;
  }
}
