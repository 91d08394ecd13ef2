import type { Forward } from "../html/forwards.js";
import type { Outline } from "../html/outline.js";
import type { OwnSigns, Sign } from "../types.js";
import {
  countFiller,
  fillerFinds,
  fillerLength,
  type Find,
  longPage,
  mostFinds,
  ofWord,
  spamFinds,
  summed,
  weightedLength,
} from "./finds.js";
import { markOfAddress } from "./forward-marks.js";
import { unitsOf, type UnitText } from "../words/characters.js";
import type { PhraseIndex } from "./phrase-index.js";
import { isDemo, isSpam, tablesOf } from "./phrase-tables.js";
import { starterFinds } from "./starters.js";
import { themeFinds } from "./themes.js";

export interface SignSource
  extends
    Pick<Outline, "title" | "refresh" | "pictures" | "passwordFields">,
    Partial<Pick<Outline, "description">> {
  readonly headings: readonly string[];
  /** Visible text without the title. */
  readonly text: string;
  readonly html: string;
  /** Returns the text with the labels of buttons. */
  readonly controls?: () => string;
  /** Places to which a page without text forwards. */
  readonly forwards?: readonly Forward[];
}

/**
 * Maximum number of characters in which phrases are searched for, in which words are counted, and of markup in which
 * marks are searched for.
 */
const phraseReach = 3_000;
const countedReach = 30_000;
const markupReach = 100_000;

/**
 * Maximum length of text of a short page. A page from `longPage` on is long: an article may mention anything. For
 * phrases that occur only in the text and neither in the title nor in a heading, half of that length counts as long,
 * because they may be mentioned in passing.
 */
const shortPage = 600;
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
  const reached = text.slice(0, countedReach);
  const [titleWords, textWords] = [unitsOf(title), unitsOf(reached)];
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
  const look = (place: "title" | "heading" | "text", where: UnitText, isFirst = true): void => {
    const reach = Math.min(where.text.length, phraseReach);
    const all = place === "text" && reach <= longestAll ? bare(where.text) : undefined;
    for (const { phrase, about } of phrases.find(where, reach)) {
      // A weak phrase is a clear statement if the text contains nothing else ("Coming soon!").
      const signal = phrase === all ? "strong" : about.signal;
      // The first heading belongs to the whole page. Later headings may belong to a part, such as "Login", so their
      // weak phrases count only if the kind was found before.
      const isStrong = signal === "strong";
      if (!isStrong && !isFirst && !finds.has(about.kind)) continue;
      const cover = Math.min(1, (3 * phrase.length) / reach);
      // "Login" is a sign if it is the whole title, but hardly a sign if it is one word of several.
      const strongShare = place === "text" ? 1 + cover / 8 : 0.5 + cover / 2;
      const share = isStrong ? strongShare : cover * cover;
      const by = place === "text" && !announced.has(about.kind) ? longText : long;
      const weight = between(weights[place][signal], share, by);
      if (weight > 0.01) add(about.kind, { place, mark: phrase, weight });
    }
  };
  look("title", titleWords);
  for (const [at, heading] of source.headings.slice(0, 3).entries())
    look("heading", unitsOf(tidy(heading)), at === 0);
  announced = new Set(finds.keys());
  if (longText < 1 || (long < 1 && announced.size > 0)) look("text", textWords);
  const html = source.html.slice(0, markupReach);
  const markup = anyMark.test(html) ? html.toLowerCase() : "";
  for (const { kind, markup: marks } of marked) {
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
  const blank = blankFind(source, title, text, length, waiting);
  if (blank !== undefined) add("blank", blank);
  const inTitle = counted.find(titleWords).map(({ about }) => about);
  const inText = counted.find(textWords).map(({ about }) => about);
  for (const find of spamFinds(inTitle.filter(isSpam), inText.filter(isSpam), reached))
    add("spam", find);
  const controls = (): string => tidy(source.controls?.() ?? "");
  const themes = themeFinds(titleWords, textWords, length, controls);
  for (const { kind, place, words, weight } of themes) {
    for (const mark of words.slice(0, mostOfTheme)) add(kind, { place, mark, weight });
  }
  const described = counted.find(tidy(source.description ?? "")).map(({ about }) => about);
  for (const { word } of new Set(described.filter(isSpam)).size >= fewestDescribed ? described : [])
    add("spam", ofWord("text", word, ofDescription));
  const { words, filled } = countFiller(filler, reached);
  if (words > 0) for (const find of fillerFinds(words, filled)) add("placeholder", find);
  // Filler text between demo content is no content of the page.
  const demo = [...inTitle, ...inText].filter(isDemo);
  for (const find of starterFinds(demo, length - fillerLength * filled)) add("starter", find);
  dropExplained(finds);
  return [...finds]
    .map(([kind, found]) => summed(kind, found, titles.get(kind)))
    .sort((a, b) => b.strength - a.strength || (a.kind < b.kind ? -1 : 1));
}

