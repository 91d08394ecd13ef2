import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import { messageOf } from "../errors.js";
import type { FetchedResponse, FetchRequest, Fetcher, Outcome } from "../types.js";
import { decodeText, largestText, tooMuchText } from "./text.js";

/** The first value of a header, whatever the case of its name. */
export function header(response: FetchedResponse, name: string): string | undefined {
  return response.headers.find(([key]) => key.toLowerCase() === name)?.[1];
}

const unzip = promisify(gunzip);
const unbrotli = promisify(brotliDecompress);
const unzlib = promisify(inflate);
const unraw = promisify(inflateRaw);

/** The body with its Content-Encoding undone; a problem when it cannot be, or has more bytes than the most. */
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
    return {
      problem: { stage: "access", message: `Content-Encoding ${coding}: ${messageOf(cause)}` },
    };
  }
}

async function decode(
  coding: string,
  body: Uint8Array,
  maxOutputLength: number,
): Promise<Uint8Array> {
  const options = { maxOutputLength };
  // Servers name codings that they have not applied: the first bytes decide for gzip.
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

/** The body as text, its codings undone; for the archive's own pages, never for mementos. */
export async function bodyText(response: FetchedResponse): Promise<Outcome<string>> {
  const body = await decodedBody(response, largestText);
  if ("problem" in body) return body;
  const tooMuch = tooMuchText(body.value.length);
  return tooMuch === undefined
    ? { value: decodeText(body.value, header(response, "content-type")) }
    : { problem: { stage: "access", message: tooMuch } };
}

/** Where a 3xx answer leads, absolute; undefined when it leads nowhere that HTTP could go. */
export function redirectTarget(response: FetchedResponse): string | undefined {
  const location = header(response, "location");
  if (response.status < 300 || response.status > 399 || location === undefined) return undefined;
  if (!URL.canParse(location, response.uri)) return undefined;
  const target = new URL(location, response.uri);
  if (target.protocol !== "http:" && target.protocol !== "https:") return undefined;
  // An absolute location stays as written: parsing would change the URI-R inside a URI-M.
  return /^https?:\/\//i.test(location) ? location : target.href;
}

/** Follows redirects of an archive's own pages (TimeMaps, APIs): at most `maxHops`, no URI twice. */
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
    if (seen.has(target)) return trouble(`the archive redirects in a circle: ${request.uri}`);
    uri = target;
  }
  return trouble(`the archive redirects more than ${maxHops} times: ${request.uri}`);
}

function trouble(message: string): Outcome<never> {
  return { problem: { stage: "access", message } };
}
