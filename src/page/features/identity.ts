import { NotDefined } from "../../base/failures.js";
import { areTexts } from "../feature-values.js";
import { outlineOfAny } from "../html/outline.js";
import type { Feature, Page } from "../types.js";

/** Limits that keep the value small, whatever the page contains. */
const mostOfKind = 8;
const longestToken = 80;
/** Number of characters at the beginning and at the end of the text, where pages name their owner. */
const REACH = 3_000;

/**
 * Tokens by which a page says whose it is: name of the site, segments of the title, holder of the
 * copyright, mail addresses, social accounts, telephone numbers, identifiers of analytics and advertising, and files of
 * logos. A page that was redesigned keeps some of them, and the page of another owner keeps none.
 */
export const identity: Feature<readonly string[]> = {
  keyword: "identity",
  summary: "Names, addresses and accounts by which the page says whose it is.",

  extract(page) {
    if (page.extracted !== undefined) throw new NotDefined("a text has few of the tokens");
    const { title, siteName, links, logos } = outlineOfAny(page);
    const absolute = links.filter((href) => href.includes("//"));
    const written = endsOfText(page);
    const kinds: Iterable<string>[] = [
      [siteName, ...title.split(BETWEEN_SEGMENTS)].filter(isName),
      holders(written),
      mailAddresses(links, written),
      accounts(absolute),
      telephones(links, written),
      page.format === "html" ? identifiers(page.html) : [],
      logos.flatMap(logoFile),
    ];
    return [...new Set(kinds.flatMap(first))];
  },
  isValue: areTexts,
  isEmpty: (tokens) => tokens.length === 0,
};

/** Returns the first distinct tokens of one kind. */
function first(tokens: Iterable<string>): string[] {
  const found = new Set<string>();
  for (const token of tokens) {
    if (found.size === mostOfKind) break;
    if (token !== "" && token.length <= longestToken) found.add(token);
  }
  return [...found];
}

function endsOfText({ paragraphs }: Page): string {
  const top: string[] = [];
  const bottom: string[] = [];
  let left = REACH;
  let at = 0;
  for (; at < paragraphs.length && left > 0; at += 1) {
    top.push(paragraphs[at]!.text.slice(0, left));
    left -= paragraphs[at]!.text.length;
  }
  left = REACH;
  for (let end = paragraphs.length - 1; end >= at && left > 0; end -= 1) {
    bottom.push(paragraphs[end]!.text.slice(-left));
    left -= paragraphs[end]!.text.length;
  }
  return [...top, ...bottom.reverse()].join("\n");
}

const BETWEEN_SEGMENTS = /\s[-~>]+\s|\s?[|:·•»«–—]+\s?/u;
/** Titles that many sites share. */
const SHARED: ReadonlySet<string> = new Set([
  ...["home", "homepage", "home page", "index", "welcome", "untitled", "untitled document"],
  ...["startseite", "accueil", "inicio", "start", "main page", "main", "news", "blog"],
]);

const isName = (segment: string): boolean =>
  /\p{L}.*\p{L}/u.test(segment) && !SHARED.has(segment.toLowerCase());

const HOLDER =
  /(?:©|\(c\)|copyright)(?:[\s©\d,.–-]|\(c\)|copyright|by\s){0,30}(\p{L}[^\n|·•©;]{1,100})/giu;
const AFTER_HOLDER =
  /[.,]?\s{0,9}(?:\d{4}|all rights|alle rechte|tous droits|todos los derechos|\(c\)|copyright|[–—]|-\s|,\s|\.\s|\.$)/iu;

/** Yields the holders of copyrights. */
function* holders(text: string): Generator<string> {
  for (const [, holder] of text.matchAll(HOLDER)) yield holder!.split(AFTER_HOLDER, 1)[0]!.trim();
}

