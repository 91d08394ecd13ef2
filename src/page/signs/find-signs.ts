import { codeUnitAt } from "../../base/text.js";
import type { Forward } from "../html/forwards.js";
import type { OwnSigns, Sign } from "../types.js";
import { markOfAddress } from "./forward-marks.js";
import { countedWords, type SignKind, signTable, softwareTable } from "./sign-table.js";
import { starterFinds, starterTable, type StarterPhrase } from "./starters.js";

export interface SignSource {
  readonly title: string;
  readonly headings: readonly string[];
  /** Visible text without the title. */
  readonly text: string;
  readonly html: string;
  /** `content` of `<meta http-equiv=refresh>`. */
  readonly refresh: string | undefined;
  /** Places to which a page without text forwards. */
  readonly forwards?: readonly Forward[];
  /** Number of images, frames and videos. */
  readonly pictures: number;
  readonly passwordFields: number;
}

interface About {
  readonly kind: string;
  readonly signal: "strong" | "weak";
}

/** The tables are built for the first page, because many threads read no page. */
interface Tables {
  readonly phrases: PhraseIndex<About>;
  /** Kinds with marks, and an expression that matches each mark. */
  readonly marked: readonly { readonly kind: string; readonly markup: readonly string[] }[];
  readonly anyMark: RegExp;
  readonly counted: PhraseIndex<Counted>;
  readonly filler: ReadonlySet<string>;
  /** Phrases that a page displays until a script has filled it. */
  readonly waiting: PhraseIndex<string>;
  /** Titles that the user's file of signs gives to kinds. */
  readonly titles: ReadonlyMap<string, string>;
}

/** Tables by the digest of the user's signs. The key is an empty text if the user has none. */
const made = new Map<string, Tables>();
/** A run needs one table. */
const mostMade = 4;

function tablesOf(own: OwnSigns | undefined): Tables {
  const key = own?.digest ?? "";
  const known = made.get(key);
  if (known !== undefined) return known;
  if (made.size >= mostMade) made.clear();
  const tables = makeTables(own?.kinds ?? []);
  made.set(key, tables);
  return tables;
}

const SIGNALS = ["strong", "weak"] as const;

function makeTables(own: OwnSigns["kinds"]): Tables {
  const counted = (kind: SignKind): readonly string[] => [
    ...countedWords(kind),
    ...own.flatMap((one) => (one.kind === kind ? one.words : [])),
  ];
  const marked = [...signTable, ...own].flatMap(({ kind, markup = [] }) =>
    markup.length > 0 ? [{ kind, markup }] : [],
  );
  return {
    phrases: new PhraseIndex<About>([
      ...signTable.flatMap(({ kind, ...words }) =>
        SIGNALS.flatMap((signal) =>
          [words[signal] ?? {}, softwareTable[kind]?.[signal] ?? {}]
            .flatMap((lists) => Object.values(lists).flat())
            .map((phrase) => [phrase, { kind, signal }] as const),
        ),
      ),
      ...own.flatMap(({ kind, ...words }) =>
        SIGNALS.flatMap((signal) =>
          words[signal].map((phrase) => [phrase, { kind, signal }] as const),
        ),
      ),
    ]),
    marked,
    anyMark: new RegExp(
      marked
        .flatMap(({ markup }) => markup)
        .map((mark) => mark.replace(/[/\\^$*+?.()|[\]{}]/gu, "\\$&"))
        .join("|"),
      "u",
    ),
    counted: new PhraseIndex<Counted>([
      ...counted("spam").map((word) => [word, { word }] as const),
      ...starterTable.flatMap(({ software, phrases }) =>
        phrases.map((word) => [word, { word, starter: software }] as const),
      ),
    ]),
    filler: new Set(counted("placeholder")),
    waiting: new PhraseIndex(counted("blank").map((word) => [word, word] as const)),
    titles: new Map(own.flatMap(({ kind, title }) => (title === undefined ? [] : [[kind, title]]))),
  };
}

/**
 * Maximum number of characters in which phrases are searched for, in which words are counted, and of markup in which
 * marks are searched for.
 */
const phraseReach = 3_000;
const countedReach = 30_000;
const markupReach = 100_000;

/**
 * Maximum length of text of a short page, and minimum length of a long page. An article may mention anything. For
 * phrases that occur only in the text and neither in the title nor in a heading, half of that length counts as long,
 * because they may be mentioned in passing.
 */
