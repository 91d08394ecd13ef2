import { codeUnitAt } from "../../base/text.js";
import { NotDefined } from "../../base/failures.js";
import { detached } from "../../base/math/memo.js";
import type { CountedTerms } from "../../base/types.js";
import { nextHash, type UnitText } from "./units.js";

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

/** Binary logarithm of the number of slots for words that were looked up lately. */
const slotBits = 16;
const slotOf = (hash: number): number => Math.imul(hash, 0x9e3779b1) >>> (32 - slotBits);

/** Gives numbers from 0 to words, so that a rule is applied to each word once for many pages. */
class Vocabulary {
  readonly words: string[] = [];
  /** All are 0 except while words are counted. */
  readonly counts: number[] = [];
  readonly #limit: number;
  #characters = 0;
  readonly #numbers = new Map<string, number>();
  /** Numbers of words that were looked up lately, by their hash. Most look-ups are of frequent words. */
  readonly #recent = new Int32Array(1 << slotBits);
  /** Numbers of the words to which a rule turns each word, by the word's number, as far as the rule has been applied. */
  readonly #applied = new Map<string, (readonly number[] | undefined)[]>();
  /** The words that were sorted last. */
  #sorted: readonly number[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.words.length > mostShared.words || this.#characters > mostShared.characters;
  }

  numberOf(word: string): number {
    let hash = 0;
    for (let at = 0; at < word.length; at++) hash = nextHash(hash, codeUnitAt(word, at));
    const slot = slotOf(hash);
    const recent = this.#recent[slot]!;
    return this.words[recent] === word ? recent : (this.#recent[slot] = this.#find(word));
  }

  /** Returns the number of a part of a text, given its hash. */
  numberOfPart({ text, units }: UnitText, from: number, to: number, hash: number): number {
    const slot = slotOf(hash);
    const recent = this.#recent[slot]!;
    const word = this.words[recent] ?? "";
    let same = word.length === to - from ? 0 : -1;
    while (same >= 0 && same < word.length)
      same = codeUnitAt(word, same) === units[from + same] ? same + 1 : -1;
    return same > 0 ? recent : (this.#recent[slot] = this.#find(text.slice(from, to)));
  }

  #find(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.words.length;
    if (number >= this.#limit)
      throw new NotDefined(`it has more than ${this.#limit} distinct words`);
    const kept = detached(word);
    this.#numbers.set(kept, number);
    this.words.push(kept);
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
    const isAfter = (a: number, b: number): boolean => words[a]! > words[b]!;
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

  /** Returns a function that turns the number of a word into those of a rule's words. It applies the rule once. */
  applying(rule: WordRule): (number: number) => readonly number[] {
    const known = this.#applied.get(rule.name) ?? [];
    this.#applied.set(rule.name, known);
    // An array with gaps would be slow.
    while (known.length < this.words.length) known.push(undefined);
    return (number) => (known[number] ??= this.#apply(rule, number));
  }

  #apply(rule: WordRule, number: number): readonly number[] {
    const found = rule.apply(this.words[number]!) ?? [];
    return (typeof found === "string" ? [found] : found).map((word) => this.numberOf(word));
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
    const apply = this.#vocabulary.applying(rule);
    for (let at = from; at < to; at++)
      for (const number of apply(list.#numbers[at]!)) this.#numbers.push(number);
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
  // A rule that fails must leave no counts behind.
  const results = numbers.map(vocabulary.applying(rule));
  const distinct: number[] = [];
  for (const [at, result] of results.entries())
    for (const number of result) {
      if (counts[number] === 0) distinct.push(number);
      counts[number]! += counted.counts[at]!;
    }
  return vocabulary.counted(distinct, "code units");
}
