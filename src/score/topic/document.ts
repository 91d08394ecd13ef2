import { append } from "../../base/math/group-by.js";
import { hash53 } from "../../base/math/sketch.js";
import type { TopicWords } from "../../page/features/words.js";
import type { TopicElement, TopicElements, TopicMeasure } from "./types.js";
import type { Background } from "./background.js";

/** A document beside a topic: its normalised words, the language that was detected, and where it is from. */
export interface TopicDocument extends TopicWords {
  /** BCP 47; `und` where it was not recognised. */
  readonly language: string;
  /** Documents of one host do not vouch for each other. */
  readonly host: string;
  /** What tells it from other seeds of the host. */
  readonly seed?: string;
  /** For people, and to find the same document under another suffix. */
  readonly name?: string;
}

/** The measures that may recognise a document, in the order of the paper. */
export const topicMeasures: readonly TopicMeasure[] = [
  "terms",
  "collocations2",
  "collocations3",
  "vsm",
  "passage",
];

/** The classes of elements: one, two and three words. */
export const classes = ["terms", "collocations2", "collocations3"] as const;

/** The elements of a document that have `size` words, each as often as it occurs: words with nothing between them. */
export function* elementsOf({ words }: TopicWords, size: number): Generator<string> {
  for (let at = 0; at + size <= words.length; at += 1) {
    let element = words[at]!;
    if (element === "") continue;
    for (let more = 1; more < size && element !== ""; more += 1) {
      const word = words[at + more]!;
      element = word === "" ? "" : `${element} ${word}`;
    }
    if (element !== "") yield element;
  }
}
/** Documents of one host together, else in their order. */
export const byHost = (documents: readonly TopicDocument[]): TopicDocument[] =>
  [...documents].sort((a, b) => (a.host < b.host ? -1 : Number(a.host > b.host)));

/** How often an element occurs, and in how many hosts, seeds and documents. */
export interface Occurrence {
  readonly element: string;
  readonly frequency: number;
  readonly hosts: number;
  readonly seeds: number;
  readonly documents: number;
}

/** An element with what speaks for it: above 0 for one of the topic. */
export interface Weighed extends Occurrence {
  readonly weight: number;
}

/** What of a core makes its topic. */
export interface ElementRules {
  /** Elements of each class at most. */
  readonly elements: number;
  /** An element that fewer hosts have says nothing of the collection. */
  readonly fewestHosts: number;
  /** How frequent words are in text on any subject; absent: not known. */
  readonly background?: Background;
}

/**
 * The elements of the core that make its topic: those of the greatest weight. Words without a letter, and single
 * letters of alphabets, are left out. Documents of one host and seed stand together.
 */
export function chooseElements(core: readonly TopicDocument[], rules: ElementRules): TopicElements {
  const [terms, collocations2, collocations3] = rankElements(core, rules).map((ranked) =>
    ranked
      .slice(0, rules.elements)
      .filter(({ weight }) => weight > 0)
      .map(({ element, frequency }): TopicElement => [element, frequency]),
  );
  return { terms: terms!, collocations2: collocations2!, collocations3: collocations3! };
}

/**
 * All elements that at least so many hosts have, by class, best first. The weight is the first member of the
 * log-likelihood ratio (Dunning, Accurate methods for the statistics of surprise and coincidence, 1993), `O ln(O/E)`,
 * but for the first `O`, in whose place stand the hosts: no page that repeats a word makes it the topic. A collocation is
 * expected as often as the rarest of its words. Without a background the hosts alone count.
 */
export function rankElements(
  core: readonly TopicDocument[],
  { fewestHosts, background }: ElementRules,
): Weighed[][] {
  const total = core.reduce(
    (sum, { words }) => sum + words.filter((word) => word !== "").length,
    0,
  );
  const weightOf = ({ element, hosts, frequency }: Occurrence): number => {
    if (background === undefined) return hosts;
    const share = Math.min(...element.split(" ").map(background));
    return hosts * Math.log(frequency / (share * total));
  };
  return countElements(core, fewestHosts).map((occurrences) =>
    occurrences.map((each) => ({ ...each, weight: weightOf(each) })).sort(byWeight),
  );
}

const byWeight = (a: Weighed, b: Weighed): number =>
  b.weight - a.weight || b.frequency - a.frequency || (a.element < b.element ? -1 : 1);

/** Occurrences by class of all elements that at least so many hosts have. */
export function countElements(
  core: readonly TopicDocument[],
  fewestHosts: number,
): [terms: Occurrence[], collocations2: Occurrence[], collocations3: Occurrence[]] {
  const terms = count(core, 1, fewestHosts, isTerm);
  const known = new Set(terms.map(({ element }) => element));
  const pairs = count(core, 2, fewestHosts, (pair) =>
    pair.split(" ").every((word) => known.has(word)),
  );
  const knownPairs = new Set(pairs.map(({ element }) => element));
  // A collocation of three occurs in no more hosts than the two of which it is made: all others need not be held.
  const triples = count(core, 3, fewestHosts, (triple) => {
    const [a = "", b = "", c = ""] = triple.split(" ");
    return knownPairs.has(`${a} ${b}`) && knownPairs.has(`${b} ${c}`);
  });
  return [terms, pairs, triples];
}

