import { urlOf } from "../../base/uri.js";
import { getHeapStatistics } from "node:v8";
import { messageOf, unavailable } from "../../base/errors.js";
import type { EncodedBody, Outcome } from "../../base/types.js";
import { decodeText } from "../coding/charset.js";
import { decodeBody, PageTooLargeError } from "../coding/content-coding.js";
import type { FetchedResponse, Fetcher, FetchRequest } from "../types.js";

/**
 * Maximum number of bytes that are read as one text. A TimeMap of a million mementos has 200 MB. A text larger than the
 * heap allows, or than a string can be, would end the process.
 */
export const largestText: number = Math.min(
  256 * 1024 * 1024,
  Math.floor(getHeapStatistics().heap_size_limit / 8),
);

/** Returns why so many bytes cannot be read. Returns `undefined` if they can be read. */
export function tooMuchText(bytes: number, most: number = largestText): string | undefined {
  return bytes > most ? `${bytes} bytes, more than the ${most} that are read` : undefined;
}

/** Servlets declare this charset for any content, so that only the content counts. */
const SAID_OF_ANY = /;\s*charset\s*=\s*["']?(?:iso-8859-1|windows-1252|latin1)\b/iu;

/** Decodes a page of an archive itself, of at most {@link largestText} bytes. */
export const archiveText = (bytes: Uint8Array, contentType = ""): string =>
  decodeText(bytes, SAID_OF_ANY.test(contentType) ? undefined : contentType).html;

/** Returns the first value of a header. `name` is in lower case. */
export function header(
  { headers }: Pick<FetchedResponse, "headers">,
  name: string,
): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1];
}

export const codedBody = (response: FetchedResponse): EncodedBody => ({
  bytes: response.body,
  contentEncoding: header(response, "content-encoding"),
});

/** Maximum number of bytes of an answer of an API. The list of 100,000 seeds has some 10 MB. */
export const LARGEST_ANSWER: number = 64 << 20;

/** Returns the body as text with its codings undone. It is for the archive's own pages, never for mementos. */
export function bodyText(response: FetchedResponse, most: number = largestText): Outcome<string> {
  const coded = codedBody(response);
  const tooMuch = tooMuchText(coded.bytes.length, most);
  if (tooMuch !== undefined) return unavailable(tooMuch);
  try {
    const { bytes, incomplete } = decodeBody(coded, most);
    if (incomplete !== undefined) return unavailable(incomplete);
    return { value: archiveText(bytes, header(response, "content-type")) };
  } catch (cause) {
    const isLarge = cause instanceof PageTooLargeError;
    return unavailable(isLarge ? `more than the ${most} bytes that are read` : messageOf(cause));
  }
}

/** Returns the target of a 3xx answer as an absolute URI. Returns `undefined` if it has no target in HTTP. */
export function redirectTarget(response: FetchedResponse): string | undefined {
  const location = header(response, "location");
  if (response.status < 300 || response.status > 399 || location === undefined) return undefined;
  const target = urlOf(location, response.uri);
  if (target?.protocol !== "http:" && target?.protocol !== "https:") return undefined;
  // An absolute location is unchanged, because parsing would change the URI-R inside a URI-M.
  return /^https?:\/\//i.test(location) ? location : target.href;
}

/**
 * Fetches an archive's own page (TimeMap, API) and follows redirects. It follows at most `maxHops`, and requests no URI
 * twice.
 */
export async function fetchFollowing(
  fetcher: Fetcher,
  request: FetchRequest,
  maxHops = 5,
): Promise<Outcome<FetchedResponse>> {
  const seen = new Set<string>();
  let uri = request.uri;
  for (let hop = 0; hop <= maxHops; hop += 1) {
    seen.add(uri);
    const outcome = await fetcher.fetch({ ...request, uri });
    if ("problem" in outcome) return outcome;
    const target = redirectTarget(outcome.value);
    if (target === undefined) return outcome;
    if (seen.has(target)) return unavailable(`the archive redirects in a circle: ${request.uri}`);
    uri = target;
  }
  return unavailable(`the archive redirects more than ${maxHops} times: ${request.uri}`);
}
