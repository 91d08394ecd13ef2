import type { CountedTerms, Settling } from "../types.js";
import { settlerOf } from "./settle.js";
import { sortWords } from "./sort-words.js";
import type { WordList } from "./word-list.js";
import type { WordTable } from "./word-table.js";

/** How often each word occurs, in order of first appearance. */
export function countWords(words: WordList): CountedTerms {
  const { table, numbers } = words;
  return named(table, count(table, numbers));
}

/** How often each term occurs that the words settle to, in code unit order. */
export function countSettledWords(words: WordList, settling: Settling): CountedTerms {
  const { table, numbers } = words;
  const counted = count(table, numbers);
  const settled = counted.distinct.map(settledBy(table, settling));
  const { distinct, counts } = count(table, settled, counted.counts);
  const totals = table.notes("total");
  for (const [at, number] of distinct.entries()) totals[number] = counts[at]!;
  const sorted = sortWords(distinct, table);
  return named(table, { distinct: sorted, counts: sorted.map((number) => totals[number]!) });
}

interface Counted {
  readonly distinct: readonly number[];
  readonly counts: readonly number[];
}

/** A word that settles to nothing. */
const dropped = -1;

/** Counts numbers, each with its weight or 1, in order of first appearance; dropped ones are left out. */
function count(table: WordTable, numbers: readonly number[], weights?: readonly number[]): Counted {
  const sums = table.notes("sum");
  const distinct: number[] = [];
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at]!;
    if (number === dropped) continue;
    const sum = sums[number]!;
    if (sum === 0) distinct.push(number);
    sums[number] = sum + (weights === undefined ? 1 : weights[at]!);
  }
  const counts = distinct.map((number) => sums[number]!);
  for (const number of distinct) sums[number] = 0;
  return { distinct, counts };
}

/** The number of the term that a word settles to, or `dropped`; worked out once for each word of the table. */
function settledBy(table: WordTable, settling: Settling): (number: number) => number {
  const { key, settle } = settlerOf(settling);
  const known = table.notes(`settled ${key}`);
  return (number) => {
    const before = known[number]!;
    if (before !== 0) return before === dropped ? dropped : before - 1;
    const term = settle(table.word(number));
    const settled = term === undefined ? dropped : table.numberOf(term);
    known[number] = settled === dropped ? dropped : settled + 1;
    return settled;
  };
}

function named(table: WordTable, { distinct, counts }: Counted): CountedTerms {
  return { terms: distinct.map((number) => table.word(number)), counts };
}
