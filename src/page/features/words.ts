import { normalised } from "../../base/text.js";
import { members } from "../../base/json.js";
import { longestSequence } from "../../base/math/edit-distance.js";
import { BottomK } from "../../base/math/sketch.js";
import type { CountedTerms } from "../../base/types.js";
import { areCounts, areTexts, isSketch, readTextOptions } from "../feature-values.js";
import { outlineOfAny, readOutline } from "../html/outline.js";
import type { Feature, Page, Paragraph } from "../types.js";
import { foldLetters, nextHash } from "../words/characters.js";
import { normaliseCounted, normaliserOf } from "../words/terms.js";
import { tokenize } from "../words/tokenize.js";

/**
 * The extracted value has the tokens in order of appearance. The normalised value has their stems without stop words.
 */
export const terms: Feature<CountedTerms> = {
  keyword: "terms",
  summary: "Terms of the page with their counts.",

  extract: (page, options) => page.countTerms(readTextOptions(options)),

  extractNormalised(page, options, language) {
    const text = readTextOptions(options);
    return page.countTerms(text, { ...text, language });
  },

  normalise: (value, options, language) =>
    normaliseCounted(value, { ...readTextOptions(options), language }),

  isValue(value) {
    const { terms: words, counts } = members(value);
    return areTexts(words) && areCounts(counts, words.length, 1);
  },
  isEmpty: (value) => value.terms.length === 0,
};

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/** A text without markup may still begin with its title. */
const titleOf = (page: Page): string =>
  page.extracted === undefined || page.extracted.title === ""
    ? readOutline(page).title
    : outlineOfAny(page).title;

/**
 * Distinct words of the page's title in lower case and in code unit order, or pairs of neighbouring characters in
 * scripts without spaces. Words of titles are neither stemmed nor filtered by stop words, because titles have few words
 * and too few would remain.
 */
export const titleTerms: Feature<readonly string[]> = {
  keyword: "title-terms",
  summary: "Words of the page's title.",

  extract: (page) => [...new Set(titleWordsOf(titleOf(page)))].sort(),
  isValue: areTexts,
  isEmpty: (value) => value.length === 0,
};

function titleWordsOf(title: string): string[] {
  const runs =
    normalised(title, "NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return runs.flatMap((run) => {
    if (!unspaced.test(run)) return run.length > 1 ? [run] : [];
    const characters = Array.from(run);
    if (characters.length === 1) return characters;
    return characters.slice(1).map((character, at) => `${characters[at]!}${character}`);
  });
}

/**
 * Tokens of the page in order. The normalised value has their stems without stop words. If a page is too long for an
 * edit distance, the value has only as many tokens as exceed the limit.
 */
export const tokenSequence: Feature<readonly string[]> = {
  keyword: "token-sequence",
  summary: "Tokens of the page in order.",

  extract: (page, options) => page.tokens(readTextOptions(options)),

  normalise(value, options, language) {
    const normaliser = normaliserOf({ ...readTextOptions(options), language });
    const normalised: string[] = [];
    for (const token of value) {
      const term = normaliser.normalise(token);
      if (term !== undefined) normalised.push(term);
      if (normalised.length > longestSequence) break;
    }
    return normalised;
  },

  isValue: areTexts,
  isEmpty: (value) => value.length === 0,
};

/**
 * Words of a page in order. An empty word represents everything that separates collocations, such as punctuation or the
 * end of a block. Neighbouring separators are merged. `widths` has the number of characters of each word in the text,
 * without the space after it, so that passages of a given length can be cut. Words are not stemmed, because a topic
 * stems them in its own languages (src/extensions/topic/profile/own-words.ts).
 */
export type TopicWords = {
  readonly words: readonly string[];
  readonly widths: readonly number[];
};

/** Maximum number of words. The beginning of a longer page is enough to show its topic. */
const mostWords = 100_000;
/** Maximum length of a word in code units. Longer runs of letters are not words in any language. */
const longestWord = 64;
const startsWord = /^[\p{L}\p{N}]/u;