const shortPage = 600;
const longPage = 4_000;
const longForText = 2_000;

/** Weights of a find by its position on the page, for a short page and for a long page. */
const weights = {
  title: { strong: [0.9, 0.6], weak: [0.7, 0.35] },
  heading: { strong: [0.8, 0.4], weak: [0.6, 0.15] },
  text: { strong: [0.8, 0], weak: [0.3, 0] },
  markup: { strong: [0.85, 0.05] },
} as const;

/** Strength of the sign that a page only leads to an address which says what it is. */
export const ofAddress = 0.95;

/**
 * Returns the kinds of page that a page says it is, the strongest first, with the words or marks that show the kind.
 * The strength of a find depends on its position (title, heading, text, markup) and on the amount of other text. `own`
 * are additional signs of the user.
 */
export function findSigns(source: SignSource, own?: OwnSigns): Sign[] {
  const { phrases, marked, anyMark, counted, filler, waiting, titles } = tablesOf(own);
  const [title, text] = [tidy(source.title), tidy(source.text)];
  const length = weightedLength(text);
  const finds = new Map<string, Find[]>();
  const add = (kind: string, find: Find): void => {
    const known = finds.get(kind) ?? [];
    finds.set(kind, known);
    if (known.length < mostFinds) known.push(find);
  };
  const longBy = (end: number): number =>
    Math.min(1, Math.max(0, (length - shortPage) / (end - shortPage)));
  const [long, longText] = [longBy(longPage), longBy(longForText)];
  const between = ([short, far]: readonly [number, number], share = 1, by = long): number =>
    (short + (far - short) * by) * share;
  let announced: ReadonlySet<string> = new Set();
  const look = (place: "title" | "heading" | "text", given: string, isFirst = true): void => {
    const where = tidy(given).slice(0, phraseReach);
    const all = place === "text" && where.length <= longestAll ? bare(where) : undefined;
    for (const { phrase, about } of phrases.find(where)) {
      // A weak phrase is a clear statement if the text contains nothing else ("Coming soon!").
      const signal = phrase === all ? "strong" : about.signal;
      // The first heading belongs to the whole page. Later headings may belong to a part, such as "Login", so their
      // weak phrases count only if the kind was found before.
      const isStrong = signal === "strong";
      if (!isStrong && !isFirst && !finds.has(about.kind)) continue;
      const cover = Math.min(1, (3 * phrase.length) / where.length);
      // "Login" is a sign if it is the whole title, but hardly a sign if it is one word of several.
      const strongShare = place === "text" ? 1 + cover / 8 : 0.5 + cover / 2;
      const share = isStrong ? strongShare : cover * cover;
      const by = place === "text" && !announced.has(about.kind) ? longText : long;
      const weight = between(weights[place][signal], share, by);
      if (weight > 0.01) add(about.kind, { place, mark: phrase, weight });
    }
  };
  look("title", source.title);
  for (const [at, heading] of source.headings.slice(0, 3).entries())
    look("heading", heading, at === 0);
  announced = new Set(finds.keys());
  if (longText < 1 || (long < 1 && announced.size > 0)) look("text", text);
  const markup = source.html.slice(0, markupReach).toLowerCase();
  for (const { kind, markup: marks } of anyMark.test(markup) ? marked : []) {
    // News sites mark every article for subscribers, and show a part of it.
    const by = kind === "paywall" ? longText : long;
    for (const mark of marks) {
      if (markup.includes(mark))
        add(kind, { place: "markup", mark, weight: between(weights.markup.strong, 1, by) });
    }
  }
  for (const forward of source.forwards ?? []) {
    const found = markOfAddress(forward.target, forward);
    const mark = forward.target === "" ? "itself" : forward.target;
    if (found !== undefined) add(found.kind, { place: "forwards to", mark, weight: ofAddress });
  }
  const boxWeight = between([0.5, 0], 1, longText);
  if (source.passwordFields > 0 && boxWeight > 0.01)
    add("login-wall", { place: "markup", mark: "password field", weight: boxWeight });
  if (/^\s*\d{1,2}\s*[;,]/u.test(source.refresh ?? "") && length < shortPage)
    add("moved", { place: "markup", mark: "meta refresh", weight: length < 200 ? 0.7 : 0.4 });
  const isWaiting = isOnly(waiting, text);
  const hasTitle = title !== "" && !isOnly(waiting, title);
  const isDrawn = hasTitle && (isWaiting || /<script\b/iu.test(source.html));
  // A picture beside "Loading" is a spinner.
  const isShown = isDrawn || (source.pictures > 0 && !isWaiting);
  const blank = blankness(isWaiting ? 0 : length, isShown);
  const drawn = isDrawn ? DRAWN_BY_SCRIPTS : "";
  if (blank > 0) {
    add("blank", { place: "text", mark: `${text.length} characters${drawn}`, weight: blank });
  }
  const reached = text.slice(0, countedReach);
  const inTitle = counted.find(title).map(({ about }) => about);
  const inText = counted.find(reached).map(({ about }) => about);
  for (const find of spamFinds(inTitle.filter(isSpam), inText.filter(isSpam), reached))
    add("spam", find);
  const { words, filled } = countFiller(filler, reached);
  if (words > 0) for (const find of fillerFinds(words, filled)) add("placeholder", find);
  // Filler text between demo content is no content of the page.
  const demo = starterFinds([...inTitle, ...inText].filter(isDemo), length - fillerLength * filled);
  for (const mark of demo?.marks ?? [])
    add("starter", { place: "text", mark, weight: demo!.weight });
  const isClear = (kind: string): boolean =>
    finds.get(kind)?.some(({ weight }) => weight >= clear) === true;
  // The login on such a page is a part of it.
  if (isClear("paywall") || isClear("captive-portal")) finds.delete("login-wall");
  // Filters and courts, too, say that access to the requested page is denied.
  for (const kind of isClear("blocked") ? DENYING : []) {
    if (finds.get(kind)?.every(({ mark }) => DENIALS.has(mark)) === true) finds.delete(kind);
  }
  return [...finds]
    .map(([kind, found]) => summed(kind, found, titles.get(kind)))
    .sort((a, b) => b.strength - a.strength || (a.kind < b.kind ? -1 : 1));
}

