import { memoise } from "../../base/math/memo.js";
import { printableStart } from "../../base/text.js";
import { bareHost, percentDecoded, urlOf } from "../../base/uri.js";
import { spaceless } from "../../page/words/characters.js";
import { foldedWords, type SelfDescription } from "../../page/features/self-description.js";

/** Second-level names under which domains are registered: `example.co.uk`, `example.gov.br`. */
const REGISTRIES = /^(?:co|com|gov|gob|gouv|govt|gub|org|net|ac|edu|go|or|ne)$/u;
/** Hosts on which the name before the host's domain identifies the site. */
const SHARED_HOSTS =
  /^(?:github|gitlab|blogspot|wordpress|weebly|netlify|tripod|geocities|wix|altervista|tumblr)$/u;
/** Hosts for documentation, tests and private networks, whose names have no meaning. */
const RESERVED =
  /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost|local|internal|onion)$/u;
/** Substitute names in anonymised collections, such as `s12`, `site-0012` or `3fa94c10be`. */
const OPAQUE =
  /^(?:\p{L}*\d+|(?:anon|domain|host|page|seed|site|uri|url|web)\p{L}?\d*|(?=.*\d)[\da-f]{8,})$/u;
/** Words that occur in paths and navigation of any site. */
const WITHOUT_MEANING = new Set(
  (
    "about account agreement and article articles asp aspx blog careers category cgi company conditions contact contacto contacts " +
    "content cookie cookies copyright corporate das datenschutz default del der des die disclaimer faq footer for gallery help home " +
    "htm html http https impressum index info jobs jsp kontakt kontakty las legal les links login los main media mentions new news " +
    "notice old page pages php policies policy press privacy products register search service services shtml site sitemap statement " +
    "support team terms the und updates web www xhtml"
  ).split(" "),
);
/** Minimum share of a name that words of the page must cover. */
const covered = 0.5;
const longestInitials = 6;
/** Number of words at the beginning of a page that count as its title. */
const firstWords = 8;
/** Minimum number of letters of a name that cannot be mistaken for another word. */
const unmistakable = 8;
/** Maximum number of letters that stemming removes. */
const longestEnding = 4;

/** Returns the words of a URI-R that its page may contain, or undefined if its host has no meaningful words. */
function wordsOf(uri: string) {
  const url = urlOf(uri);
  if (url === undefined) return undefined;
  const { hostname: written, pathname } = url;
  const hostname = written.replace(/\.+$/u, "");
  if (RESERVED.test(hostname) || /^[\d.]+$|:/u.test(hostname)) return undefined;
  const parts = hostname.replace(/^www\d?\./u, "").split(".");
  let at = Math.max(0, parts.length - 2);
  if (at > 0 && REGISTRIES.test(parts[at]!)) at -= 1;
  const isShared = at > 0 && SHARED_HOSTS.test(parts[at]!);
  if (isShared) at -= 1;
  const path = foldedWords(percentDecoded(pathname)).split(" ");
  const [folder = ""] = pathname.split("/").filter((part) => part !== "");
  const own = isShared && !/\.\w{2,5}$/u.test(folder) ? [percentDecoded(folder)] : [];
  const host = lettersOf(parts[at]!);
  if (OPAQUE.test(host)) return undefined;
  // Registered name and, on a shared host, the first part of the path. Both contain only letters and digits.
  const names = [host, ...own.map(lettersOf)]
    .flatMap(spellings)
    .filter(({ length }) => length >= 3);
  return {
    domain: parts.slice(at).join("."),
    names,
    words: path
      .filter((word) => /^\p{L}{4,}$/u.test(word) && !WITHOUT_MEANING.has(word))
      .flatMap(spellings),
    // Parts of the host name between hyphens, and three-letter words of the path. They are too short to be searched for
    // inside of words.
    parts: [
      ...foldedWords(parts[at]!)
        .split(" ")
        .filter((part) => /^\p{L}{2,}$/u.test(part)),
      ...path.filter((word) => /^\p{L}{3}$/u.test(word) && !WITHOUT_MEANING.has(word)),
    ],
  };
}

/** Most mementos of a seed have the same URI-R. */
const seedWordsOf = memoise(wordsOf, 1_000, 1_000);

/**
 * Tells whether a page names its seed. It does so if it links to the seed's domain or gives that domain as its own, if
 * its words or their initials form the name of the host, if it contains a word of the path, if it begins with a short
 * part of the URI, or if a sufficiently long term of its text is the name of the host. Returns undefined for a page
 * without any of these that is not in Latin script, and if the words of its seed are not known.
 */