export const topicWords: Feature<TopicWords> = {
  keyword: "topic-words",
  summary: "Words of the page in order, with the punctuation that separates them.",

  extract(page, options) {
    const words: string[] = [];
    const widths: number[] = [];
    const { boilerplate, language } = readTextOptions(options);
    const add = (word: string, width: number): void => {
      if (word === "" && words.at(-1) === "") widths[widths.length - 1]! += width + 1;
      else {
        words.push(word);
        widths.push(width);
      }
    };
    for (const block of blocksOf(page, boilerplate, language)) {
      if (words.length > mostWords) break;
      if (words.length > 0) add("", 0);
      for (const token of tokenize(block, language).words)
        add(isWord(token) ? token : "", token.length);
    }
    return { words: words.slice(0, mostWords), widths: widths.slice(0, mostWords) };
  },

  isValue(value) {
    const { words, widths } = members(value);
    return areTexts(words) && areCounts(widths, words.length);
  },
  isEmpty: ({ words }) => words.every((word) => word === ""),
};

/** With all paragraphs, blocks that are mostly links are left out, unless there are no other blocks. */
function blocksOf(page: Page, boilerplate: string, language: string): readonly string[] {
  const isJoined = boilerplate === "all-paragraphs";
  const hasAll = isJoined || boilerplate === "paragraphs";
  const own = hasAll ? page.paragraphs.filter(isNoNavigation) : [];
  if (own.length > 0) return own.map(({ text, joined = text }) => (isJoined ? joined : text));
  return page.text(boilerplate, language).split("\n");
}

/** Minimum share of a block's characters inside links with which the block counts as navigation. */
const mostlyLinks = 0.5;
const isNoNavigation = ({ text, linkCharacters }: Paragraph): boolean =>
  linkCharacters < mostlyLinks * text.length;

const isWord = (token: string): boolean =>
  token.length <= longestWord && startsWord.test(token) && token.toLowerCase() !== "n't";

/** Number of hashes that are kept. It is enough to distinguish a similarity of 0.05 from one of 0.1. */
export const sketchSize = 256;
/** Maximum number of characters of text to read. */
const longestText = 200_000;

/**
 * Bottom-k sketch (Broder, On the resemblance and containment of documents, 1997) of the character n-grams of the text.
 * It consists of the 256 smallest 32-bit hashes, ascending, of all windows of 5 characters, or of 2 characters in
 * scripts without spaces. The Jaccard index of the sets can be estimated from two sketches in any language.
 */
export const charNgrams: Feature<readonly number[]> = {
  keyword: "char-ngrams",
  summary: "Sketch of the text's character n-grams, for any script.",

  extract({ paragraphs }) {
    let text = " ";
    for (const paragraph of paragraphs) {
      if (text.length > longestText) break;
      text += `${paragraph.text.slice(0, longestText)} `;
    }
    const smallest = new BottomK(sketchSize);
    eachHash(foldLetters(text), (hash) => smallest.add(hash));
    return smallest.values();
  },
  isValue: (value) => isSketch(value, sketchSize),
  isEmpty: (value) => value.length === 0,
};

/** Returns the hashes of all windows of a short text. The sketch of a page that quotes the text may contain them. */
export function hashesOf(text: string): ReadonlySet<number> {
  const hashes = new Set<number>();
  eachHash(foldLetters(` ${text} `), (hash) => hashes.add(hash));
  return hashes;
}

function eachHash(units: Uint16Array, take: (hash: number) => void): void {
  for (let at = 0; at < units.length; at += 1) {
    const size = units[at]! >= 0x2e80 ? 2 : 5;
    if (at + size > units.length) break;
    take(hashOf(units, at, size));
  }
}

/** FNV-1a over 2 or 5 code units, followed by murmur3's finalizer so that the smallest hashes are a random sample. */
function hashOf(units: Uint16Array, at: number, size: number): number {
  let hash = nextHash(nextHash(offsetBasis, units[at]!), units[at + 1]!);
  if (size === 5)
    hash = nextHash(nextHash(nextHash(hash, units[at + 2]!), units[at + 3]!), units[at + 4]!);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The value is signed, as the results of `Math.imul` are. */
const offsetBasis = 0x811c9dc5 | 0;
