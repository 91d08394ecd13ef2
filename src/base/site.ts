import { getDomain } from "tldts";

/**
 * The site of a URI-R: its registrable domain, or its host where it has none. Under shared hosts (github.io) each user is a
 * site. The list of public suffixes is large, so this file is loaded where it is needed only.
 */
export function siteOf(uriR: string): string {
  const host = URL.canParse(uriR) ? new URL(uriR).hostname : uriR;
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
