import { append } from "../../../base/math/group-by.js";
import { hash53 } from "../../../base/math/sketch.js";
import type { TopicWords } from "../../../page/features/words.js";
import type { TopicMeasure } from "../../../score/settings/topic-types.js";
import type { TopicElement, TopicElements } from "./types.js";
import type { Background } from "./background.js";

/** Document to compare with a topic: its normalised words, its detected language and its origin. */
export interface TopicDocument extends TopicWords {
  /** BCP 47 tag, or `und` if the language was not recognised. */
  readonly language: string;
  /** Documents from the same host do not count as independent. */
  readonly host: string;
  /** Name for people. It also serves to recognise the same document with another suffix. */
  readonly name?: string;
}

/** Measures that may recognise a document, in the order of the paper. */
export const topicMeasures: readonly TopicMeasure[] = [
  "terms",
  "collocations2",
  "collocations3",
  "vsm",
  "passage",
];

/** Classes of elements, which consist of one, two or three words. */
export const elementClasses = ["terms", "collocations2", "collocations3"] as const;

/** Yields the elements of `size` adjacent words in a document, including repetitions. */
export function* wordElements({ words }: TopicWords, size: number): Generator<string> {
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
/** Returns the documents grouped by host, otherwise in the same order. */
export const byHost = (documents: readonly TopicDocument[]): TopicDocument[] =>
  [...documents].sort((a, b) => (a.host < b.host ? -1 : Number(a.host > b.host)));

/** Rules for choosing the elements of a topic. */
export interface ElementRules {
  /** Maximum number of elements per class. */
  readonly elements: number;
  /** Minimum number of hosts. An element on fewer hosts is not typical of the collection. */
  readonly fewestHosts: number;
  /** Frequencies of words in general text. Absent if unknown. */
  readonly background?: Background;
}

/**
 * Chooses elements on at least `fewestHosts` hosts. Words without letters and single letters of an alphabet are left out.
 * Documents of the same host must be adjacent.
 *
 * The weight is the first term of the log-likelihood ratio (Dunning, Accurate methods for the statistics of surprise and
 * coincidence, 1993), `O ln(O/E)`. The first `O` is replaced by the number of hosts, so that a page that repeats a word
 * does not make the word the topic. The expected frequency of a collocation is that of its rarest word. Without a
 * background, the weight is the number of hosts.
 */
export function chooseElements(
  core: readonly TopicDocument[],
  { elements, fewestHosts, background }: ElementRules,
): TopicElements {
  const total = core.reduce(
    (sum, { words }) => sum + words.filter((word) => word !== "").length,
    0,
  );
  const chosen = (counts: ElementCounts): TopicElement[] =>
    [...counts]
      .map(([element, { hosts, frequency }]) => {
        const share = background && Math.min(...element.split(" ").map(background));
        const weight = share === undefined ? hosts : hosts * Math.log(frequency / (share * total));
        return { element, frequency, weight };
      })
      .sort(byWeight)
      .slice(0, elements)
      .flatMap(({ element, frequency, weight }) => (weight > 0 ? [[element, frequency]] : []));
  const terms = countElement(core, 1, fewestHosts, isTerm);
  const pairs = countElement(core, 2, fewestHosts, (pair) =>
    pair.split(" ").every((word) => terms.has(word)),
  );
  // A collocation of three words occurs on no more hosts than the pairs in it. If a pair is not stored, the collocation
  // need not be stored either.
  const triples = countElement(core, 3, fewestHosts, (triple) => {
    const [a = "", b = "", c = ""] = triple.split(" ");
    return pairs.has(`${a} ${b}`) && pairs.has(`${b} ${c}`);
  });
  return {
    terms: chosen(terms),
    collocations2: chosen(pairs),
    collocations3: chosen(triples),
  };
}

interface Weighed {
  readonly element: string;
  readonly frequency: number;
  readonly weight: number;
}

const byWeight = (a: Weighed, b: Weighed): number =>
  b.weight - a.weight || b.frequency - a.frequency || (a.element < b.element ? -1 : 1);

/** Frequency of each element, the number of hosts on which it occurs, and the host on which it was last found. */
type ElementCounts = Map<string, { frequency: number; hosts: number; last: string | undefined }>;

function countElement(
  core: readonly TopicDocument[],
  size: number,
  fewestHosts: number,
  isWanted: (element: string) => boolean,
): ElementCounts {
  const counts: ElementCounts = new Map();
  for (const document of core) {
    for (const element of wordElements(document, size)) {
      let known = counts.get(element);
      if (known === undefined) {
        if (!isWanted(element)) continue;
        known = { frequency: 0, hosts: 0, last: undefined };
        counts.set(element, known);
      }
      known.frequency += 1;
      if (known.last !== document.host) known.hosts += 1;
      known.last = document.host;
    }
  }
  for (const [element, { hosts }] of counts) if (hosts < fewestHosts) counts.delete(element);
  return counts;
}

const hasLetter = /\p{L}/u;
const letterOfAlphabet = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]$/u;