/** Text at the end of the mark for a blank page that scripts may fill. */
export const DRAWN_BY_SCRIPTS = ", drawn by scripts";

/** Minimum weight of a find that shows a kind by itself. */
const clear = 0.6;

/** Phrases of these kinds that do not say who denies access. */
const DENYING = ["bot-check", "error", "soft-404"];
const DENIALS: ReadonlySet<string> = new Set([
  ...["access denied", "denied", "blocked", "request blocked", "you have been blocked"],
  ...["your request has been blocked", "error", "the requested url could not be retrieved"],
  ...["page you have requested", "page you requested", "forbidden"],
]);

type Counted = { readonly word: string; readonly starter?: undefined } | StarterPhrase;

interface Find {
  readonly place: "title" | "heading" | "text" | "markup" | "forwards to";
  readonly mark: string;
  readonly weight: number;
}

/** Maximum number of finds kept per kind, and of marks reported. */
const mostFinds = 40;
const mostMarks = 5;

/** Combines the best find of each position: `1 - Π(1 - weight)`. */
function summed(kind: string, finds: readonly Find[], title: string | undefined): Sign {
  const best = new Map<Find["place"], number>();
  for (const { place, weight } of finds) best.set(place, Math.max(weight, best.get(place) ?? 0));
  const doubt = [...best.values()].reduce((product, weight) => product * (1 - weight), 1);
  const marks = finds
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ place, mark }) => `${place}: ${mark}`);
  return {
    kind,
    strength: Math.round((1 - doubt) * 1000) / 1000,
    marks: [...new Set(marks)].slice(0, mostMarks),
    ...(title !== undefined && { title }),
  };
}

/**
 * Returns a text in lower case with each run of white space replaced by one space. The expression skips runs that
 * consist of a single space.
 */
export const tidy = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/[^\S ]\s*| \s+/gu, " ")
    .trim();

/** Removes the punctuation at both ends of a text. */
const bare = (text: string): string => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, "");

/** Maximum length of a text that consists of a phrase only. */
const longestAll = 100;

/** Tells whether a text in lower case contains some of these phrases and no other word. */
function isOnly(phrases: PhraseIndex<string>, text: string): boolean {
  if (text.length > longestAll) return false;
  const found = phrases.find(text).map(({ phrase }) => phrase);
  const rest = found
    .sort((a, b) => b.length - a.length)
    .reduce((left, phrase) => left.replace(phrase, " "), text);
  return found.length > 0 && !/[\p{L}\p{N}]/u.test(rest);
}

