import table from "./html-elements.json" with { type: "json" };

/*
 * NOTICE: `endedBy` in html-elements.json is `htmlStartClose` of libxml2 2.12 (HTMLparser.c), Copyright (C) 1998-2012
 * Daniel Veillard, under the MIT License: elements whose end tag may be left out, each with the start tags that end it.
 * jusText, and so the published thresholds, saw pages through that parser.
 */
/** Properties of the elements with a given name that readers of pages need. */
export type ElementKind = Readonly<ReturnType<typeof kindOf>>;

const { ranks: rankOfNames, endedBy, ...lists } = table;
const ranks: ReadonlyMap<string, number> = new Map(Object.entries(rankOfNames));
const names: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(lists).map(([list, of]) => [list, of.split(" ")]),
);
const isIn = (list: keyof typeof lists, name: string): boolean => names.get(list)!.includes(name);

const ends = new Map<string, Set<string>>();
// `bodyOnly` lists elements of HTML5 that libxml2 does not know. They close an open head, because otherwise the page
// would disappear in the head.
for (const [element, startTags] of [...Object.entries(endedBy), ["head", lists.bodyOnly]])
  for (const tag of startTags!.split(" ")) {
    const ended = ends.get(tag) ?? new Set();
    ends.set(tag, ended.add(element!));
  }

const rankCount = 8;

const isHeading = /\bh\d\b/u;

/** Returns the kind for an element name in lower case. */
export const describeElement = (name: string, id: number): ElementKind => kindOf(name, id);

function kindOf(name: string, id: number) {
  const localName = /^[^:]+:(.+)$/u.exec(name)?.[1] ?? name;
  return {
    /** Name as written, in lower case. Start and end tags are matched by it. */
    name,
    /** Name without its prefix, as in jusText: Word's `o:p` is a paragraph. */
    localName,
    /** Small number that identifies the kind and can index arrays. */
    id,
    /** True if the element has no content and no end tag. */
    isVoid: isIn("voids", name),
    /** True if the element starts and ends a paragraph (PARAGRAPH_TAGS of jusText). */
    isBlock: isIn("blocks", localName),
    /** True if the element stands on lines of its own in a browser. */
    isOnOwnLine: isIn("blocks", localName) || isIn("otherBlocks", localName),
    /** True if every reader drops the element with its content. */
    isHidden: isIn("hidden", localName),
    /** True if jusText drops the element with its content (form controls, applets). */
    isControl: isIn("controls", localName),
    /** True if jusText drops the element's tags but keeps its content (forms, frames, objects). */
    isWrapper: isIn("wrappers", localName),
    /** True if the element belongs to the head if no body has begun. */
    isHeadContent: isIn("headContent", name),
    /** Rank from 0 to 7. An end tag closes no open element of a higher rank. */
    rank: ranks.get(name) ?? 0,
    /** Elements that its start tag closes, by name. */
    ends: ends.get(name) as ReadonlySet<string> | undefined,
    /** True if the element is a heading in jusText, which requires `h` and a digit as a word of the name. */
    isHeading: isHeading.test(localName),
  };
}

const common = [...[...names.values()].flat(), ...ranks.keys(), ...ends.keys()];

/** Kinds of all elements that some rule mentions, by name in lower case. Their ids start at 0. */
export const knownElements: ReadonlyMap<string, ElementKind> = new Map(
  [...new Set(common)].map((name, id) => [name, describeElement(name, id)]),
);

interface OpenElement {
  readonly kind: ElementKind;
  readonly visible: boolean;
}

/** Every query takes constant time for any depth of nesting. */
export class OpenElements {
  readonly #open: OpenElement[] = [];
  /** Depths of the open elements of each kind, and of each rank. */
  readonly #ofKind: (number[] | undefined)[] = [];
  readonly #ofRank: readonly number[][] = Array.from({ length: rankCount }, () => []);

  get top(): ElementKind | undefined {
    return this.#open.at(-1)?.kind;
  }

  /** Number of open elements. */
  get depth(): number {
    return this.#open.length;
  }

  has(kind: ElementKind): boolean {
    return this.#ofKind[kind.id]?.at(-1) !== undefined;
  }

  push(kind: ElementKind, visible: boolean): void {
    const depth = this.#open.push({ kind, visible });
    (this.#ofKind[kind.id] ??= []).push(depth);
    this.#ofRank[kind.rank]!.push(depth);
  }

  /** May be called only if an element is open. */
  pop(): OpenElement {
    const element = this.#open.pop()!;
    this.#ofKind[element.kind.id]!.pop();
    this.#ofRank[element.kind.rank]!.pop();
    return element;
  }

  /**
   * Returns the depth of the element that an end tag closes, or 0. This is the innermost of its kind, unless an element
   * of higher rank is open inside, such as a table cell in `<b><table><td></b>`.
   */
  closable(kind: ElementKind): number {
    const depth = this.#ofKind[kind.id]?.at(-1) ?? 0;
    for (let rank = kind.rank + 1; rank < rankCount; rank++)
      if ((this.#ofRank[rank]!.at(-1) ?? 0) > depth) return 0;
    return depth;
  }
}