function count(
  core: readonly TopicDocument[],
  size: number,
  fewestHosts: number,
  isWanted: (element: string) => boolean,
): Occurrence[] {
  const counts = new Map<string, Counted>();
  for (const document of core) {
    for (const element of elementsOf(document, size)) {
      let known = counts.get(element);
      if (known === undefined) {
        if (!isWanted(element)) continue;
        known = { frequency: 0, hosts: 0, seeds: 0, documents: 0, last: undefined };
        counts.set(element, known);
      }
      known.frequency += 1;
      const { last } = known;
      if (last === document) continue;
      const isOtherHost = last?.host !== document.host;
      if (isOtherHost) known.hosts += 1;
      if (isOtherHost || last.seed !== document.seed) known.seeds += 1;
      known.documents += 1;
      known.last = document;
    }
  }
  return [...counts].flatMap(([element, { frequency, hosts, seeds, documents }]) =>
    hosts >= fewestHosts ? [{ element, frequency, hosts, seeds, documents }] : [],
  );
}

type Counted = { -readonly [Count in keyof Omit<Occurrence, "element">]: number } & {
  last: TopicDocument | undefined;
};

const hasLetter = /\p{L}/u;
const letterOfAlphabet = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]$/u;

const isTerm = (word: string): boolean => hasLetter.test(word) && !letterOfAlphabet.test(word);
/** The directory of a page in its host: its SURT up to the last slash of the path. */
export function directoryOf(surt: string): string {
  const path = surt.split("?", 1)[0]!;
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** Which directories hold recognised documents: made as they are met, in any order. */
export class Directories {
  /** By directory: the grouping keys met there, up to two, and those of them with a recognised document, up to two. */
  readonly #known = new Map<
    string,
    { readonly keys: Set<string>; readonly recognised: Set<string> }
  >();

  add(key: string, isRecognised: boolean): void {
    const directory = directoryOf(key);
    if (directory === "") return;
    let known = this.#known.get(directory);
    if (known === undefined)
      this.#known.set(directory, (known = { keys: new Set(), recognised: new Set() }));
    if (known.keys.size < 2) known.keys.add(key);
    if (isRecognised && known.recognised.size < 2) known.recognised.add(key);
  }

  /** As the profile has them: only those where one URI-R can say something of another. */
  list(): (readonly [directory: string, only: string | null])[] {
    return [...this.#known]
      .filter(([, { keys, recognised }]) => keys.size > 1 && recognised.size > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([directory, { recognised }]) => {
        const [only = null] = recognised.size === 1 ? recognised : [];
        return [directory, only];
      });
  }
}
/**
 * Words of a shingle, the resemblance from which two documents are the same, and the difference in characters below
 * which they are compared.
 */
const RESEMBLANCE = { words: 5, threshold: 0.9, characters: 500 } as const;

/** The runs of five words of a document, as hashes without repeats, in ascending order; a shorter document is one. */
export function shinglesOf({ words: all }: TopicWords): Float64Array {
  const words = all.filter((word) => word !== "");
  const { words: size } = RESEMBLANCE;
  const hashes = new Set<number>();
  for (let at = 0; at === 0 || at + size <= words.length; at += 1)
    hashes.add(hash53(words.slice(at, at + size).join(" ")));
  return Float64Array.from(hashes).sort();
}

/** Shared shingles as a share of all: 1 for equal sets, 0 for sets that share nothing. */
export function resemblance(one: Float64Array, other: Float64Array): number {
  let shared = 0;
  let at = 0;
  for (const hash of one) {
    while (at < other.length && other[at]! < hash) at += 1;
    if (other[at] === hash) shared += 1;
  }
  return shared / (one.length + other.length - shared);
}

interface Known {
  readonly shingles: Float64Array;
  readonly characters: number;
  readonly name: string;
}

/**
 * Finds documents that are the same as one before, though not byte for byte: those of nearly one length of which the
 * shingles resemble each other (the paper, section 4, step 6). Only documents that share one of the few shingles
 * that the resemblance cannot do without are compared.
 */
export class NearDuplicates {
  readonly #byShingle = new Map<number, Known[]>();
  /** Names of documents in one of their forms. */
  readonly #bySuffixless = new Map<string, string>();

  /** Whether the document is a near-duplicate of one before; keeps it when it is not. */
  isKnown(document: TopicWords): boolean {
    return this.find(document) !== undefined;
  }

  /** The name of the document before that it nearly repeats; keeps it when there is none. */
  find(document: TopicWords & { readonly name?: string }): string | undefined {
    const { name = "" } = document;
    const sameButSuffix = this.#bySuffixless.get(withoutSuffix(name));
    if (sameButSuffix !== undefined && sameButSuffix !== name) return sameButSuffix;
    const shingles = shinglesOf(document);
    const known: Known = { shingles, characters: charactersOf(document), name };
    // Sets that share so large a part share one of the first shingles in any fixed order.
    const needed = Math.ceil(RESEMBLANCE.threshold * shingles.length);
    const prefix = shingles.subarray(0, shingles.length - needed + 1);
    const compared = new Set<Known>();
    for (const hash of prefix) {
      for (const other of this.#byShingle.get(hash) ?? []) {
        if (compared.has(other)) continue;
        compared.add(other);
        if (isSame(known, other)) return other.name;
      }
    }
    for (const hash of prefix) append(this.#byShingle, hash, known);
    if (hasSuffix.test(name)) this.#bySuffixless.set(withoutSuffix(name), name);
    return undefined;
  }
}

/** The forms in which one document is offered: a paper as PDF and PostScript. */
const hasSuffix = /\.(?:x?html?|txt|pdf|ps)(?:\.gz|\.zip)?$/iu;
const withoutSuffix = (name: string): string => name.replace(hasSuffix, ".");

const isSame = (one: Known, other: Known): boolean =>
  Math.abs(one.characters - other.characters) < RESEMBLANCE.characters &&
  resemblance(one.shingles, other.shingles) >= RESEMBLANCE.threshold;

function charactersOf({ widths }: TopicWords): number {
  let characters = 0;
  for (const width of widths) characters += width + 1;
  return Math.max(0, characters - 1);
}
