import type { getDomain } from "./public-suffixes.js";

let domainOf: typeof getDomain | undefined;

/** Loads the list of public suffixes, without which {@link siteOf} throws. It is large, so few runs load it. */
export async function loadSites(): Promise<void> {
  domainOf ??= (await import("./public-suffixes.js")).getDomain;
}

/**
 * Returns the site of a URI-R, which is its registrable domain, or its host if it has none. On shared hosts such as
 * github.io each user has a site.
 */
export function siteOf(uriR: string): string {
  if (domainOf === undefined) throw new Error("the list of public suffixes is not loaded");
  const host = URL.canParse(uriR) ? new URL(uriR).hostname.replace(/\.+$/u, "") : uriR;
  return domainOf(host, { allowPrivateDomains: true }) ?? host;
}
