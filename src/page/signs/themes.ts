import table from "./themes.json" with { type: "json" };
import { once } from "../../base/math/memo.js";
import type { UnitText } from "../words/characters.js";
import { weightedLength } from "./finds.js";
import { PhraseIndex } from "./phrase-index.js";

/**
 * Words of a theme by language: consent, waiting rooms, closures, gambling. None of them says what a page is, but several
 * of one theme and language on a page with hardly anything else do. The words were written from knowledge of the
 * languages and of the pages of well-known services, which the note of each theme names.
 */
interface Theme {
  readonly kind: string;
  readonly theme: string;
  readonly note: string;
  /** Words of which a page must have one, because the others occur on ordinary pages, too. */
  readonly telling?: ByLanguage;
  readonly words: ByLanguage;
}

type ByLanguage = Readonly<Record<string, readonly string[] | undefined>>;

/** A test checks that themes.json has this type. */
export const themeTable = table as readonly Theme[];

/** A theme in one language. */
interface ThemeWords {
  readonly kind: string;
  /** Minimum number of telling words. */
  readonly needed: number;
}

interface Word {
  readonly of: ThemeWords;
  readonly isTelling: boolean;
  readonly length: number;
}

/** Words of one vocabulary that a page has, with the weighted number of characters of all their occurrences. */
interface Found {
  readonly telling: Set<string>;
  readonly words: Set<string>;
  characters: number;
}

export interface ThemeFind {
  readonly kind: string;
  readonly place: "title" | "text";
  readonly words: readonly string[];
  readonly weight: number;
}

/** Number of characters at the beginning of a page in which the words are counted. */
const REACH = 2_500;
/** Minimum number of different words of one theme. */
const FEWEST_THEME_WORDS = 3;
/** Minimum number of telling words of advertising, which single words of ordinary pages resemble. */
const FEWEST_OF_SPAM = 2;
/** Weight of three words, of each further one, and at most. */
const OF_THREE = 0.68;
const OF_MORE = 0.04;
const STRONGEST = 0.8;
/** Number of characters from which a page is long. A page of twice as many is no wall. */
const LONG = 4_000;
/**
 * Share of the text that the words make up, up to which they say nothing. A page about casinos, closures or consent has up
 * to 16 %, and a page of such a kind hardly ever less than 17 %.
 */
const LITTLE = 0.13;
/** The same for a parked page, which has advertising beside its own words. */
const LITTLE_FOR_SALE = 0.06;
/**
 * Share from which a page consists of such words, so that none of them needs to be telling, and one of advertising.
 */
const ALL = 0.3;
/** Share above that with which the words have their full weight. */
const UNTIL_FULL = 0.04;

const lengthOf = (word: string): number => weightedLength(word.replace("*", ""));

/** The words are indexed for the first page, because many threads read no page. */
const wordsOfThemes = once(() => {
  const indexed = themeTable.flatMap(({ kind, telling = {}, words: others }) =>
    Object.keys({ ...telling, ...others }).flatMap((language) => {
      const isTold = telling[language] !== undefined;
      const vocabulary = { kind, needed: !isTold ? 0 : kind === "spam" ? FEWEST_OF_SPAM : 1 };
      const wordsWith = (all: readonly string[] = [], isTelling: boolean) =>
        all.map((word) => [word, { of: vocabulary, isTelling, length: lengthOf(word) }] as const);
      return [...wordsWith(telling[language], true), ...wordsWith(others[language], false)];
    }),
  );
  return new PhraseIndex<Word>(indexed);
});

/**
 * Finds the themes of a title and a text in lower case. `length` is the weighted number of characters of the page: a long
 * page may mention anything. `controls` returns a text that has the labels of buttons, too: they are looked at only where a page
 * has words of a theme without a telling one.
 */
export function themeFinds(
  title: UnitText,
  text: UnitText,
  length: number,
  controls: () => string,
): ThemeFind[] {
  const advertised = advertisingTitle(title);
  if (advertised !== undefined) return [advertised];
  const read = weightedLength(`${title.text} ${text.text.slice(0, REACH)}`);
  const byTheme = new Map<ThemeWords, Found>();
  // Advertising may be as long as any page, and no wall is.
  const rest = Math.max(0, 1 - Math.max(0, length - LONG) / LONG);
  const index = wordsOfThemes();
  for (const { phrase, about } of [...index.find(title), ...index.find(text, REACH)]) {
    if (rest === 0 && about.of.kind !== "spam") continue;
    const found = byTheme.get(about.of) ?? { telling: new Set(), words: new Set(), characters: 0 };
    byTheme.set(about.of, found);
    (about.isTelling ? found.telling : found.words).add(phrase);
    found.characters += about.length;
  }
  const likely = [...byTheme].flatMap(([vocabulary, found]) => {
    const { kind } = vocabulary;
    const share = found.characters / read;
    const little = kind === "for-sale" ? LITTLE_FOR_SALE : LITTLE;
    const fullness = Math.min(1, (share - little) / UNTIL_FULL);
    const isLikely =
      fullness > 0 && found.telling.size + found.words.size >= FEWEST_THEME_WORDS - 1;
    const needed = share < ALL ? vocabulary.needed : kind === "spam" ? 1 : 0;
    return isLikely ? [{ kind, needed, found, fullness }] : [];
  });
  if (likely.some(({ needed, found }) => found.telling.size < needed)) {
    for (const { phrase, about } of index.find(controls().slice(0, REACH)))
      if (about.isTelling) byTheme.get(about.of)?.telling.add(phrase);
  }
  return likely.flatMap(({ kind, needed, found: { telling, words: others }, fullness }) => {
    const all = [...telling, ...others];
    const count = apart(all);
    if (count < FEWEST_THEME_WORDS || apart([...telling]) < needed) return [];
    const known = Math.min(STRONGEST, OF_THREE + (count - FEWEST_THEME_WORDS) * OF_MORE);
    const weight = known * fullness * (kind === "spam" ? 1 : rest);
    return weight < 0.01 ? [] : [{ kind, place: "text", words: all, weight }];
  });
}

/** Whoever breaks into a site advertises in its title, even where its body stays. */
function advertisingTitle(title: UnitText): ThemeFind | undefined {
  const byTheme = new Map<ThemeWords, { isTelling: boolean; readonly words: string[] }>();
  for (const { phrase, about } of wordsOfThemes().find(title)) {
    if (about.of.kind !== "spam") continue;
    const found = byTheme.get(about.of) ?? { isTelling: false, words: [] };
    byTheme.set(about.of, found);
    found.isTelling ||= about.isTelling;
    found.words.push(phrase);
  }
  const most = [...byTheme.values()].find(
    ({ isTelling, words: all }) => isTelling && apart([...new Set(all)]) >= FEWEST_OF_SPAM,
  );
  return most && { kind: "spam", place: "title", words: most.words, weight: STRONGEST };
}

/** Returns the number of words that are no part of another one: `in line` says nothing beside `number in line`. */
const apart = (words: readonly string[]): number =>
  words.filter((word) => !words.some((other) => other !== word && other.includes(word))).length;
