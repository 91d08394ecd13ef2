import { isHtml, looksLikeHtml, mediaType } from "../mementos/content-type.js";
import { parseDatetime } from "../mementos/datetime.js";
import { decodedBody, header, redirectTarget } from "../timemaps/response.js";
import { links, relations } from "../timemaps/link-format.js";
import { uriMParts, uriROf } from "../timemaps/uri-m.js";
import type {
  Capture,
  EncodedBody,
  FetchedResponse,
  Fetcher,
  InputItem,
  RawRule,
  Via,
} from "../types.js";
import { nameAnswer } from "./name-answer.js";
import { archivedContentType } from "./archived-headers.js";
import { rawUriM } from "./raw-uri-m.js";
import { stripBanner } from "./strip-banner.js";

/** A memento as its TimeMap lists it. */
export interface WantedMemento {
  readonly uriR: string;
  readonly uriT?: string;
  readonly uriM: string;
  readonly mementoDatetime: string;
  readonly note?: string;
}

/** How mementos are fetched. */
export interface FetchMementoOptions {
  readonly fetcher: Fetcher;
  readonly rawRules?: readonly RawRule[];
  /** Whether an archived 3xx is followed to the memento it leads to, left out, or measured itself. */
  readonly redirects: "follow" | "skip" | "as-mementos";
  readonly maxPageBytes: number;
  /** Answers followed from one to the next at most; default 10. */
  readonly maxHops?: number;
}

/**
 * Fetches one memento: its raw form, one GET (no HEAD), redirects followed by hand. What has no Memento-Datetime is no
 * memento, whatever its status; what has one is data, an archived 404 or 429 too. Never throws but when aborted.
 */
export async function fetchMemento(
  wanted: WantedMemento,
  options: FetchMementoOptions,
): Promise<InputItem> {
  const asked: Capture = {
    uriR: wanted.uriR,
    mementoDatetime: wanted.mementoDatetime,
    uriM: wanted.uriM,
    ...(wanted.uriT === undefined ? {} : { uriT: wanted.uriT }),
    ...(wanted.note === undefined ? {} : { notes: [wanted.note] }),
  };
  const reached = await follow(wanted.uriM, options);
  if ("message" in reached) return missed(asked, reached.message);
  const { response, mementoDatetime, archivedRedirect, hops } = reached;
  if (archivedRedirect !== undefined && options.redirects === "skip") {
    return { kind: "skipped", reason: "archived redirect" };
  }
  const contentType = archivedContentType(response);
  const guessedCharset = header(response, "x-archive-guessed-charset");
  const moved = hops > 0;
  const capture: Capture = {
    ...asked,
    // An answer that came without a detour speaks for itself; a TimeMap may be wrong about it.
    mementoDatetime: moved ? asked.mementoDatetime : mementoDatetime,
    status: response.status,
    ...(contentType === undefined ? {} : { contentType }),
    ...(guessedCharset === undefined ? {} : { guessedCharset }),
    ...(moved ? { via: viaOf(reached) } : {}),
  };
  const notes = [...(asked.notes ?? [])];
  if (!moved && mementoDatetime !== asked.mementoDatetime) {
    notes.push(`its TimeMap says ${asked.mementoDatetime}, the archive ${mementoDatetime}`);
  }
  if (response.body.length > options.maxPageBytes) {
    const size = `${response.body.length} bytes, more than ${options.maxPageBytes}`;
    return missed(withNotes(capture, notes), `the body has ${size}`);
  }
  // A coding that cannot be undone here is named where pages are read.
  const decoded = await decodedBody(response, options.maxPageBytes);
  const plain = "value" in decoded ? decoded.value : response.body;
  if (!isPage(contentType, plain)) {
    const reason = mediaType(contentType) || "no media type";
    return { kind: "other", capture: withNotes(capture, notes), reason };
  }
  const body = cleaned(response, plain, options.rawRules, notes);
  return { kind: "memento", capture: withNotes(capture, notes), body };
}

function isPage(contentType: string | undefined, body: Uint8Array): boolean {
  return isHtml(contentType) || (mediaType(contentType) === "" && looksLikeHtml(body));
}