export function namesSeed(
  uriR: string,
  page: SelfDescription,
  terms: readonly string[] = [],
): boolean | undefined {
  const seed = seedWordsOf(uriR);
  if (seed === undefined) return undefined;
  const { domain, names, words, parts } = seed;
  if (page.hosts.some((host) => host === domain || host.endsWith(`.${domain}`))) return true;
  const list = page.words.split(" ");
  const letters = page.words.replaceAll(" ", "");
  const initials = list.map((word) => word[0] ?? "").join("");
  const isNamed = names.some(
    (name) =>
      (name.length >= 4 && letters.includes(name)) ||
      (name.length <= longestInitials && initials.includes(name)) ||
      coverage(name, new Set(list)) >= covered,
  );
  if (isNamed || words.some((word) => letters.includes(word.slice(0, word.length >= 7 ? 6 : 7)))) {
    return true;
  }
  if (list.slice(0, firstWords).some((word) => parts.includes(word))) return true;
  if (names.some((name) => isAmong(terms, name))) return true;
  return isLatin(letters) ? false : undefined;
}

/**
 * Tells whether one of the terms is the name, possibly without its ending. Both must be long enough not to be another
 * word.
 */
const isAmong = (terms: readonly string[], name: string): boolean => {
  const shortest = Math.max(unmistakable, name.length - longestEnding);
  return terms.some((term) => term.length >= shortest && name.startsWith(term));
};

/** Returns the share of a name that words, or their beginnings, cover. */
function coverage(name: string, words: ReadonlySet<string>): number {
  const isCovered = new Array<boolean>(name.length).fill(false);
  for (const word of words) {
    for (const part of [word, word.slice(0, 5), word.slice(0, 4)]) {
      const at = part.length < 3 ? -1 : name.indexOf(part);
      if (at < 0) continue;
      isCovered.fill(true, at, at + part.length);
      break;
    }
  }
  return isCovered.filter(Boolean).length / name.length;
}

/**
 * Returns a name and, if different, the name with the letters that its spelling may replace: `sueddeutsche` is the host
 * of the Süddeutsche, `aarhus` that of Århus.
 */
function spellings(name: string): string[] {
  const marked = name.replace(/([aou])e/gu, "$1").replaceAll("aa", "a");
  return marked === name ? [name] : [name, marked];
}

const lettersOf = (text: string): string => foldedWords(text).replaceAll(" ", "");

/**
 * True if most letters are Latin, or if there are no letters. A character of a script without spaces counts as three
 * letters.
 */
function isLatin(letters: string): boolean {
  const latin = letters.match(LATIN)?.length ?? 0;
  const dense = letters.match(DENSE)?.length ?? 0;
  return letters.length - latin + 2 * dense <= latin;
}

const LATIN = /[\p{Script=Latin}\p{N}]/gu;
const DENSE = new RegExp(spaceless.source, "gu");

/*
 * A seed is known by the names, addresses and accounts on its pages (src/page/features/identity.ts). A redesign keeps
 * some of them. A page that has none of them belongs to somebody else, or is of another year.
 */

/** Number of believed mementos, from the first, that show by what a seed is known. */
export const EARLY = 8;
/** Minimum number of tokens. A single one may be the only one that a page ever changes. */
const fewestTokens = 2;
/** Maximum number of tokens in the reason, and of characters of each. */
const mostNamed = 4;
const longestNamed = 60;

const folded = (tokens: readonly string[]): string[] => tokens.map((each) => each.toLowerCase());

/**
 * Returns the tokens by which a seed is known: those of the first memento, and those of more than half of the `early`
 * believed mementos. Returns undefined if there are too few.
 */
export function identityOfSeed(
  first: readonly string[],
  early: readonly (readonly string[])[],
): readonly string[] | undefined {
  const known = new Map(first.map((token) => [token.toLowerCase(), token]));
  const counts = new Map<string, number>();
  for (const tokens of early) {
    for (const token of new Set(folded(tokens))) {
      const count = (counts.get(token) ?? 0) + 1;
      counts.set(token, count);
      if (count * 2 > early.length && !known.has(token)) known.set(token, token);
    }
  }
  return known.size < fewestTokens ? undefined : [...known.values()];
}

export function isStranger(
  ofSeed: readonly string[] | undefined,
  ofPage: readonly string[] | undefined,
): boolean {
  if (ofSeed === undefined || ofPage === undefined) return false;
  const own = new Set(folded(ofPage));
  return !folded(ofSeed).some((token) => own.has(token));
}

/**
 * Returns the tokens that two pages share, without those that name only the host of their seed, which a new owner of the
 * domain uses too.
 */
export function keptIdentity(
  one: readonly string[] = [],
  other: readonly string[] = [],
  uriR: string,
): readonly string[] {
  const host = bareHost(urlOf(uriR)?.hostname ?? "");
  const shared = new Set(folded(other));
  return folded(one).filter((token) => shared.has(token) && !namesHost(token, host));
}

/** Whether a token is the host of a seed, as a name or after the sign of a mail address. */
const namesHost = (token: string, host: string): boolean =>
  bareHost(token.replace(/^@/u, "")) === host;

export const LOST_IDENTITY = "nothing of the seed's identity is left";

export function lostIdentityText(ofSeed: readonly string[]): string {
  const named = ofSeed.slice(0, mostNamed).map((token) => printableStart(token, longestNamed));
  const more = ofSeed.length > mostNamed ? ", ..." : "";
  return `${LOST_IDENTITY}; no longer: ${named.join(", ")}${more}`;
}
