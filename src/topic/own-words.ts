import type { TopicWords } from "../pages/features/words.js";
import { commonWords } from "../pages/stop-words.js";
import { normaliseToken } from "../pages/terms.js";
import type { Preprocessing } from "../types.js";

const known = new Map<string, ReadonlySet<string>>();

/**
 * The words of a document without those that are common in its own language, whatever language its words were normalised
 * for; they part collocations. A user's own list, or the wish to keep stop words, stands.
 */
export function withoutCommonWords(
  { words, widths }: TopicWords,
  language: string,
  preprocessing: Preprocessing,
): TopicWords {
  const common = commonStems(language, preprocessing);
  if (common.size === 0) return { words, widths };
  const left: string[] = [];
  const leftWidths: number[] = [];
  for (const [at, given] of words.entries()) {
    const word = common.has(given) ? "" : given;
    if (word === "" && left.at(-1) === "") leftWidths[left.length - 1]! += widths[at]! + 1;
    else {
      left.push(word);
      leftWidths.push(widths[at]!);
    }
  }
  return { words: left, widths: leftWidths };
}

/** The words that {@link withoutCommonWords} leaves out, in the form that they have in a document. */
export function commonStems(language: string, preprocessing: Preprocessing): ReadonlySet<string> {
  const { language: given, stem, stopWords, stopWordList } = preprocessing;
  if (!stopWords || stopWordList !== undefined) return none;
  const termOptions = { stem, stopWords, language: given === "auto" ? language : given };
  const key = JSON.stringify([language, termOptions]);
  let stems = known.get(key);
  if (stems === undefined) {
    stems = new Set(
      [...commonWords(language)].flatMap(
        (word) => normaliseToken(word, termOptions)?.toLowerCase() ?? [],
      ),
    );
    known.set(key, stems);
  }
  return stems;
}

const none: ReadonlySet<string> = new Set();
