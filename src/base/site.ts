import { urlOf } from "./uri.js";

/**
 * True for two URIs of the same site. The list of public suffixes is not used here, because it takes 28 ms to load in
 * each thread. Instead, a short label before a country code counts as a part of the suffix: co.uk, com.au.
 */
export const isSameSite = (one: string, other: string): boolean => siteOf(one) === siteOf(other);

function siteOf(uri: string): string {
  const host = urlOf(uri)?.hostname.replace(/\.+$/u, "") ?? uri;
  if (/^[\d.]+$|:/u.test(host)) return host;
  const labels = host.split(".");
  const isLong =
    labels.length > 2 && /^[a-z]{2}$/u.test(labels.at(-1)!) && labels.at(-2)!.length <= 3;
  return labels.slice(isLong ? -3 : -2).join(".");
}
