import { codeUnitAt } from "../../base/text.js";
import { NotDefined } from "../../base/failures.js";
import { detached } from "../../base/math/memo.js";
import type { CountedTerms } from "../../base/types.js";
import type { UnitText } from "./characters.js";

/** A larger vocabulary is replaced before the next page. */
const mostShared = { words: 100_000, characters: 2_000_000 };
/**
 * Minimum size in bytes of a page with a vocabulary of its own. The words of other pages then do not decide whether the
 * page is refused.
 */
const largePage = 1 << 22;
/** Maximum number of distinct words of a page. It is twice the number of words in a dictionary of a language. */
const mostWordsOfPage = 1_000_000;

/** Rule that turns a word into another word or into several, or drops it. */
export interface WordRule {
  /** Rules with the same name must do the same. */
  readonly name: string;
  readonly apply: (word: string) => string | readonly string[] | undefined;
}

/** Numbers of the words to which a rule turns each word, by the word's number, as far as the rule has been applied. */
interface Applied {
  readonly rule: WordRule;
  /** The number of one word, or one of the results below. */
  results: Int32Array;
  readonly several: Map<number, readonly number[]>;
}

/** Results instead of a word's number, for a word that is dropped, has several parts, or is not known yet. */
const nothing = -1;
const several = -2;
const unknown = -3;

/** Binary logarithm of the number of slots for words that were looked up lately. */
const slotBits = 16;
const slotOf = (hash: number): number => Math.imul(hash, 0x9e3779b1) >>> (32 - slotBits);