/** The answer that a URI-M finally leads to. */
interface Reached {
  readonly response: FetchedResponse;
  readonly mementoDatetime: string;
  /** The status of the first archived 3xx on the way, or of the answer itself. */
  readonly archivedRedirect: number | undefined;
  /** How many answers led on to another one. */
  readonly hops: number;
}

async function follow(
  uriM: string,
  options: FetchMementoOptions,
): Promise<Reached | { message: string }> {
  const { fetcher, rawRules, maxHops = 10 } = options;
  const seen = new Set<string>();
  let uri = rawUriM(uriM, rawRules).uri;
  let archivedRedirect: number | undefined;
  for (let hops = 0; hops <= maxHops; hops += 1) {
    seen.add(uri);
    const outcome = await fetcher.fetch({ uri, requestClass: "playback" });
    if ("problem" in outcome) return { message: outcome.problem.message };
    const response = outcome.value;
    const dated = header(response, "memento-datetime");
    const mementoDatetime = dated === undefined ? undefined : parseDatetime(dated);
    const target = redirectTarget(response);
    if (mementoDatetime !== undefined) {
      if (response.status >= 300 && response.status < 400) archivedRedirect ??= response.status;
      if (target === undefined || options.redirects !== "follow") {
        return { response, mementoDatetime, archivedRedirect, hops };
      }
    } else if (target === undefined) {
      return { message: await nameAnswer(response) };
    }
    if (leavesArchive(uri, target))
      return { message: `the archive redirects to ${target}, which is no memento` };
    uri = rawUriM(target, rawRules).uri;
    if (seen.has(uri)) return { message: `mementos redirect in a circle: ${uri}` };
  }
  return { message: `more than ${maxHops} redirects, the last to ${uri}` };
}

/** The live web is not asked: a target on another host is followed only where it looks like a URI-M. */
function leavesArchive(from: string, to: string): boolean {
  return new URL(from).hostname !== new URL(to).hostname && uriMParts(to) === undefined;
}

function viaOf({ response, mementoDatetime, archivedRedirect }: Reached): Via {
  return {
    kind: "redirect",
    ...(archivedRedirect === undefined ? {} : { status: archivedRedirect }),
    uriR: originalOf(response) ?? response.uri,
    mementoDatetime,
    uriM: response.uri,
  };
}

/** The URI-R of an answer: its Link header says, or else its URI-M. */
function originalOf(response: FetchedResponse): string | undefined {
  const link = header(response, "link");
  if (link !== undefined) {
    for (const one of links(link, () => undefined))
      if (relations(one).has("original")) return one.uri;
  }
  return uriROf(response.uri);
}

/** The body, without what the archive put into it; notes say what was done. */
function cleaned(
  response: FetchedResponse,
  plain: Uint8Array,
  rawRules: readonly RawRule[] | undefined,
  notes: string[],
): EncodedBody {
  const { raw, rule } = rawUriM(response.uri, rawRules);
  const stripped = isOfAnArchive(response)
    ? undefined
    : stripBanner(plain, uriMParts(response.uri)?.prefix);
  if (stripped !== undefined) {
    notes.push(stripped.note);
    return { bytes: stripped.bytes };
  }
  if (!raw) {
    notes.push(`not a raw memento (${rule.archive}): the page as the archive shows it is measured`);
  }
  const contentEncoding = header(response, "content-encoding");
  return { bytes: response.body, ...(contentEncoding === undefined ? {} : { contentEncoding }) };
}

/** Captures of a web archive's own pages hold its banner as captured. */
function isOfAnArchive(response: FetchedResponse): boolean {
  const uriR = uriROf(response.uri);
  return (
    uriR !== undefined &&
    URL.canParse(uriR) &&
    new URL(uriR).hostname === new URL(response.uri).hostname
  );
}

function withNotes(capture: Capture, notes: readonly string[]): Capture {
  return notes.length === 0 ? capture : { ...capture, notes };
}

function missed(capture: Capture, message: string): InputItem {
  return { kind: "missed", capture, problem: { stage: "access", message } };
}
