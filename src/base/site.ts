import { getDomain } from "tldts";

/**
 * Returns the site of a URI-R, which is its registrable domain, or its host if it has none. On shared hosts such as
 * github.io each user has a site. The list of public suffixes is large, so this module is imported only where it is
 * needed.
 */
export function siteOf(uriR: string): string {
  const host = URL.canParse(uriR) ? new URL(uriR).hostname.replace(/\.+$/u, "") : uriR;
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
