import { bareHost, urlOf } from "../../base/uri.js";
import { all, record, share, text } from "../../base/codec.js";
import { readOutline } from "../html/outline.js";
import type { Feature } from "../types.js";

/** Links of a page: paths on its own site, and the share of links that lead to other sites. */
export type SiteLinks = {
  /** Distinct paths without query and fragment, in code unit order. */
  readonly paths: readonly string[];
  /** Share from 0 to 1. It is 0 if there are no links. */
  readonly externalShare: number;
};

/** Maximum number of paths, which keeps the value small. */
const mostLinkedPaths = 300;

/**
 * Links of a page. Links to its own site are relative links, and links to the host that the page names as its own
 * (canonical link, og:url, base). If the page names none, its own host is the host to which most links lead.
 */
export const siteLinks: Feature<SiteLinks> = {
  keyword: "site-links",
  summary: "Links to the page's own site, and the share of links to others.",

  extract(page) {
    const { links, ownAddress } = readOutline(page);
    const targets = links.flatMap((href) => targetOf(href) ?? []);
    const own =
      (ownAddress === undefined ? undefined : targetOf(ownAddress)?.host) ?? commonHost(targets);
    const paths = new Set<string>();
    let external = 0;
    for (const { host, path } of targets) {
      if (host !== undefined && host !== own) external += 1;
      else if (paths.size < mostLinkedPaths) paths.add(path);
    }
    return {
      paths: [...paths].sort(),
      externalShare:
        targets.length === 0 ? 0 : Math.round((external / targets.length) * 1000) / 1000,
    };
  },
  isValue: record<SiteLinks>({ paths: all(text), externalShare: share }).is,
  isEmpty: () => false,
};

interface LinkTarget {
  readonly host: string | undefined;
  readonly path: string;
}

/** Relative links have no host. Returns undefined for fragments, scripts, mail addresses and malformed links. */
function targetOf(href: string): LinkTarget | undefined {
  const text = href.trim();
  if (text === "" || text.startsWith("#")) return undefined;
  const uri = urlOf(text, "http://relative.invalid/");
  if (uri === undefined || !/^https?:$/u.test(uri.protocol)) return undefined;
  const path = uri.pathname.toLowerCase().replace(/\/(?:index\.[a-z]{3,5})?$/u, "") || "/";
  const host = bareHost(uri.hostname);
  return { host: host === "relative.invalid" ? undefined : host, path: path.slice(0, 200) };
}

/** Returns the host to which at least half of all links lead. */
function commonHost(targets: readonly LinkTarget[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { host } of targets)
    if (host !== undefined) counts.set(host, (counts.get(host) ?? 0) + 1);
  return [...counts].find(([, count]) => count * 2 >= targets.length)?.[0];
}
