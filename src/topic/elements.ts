import type { TopicElement, TopicElements } from "../types.js";
import { elementsOf, type TopicDocument } from "./document.js";

/** How often an element occurs, and in how many seeds. */
export interface Occurrence {
  readonly element: string;
  readonly frequency: number;
  readonly seeds: number;
}

/** What of a core makes its topic. */
export interface ElementRules {
  /** Elements of each class at most. */
  readonly elements: number;
  /** An element that fewer seeds have says nothing of the collection. */
  readonly fewestSeeds: number;
}

/**
 * The elements of the core that make its topic: those that most seeds have, then the most frequent ones. Words
 * without a letter, and single letters of alphabets, are left out. Documents of one seed stand together.
 */
export function chooseElements(core: readonly TopicDocument[], rules: ElementRules): TopicElements {
  const [terms, collocations2, collocations3] = countElements(core, rules.fewestSeeds);
  const best = (occurrences: readonly Occurrence[]): TopicElement[] =>
    [...occurrences]
      .sort(byRank)
      .slice(0, rules.elements)
      .map(({ element, frequency }) => [element, frequency]);
  return {
    terms: best(terms),
    collocations2: best(collocations2),
    collocations3: best(collocations3),
  };
}

const byRank = (a: Occurrence, b: Occurrence): number =>
  b.seeds - a.seeds || b.frequency - a.frequency || (a.element < b.element ? -1 : 1);

/** Occurrences by class of all elements that at least so many seeds have. */
export function countElements(
  core: readonly TopicDocument[],
  fewestSeeds: number,
): [terms: Occurrence[], collocations2: Occurrence[], collocations3: Occurrence[]] {
  const terms = count(core, 1, fewestSeeds, isTerm);
  const known = new Set(terms.map(({ element }) => element));
  const pairs = count(core, 2, fewestSeeds, (pair) =>
    pair.split(" ").every((word) => known.has(word)),
  );
  const knownPairs = new Set(pairs.map(({ element }) => element));
  // A collocation of three occurs in no more seeds than the two of which it is made: all others need not be held.
  const triples = count(core, 3, fewestSeeds, (triple) => {
    const [a = "", b = "", c = ""] = triple.split(" ");
    return knownPairs.has(`${a} ${b}`) && knownPairs.has(`${b} ${c}`);
  });
  return [terms, pairs, triples];
}

function count(
  core: readonly TopicDocument[],
  size: number,
  fewestSeeds: number,
  isWanted: (element: string) => boolean,
): Occurrence[] {
  const counts = new Map<string, { frequency: number; seeds: number; seed: string | undefined }>();
  for (const document of core) {
    for (const element of elementsOf(document, size)) {
      let known = counts.get(element);
      if (known === undefined) {
        if (!isWanted(element)) continue;
        counts.set(element, (known = { frequency: 0, seeds: 0, seed: undefined }));
      }
      known.frequency += 1;
      if (known.seed !== document.seed) known.seeds += 1;
      known.seed = document.seed;
    }
  }
  return [...counts].flatMap(([element, { frequency, seeds }]) =>
    seeds >= fewestSeeds ? [{ element, frequency, seeds }] : [],
  );
}

const hasLetter = /\p{L}/u;
const letterOfAlphabet = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]$/u;

const isTerm = (word: string): boolean => hasLetter.test(word) && !letterOfAlphabet.test(word);