/** Gives numbers from 0 to words, so that a rule is applied to each word once for many pages. */
class Vocabulary {
  readonly words: string[] = [];
  /** First three code units of each word as a number, because numbers can be compared faster than words. */
  readonly #beginnings: number[] = [];
  /** All are 0 except while words are counted. */
  readonly counts: number[] = [];
  readonly #limit: number;
  #characters = 0;
  readonly #numbers = new Map<string, number>();
  /** Numbers of words that were looked up lately, by their hash. Most look-ups are of frequent words. */
  readonly #recent = new Int32Array(1 << slotBits);
  readonly #applied = new Map<string, Applied>();
  /** The words that were sorted last. */
  #sorted: readonly number[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.words.length > mostShared.words || this.#characters > mostShared.characters;
  }

  /** Returns the number of a part of a text, given its hash. */
  numberOfPart({ text, units }: UnitText, from: number, to: number, hash: number): number {
    const slot = slotOf(hash);
    const recent = this.#recent[slot]!;
    const word = this.words[recent] ?? "";
    let same = word.length === to - from ? 0 : -1;
    while (same >= 0 && same < word.length)
      same = codeUnitAt(word, same) === units[from + same] ? same + 1 : -1;
    return same > 0 ? recent : (this.#recent[slot] = this.numberOf(text.slice(from, to)));
  }

  numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.words.length;
    if (number >= this.#limit)
      throw new NotDefined(`it has more than ${this.#limit} distinct words`);
    const kept = detached(word);
    this.#numbers.set(kept, number);
    this.words.push(kept);
    this.#beginnings.push(beginningOf(kept));
    this.counts.push(0);
    this.#characters += word.length;
    return number;
  }

  /**
   * Returns words that have counts in code unit order. Neighbouring pages have mostly the same words, whose order is
   * then known.
   */
  sorted(numbers: readonly number[]): readonly number[] {
    const { words, counts } = this;
    const beginnings = this.#beginnings;
    const isAfter = (a: number, b: number): boolean =>
      beginnings[a] === beginnings[b] ? words[a]! > words[b]! : beginnings[a]! > beginnings[b]!;
    const known = this.#sorted.filter((number) => counts[number]! > 0);
    for (const number of known) counts[number] = -counts[number]!;
    const others = numbers.filter((number) => counts[number]! > 0);
    for (const number of known) counts[number] = -counts[number]!;
    if (others.length === 0) return (this.#sorted = known);
    others.sort((a, b) => (isAfter(a, b) ? 1 : -1));
    const merged: number[] = [];
    let next = 0;
    for (const number of others) {
      while (next < known.length && isAfter(number, known[next]!)) merged.push(known[next++]!);
      merged.push(number);
    }
    while (next < known.length) merged.push(known[next++]!);
    return (this.#sorted = merged);
  }

  /** Returns what is known of a rule, with a result for each word that has a number. */
  appliedOf(rule: WordRule): Applied {
    let applied = this.#applied.get(rule.name);
    if (applied === undefined) {
      applied = { rule, results: new Int32Array(), several: new Map() };
      this.#applied.set(rule.name, applied);
    }
    if (applied.results.length < this.words.length) {
      const results = new Int32Array(2 * this.words.length).fill(unknown);
      results.set(applied.results);
      applied.results = results;
    }
    return applied;
  }

  /** Returns what a rule makes of a word. It is applied to each word once. */
  resultOf({ rule, results, several: parts }: Applied, number: number): number {
    if (results[number] !== unknown) return results[number]!;
    const found = rule.apply(this.words[number]!);
    if (typeof found === "string") return (results[number] = this.numberOf(found));
    if (found === undefined) return (results[number] = nothing);
    parts.set(
      number,
      found.map((part) => this.numberOf(part)),
    );
    return (results[number] = several);
  }

  /** Returns words with their counts, and sets the counts to 0. */
  counted(distinct: readonly number[], order: "appearance" | "code units"): CountedTerms {
    const { words, counts } = this;
    const ordered = order === "code units" ? this.sorted(distinct) : distinct;
    const counted = {
      terms: ordered.map((number) => words[number]!),
      counts: ordered.map((number) => counts[number]!),
    };
    for (const number of ordered) counts[number] = 0;
    return counted;
  }
}

function beginningOf(word: string): number {
  let beginning = 0;
  for (let at = 0; at < 3; at++) beginning = beginning * 0x10000 + (codeUnitAt(word, at) || 0);
  return beginning;
}

let shared = new Vocabulary(Infinity);

function vocabularyFor(pageBytes: number): Vocabulary {
  if (pageBytes > largePage) return new Vocabulary(mostWordsOfPage);
  if (shared.isFull) shared = new Vocabulary(Infinity);
  return shared;
}

/** Words of a page, in order. */
export class WordList implements Iterable<string> {
  readonly #vocabulary: Vocabulary;
  readonly #numbers: number[] = [];

  /** `pageBytes` is the size of the page. A large page with too many distinct words throws {@link NotDefined}. */
  constructor(pageBytes = 0, vocabulary = vocabularyFor(pageBytes)) {
    this.#vocabulary = vocabulary;
  }

  get length(): number {
    return this.#numbers.length;
  }

  push(word: string): void {
    this.#numbers.push(this.#vocabulary.numberOf(word));
  }

  pushPart(text: UnitText, from: number, to: number, hash: number): void {
    this.#numbers.push(this.#vocabulary.numberOfPart(text, from, to, hash));
  }

  *[Symbol.iterator](): Generator<string, void, undefined> {
    for (const number of this.#numbers) yield this.#vocabulary.words[number]!;
  }

  /** Returns an empty list with the same vocabulary. */
  empty(): WordList {
    return new WordList(0, this.#vocabulary);
  }

  /** This list must have been made by {@link empty} of the other list. */
  append(list: WordList, rule: WordRule, from = 0, to = list.length): this {
    const vocabulary = this.#vocabulary;
    const applied = vocabulary.appliedOf(rule);
    for (let at = from; at < to; at++) {
      const number = list.#numbers[at]!;
      const result = vocabulary.resultOf(applied, number);
      if (result >= 0) this.#numbers.push(result);
      if (result !== several) continue;
      // One word of a page may have more parts than a function takes arguments.
      for (const part of applied.several.get(number)!) this.#numbers.push(part);
    }
    return this;
  }

  /** Returns the number of occurrences of each word, in order of first appearance or in code unit order. */
  count(order: "appearance" | "code units"): CountedTerms {
    const { counts } = this.#vocabulary;
    const distinct: number[] = [];
    for (const number of this.#numbers) {
      if (counts[number] === 0) distinct.push(number);
      counts[number]! += 1;
    }
    return this.#vocabulary.counted(distinct, order);
  }
}

/** Returns the counts of the words to which a rule turns counted words one by one, in code unit order. */
export function countByRule(counted: CountedTerms, rule: WordRule): CountedTerms {
  const vocabulary = vocabularyFor(0);
  const { counts } = vocabulary;
  const numbers = counted.terms.map((term) => vocabulary.numberOf(term));
  const applied = vocabulary.appliedOf(rule);
  // A rule that fails must leave no counts behind.
  const results = numbers.map((number) => vocabulary.resultOf(applied, number));
  const distinct: number[] = [];
  results.forEach((number, at) => {
    if (number < 0) return;
    if (counts[number] === 0) distinct.push(number);
    counts[number]! += counted.counts[at]!;
  });
  return vocabulary.counted(distinct, "code units");
}