/** Minimum number of different words of spam that make a description advertising, and the weight of such a one. */
const fewestDescribed = 3;
const ofDescription = 0.6;

/** Maximum number of words of a theme that are told. */
const mostOfTheme = 5;

/** Text at the end of the mark for a blank page that scripts may fill. */
export const DRAWN_BY_SCRIPTS = ", drawn by scripts";

/** Removes the finds that a clear sign of another kind explains. */
function dropExplained(finds: Map<string, readonly Find[]>): void {
  const isClear = (kind: string): boolean =>
    finds.get(kind)?.some(({ weight }) => weight >= clear) === true;
  // The login on such a page is a part of it.
  if (isClear("paywall") || isClear("captive-portal")) finds.delete("login-wall");
  // Whose turn it is, or who has passed the check, is let in by a forward.
  if (isClear("waiting-room") || isClear("bot-check")) finds.delete("moved");
  // Filters and courts, and sites that ask for a login, too, say that access to the requested page is denied.
  for (const kind of isClear("blocked") || isClear("login-wall") ? DENYING : []) {
    if (finds.get(kind)?.every(({ mark }) => DENIALS.has(mark)) === true) finds.delete(kind);
  }
}

/** Minimum weight of a find that shows a kind by itself. */
const clear = 0.6;

/** Phrases of these kinds that do not say who denies access. */
const DENYING = ["bot-check", "error", "soft-404"];
const DENIALS: ReadonlySet<string> = new Set([
  ...["access denied", "denied", "blocked", "request blocked", "you have been blocked"],
  ...["your request has been blocked", "error", "the requested url could not be retrieved"],
  ...["page you have requested", "page you requested", "forbidden"],
]);

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

/** Sentences of the frameworks Vue and React for browsers without scripts. The first names the application. */
const ASKS_FOR_SCRIPTS =
  /^(?:we're sorry but .{0,80} doesn't work properly without javascript(?: enabled)?\. please enable it to continue\.?|you need to enable javascript to run this app\.?)$/u;

/** The find is weaker if the page shows pictures or frames, or has a title and scripts that may draw the content. */
function blankFind(
  { pictures, html }: SignSource,
  title: string,
  text: string,
  length: number,
  waiting: PhraseIndex<string>,
): Find | undefined {
  const isWaiting = isOnly(waiting, text) || ASKS_FOR_SCRIPTS.test(text);
  if (length >= 60 && !isWaiting) return undefined;
  const hasTitle = title !== "" && !isOnly(waiting, title);
  const isDrawn = hasTitle && (isWaiting || /<script\b/iu.test(html));
  // A picture beside "Loading" is a spinner.
  const isShown = isDrawn || (pictures > 0 && !isWaiting);
  const nothing = isWaiting || length < 10 ? 0.9 : 0.4;
  const mark = `${text.length} characters${isDrawn ? DRAWN_BY_SCRIPTS : ""}`;
  return { place: "text", mark, weight: isShown ? nothing / 3 : nothing };
}