const isTerm = (word: string): boolean => hasLetter.test(word) && !letterOfAlphabet.test(word);
/** Returns the directory of a page on its host: its SURT up to the last slash of the path. */
export function directoryOfSurt(surt: string): string {
  const path = surt.split("?", 1)[0]!;
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** Documents may be added in any order. */
export class Directories {
  /** Grouping keys found in each directory, and at most two grouping keys of recognised documents in it. */
  readonly #known = new Map<
    string,
    { readonly keys: Set<string>; readonly recognised: Set<string> }
  >();

  add(key: string, isRecognised: boolean): void {
    const directory = directoryOfSurt(key);
    if (directory === "") return;
    let known = this.#known.get(directory);
    if (known === undefined)
      this.#known.set(directory, (known = { keys: new Set(), recognised: new Set() }));
    if (known.keys.size < 2) known.keys.add(key);
    if (isRecognised && known.recognised.size < 2) known.recognised.add(key);
  }

  /** Returns only directories in which one URI-R is evidence for another. */
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
 * Number of words of a shingle, minimum resemblance of two equal documents, and maximum difference in length, in
 * characters, of documents that are compared.
 */
const RESEMBLANCE = { words: 5, threshold: 0.9, characters: 500 } as const;

/**
 * Returns the distinct hashes of all runs of five words in a document, ascending. A document with fewer words is a
 * single run.
 */
export function shinglesOf({ words: all }: TopicWords): Float64Array {
  const words = all.filter((word) => word !== "");
  const { words: size } = RESEMBLANCE;
  const hashes = new Set<number>();
  for (let at = 0; at === 0 || at + size <= words.length; at += 1)
    hashes.add(hash53(words.slice(at, at + size).join(" ")));
  return Float64Array.from(hashes).sort();
}

/** Returns the share of all shingles that both sets contain: 1 for equal sets, 0 for disjoint sets. */
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
 * Finds documents that nearly repeat an earlier document, because their lengths are similar and their shingles resemble
 * each other (the paper, section 4, step 6). Only documents that share one of the few shingles that the resemblance
 * requires are compared.
 */
export class NearDuplicates {
  readonly #byShingle = new Map<number, Known[]>();
  /** Document names by their form without suffix. */
  readonly #bySuffixless = new Map<string, string>();

  /** Tells whether the document is a near-duplicate of an earlier document. If it is not, stores it. */
  isKnown(document: TopicWords): boolean {
    return this.find(document) !== undefined;
  }

  /**
   * Returns the name of the earlier document that this document nearly repeats. If there is none, stores this document
   * and returns undefined.
   */
  find(document: TopicWords & { readonly name?: string }): string | undefined {
    const { name = "" } = document;
    const sameButSuffix = this.#bySuffixless.get(withoutSuffix(name));
    if (sameButSuffix !== undefined && sameButSuffix !== name) return sameButSuffix;
    const shingles = shinglesOf(document);
    const known: Known = { shingles, characters: countCharacters(document), name };
    // Two sets with an intersection of this size share one of their first shingles in any fixed order.
    const needed = Math.ceil(RESEMBLANCE.threshold * shingles.length);
    const prefix = shingles.subarray(0, shingles.length - needed + 1);
    const compared = new Set<Known>();
    for (const hash of prefix) {
      for (const other of this.#byShingle.get(hash) ?? []) {
        if (compared.has(other)) continue;
        compared.add(other);
        if (isSameDocument(known, other)) return other.name;
      }
    }
    for (const hash of prefix) append(this.#byShingle, hash, known);
    if (hasSuffix.test(name)) this.#bySuffixless.set(withoutSuffix(name), name);
    return undefined;
  }
}

/** Formats in which the same document may be offered, for example a paper as PDF and as PostScript. */
const hasSuffix = /\.(?:x?html?|txt|pdf|ps)(?:\.gz|\.zip)?$/iu;
const withoutSuffix = (name: string): string => name.replace(hasSuffix, ".");

const isSameDocument = (one: Known, other: Known): boolean =>
  Math.abs(one.characters - other.characters) < RESEMBLANCE.characters &&
  resemblance(one.shingles, other.shingles) >= RESEMBLANCE.threshold;

function countCharacters({ widths }: TopicWords): number {
  let characters = 0;
  for (const width of widths) characters += width + 1;
  return Math.max(0, characters - 1);
}
