import { lowerCase, primarySubtag, spaceless, unitsOf } from "./characters.js";
import { type SentenceBounds, splitSentences } from "./sentences.js";
import { treebankWords } from "./treebank.js";
import { WordList, type WordRule } from "./word-list.js";

/**
 * Splits a token at the punctuation of other scripts, which the Treebank rules do not know. Scripts written without
 * spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) are segmented by the dictionaries of `Intl.Segmenter`.
 * Punctuation itself is dropped.
 */
const partsBeyondEnglish: WordRule = {
  name: "parts beyond English",
  apply(token) {
    if (!notAscii.test(token)) return token;
    const words: string[] = [];
    for (const part of token.split(beyondAsciiPunctuation)) {
      if (part === "") continue;
      if (spaceless.test(part)) pushSegments(part, words);
      else words.push(part);
    }
    return words;
  },
};

/**
 * Punctuation outside of ASCII, except the marks that occur inside of words: apostrophes, hyphens, the Catalan dot,
 * geresh and gershayim, Armenian marks.
 */
const beyondAsciiPunctuation =
  /(?:(?![\0-\x7f\xb7\u05f3\u05f4\u055a-\u055c\u055e\u2010\u2011\u2019])\p{P})+/u;

/** Segmenter for all languages. The script of the text decides which dictionary it uses. */
let segmenter: Intl.Segmenter | undefined;

/** Maximum length of text to segment at once, because the segmenter's time grows faster than the length. */
const tokenPiece = 1_000;

function pushSegments(text: string, words: string[]): void {
  segmenter ??= new Intl.Segmenter("und", { granularity: "word" });
  let from = 0;
  while (from < text.length) {
    const piece = text.slice(from, from + tokenPiece);
    const isLast = from + piece.length === text.length;
    const segments = [...segmenter.segment(piece)];
    // The last word of a piece may continue after it, so the next piece begins with it.
    const again = isLast || segments.length === 1 ? undefined : segments.pop();
    for (const { segment, isWordLike } of segments) if (isWordLike === true) words.push(segment);
    from += again?.index ?? piece.length;
  }
}
/** Words of a text, with the data from which the words of the lower-cased text are derived. */
export interface Tokens {
  readonly words: WordList;
  readonly sentences: SentenceBounds;
  /** Index in `words` of each sentence's first word. */
  readonly firstWords: readonly number[];
}

/**
 * Returns the words of a text like NLTK's `word_tokenize`. The text is cut into sentences and the Treebank expressions
 * are applied to each, because a full stop is separated from its word only at the end of a sentence. Words are
 * unstemmed, and include punctuation and stop words. In languages other than English, words are also split at the
 * punctuation of their scripts, scripts written without spaces are segmented (see {@link partBeyondEnglish}), and
 * apostrophes inside words become plain apostrophes.
 */
export function tokenize(given: string, language: string, pageBytes = 0): Tokens {
  const isEnglish = primarySubtag(language) === "en";
  // The Treebank rules would treat a typographic apostrophe as a quotation mark and split the word.
  const text = unitsOf(isEnglish ? given : given.replace(apostropheInWord, "'"));
  const sentences = splitSentences(text.text, language, false);
  const list = new WordList(pageBytes);
  const firstWords: number[] = [];
  for (let index = 0; index < sentences.length; index += 2) {
    firstWords.push(list.length);
    treebankWords(text, sentences[index]!, sentences[index + 1]!, list);
  }
  const tokens = { words: list, sentences, firstWords };
  return isEnglish ? tokens : partBeyondEnglish(tokens);
}

/** An expression that begins with a character is searched for by that character. */
const apostropheInWord = /\u2019(?<=[\p{L}\p{M}]\u2019)(?=\p{L})/gu;

/** Splits Treebank words in scripts for which Treebank has no rules. */
function partBeyondEnglish({ words, sentences, firstWords: starts }: Tokens): Tokens {
  const list = words.empty();
  const firstWords = starts.map((start, sentence) => {
    const first = list.length;
    list.append(words, partsBeyondEnglish, start, starts[sentence + 1]);
    return first;
  });
  return { words: list, sentences, firstWords };
}

const notAscii = /[^\0-\x7f]/u;

/** Clitics in mixed case, which are separated from their word only after lower-casing. */
const mixedCaseClitics = /'(?:Ll|lL|Re|rE|Ve|vE)|N't|n'T/u;

/**
 * Returns the words of the lower-cased text, given those of the original text. Sentences that are the same in both are
 * not split again, because folding changes little else. English sentences are cut as if the text had been lower-cased
 * first, as in OTMT's cosine. In other languages they are cut as in the original text, because the rule depends on
 * capitals, and the words are simply lower-cased.
 */
export function foldTokens(
  text: string,
  language: string,
  { words, sentences, firstWords }: Tokens,
): WordList {
  const list = words.empty();
  if (primarySubtag(language) !== "en") {
    const name = `lower case ${language}`;
    return list.append(words, { name, apply: (word) => lowerCase(word, language) });
  }
  // Letters whose lower case is longer, or depends on neighbouring letters, may be split in another way.
  const changes = text.includes("İ") || text.includes("Σ") || mixedCaseClitics.test(text);
  const bounds = splitSentences(text, language, true);
  let known = 0;
  for (let index = 0; index < bounds.length; index += 2) {
    const from = bounds[index]!;
    const to = bounds[index + 1]!;
    while (known < sentences.length && sentences[known]! < from) known += 2;
    if (!changes && sentences[known] === from && sentences[known + 1] === to) {
      list.append(words, englishLowerCase, firstWords[known / 2], firstWords[known / 2 + 1]);
    } else {
      const folded = text.slice(from, to).toLowerCase();
      treebankWords(unitsOf(folded), 0, folded.length, list);
    }
  }
  return list;
}

const englishLowerCase: WordRule = { name: "lower case", apply: (word) => word.toLowerCase() };
