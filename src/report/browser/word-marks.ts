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
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    const isOnlyHere = !known.has(match[0].toLowerCase());
    const last = marked.at(-1);
    const between = text.slice(end, match.index);
    if (last?.isOnlyHere === isOnlyHere) last.text += between + match[0];
    else {
      // What stands between two words belongs to neither.
      if (between !== "") push(marked, between);
      marked.push({ text: match[0], isOnlyHere });
    }
    end = match.index + match[0].length;
  }
  if (end < text.length) push(marked, text.slice(end));
  return marked;
}

function push(marked: { text: string; isOnlyHere: boolean }[], between: string): void {
  const last = marked.at(-1);
  if (last?.isOnlyHere === false) last.text += between;
  else marked.push({ text: between, isOnlyHere: false });
}

const wordsOf = (text: string): string[] =>
  Array.from(text.matchAll(WORD), ([word]) => word.toLowerCase());
