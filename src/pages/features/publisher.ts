import type { Feature, Page } from "../../types.js";
import { isTexts } from "../feature-values.js";
import { readOutline } from "../outline.js";

/** Addresses, accounts and names of each kind that are kept. */
const mostOfKind = 20;
const longestName = 40;
/** Characters on each side of an at sign that an address may have. */
const longestPart = 60;

/** Services where the first part of the path is the name of an account. */
const ACCOUNTS =
  /(?:^|\.)(?:facebook|twitter|x|instagram|youtube|linkedin|vk|t|github|pinterest|vimeo|flickr|tiktok)\.(?:com|me)$/u;
const COPYRIGHT = /(?:©|\(c\)|copyright)[\s\d,–-]{0,20}(\p{L}[\p{L}\p{N} .&'’-]{2,40})/giu;

/**
 * Who publishes the page, as it says itself: mail addresses, accounts of other services that it links to, the holder of the
 * copyright, and the name of the site (`og:site_name`); each once, in code unit order.
 */
export const publisher: Feature<readonly string[]> = {
  keyword: "publisher",
  summary: "Mail addresses, accounts, copyright holder and name of the site.",

  extract(page) {
    const { links, siteName } = readOutline(page);
    const found = [
      ...mailAddresses(page, links),
      ...some(links, accountOf, "account"),
      ...some(copyrightHolders(page), (holder) => holder, "copyright"),
      ...(siteName === "" ? [] : [`name ${siteName.toLowerCase()}`]),
    ];
    return [...new Set(found)].sort();
  },
  isValue: isTexts,
  isEmpty: (value) => value.length === 0,
};

/** At most {@link mostOfKind} different ones of a kind, with its name before each. */
function some(
  from: Iterable<string>,
  read: (text: string) => string | undefined,
  kind: string,
): string[] {
  const found = new Set<string>();
  for (const text of from) {
    const one = read(text);
    if (one !== undefined) found.add(`${kind} ${one}`);
    if (found.size === mostOfKind) break;
  }
  return [...found];
}

function mailAddresses(page: Page, links: readonly string[]): string[] {
  const linked = some(
    links,
    (href) => /^mailto:([^?]{3,120})/iu.exec(href)?.[1]?.toLowerCase(),
    "mail",
  );
  return [...linked, ...some(writtenAddresses(page), (address) => address, "mail")];
}

function* writtenAddresses({ paragraphs }: Page): Generator<string> {
  for (const { text } of paragraphs)
    for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
      const name = /[\w.+-]{2,}$/u.exec(text.slice(Math.max(0, at - longestPart), at))?.[0];
      const host = /^[\w-]+(?:\.[\w-]+)+/u.exec(text.slice(at + 1, at + longestPart))?.[0];
      if (name !== undefined && host !== undefined) yield `${name}@${host}`.toLowerCase();
    }
}

function accountOf(href: string): string | undefined {
  if (!/^(?:https?:)?\/\//iu.test(href) || !URL.canParse(href, "http://relative.invalid/")) {
    return undefined;
  }
  const { hostname, pathname } = new URL(href, "http://relative.invalid/");
  const host = hostname.replace(/^www\./u, "");
  if (!ACCOUNTS.test(host) || pathname.length < 3) return undefined;
  return host + pathname.toLowerCase().replace(/\/$/u, "").slice(0, 100);
}

function* copyrightHolders({ paragraphs }: Page): Generator<string> {
  for (const { text } of paragraphs)
    for (const [, holder = ""] of text.matchAll(COPYRIGHT))
      yield holder.trim().toLowerCase().split(/\s+/u).slice(0, 3).join(" ").slice(0, longestName);
}