const MAIL_ADDRESS = /([\w.+-]{1,64})@((?:[\w-]{1,63}\.){1,5}[a-z]{2,20})\b/giu;
/** Providers whose domain says nothing about the owner of an address. */
const PROVIDER =
  /^(?:gmail|googlemail|hotmail|outlook|live|msn|yahoo|ymail|aol|icloud|gmx|web|t-online|mail|yandex|qq|163|126|orange|wanadoo|free|libero)\.[a-z.]{2,6}$/u;

/** Yields the domains of mail addresses, or whole addresses at providers of mail. */
function* mailAddresses(links: readonly string[], text: string): Generator<string> {
  const linked = links.filter((href) => /^\s?mailto:/iu.test(href)).slice(0, mostOfKind);
  for (const from of text.includes("@") ? [...linked, text] : linked) {
    for (const [whole, , domain] of from.slice(0, 3 * REACH).matchAll(MAIL_ADDRESS)) {
      const host = domain!.toLowerCase().replace(/^www\./u, "");
      yield PROVIDER.test(host) ? whole.toLowerCase() : `@${host}`;
    }
  }
}

const NETWORK =
  /[/.]((?:twitter|facebook|instagram|youtube|linkedin|flickr|pinterest|vimeo|tiktok|github|x)\.com|t\.me|vk\.com|threads\.net)\/(?:#!\/)?(?:(?:company|school|in|channel|user|c|people|photos|groups|profile|pages|pg)\/){0,2}@?([^/?#\s]{2,60})/iu;
const MASTODON = /^\s?https?:\/\/([^/?#]{4,60})\/@(\w{2,40})\/?$/iu;
/** Paths of social networks that are no account. */
const NO_ACCOUNT =
  /^(?:share|sharer|intent|home|watch|embed|plugins|login|signup|dialog|hashtag|search|status|explore|playlist|tr|pin|p|wpcom|automattic|groups?|profile|people|pages)(?:\.php|article)?$/iu;

/** Yields the accounts in social networks to which a page links. */
function* accounts(links: readonly string[]): Generator<string> {
  for (const href of links) {
    const [, network, name] = NETWORK.exec(href) ?? MASTODON.exec(href) ?? [];
    if (name !== undefined && !NO_ACCOUNT.test(name)) yield `${network}/${name}`.toLowerCase();
  }
}

const NUMBER = /(?:[+(]|(?:tel|phone|fon|fax|тел)[^\d\n]{0,12})\d[\d ()./-]{6,20}\d/giu;

const DATE = /\d[./]\d{1,2}[./](?:19|20)\d\d/u;

/** Yields the last eight digits of telephone numbers, which are the same with and without the code of the country. */
function* telephones(links: readonly string[], text: string): Generator<string> {
  const linked = links.filter((href) => /^\s?tel:/iu.test(href)).slice(0, mostOfKind);
  const numbers = [...linked, ...[...text.matchAll(NUMBER)].map(([number]) => number)];
  for (const number of numbers) {
    const digits = number.replace(/\D/gu, "");
    const isLong = digits.length >= 8 && digits.length <= 15;
    if (isLong && !DATE.test(number)) yield `tel. ${digits.slice(-8)}`;
  }
}

/** Identifiers of analytics and advertising in scripts, without the number of a single site. */
const IDENTIFIERS = [
  /UA-\d{4,10}/g,
  /gtag\/js\?id=(G-[A-Z\d]{6,12})/g,
  /GTM-[A-Z\d]{4,9}/g,
  /ca-pub-\d{10,20}/g,
];

const identifiers = (html: string): string[] =>
  IDENTIFIERS.flatMap((form) => Array.from(html.matchAll(form), ([whole, id = whole]) => id));

/** Returns the name of a logo's file, unless many sites use it. */
function logoFile(src: string): string[] {
  const file = /([^/\\]{1,80})$/u.exec(src.replace(/[?#].*$/su, "").trim())?.[1]?.toLowerCase();
  const isOwn = file !== undefined && /logo/u.test(file) && !/^(?:site-?)?logo\.\w+$/u.test(file);
  return isOwn && !/^data:/iu.test(src) ? [file] : [];
}
