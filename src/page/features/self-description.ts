import { all, count, oneOf, optional, record, text } from "../../base/codec.js";
import { outlineOfAny } from "../html/outline.js";
import type { Feature, Page } from "../types.js";

/** What a page says of itself first, and the hosts that may be its own: what the words of its URI are looked for in. */
export type SelfDescription = {
  /** Words of title, name of the site, description, headings and the start of the text: letters and digits, folded. */
  readonly words: string;
  /** Hosts that it gives as its own, links to or has mail addresses of, each once. */
  readonly hosts: readonly string[];
  /** Number of different paths that its links without a host name lead to, 0 to 300. */
  readonly paths: number;
  /** Path of the canonical link, else of `og:url`, in lower case and without `/` at its end; absent if the page has neither. */
  readonly address?: string;
  /** Set for a page without text of its own that holds frames, or forwards to another page. */
  readonly shell?: Shell;
};

/** The content of a shell is elsewhere: in its frames, or in the page that it forwards to. */
export type Shell = {
  readonly kind: "frames" | "forward";
  /** URI of the first frame, or of the page that it forwards to, as the page has it. */
  readonly target: string;
};

const mostCharacters = 2_000;
const mostHosts = 60;
const mostPaths = 300;

/** Title, description, headings and start of a page, and the hosts that it names. */
export const selfDescription: Feature<SelfDescription> = {
  keyword: "self-description",
  summary: "What the page says of itself first, and the hosts that it names.",

  extract(page) {
    const { title, siteName, description, links, ownAddress, canonical, refresh } =
      outlineOfAny(page);
    const words = foldedWords([title, siteName, description, ...firstParagraphs(page)].join(" "));
    const hosts = new Set<string>();
    for (const href of ownAddress === undefined ? links : [ownAddress, ...links]) {
      const host = hostOf(href);
      if (host !== undefined) hosts.add(host);
      if (hosts.size === mostHosts) break;
    }
    const shell = shellOf(page, refresh);
    const address = canonical && pathOf(canonical);
    return {
      words: words.slice(0, mostCharacters),
      hosts: [...hosts],
      paths: ownPaths(links),
      ...(address !== undefined && { address }),
      ...(shell !== undefined && { shell }),
    };
  },
  isValue: record<SelfDescription>({
    words: text,
    hosts: all(text),
    paths: count,
    address: optional(text),
    shell: optional(record<Shell>({ kind: oneOf("frames", "forward"), target: text })),
  }).is,
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

const longestPath = 200;

/** Undefined for a text that is no address with a path. */
function pathOf(href: string): string | undefined {
  if (!/^\s*(?:https?:)?\/\//iu.test(href) || !URL.canParse(href, "http://relative.invalid/")) {
    return undefined;
  }
  const { pathname } = new URL(href, "http://relative.invalid/");
  return pathname.toLowerCase().replace(/\/+$/u, "").slice(0, longestPath);
}

/** Number of different paths of relative links, without query and fragment. */
function ownPaths(links: readonly string[]): number {
  const paths = new Set<string>();
  for (const href of links) {
    if (paths.size === mostPaths) break;
    if (/^\s*(?:[a-z][a-z\d+.-]*:|\/\/|#|\?|$)/iu.test(href)) continue;
    paths.add(
      href
        .trim()
        .replace(/[?#].*$/su, "")
        .toLowerCase(),
    );
  }
  return paths.size;
}

/** A page with more text than this is not only a shell: "click here to enter" is less. */
const shellText = 100;
/** Forwards and frames stand at the beginning of a shell. */
const shellReach = 10_000;
const FORWARD =
  /\blocation(?:\.href)?\s{0,9}=\s{0,9}["']([^"'\s]{1,500})["']|\blocation\.(?:replace|assign)\(\s{0,9}["']([^"'\s]{1,500})["']/iu;
const FRAME = /<i?frame\b[^>]{0,500}?\bsrc\s{0,9}=\s{0,9}["']?([^"'\s>]{1,500})/iu;

function shellOf(page: Page, refresh: string | undefined): Shell | undefined {
  if (page.format !== "html") return undefined;
  let length = 0;
  for (const { text } of page.paragraphs) if ((length += text.length) > shellText) return undefined;
  const target = /^\s*\d{0,2}\s*[;,]\s*url\s*=\s*["']?([^"'\s]{1,500})/iu.exec(refresh ?? "")?.[1];
  if (target !== undefined) return { kind: "forward", target };
  const html = page.html.slice(0, shellReach);
  const frame = FRAME.exec(html)?.[1];
  if (frame !== undefined) return { kind: "frames", target: frame };
  const [, assigned, replaced] = FORWARD.exec(html) ?? [];
  const location = assigned ?? replaced;
  return location === undefined ? undefined : { kind: "forward", target: location };
}
