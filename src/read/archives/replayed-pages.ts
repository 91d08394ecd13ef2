import { parseDatetime } from "../../base/datetime.js";
import { isPageUri, urlOf } from "../../base/uri.js";
import { uriMParts, uriROf } from "../timemaps/uri.js";

/** Archives whose URI-Ms also have short dates, and URI-Rs without a scheme. */
const KNOWN =
  /^https?:\/\/(?:web\.archive\.org\/web|arquivo\.pt\/wayback|wayback\.archive-it\.org\/\w+)\/$/iu;

/** Returns whether the URI-R of a crawl's capture is a URI-M, so that the page is one that a web archive replayed. */
export function isReplayedPage(uri: string): boolean {
  // Nearly all URI-Rs have no digits of a date between slashes.
  if (!/\/\d{4,14}(?:[a-z]{2}_)?\//iu.test(uri)) return false;
  const parts = uriMParts(uri);
  const inside = uriROf(uri);
  if (parts === undefined || inside === undefined) return false;
  const isWhole = parts.timestamp.length === 14 && /^https?(?::|%3a)/iu.test(parts.uriR);
  if (!isWhole && !KNOWN.test(parts.prefix)) return false;
  // Servers join the two slashes of a URI in a path.
  const uriR = inside.replace(/^(https?):\/*/iu, "$1://");
  return (
    parseDatetime(parts.timestamp) !== undefined && isPageUri(uriR) && urlOf(uriR) !== undefined
  );
}
