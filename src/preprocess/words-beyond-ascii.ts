/** Where words go. */
interface Words {
  push(word: string): void;
}

/**
 * Appends the words of a token that has characters beyond ASCII: parted at the punctuation of other scripts, which
 * Treebank's rules do not know, and, where a script is written without spaces (Chinese, Japanese, Thai, Lao, Khmer,
 * Burmese), cut by the dictionaries of `Intl.Segmenter`. Punctuation itself goes.
 */
export function pushWordsBeyondAscii(token: string, words: Words): void {
  for (const part of token.split(beyondAsciiPunctuation)) {
    if (part === "") continue;
    if (spaceless.test(part)) pushSegments(part, words);
    else words.push(part);
  }
}

/** All but what stands within words: apostrophes, hyphens, the Catalan dot, geresh and gershayim, Armenian marks. */
const beyondAsciiPunctuation =
  /(?:(?![\0-\x7f\xb7\u05f3\u05f4\u055a-\u055c\u055e\u2010\u2011\u2019])\p{P})+/u;

const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Which dictionary is asked depends on the script alone, never on the language. */
let segmenter: Intl.Segmenter | undefined;

/** The segmenter's time grows faster than the text that it is given at once. */
const pieceLength = 1_000;

function pushSegments(text: string, words: Words): void {
  segmenter ??= new Intl.Segmenter("und", { granularity: "word" });
  let from = 0;
  while (from < text.length) {
    const piece = text.slice(from, from + pieceLength);
    const isLast = from + piece.length === text.length;
    const segments = [...segmenter.segment(piece)];
    // The last word of a piece may go on behind it: the next piece begins with it.
    const again = isLast || segments.length === 1 ? undefined : segments.pop();
    for (const { segment, isWordLike } of segments) if (isWordLike === true) words.push(segment);
    from += again?.index ?? piece.length;
  }
}
