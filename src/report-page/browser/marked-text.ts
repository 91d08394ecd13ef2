export interface MarkedText {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Texts with fewer of their words in common have those marked, others the words that only one has. */
const LITTLE = 0.3;

/** How a text is marked beside another: the words that only it has, or those that both have, where these are few. */
export function markingOf(text: string, other: string): "different" | "common" {
  const words = wordsOf(text);
  const known = new Set(wordsOf(other));
  const common = words.filter((word) => known.has(word)).length;
  return common < LITTLE * words.length ? "common" : "different";
}

/** Cuts texts where words begin or end that are to be marked beside another text; case does not matter. */
export function marker(
  other: string,
  marking: "different" | "common" = "different",
): (text: string) => MarkedText[] {
  const known = new Set(wordsOf(other));
  return (text) => markWords(text, (word) => known.has(word) === (marking === "common"));
}

function markWords(text: string, isWanted: (word: string) => boolean): MarkedText[] {
  const marked: { text: string; isMarked: boolean }[] = [];
  const add = (piece: string, isMarked: boolean): void => {
    const last = marked.at(-1);
    if (last?.isMarked === isMarked) last.text += piece;
    else if (piece !== "") marked.push({ text: piece, isMarked });
  };
  let between = "";
  for (const { text: piece, isWord } of segments(text)) {
    if (!isWord) {
      between += piece;
      continue;
    }
    const isMarked = isWanted(piece.toLowerCase());
    // What stands between two marked words is marked as well, so that a line under them is one.
    add(between, isMarked && marked.at(-1)?.isMarked === true);
    between = "";
    add(piece, isMarked);
  }
  add(between, false);
  return marked;
}

const wordsOf = (text: string): string[] =>
  segments(text).flatMap(({ text: piece, isWord }) => (isWord ? [piece.toLowerCase()] : []));

interface Segment {
  readonly text: string;
  readonly isWord: boolean;
}

const segmenter =
  "Segmenter" in Intl ? new Intl.Segmenter(undefined, { granularity: "word" }) : undefined;

/** Words and what stands between them, also of scripts without spaces where the browser knows them. */
function segments(text: string): Segment[] {
  if (segmenter === undefined) {
    return Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+/gu), ([piece]) => ({
      text: piece,
      isWord: /^[\p{L}\p{M}\p{N}]/u.test(piece),
    }));
  }
  return Array.from(segmenter.segment(text), ({ segment, isWordLike }) => ({
    text: segment,
    isWord: isWordLike === true,
  }));
}
