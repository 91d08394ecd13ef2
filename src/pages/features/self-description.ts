import type { Feature, Page } from "../../types.js";
import { isText, isTexts, membersOf } from "../feature-values.js";
import { outlineOfAny } from "../outline.js";

/** What a page says of itself first, and the hosts that may be its own: what the words of its URI are looked for in. */
export type SelfDescription = {
  /** Words of title, name of the site, description, headings and the start of the text: letters and digits, folded. */
  readonly words: string;
  /** Hosts that it gives as its own, links to or has mail addresses of, each once. */
  readonly hosts: readonly string[];
};

const mostCharacters = 2_000;
const mostHosts = 60;

/** Title, description, headings and start of a page, and the hosts that it names. */
export const selfDescription: Feature<SelfDescription> = {
  keyword: "self-description",
  summary: "What the page says of itself first, and the hosts that it names.",

  extract(page) {
    const { title, siteName, description, links, ownAddress } = outlineOfAny(page);
    const words = foldedWords([title, siteName, description, ...firstParagraphs(page)].join(" "));
    const hosts = new Set<string>();
    for (const href of ownAddress === undefined ? links : [ownAddress, ...links]) {
      const host = hostOf(href);
      if (host !== undefined) hosts.add(host);
      if (hosts.size === mostHosts) break;
    }
    return { words: words.slice(0, mostCharacters), hosts: [...hosts] };
  },
  isValue(value) {
    const { words, hosts } = membersOf<SelfDescription>(value);
    return isText(words) && isTexts(hosts);
  },
  isEmpty: ({ words, hosts }) => words === "" && hosts.length === 0,
};

/** Letters that have no part to leave out, as the names of hosts spell them. */
const PLAIN: Readonly<Record<string, string>> = {
  æ: "ae",
  ð: "d",
  đ: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  œ: "oe",
  ø: "o",
  ß: "ss",
  þ: "th",
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join("")}]`, "gu");

/** Letters and digits of a text, without accents and case, with one blank between words. */
export function foldedWords(text: string): string {
  const folded = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return folded
    .replace(NOT_PLAIN, (letter) => PLAIN[letter]!)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Headings first: they say what a page is. */
function firstParagraphs({ paragraphs }: Page): string[] {
  const chosen: string[] = [];
  let left = mostCharacters;
  for (const isHeading of [true, false])
    for (const paragraph of paragraphs) {
      if (paragraph.isHeading !== isHeading) continue;
      if (left <= 0) return chosen;
      chosen.push(paragraph.text.slice(0, left));
      left -= paragraph.text.length;
    }
  return chosen;
}

/** Of absolute links and of mail addresses; others name no host. */
function hostOf(href: string): string | undefined {
  const mail = /^mailto:[^?@]{1,100}@([\w.-]{3,100})/iu.exec(href);
  if (mail !== null) return mail[1]!.toLowerCase();
  if (!/^(?:https?:)?\/\//iu.test(href) || !URL.canParse(href, "http://relative.invalid/")) {
    return undefined;
  }
  return new URL(href, "http://relative.invalid/").hostname.replace(/^www\./u, "");
}
