import { createHash } from "node:crypto";
import { UsageError } from "../errors.js";
import type { StopWordList } from "../types.js";

/** Words, not texts. */
const mostWords = 100_000;
const longestWord = 100;

/**
 * Reads a file of stop words: UTF-8, separated by white space; the rest of a line after `#` is a remark. `file` is for
 * messages. Throws a `UsageError` for a file without words, and for one that is no list of words.
 */
export function parseStopWords(text: string, file: string): StopWordList {
  const words = text.split("\n").flatMap((line) => {
    const remark = line.indexOf("#");
    return (remark < 0 ? line : line.slice(0, remark)).split(/\s+/u).filter((word) => word !== "");
  });
  if (words.length === 0) throw new UsageError(`${file} has no stop words.`);
  if (words.length > mostWords || words.some(isNoWord)) {
    throw new UsageError(
      `${file} is no list of stop words: give up to ${mostWords} words in UTF-8, one a line.`,
    );
  }
  return stopWordList(words);
}

/** Stop words as settings have them. */
export function stopWordList(words: readonly string[]): StopWordList {
  const sorted = [...new Set(words.map((word) => word.normalize("NFC")))].sort();
  const digest = createHash("sha256").update(sorted.join("\n")).digest("hex").slice(0, 16);
  return { digest, words: sorted };
}

const isNoWord = (word: string): boolean =>
  word.length > longestWord || word.includes("\ufffd") || /\p{Cc}/u.test(word);
