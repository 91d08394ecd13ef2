import { codePoints, isBlank, squeeze } from "../characters.js";
import type { ElementKind } from "../html-elements.js";
import { type PageReader, readPage } from "../html-walker.js";

/** Words and lines of a text wrapped at some width. */
export interface LineCounts {
  /** All words. */
  readonly words: number;
  /** Words that begin on lines that count: all but the last where there is more than one. */
  readonly tokens: number;
  /** Lines that count. */
  readonly lines: number;
}

/** Scripts that are written without spaces between words. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const segmenter = new Intl.Segmenter("und", { granularity: "word" });

/** Longer texts without spaces are cut into words in pieces, which bounds the segmenter's memory. */
const pieceLength = 4096;

/**
 * Wraps a text at `width` characters (code points), at white space and, in scripts that have none, between words; a
 * longer word fills as many lines as it needs and counts on the first. The last line is unfilled and does not count,
 * unless it is the only one (Kohlschütter and Nejdl, CIKM 2008).
 */
export function countLines(text: string, width: number): LineCounts {
  const lines = new LineWrapper(width);
  for (const piece of text.matchAll(/\S+/gu)) {
    const [run] = piece;
    lines.space();
    if (!spaceless.test(run)) {
      lines.add(codePoints(run), true);
      continue;
    }
    for (let at = 0; at < run.length; at += pieceLength) {
      for (const { segment, isWordLike } of segmenter.segment(run.slice(at, at + pieceLength))) {
        lines.add(codePoints(segment), isWordLike === true);
      }
    }
  }
  return lines.finish();
}

class LineWrapper {
  readonly #width: number;
  #column = 0;
  #space = 0;
  #lines = 1;
  #words = 0;
  #wordsBefore = 0;

  constructor(width: number) {
    this.#width = width;
  }

  space(): void {
    this.#space = this.#column > 0 ? 1 : 0;
  }

  add(length: number, isWord: boolean): void {
    if (this.#column > 0 && this.#column + this.#space + length > this.#width) this.#wrap(1);
    if (isWord) this.#words += 1;
    const end = this.#column + this.#space + length;
    const full = Math.floor((end - 1) / this.#width);
    if (full > 0) this.#wrap(full);
    this.#column = end - full * this.#width;
    this.#space = 0;
  }

  finish(): LineCounts {
    const one = this.#lines === 1;
    return {
      words: this.#words,
      tokens: one ? this.#words : this.#wordsBefore,
      lines: one ? 1 : this.#lines - 1,
    };
  }

  #wrap(lines: number): void {
    this.#lines += lines;
    this.#wordsBefore = this.#words;
    this.#column = 0;
    this.#space = 0;
  }
}
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
/** One leaf, or several that have been fused: a run of leaves and its counts. */
export interface Block {
  /** Leaves `from` up to, but not including, `to`. */
  readonly from: number;
  readonly to: number;
  /** What stands between it and the block before. */
  readonly boundary: Boundary;
  /** Words and lines that count for the density; see `countLines`. */
  readonly tokens: number;
  readonly lines: number;
  /** All words, and those of them that stand inside links. */
  readonly words: number;
  readonly linkWords: number;
  /** Text density: tokens a line. */
  readonly density: number;
}

/** Blocks before any fusion: one a leaf. */
export function leafBlocks(leaves: readonly Leaf[], wrap: number): readonly Block[] {
  return leaves.map(({ text, isLink, boundary }, at) => {
    const { words, tokens, lines } = countLines(text, wrap);
    return {
      from: at,
      to: at + 1,
      boundary,
      tokens,
      lines,
      words,
      linkWords: isLink ? words : 0,
      density: tokens / lines,
    };
  });
}

/** Two neighbours as one: their tokens and lines are added (equation 1a, the sums over a tag's leaves). */
export function fuse(first: Block, second: Block): Block {
  const tokens = first.tokens + second.tokens;
  const lines = first.lines + second.lines;
  return {
    from: first.from,
    to: second.to,
    boundary: first.boundary,
    tokens,
    lines,
    words: first.words + second.words,
    linkWords: first.linkWords + second.linkWords,
    density: tokens / lines,
  };
}

/** Relative difference of two densities, 0 to 1: `|ρ1 - ρ2| / max(ρ1, ρ2)`; 0 when both are 0 (equation 1b). */
export function densityDifference(first: Block, second: Block): number {
  const largest = Math.max(first.density, second.density);
  return largest === 0 ? 0 : Math.abs(first.density - second.density) / largest;
}

/** Share of a block's words that stand inside links, 0 to 1. */
export const linkDensity = ({ words, linkWords }: Block): number =>
  words === 0 ? 0 : linkWords / words;
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