const ideograph = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;

/** A character of a syllabic or ideographic script counts three times, because it carries more information. */
function weightedLength(text: string): number {
  return text.length + 2 * (text.slice(0, longPage).match(ideograph)?.length ?? 0);
}

/** The sign is weaker if the page shows pictures or frames, or has a title and scripts that may draw the content. */
function blankness(length: number, isShown: boolean): number {
  if (length >= 60) return 0;
  const nothing = length < 10 ? 0.9 : 0.4;
  return isShown ? nothing / 3 : nothing;
}

/**
 * The weight rises as the share of these words grows from 0.5% to 2.5% of all words. Occurrences in the title add to
 * it.
 */
function spamFinds(
  titleWords: readonly Counted[],
  textWords: readonly Counted[],
  text: string,
): Find[] {
  const inTitle = new Set(titleWords.map(({ word }) => word));
  const counts = new Map<string, number>();
  for (const { word } of textWords) counts.set(word, (counts.get(word) ?? 0) + 1);
  const occurrences = textWords.length;
  if (new Set([...counts.keys(), ...inTitle]).size < 3) return [];
  const words = Math.max(20, weightedLength(text) / 6);
  const density = Math.min(1, Math.max(0, (occurrences / words - 0.005) / 0.02));
  const weight = 0.8 * density * Math.min(1, (counts.size - 1) / 4);
  if (weight < 0.01) return [];
  const marks = [...counts].sort((a, b) => b[1] - a[1]).slice(0, mostMarks);
  return [
    ...marks.map(([mark]): Find => ({ place: "text", mark: mark.replace("*", ""), weight })),
    ...[...inTitle].map((mark): Find => ({
      place: "title",
      mark: mark.replace("*", ""),
      weight: Math.min(0.6, weight),
    })),
  ];
}

const isDemo = (one: Counted): one is StarterPhrase => one.starter !== undefined;
const isSpam = (one: Counted): boolean => one.starter === undefined;

/** Words of filler text. The text of every known generator contains at least one of them. */
const usualFiller = ["ipsum", "vestibulum", "dapibus", "adipis"];
/** Minimum number of words of filler text. */
const fewestFiller = 10;

/** Up to three letters of other scripts count as one word. */
const latinWords = /\p{sc=Latin}+|[^\P{L}\p{sc=Latin}]{1,3}/gu;

/** Average number of characters of a word of filler text with the space after it. */
const fillerLength = 7;

/** Counts the words of a text and those of filler text (Lorem ipsum). */
function countFiller(
  filler: ReadonlySet<string>,
  text: string,
): { readonly words: number; readonly filled: number } {
  if (!usualFiller.some((word) => text.includes(word))) return { words: 0, filled: 0 };
  const words = text.match(latinWords) ?? [];
  return { words: words.length, filled: words.filter((word) => filler.has(word)).length };
}

/** Returns a find for filler text. The weight rises as its share grows from 45% to 55% of all words. */
function fillerFinds(words: number, filled: number): Find[] {
  const weight = 0.8 * Math.min(1, Math.max(0, (filled / words - 0.45) / 0.1));
  if (filled < fewestFiller || weight < 0.01) return [];
  return [{ place: "text", mark: `${filled} of ${words} words are filler text`, weight }];
}

const wordCharacter = /[\p{L}\p{N}\p{M}]/u;
/** Scripts without spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
const keyLength = 2;
/** Number of characters by which entries are looked up if the first two are those of more than `fewTried` entries. */
const longKeyLength = 6;
const fewTried = 8;

interface Entry<T> {
  readonly phrase: string;
  readonly isPrefix: boolean;
  readonly about: T;
}

/**
 * Finds many phrases in a text in one pass. In scripts with spaces, phrases must start and end at the borders of words,
 * except that a phrase with a final star may end within a word.
 */
class PhraseIndex<T> {
  readonly #byStart = new Map<string, Entry<T>[]>();
  readonly #byLongStart = new Map<string, ReadonlyMap<string, readonly Entry<T>[]>>();
  /** Lists with so many entries that they are not tried one by one. */
  readonly #byLength = new Map<readonly Entry<T>[], ReturnType<typeof groupedByLength<T>>>();
  /** 1 at each code unit with which a phrase may start. */
  readonly #isStart = new Uint8Array(0x10000);

