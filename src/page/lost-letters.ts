import type { Page } from "./types.js";

/** Number of characters of a page that are looked at. */
const REACH = 20_000;
/** Least number and share of lost letters of a page that cannot be read. A few are those of one wrong name. */
const FEWEST = 20;
const LEAST_SHARE = 0.25;

const BEGINNING = "the letters of the page are lost";

/**
 * Runs of what stands in place of letters: a crawler that reads another charset writes U+FFFD or a question mark, a font that lacks them a
 * box, and a program that takes their bytes for Latin-1 such letters in a row, as no language has them.
 */
const IN_PLACE = Object.entries({
  "U+FFFD": /\ufffd+/gu,
  "question marks": /\?{3,}/gu,
  boxes: /\u25a1{3,}/gu,
  "letters of Latin-1": /[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff]{4,}/gu,
});
const SUSPECT = /\ufffd{2}|\?{4}|\u25a1{4}|[\u00c0-\u00ff]{4}/u;

/** Returns a note on a page whose letters were destroyed before it was stored. Undefined for any other page. */
export function lostLetters(page: Page): string | undefined {
  const isSuspect = page.format === "html" ? SUSPECT.test(page.html) : page.format === "text";
  if (!isSuspect) return undefined;
  const paragraphs = page.paragraphs.map((paragraph) => paragraph.text);
  const text = paragraphs.join(" ").slice(0, REACH);
  const found = IN_PLACE.map(([name, runs]) => ({ name, all: text.match(runs)?.join("") ?? "" }));
  const all = found.map((each) => each.all).join("");
  const letters = (of: string): number => of.match(/\p{L}/gu)?.length ?? 0;
  const share = all.length / (all.length + letters(text) - letters(all));
  if (all.length < FEWEST || share < LEAST_SHARE) return undefined;
  const most = found.reduce((one, other) => (one.all.length >= other.all.length ? one : other));
  return `${BEGINNING} (${Math.round(share * 100)} % ${most.name})`;
}

/** Whether a reason why a page is not whole is that its letters are lost. */
export const isOfLostLetters = (incomplete: string): boolean => incomplete.startsWith(BEGINNING);
