import table from "./html-elements.json" with { type: "json" };

/*
 * NOTICE: `endedBy` in html-elements.json is `htmlStartClose` of libxml2 2.12 (HTMLparser.c), Copyright (C) 1998-2012
 * Daniel Veillard, under the MIT License: elements whose end tag may be left out, each with the start tags that end it.
 * jusText, and so the published thresholds, saw pages through that parser.
 */
/** What the readers of pages need to know of all elements with one name. */
export interface ElementKind {
  /** As written, in lower case: what start and end tags are matched by. */
  readonly name: string;
  /** Without its prefix, as jusText sees it: Word's `o:p` is a paragraph. */
  readonly localName: string;
  /** Position among the kinds met; small, so that arrays can be indexed by it. */
  readonly id: number;
  /** Has no content and no end tag. */
  readonly isVoid: boolean;
  /** Starts and ends a paragraph (jusText's PARAGRAPH_TAGS). */
  readonly isBlock: boolean;
  /** Goes with all of its content, whoever reads the page. */
  readonly isHidden: boolean;
  /** Goes with all of its content in jusText (form controls, applets). */
  readonly isControl: boolean;
  /** Its tags go, its content stays, in jusText (forms, frames, objects). */
  readonly isWrapper: boolean;
  /** Comes before the body when no body has begun. */
  readonly isHeadContent: boolean;
  /** An end tag closes no open element of a higher rank (0 to 7). */
  readonly rank: number;
  /** Names of the elements that its start tag ends. */
  readonly ends: ReadonlySet<string> | undefined;
  /** Heading as jusText sees it: `h` and a digit as a word of the name. */
  readonly isHeading: boolean;
}

const names = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const voids = names(table.voids);
const blocks = names(table.blocks);
const hidden = names(table.hidden);
const controls = names(table.controls);
const wrappers = names(table.wrappers);
const headContent = names(table.headContent);
const ranks: ReadonlyMap<string, number> = new Map(Object.entries(table.ranks));

const ends = new Map<string, Set<string>>();
// Elements of HTML5 that libxml2 does not know: left in an unclosed head, they would take the page with them.
for (const [element, startTags] of [...Object.entries(table.endedBy), ["head", table.bodyOnly]])
  for (const tag of startTags!.split(" ")) {
    const ended = ends.get(tag) ?? new Set();
    ends.set(tag, ended.add(element!));
  }

const isHeading = /\bh\d\b/u;

/** Describes the elements of a name in lower case. */
export function describeElement(name: string, id: number): ElementKind {
  const localName = /^[^:]+:(.+)$/u.exec(name)?.[1] ?? name;
  return {
    name,
    localName,
    id,
    isVoid: voids.has(name),
    isBlock: blocks.has(localName),
    isHidden: hidden.has(localName),
    isControl: controls.has(localName),
    isWrapper: wrappers.has(localName),
    isHeadContent: headContent.has(name),
    rank: ranks.get(name) ?? 0,
    ends: ends.get(name),
    isHeading: isHeading.test(localName),
  };
}

const common = [
  ...voids,
  ...blocks,
  ...hidden,
  ...controls,
  ...wrappers,
  ...headContent,
  ...names(table.bodyOnly),
  ...ranks.keys(),
  ...ends.keys(),
];

/** The kinds of all elements that some rule names, by name in lower case; ids count from 0. */
export const knownElements: ReadonlyMap<string, ElementKind> = new Map(
  [...new Set(common)].map((name, id) => [name, describeElement(name, id)]),
);
/** An element whose end has not come yet. */
export interface OpenElement {
  readonly kind: ElementKind;
  /** Whether its tags are passed to the reader. */
  readonly visible: boolean;
  readonly depth: number;
  readonly below: OpenElement | undefined;
  readonly sameKind: OpenElement | undefined;
  readonly sameRank: OpenElement | undefined;
}

/** The stack of open elements; every question is answered in constant time, however deep a page is nested. */
export class OpenElements {
  #top: OpenElement | undefined;
  readonly #byKind: (OpenElement | undefined)[] = [];
  readonly #byRank: (OpenElement | undefined)[] = new Array<undefined>(rankCount).fill(undefined);

  get top(): OpenElement | undefined {
    return this.#top;
  }

  /** How many elements are open. */
  get depth(): number {
    return this.#top?.depth ?? 0;
  }

  has(kind: ElementKind): boolean {
    return this.#byKind[kind.id] !== undefined;
  }

  push(kind: ElementKind, visible: boolean): void {
    const element: OpenElement = {
      kind,
      visible,
      depth: this.depth + 1,
      below: this.#top,
      sameKind: this.#byKind[kind.id],
      sameRank: this.#byRank[kind.rank],
    };
    this.#top = this.#byKind[kind.id] = this.#byRank[kind.rank] = element;
  }

  /** Takes the innermost element away; there must be one. */
  pop(): OpenElement {
    const element = this.#top;
    if (element === undefined) throw new RangeError("No element is open.");
    this.#top = element.below;
    this.#byKind[element.kind.id] = element.sameKind;
    this.#byRank[element.kind.rank] = element.sameRank;
    return element;
  }

  /**
   * The element that an end tag closes: the innermost of its kind, unless one of higher rank stands inside it, as a
   * table cell in `<b><table><td></b>`.
   */
  closable(kind: ElementKind): OpenElement | undefined {
    const element = this.#byKind[kind.id];
    if (element === undefined) return undefined;
    for (let rank = kind.rank + 1; rank < rankCount; rank++)
      if ((this.#byRank[rank]?.depth ?? 0) > element.depth) return undefined;
    return element;
  }
}

const rankCount = 8;
