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
const names = new Map(Object.entries(lists).map(([list, of]) => [list, of.split(" ")]));
const setOf = (list: keyof typeof lists): ReadonlySet<string> => new Set(names.get(list));
const voids = setOf("voids");
const blocks = setOf("blocks");
const hidden = setOf("hidden");
const controls = setOf("controls");
const wrappers = setOf("wrappers");
const headContent = setOf("headContent");

const ends = new Map<string, Set<string>>();
// `bodyOnly` lists elements of HTML5 that libxml2 does not know. They close an open head, because otherwise the page
// would disappear in the head.
for (const [element, startTags] of [...Object.entries(endedBy), ["head", lists.bodyOnly]])
  for (const tag of startTags!.split(" ")) {
    const ended = ends.get(tag) ?? new Set();
    ends.set(tag, ended.add(element!));
  }

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
    isVoid: voids.has(name),
    /** True if the element starts and ends a paragraph (PARAGRAPH_TAGS of jusText). */
    isBlock: blocks.has(localName),
    /** True if every reader drops the element with its content. */
    isHidden: hidden.has(localName),
    /** True if jusText drops the element with its content (form controls, applets). */
    isControl: controls.has(localName),
    /** True if jusText drops the element's tags but keeps its content (forms, frames, objects). */
    isWrapper: wrappers.has(localName),
    /** True if the element belongs to the head if no body has begun. */
    isHeadContent: headContent.has(name),
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
export interface OpenElement {
  readonly kind: ElementKind;
  readonly visible: boolean;
  readonly depth: number;
  readonly below: OpenElement | undefined;
  readonly sameKind: OpenElement | undefined;
  readonly sameRank: OpenElement | undefined;
}

/** Every query takes constant time for any depth of nesting. */
export class OpenElements {
  #top: OpenElement | undefined;
  readonly #byKind: (OpenElement | undefined)[] = [];
  readonly #byRank: (OpenElement | undefined)[] = new Array<undefined>(rankCount).fill(undefined);

  get top(): OpenElement | undefined {
    return this.#top;
  }

  /** Number of open elements. */
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

  /** Throws a `RangeError` if the stack is empty. */
  pop(): OpenElement {
    const element = this.#top;
    if (element === undefined) throw new RangeError("No element is open.");
    this.#top = element.below;
    this.#byKind[element.kind.id] = element.sameKind;
    this.#byRank[element.kind.rank] = element.sameRank;
    return element;
  }

  /**
   * Returns the element that an end tag closes. This is the innermost of its kind, unless an element of higher rank is
   * open inside, such as a table cell in `<b><table><td></b>`.
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
