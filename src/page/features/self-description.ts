import { bareHost, urlOf } from "../../base/uri.js";
import { normalised } from "../../base/text.js";
import { all, count, oneOf, optional, record, text } from "../../base/codec.js";
import { type Shell, shellOf } from "../html/forwards.js";
import { outlineOfAny } from "../html/outline.js";
import type { Feature, Page } from "../types.js";

/** Beginning of a page, and the hosts that may be the page's own. The words of the page's URI are looked up in it. */
export type SelfDescription = {
  /**
   * Words of the title, the name of the site, the description, the headings and the beginning of the text. They contain
   * only letters and digits, with case and accents folded.
   */
  readonly words: string;
  /** Distinct hosts that the page names as its own, links to, or uses in mail addresses. */
  readonly hosts: readonly string[];
  /** Number of distinct paths among the links without a host name, 0 to 300. */
  readonly paths: number;
  /**
   * Path of the canonical link, or else of `og:url`, in lower case without a final `/`. Absent if the page has neither.
   */
  readonly address?: string;
  /** Set if the page has hardly any text of its own and contains frames or forwards to another page. */
  readonly shell?: Shell;
  /** Set if only the text of the page is there, which names fewer hosts than the page. */
  readonly isExtract?: true;
};

/** Limits that keep the value small, whatever the page contains. */
const mostCharacters = 2_000;
const mostHosts = 60;
const mostPaths = 300;

export const selfDescription: Feature<SelfDescription> = {
  keyword: "self-description",
  summary: "Beginning of the page (title, description, headings), and the hosts that it mentions.",

  extract(page) {
    const { title, siteName, description, links, ownAddress, canonical } = outlineOfAny(page);
    const words = foldedWords([title, siteName, description, ...firstParagraphs(page)].join(" "));
    const hosts = new Set<string>();
    for (const href of ownAddress === undefined ? links : [ownAddress, ...links]) {
      const host = hostOf(href);
      if (host !== undefined) hosts.add(host);
      if (hosts.size === mostHosts) break;
    }
    const shell = shellOf(page);
    const address = canonical && pathOf(canonical);
    return {
      words: words.slice(0, mostCharacters),
      hosts: [...hosts],
      paths: ownPaths(links),
      ...(address !== undefined && { address }),
      ...(shell !== undefined && { shell }),
      ...(page.extracted !== undefined && { isExtract: true as const }),
    };
  },
  isValue: record<SelfDescription>({
    words: text,
    hosts: all(text),
    paths: count,
    address: optional(text),
    shell: optional(
      record<Shell>({
        marks: optional(oneOf(true)),
        kind: oneOf("frames", "forward", "viewer"),
        target: text,
      }),
    ),
    isExtract: optional(oneOf(true)),
  }).is,
  isEmpty: ({ words, hosts }) => words === "" && hosts.length === 0,
};

/** Spellings in host names of letters that do not decompose into a base letter and an accent. */
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

/** Returns the letters and digits of a text without accents and in lower case, with one space between words. */
export function foldedWords(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase().replace(BETWEEN_ASCII, " ").trim();
  const plain = normalised(text, "NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  return plain
    .replace(NOT_PLAIN, (letter) => PLAIN[letter]!)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const NOT_ASCII = /[^\0-\x7f]/;
/** Matches what is between two words of lower-case ASCII, except a single space. */
const BETWEEN_ASCII = /[^ 0-9a-z][^0-9a-z]*| [^0-9a-z]+/g;

/** Returns the first paragraphs, with headings first, because headings say what a page is. */
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

/** Returns undefined for other links. */
function hostOf(href: string): string | undefined {
  const mail = /^mailto:[^?@]{1,100}@([\w.-]{3,100})/iu.exec(href);
  if (mail !== null) return mail[1]!.toLowerCase().replace(/\.+$/u, "");
  const usual = USUAL_HOST.exec(href)?.[1];
  if (usual !== undefined) return bareHost(usual.toLowerCase());
  const uri = absolute(href);
  return uri && bareHost(uri.hostname);
}

/** Matches the host of a link if it is a name in ASCII, which need not be parsed. */
const USUAL_HOST =
  /^https?:\/\/(?![^/?#]*xn--)((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,9}[a-z]{2,63})(?:[/?#]|$)/i;

const longestPath = 200;

/** Returns undefined for other text. */
function pathOf(href: string): string | undefined {
  const path = absolute(href.trimStart())?.pathname.toLowerCase();
  return path?.replace(/\/+$/u, "").slice(0, longestPath);
}

/** Returns a link that names a host, and undefined for any other one. */
const absolute = (href: string): URL | undefined =>
  /^(?:https?:)?\/\//iu.test(href) ? urlOf(href, "http://relative.invalid/") : undefined;

/** Returns the number of distinct paths of relative links, without query and fragment. */
function ownPaths(links: readonly string[]): number {
  const paths = new Set<string>();
  for (const href of links) {
    if (paths.size === mostPaths) break;
    if (/^\s*(?:[a-z][a-z\d+.-]*:|\/\/|#|\?|$)/iu.test(href)) continue;
    const path = href.trim().toLowerCase();
    paths.add(path.replace(/[?#].*$/su, ""));
  }
  return paths.size;
}