  constructor(phrases: Iterable<readonly [phrase: string, about: T]>) {
    for (const [written, about] of phrases) {
      const isPrefix = written.endsWith("*");
      const phrase = isPrefix ? written.slice(0, -1) : written;
      const key = phrase.slice(0, keyLength);
      this.#isStart[codeUnitAt(key, 0)] = 1;
      const entries = this.#byStart.get(key) ?? [];
      this.#byStart.set(key, entries);
      entries.push({ phrase, isPrefix, about });
    }
  }

  #candidates(text: string, at: number): readonly Entry<T>[] {
    const key = text.slice(at, at + keyLength);
    const sameStart = this.#byStart.get(key) ?? none;
    if (sameStart.length <= fewTried) return sameStart;
    let byLongStart = this.#byLongStart.get(key);
    if (byLongStart === undefined)
      this.#byLongStart.set(key, (byLongStart = groupedByLongStart(sameStart)));
    const entries =
      byLongStart.get(text.slice(at, at + longKeyLength)) ?? byLongStart.get("") ?? none;
    if (entries.length <= mostTried) return entries;
    let byLength = this.#byLength.get(entries);
    if (byLength === undefined) this.#byLength.set(entries, (byLength = groupedByLength(entries)));
    return [...byLength].flatMap(
      ([length, phrases]) => phrases.get(text.slice(at, at + length)) ?? [],
    );
  }

  /** Yields every occurrence in a text in lower case, in order of position. */
  find(text: string): { readonly phrase: string; readonly about: T }[] {
    const found: Entry<T>[] = [];
    let before = 0;
    const { length } = text;
    for (let at = 0; at < length; at += 1) {
      const code = codeUnitAt(text, at);
      // Most positions are inside of a word, where no phrase starts.
      const isPlace = this.#isStart[code] === 1 && !(isAsciiWord(code) && isAsciiWord(before));
      before = code;
      if (!isPlace) continue;
      for (const entry of this.#candidates(text, at)) {
        const end = at + entry.phrase.length;
        if (!text.startsWith(entry.phrase, at) || !isEdge(text, at)) continue;
        if (entry.isPrefix || isEdge(text, end)) found.push(entry);
      }
    }
    return found;
  }
}

/**
 * The built-in phrases have at most this number. A user's file may have thousands, with which a page would take a
 * minute.
 */
const mostTried = 200;

const none: readonly never[] = [];

/**
 * Groups entries by their first six characters, in the order of the table. Shorter ones are in each group, and alone
 * under the empty text.
 */
function groupedByLongStart<T>(
  entries: readonly Entry<T>[],
): ReadonlyMap<string, readonly Entry<T>[]> {
  const isShort = ({ phrase }: Entry<T>): boolean => phrase.length < longKeyLength;
  const short = entries.filter(isShort);
  // A user's file may have so many short phrases that copies of them would fill the memory.
  if (short.length > mostTried / fewTried) return new Map([["", entries]]);
  const groups = new Map<string, Entry<T>[]>([["", short]]);
  for (const entry of entries) {
    const key = entry.phrase.slice(0, longKeyLength);
    if (!isShort(entry) && !groups.has(key)) groups.set(key, []);
  }
  for (const entry of entries) {
    const keys = isShort(entry) ? [...groups.keys()] : [entry.phrase.slice(0, longKeyLength)];
    for (const key of keys) if (key !== "") groups.get(key)?.push(entry);
  }
  return groups;
}

function groupedByLength<T>(
  entries: readonly Entry<T>[],
): ReadonlyMap<number, ReadonlyMap<string, Entry<T>[]>> {
  const byLength = new Map<number, Map<string, Entry<T>[]>>();
  for (const entry of entries) {
    const { length } = entry.phrase;
    const phrases = byLength.get(length) ?? new Map<string, Entry<T>[]>();
    byLength.set(length, phrases);
    phrases.set(entry.phrase, [...(phrases.get(entry.phrase) ?? []), entry]);
  }
  return byLength;
}

const isAsciiWord = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);

/** Tells whether a position is at the border of a word. */
function isEdge(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true;
  const [before, after] = [text.charAt(at - 1), text.charAt(at)];
  if (!wordCharacter.test(before) || !wordCharacter.test(after)) return true;
  return unspaced.test(before) || unspaced.test(after);
}
