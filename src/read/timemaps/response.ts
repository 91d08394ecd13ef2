import { promisify, TextDecoder } from "node:util";
import { getHeapStatistics } from "node:v8";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import { messageOf, unavailable } from "../../base/errors.js";
import type { Outcome } from "../../base/types.js";
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
export function tooMuchText(bytes: number): string | undefined {
  return bytes > largestText
    ? `${bytes} bytes, more than the ${largestText} that are read`
    : undefined;
}

/** Decodes a page of an archive itself, of at most {@link largestText} bytes. Malformed bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  const named = namedDecoder(contentType);
  return named !== undefined && named.encoding !== LATIN
    ? named.decode(bytes)
    : (wellFormedUtf8(bytes) ?? new TextDecoder(LATIN).decode(bytes));
}

/**
 * Encoding of bytes that are not UTF-8. Servlets declare it (as ISO-8859-1) for any content, and old archives send it
 * without declaring it.
 */
const LATIN = "windows-1252";

/** Returns a decoder for the charset of a Content-Type, if the Content-Type names a known charset. */
function namedDecoder(contentType: string | undefined): TextDecoder | undefined {
  const named = /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType ?? "")?.[1];
  if (named === undefined) return undefined;
  try {
    return new TextDecoder(named);
  } catch {
    return undefined;
  }
}

/** Returns the bytes as text if they are UTF-8, and otherwise `undefined`. An incomplete last character is left out. */
function wellFormedUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
/** Returns the first value of a header. `name` is in lower case. */
export function header(
  { headers }: Pick<FetchedResponse, "headers">,
  name: string,
): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1];
}

const unzip = promisify(gunzip);
const unbrotli = promisify(brotliDecompress);
const unzlib = promisify(inflate);
const unraw = promisify(inflateRaw);

/** Returns a problem if that fails or gives more bytes than the maximum. */
export async function decodedBody(
  response: FetchedResponse,
  maxOutputLength: number,
): Promise<Outcome<Uint8Array>> {
  const coding = header(response, "content-encoding") ?? "";
  let body: Uint8Array = response.body;
  try {
    for (const name of coding.toLowerCase().split(",").reverse()) {
      body = await decode(name.trim(), body, maxOutputLength);
    }
    return { value: body };
  } catch (cause) {
    return unavailable(`Content-Encoding ${coding}: ${messageOf(cause)}`);
  }
}

async function decode(
  coding: string,
  body: Uint8Array,
  maxOutputLength: number,
): Promise<Uint8Array> {
  const options = { maxOutputLength };
  // Servers declare codings that they have not applied. For gzip, the first bytes show whether it was applied.
  if (coding === "gzip" || coding === "x-gzip") {
    return body[0] === 0x1f && body[1] === 0x8b ? unzip(body, options) : body;
  }
  if (coding === "br") return unbrotli(body, options);
  if (coding === "deflate") {
    return (body[0]! & 0x0f) === 8 ? unzlib(body, options) : unraw(body, options);
  }
  if (coding === "" || coding === "identity") return body;
  throw new Error("it is not known");
}

/** Maximum number of bytes of an answer of an API. The list of 100,000 seeds has some 10 MB. */
export const LARGEST_ANSWER: number = 64 << 20;

/** Returns the body as text with its codings undone. It is for the archive's own pages, never for mementos. */
export async function bodyText(
  response: FetchedResponse,
  most: number = largestText,
): Promise<Outcome<string>> {
  const body = await decodedBody(response, most);
  if ("problem" in body) return body;
  const tooMuch = tooMuchText(body.value.length);
  return tooMuch === undefined
    ? { value: decodeText(body.value, header(response, "content-type")) }
    : unavailable(tooMuch);
}

/** Returns the target of a 3xx answer as an absolute URI. Returns `undefined` if it has no target in HTTP. */
export function redirectTarget(response: FetchedResponse): string | undefined {
  const location = header(response, "location");
  if (response.status < 300 || response.status > 399 || location === undefined) return undefined;
  if (!URL.canParse(location, response.uri)) return undefined;
  const target = new URL(location, response.uri);
  if (target.protocol !== "http:" && target.protocol !== "https:") return undefined;
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
