/** A stretch of text, and whether its words are only in this text and not in the other. */
export interface MarkedText {
  readonly text: string;
  readonly isOnlyHere: boolean;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** A text cut where its words begin or cease to be found in the other; case does not matter. */
export function markWords(text: string, other: string): MarkedText[] {
  const known = new Set(wordsOf(other));
  const marked: { text: string; isOnlyHere: boolean }[] = [];
  const add = (piece: string, isOnlyHere: boolean): void => {
    const last = marked.at(-1);
    if (last?.isOnlyHere === isOnlyHere) last.text += piece;
    else if (piece !== "") marked.push({ text: piece, isOnlyHere });
  };
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    const isOnlyHere = !known.has(match[0].toLowerCase());
    // What stands between two marked words is marked as well, so that a line under them is one.
    add(text.slice(end, match.index), isOnlyHere && marked.at(-1)?.isOnlyHere === true);
    add(match[0], isOnlyHere);
    end = match.index + match[0].length;
  }
  add(text.slice(end), false);
  return marked;
}

const wordsOf = (text: string): string[] =>
  Array.from(text.matchAll(WORD), ([word]) => word.toLowerCase());
