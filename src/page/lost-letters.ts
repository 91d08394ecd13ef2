import type { Page } from "./types.js";

/** Number of characters of a page that are looked at. */
const REACH = 20_000;
/** Least number and share of lost letters of a page that cannot be read. A few are those of one wrong name. */
const FEWEST = 20;
const LEAST_SHARE = 0.25;

const BEGINNING = "the letters of the page are lost";

/**
 * Returns a note on a page whose letters were destroyed before it was stored: a crawler that reads another charset writes
 * U+FFFD, or a question mark, for each of them. Undefined for any other page.
 */
export function lostLetters(page: Page): string | undefined {
  if (page.format !== "html" && page.format !== "text") return undefined;
  const isSuspect =
    page.format === "text" || page.html.includes("\ufffd\ufffd") || page.html.includes("????");
  if (!isSuspect) return undefined;
  const text = page.paragraphs
    .map((paragraph) => paragraph.text)
    .join(" ")
    .slice(0, REACH);
  const replaced = text.match(/\ufffd/gu)?.length ?? 0;
  const asked = text.match(/\?{3,}/gu)?.join("").length ?? 0;
  const lost = replaced + asked;
  const share = lost / (lost + (text.match(/\p{L}/gu)?.length ?? 0));
  if (lost < FEWEST || share < LEAST_SHARE) return undefined;
  return `${BEGINNING} (${Math.round(share * 100)} % ${replaced >= asked ? "U+FFFD" : "question marks"})`;
}

/** Whether a reason why a page is not whole is that its letters are lost. */
export const isOfLostLetters = (incomplete: string): boolean => incomplete.startsWith(BEGINNING);
