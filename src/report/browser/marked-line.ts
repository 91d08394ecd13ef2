import { CUT, FOLDED, MARKED, UNMARKED } from "../page-data.js";
import { element } from "./dom.js";

/** Marks of one of two texts. */
export interface TextMarks {
  /** Class of words that are not in the other text, which differs on the two sides. */
  readonly difference: "gained" | "lost";
  /** Finds the words that gave the verdict; `undefined` if the evidence has none. */
  readonly reasons: RegExp | undefined;
  /** Whether only the words that gave the verdict are marked. */
  readonly isOnlyReasons: boolean;
}

interface Piece {
  readonly text: string;
  readonly isNew: boolean;
}

/** Splits a line at the marks of {@link MARKED}. */
function piecesOf(line: string): Piece[] {
  const [start = "", ...rest] = line.split(MARKED);
  const pieces = rest.flatMap((text): Piece[] => {
    const end = text.indexOf(UNMARKED);
    return [
      { text: text.slice(0, end), isNew: true },
      { text: text.slice(end + 1), isNew: false },
    ];
  });
  return [{ text: start, isNew: false }, ...pieces].filter(({ text }) => text !== "");
}

const isTextLine = (line: string): boolean => !line.startsWith(FOLDED) && !line.startsWith(CUT);

const unmarkedText = (line: string): string =>
  piecesOf(line)
    .map(({ text }) => text)
    .join("");

/** Returns the children of a line of text. A word that gave the verdict may reach over several pieces. */
export function markedLine(line: string, marks: TextMarks): (HTMLElement | string)[] {
  const { difference, reasons, isOnlyReasons } = marks;
  const whole = unmarkedText(line);
  const found = reasons === undefined ? [] : [...whole.matchAll(reasons)];
  const ranges = found.map(({ 0: word, index }) => [index, index + word.length] as const);
  let from = 0;
  return piecesOf(line).flatMap(({ text, isNew }) => {
    const [start, end] = [from, from + text.length];
    from = end;
    const inside = ranges.flat().filter((at) => at > start && at < end);
    const cuts = [start, ...inside, end];
    return cuts.slice(1).map((to, at) => {
      const part = whole.slice(cuts[at], to);
      const isReason = ranges.some(([one, other]) => one <= cuts[at]! && to <= other);
      const isMarked = isNew && !isOnlyReasons;
      if (!isReason && !isMarked) return part;
      return element("mark", { class: `${difference}${isReason ? " reason" : ""}` }, part);
    });
  });
}

/** Assumed length of a folded line. */
const FOLDED_LENGTH = 40;
const MOST_FOLDED = 15;

/** Returns the share of a passage that is new. Folded lines count if they are most, but none beyond what is read at a glance. */
export function shareOfNew(passage: string): number {
  let [all, isNew, folded, shown] = [0, 0, 0, 0];
  for (const line of passage.split("\n")) {
    if (line.startsWith(FOLDED)) folded += Number.parseInt(line.slice(1), 10) || 0;
    if (!isTextLine(line)) continue;
    shown += 1;
    for (const piece of piecesOf(line)) {
      all += piece.text.length;
      if (piece.isNew) isNew += piece.text.length;
    }
  }
  if (folded > shown) all += FOLDED_LENGTH * Math.min(folded, MOST_FOLDED);
  return all === 0 ? 0 : isNew / all;
}

/** Returns the words that a passage shows. */
export const shownWords = (passage: string, words: RegExp): string[] =>
  passage
    .split("\n")
    .filter(isTextLine)
    .flatMap((line) => [...unmarkedText(line).matchAll(words)].map(([word]) => word));

const SPACED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{P}\s]+$/u;

/** Returns an expression that finds words and phrases in any case; `undefined` without words. */
export function wordsExpression(words: readonly string[]): RegExp | undefined {
  const found = words
    .map((word) => word.trim())
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    // A longer phrase comes before its parts.
    .sort((a, b) => b.length - a.length)
    .map((word) => {
      const escaped = word.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&").replace(/\s+/gu, "\\s+");
      // Text without spaces between words has no ends of words to look for.
      return SPACED.test(word) ? `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])` : escaped;
    });
  return found.length === 0 ? undefined : new RegExp(found.join("|"), "giu");
}
