import { once } from "../base/math/memo.js";
import { normalised } from "../base/text.js";
import { spaceless } from "../page/words/characters.js";
import { stopWords } from "../page/words/stop-words.js";
import { CUT, FOLDED, MARKED, UNMARKED } from "./page-data.js";

/**
 * Maximum length of a line. Longer lines are cut at the ends of sentences or at spaces, so that the comparison finds
 * differences within them.
 */
const LONGEST_LINE = 240;

/** A text that is compared with others. Its lines and words are computed only once. */
export class ComparedText {
  readonly text: string;
  /** Language (BCP 47) of the text. The stop words depend on the language. */
  readonly language: string;
  readonly lines: () => readonly string[] = once(() => textLines(this.text));
  /** Words in lower case. */
  readonly words: () => ReadonlySet<string> = once(
    () => new Set(this.lines().flatMap((line) => placedWords(line).map(({ word }) => word))),
  );

  constructor(text: string, language = "en") {
    this.text = text;
    this.language = language;
  }
}

interface ComparedPassages {
  readonly mine: string;
  readonly other: string;
  /**
   * Set if the texts have no words in common except stop words and numbers. In that case no lines are folded and no
   * words are marked.
   */
  readonly sharesNothing?: true;
}

/**
 * Returns passages of two texts, with at most `most` characters each. A passage contains the lines that the other text
 * lacks. Equal lines are folded (see {@link FOLDED}). Marks surround the words that the other text lacks (see {@link
 * MARKED}).
 */
export function passages(mine: ComparedText, other: ComparedText, most: number): ComparedPassages {
  if (mine.text === other.text) {
    const { length } = mine.lines();
    const same = length === 0 ? "" : `${FOLDED}${length}`;
    return { mine: same, other: same };
  }
  if (!haveContentInCommon(mine, other)) {
    return { mine: firstText(mine, most), other: firstText(other, most), sharesNothing: true };
  }
  const [lines, others] = [new Set(mine.lines()), new Set(other.lines())];
  return {
    mine: front(withFolds(mine.lines(), others), most, other.words()),
    other: front(withFolds(other.lines(), lines), most, mine.words()),
  };
}

function haveContentInCommon(mine: ComparedText, other: ComparedText): boolean {
  const stops = [mine, other].map(({ language }) => stopWords(language));
  for (const word of mine.words()) {
    if (!other.words().has(word) || !/\p{L}/u.test(word)) continue;
    if (stops.every((each) => !each.has(word))) return true;
  }
  return false;
}

/** Greatest number of words in a list, as in the evidence of a run. */
const MOST_WORDS = 10;

/** Returns the first words of a text that another one lacks, without stop words and numbers. */
export const wordsOnlyIn = (has: ComparedText, lacks: ComparedText): string[] =>
  [...has.words()]
    .filter((word) => !lacks.words().has(word) && /\p{L}/u.test(word))
    .filter((word) => !stopWords(has.language).has(word))
    .slice(0, MOST_WORDS);

/** Returns the start of a text with at most `most` characters. */
export const firstText = ({ lines }: ComparedText, most: number): string => front(lines(), most);

function withFolds(lines: readonly string[], known: ReadonlySet<string>): string[] {
  const kept: string[] = [];
  let equal = 0;
  for (const line of lines) {
    equal = known.has(line) ? equal + 1 : 0;
    if (equal > 1) kept.pop();
    kept.push(equal > 0 ? `${FOLDED}${equal}` : line);
  }
  return kept;
}

/** Joins lines to at most `most` characters. Words that are not in `known` are marked. */
function front(lines: readonly string[], most: number, known?: ReadonlySet<string>): string {
  const kept: string[] = [];
  let length = 0;
  for (const [at, line] of lines.entries()) {
    if (line.startsWith(FOLDED)) {
      kept.push(line);
      continue;
    }
    const room = most - length;
    if (line.length <= room) {
      kept.push(marked(line, line.length, known));
      length += line.length + 1;
      continue;
    }
    // Removes a surrogate that has lost its second half.
    const piece = line.slice(0, Math.max(room, 0)).replace(/[\uD800-\uDBFF]$/u, "");
    if (piece !== "") kept.push(marked(line, piece.length, known));
    const rest = lines.slice(at).filter((each) => !each.startsWith(FOLDED));
    const left = rest.reduce((sum, each) => sum + each.length, 0) - piece.length;
    kept.push(`${CUT}${left}`);
    break;
  }
  return kept.join("\n");
}

/** A word that is cut at the end is marked if the whole word would be marked. */
function marked(line: string, length: number, known: ReadonlySet<string> | undefined): string {
  if (known === undefined) return line.slice(0, length);
  let made = "";
  let at = 0;
  let isMarked = false;
  for (const { from, to, word } of placedWords(line)) {
    if (from >= length) break;
    const isNew = !known.has(word);
    // Text between two marked words is marked too, so that the underline is continuous.
    if (isMarked && !isNew) made += UNMARKED;
    made += line.slice(at, from);
    if (isNew && !isMarked) made += MARKED;
    isMarked = isNew;
    at = Math.min(to, length);
    made += line.slice(from, at);
  }
  if (isMarked) made += UNMARKED;
  return made + line.slice(at, length);
}

interface PlacedWord {
  readonly from: number;
  readonly to: number;
  /** The word in lower case. */
  readonly word: string;
}

/**
 * Splits text without spaces into words. Other text is split without it, because `Intl.Segmenter` takes sixty times as
 * long.
 */
const wordSegmenter = once(() => new Intl.Segmenter("und", { granularity: "word" }));

function placedWords(line: string): PlacedWord[] {
  const words: PlacedWord[] = [];
  const add = (text: string, from: number): void => {
    words.push({ from, to: from + text.length, word: normalised(text.toLowerCase(), "NFC") });
  };
  for (const { 0: run, index } of line.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (!spaceless.test(run)) {
      add(run, index);
      continue;
    }
    for (const { segment, index: at } of wordSegmenter().segment(run)) add(segment, index + at);
  }
  return words;
}

/**
 * Replaces private-use characters, such as the characters of an icon font, because the page would read them as marks.
 */
const withoutMarks = (line: string): string => line.replace(/[\ue000-\ue003]/gu, "\ufffd");

function textLines(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map(withoutMarks)
    .flatMap((line) => (line.length <= LONGEST_LINE ? [line] : lineParts(line)));
}

/** Cuts a long line after the ends of sentences, or else at spaces, or else at any character. */
function lineParts(line: string): string[] {
  const cut: string[] = [];
  let from = 0;
  while (line.length - from > LONGEST_LINE) {
    const window = line.slice(from, from + LONGEST_LINE);
    const sentence = /^[^]*[.!?。！？](?=\s|$)\s*/u.exec(window)?.[0].length ?? 0;
    const space = window.lastIndexOf(" ") + 1;
    let length = sentence || space || LONGEST_LINE;
    if (/[\uD800-\uDBFF]$/u.test(line.slice(from, from + length))) length -= 1;
    cut.push(line.slice(from, from + length));
    from += length;
  }
  cut.push(line.slice(from));
  return cut.filter((piece) => piece !== "");
}
