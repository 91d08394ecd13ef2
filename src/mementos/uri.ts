import { toFourteenDigits } from "./datetime.js";

/** URI-M of a memento from a WARC (SPEC section 5); `ordinal` counts captures of one URI-R in one second from 1. */
export function warcUriM(
  { uriR, mementoDatetime }: { readonly uriR: string; readonly mementoDatetime: string },
  ordinal: number,
): string {
  const again = ordinal > 1 ? `~${ordinal}` : "";
  return `from-warc::${toFourteenDigits(mementoDatetime)}${again}::${uriR}`;
}

/** URI-T of a TimeMap made of WARC captures. */
export function warcUriT(uriR: string): string {
  return `from-warc::timemap::${uriR}`;
}

/** The absolute URI of a Location header, or undefined where there is none that HTTP could follow. */
export function resolveLocation(location: string | undefined, base: string): string | undefined {
  if (location === undefined || location.trim() === "") return undefined;
  try {
    const { href, protocol } = new URL(location.trim(), base);
    return protocol === "http:" || protocol === "https:" ? href : undefined;
  } catch {
    return undefined;
  }
}

/** True for what can be a page's URI-R: http and https, not dns:, whois:, urn: or screenshot:. */
export function isPageUri(uri: string): boolean {
  return /^https?:\/\/[^/]/iu.test(uri);
}
