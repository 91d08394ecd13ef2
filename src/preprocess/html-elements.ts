import { endedBy } from "./omitted-end-tags.js";

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

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

const voids = names(
  "area base basefont br col embed frame hr img input isindex keygen link meta param source track wbr",
);
const blocks = names(
  "body blockquote caption center col colgroup dd div dl dt fieldset form legend optgroup option p pre table td" +
    " textarea tfoot th thead tr ul li h1 h2 h3 h4 h5 h6",
);
const hidden = names("head script style");
const controls = names("applet button input select textarea");
const wrappers = names("embed form iframe layer object param");
const headContent = names("script style meta link title base");
/** Elements of HTML5 that libxml2 does not know: left in an unclosed head, they would take the page with them. */
const bodyOnly = names(
  "article aside audio button canvas del details dialog figcaption figure footer header hgroup input ins label main" +
    " mark nav picture search section select summary svg textarea time video",
);

const ranks: ReadonlyMap<string, number> = new Map([
  ["div", 1],
  ["td", 2],
  ["th", 2],
  ["tr", 3],
  ["thead", 4],
  ["tbody", 4],
  ["tfoot", 4],
  ["table", 5],
  ["head", 6],
  ["body", 6],
  ["html", 7],
]);

const ends = new Map<string, Set<string>>();
for (const [element, startTags] of [...endedBy, ["head", [...bodyOnly].join(" ")] as const])
  for (const tag of startTags.split(" ")) {
    const ended = ends.get(tag) ?? new Set();
    ends.set(tag, ended.add(element));
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
  ...bodyOnly,
  ...ranks.keys(),
  ...ends.keys(),
];

/** The kinds of all elements that some rule names, by name in lower case; ids count from 0. */
export const knownElements: ReadonlyMap<string, ElementKind> = new Map(
  [...new Set(common)].map((name, id) => [name, describeElement(name, id)]),
);
