import { toFourteenDigits } from "../../base/datetime.js";
import { groupingKey } from "../../base/uri.js";
import { keyOfLine, placeOfLine } from "./lines.js";
import {
  decodeTarget,
  digitsOf,
  type Grouping,
  isFinal,
  isOfUri,
  isOriginal,
  isSeedName,
  nameOfPointer,
  type PointerItem,
  type Query,
  queryOf,
  type Search,
  statusAndUri,
  type Target,
} from "./pointers.js";

/*
 * Following revisits and redirects through captures. A pointer searches for a name, and the captures with that name are
 * in memory. A capture that is a pointer itself leads on, under the same name or under another one.
 */

/** The end to which a pointer has led, and the state of its search. */
type Followed = { readonly search: Search } & (
  | {
      readonly kind: "page";
      readonly page: Extract<Target, { kind: "page" }>;
      readonly line: string;
    }
  /** The captures with another name are needed. `search` says with which. */
  | { readonly kind: "elsewhere" }
  | { readonly kind: "not-found" }
  /** A capture that is not a page, such as an image. */
  | { readonly kind: "no-page" }
  /** A capture of the page of which a text is the copy. */
  | { readonly kind: "beside" }
  /** A redirect back into the TimeMap that it comes from, such as that of a site which sets a cookie. */
  | { readonly kind: "own-timemap" }
  | { readonly kind: "endless"; readonly message: string }
);

/** Found instead of a capture if there are only captures through which the search has come. */
const CIRCLE = Symbol("circle");

/** RFC 9110, section 15.4, lets the client choose the number. */
const MAX_HOPS = 10;

/**
 * Maximum time between a redirect and the capture of exactly its target that is preferred to captures of other forms of the
 * URI. Crawlers pause between requests.
 */
const SOON_MS = 600_000;

/** Maximum time after which the capture behind a chain of redirects that leads back belongs to another crawl. */
const SAME_CRAWL_MS = 86_400_000;

/** Follows a pointer through the captures with the name for which it searches, as far as they lead. */
export function follow(from: Search, captures: NamedCaptures, by: Grouping): Followed {
  let search = from;
  for (;;) {
    const query = queryOf(search, by);
    if (query === undefined) return { kind: "not-found", search };
    if (query.name !== captures.name) return { kind: "elsewhere", search };
    const found = captures.find(query, search);
    if (found === CIRCLE) {
      return { kind: "endless", search, message: "its redirects lead in a circle" };
    }
    if (found === undefined) {
      search = { ...search, tried: search.tried + 1 };
      continue;
    }
    if (search.item.kind === "text") return { kind: "beside", search };
    const target = decodeTarget(found);
    if (target.kind === "other") return { kind: "no-page", search };
    if (target.kind === "page") {
      const isOwn = search.at.kind === "redirect" && target.key === ownKey(search.item, by);
      return isOwn
        ? { kind: "own-timemap", search }
        : { kind: "page", search, page: target, line: found };
    }
    const { trail } = search;
    const next = nameOfPointer(placeOfLine(found));
    if (trail.length >= MAX_HOPS) {
      return { kind: "endless", search, message: `more than ${MAX_HOPS} redirects` };
    }
    search = { ...search, at: target.hop, tried: 0, trail: [...trail, next] };
  }
}

const ownKey = ({ capture }: PointerItem, by: Grouping): string => groupingKey(capture, by);

/** The captures with one name, as undecoded lines. */
export class NamedCaptures {
  #name = "";
  /** All captures of a seed, oldest first. For other names, only the first target. */
  #all: string[] = [];
  /** Targets of a seed that a revisit may repeat, and the subset with status 200. */
  #originals: string[] = [];
  #good: string[] = [];
  #forRedirects: ForRedirects | undefined;

  get name(): string {
    return this.#name;
  }

  /** Begins with the captures of a name, of which there may be none. */
  begin(name: string): void {
    if (name === this.#name) return;
    this.#name = name;
    this.#all = [];
    this.#originals = [];
    this.#good = [];
    this.#forRedirects = undefined;
  }

  add(line: string): void {
    this.begin(keyOfLine(line));
    if (!isSeedName(this.#name)) {
      if (this.#all.length === 0) this.#all.push(line);
      return;
    }
    this.#all.push(line);
    if (!isOriginal(line)) return;
    this.#originals.push(line);
    if (statusAndUri(line)[0] === 200) this.#good.push(line);
  }

  /**
   * Returns the capture that a query selects, or {@link CIRCLE} if there is none but captures through which the search has come.
   */
  find({ how, uri }: Query, { at, trail }: Search): string | typeof CIRCLE | undefined {
    if (how === "first") return this.#all[0];
    const time = digitsOf(at);
    if (how === "before") return this.#good[firstAt(this.#good, (digits) => digits > time) - 1];
    if (how === "dated") return this.#ofDate(at);
    if (how === "beside") return this.#beside(at);
    return this.#nearest(uri, time, trail);
  }

  /** Returns a capture of the second of a conversion, or of the crawl in which a browser showed a text. */
  #beside(at: PointerItem): string | undefined {
    const time = digitsOf(at);
    const own = millisecondsOf(time);
    const { before, after } = around(this.#all, time);
    const isConversion = at.kind === "text" && at.of.kind === "conversion";
    return [before, after].find((line) => {
      if (line === undefined) return false;
      const digits = digitsAt(line);
      return isConversion
        ? digits.slice(0, 14) === time.slice(0, 14)
        : Math.abs(millisecondsOf(digits) - own) <= SAME_CRAWL_MS;
    });
  }

  #ofDate(at: PointerItem): string | undefined {
    if (at.kind !== "revisit") return undefined;
    const { uriR = at.capture.uriR, mementoDatetime = "" } = at.target;
    const second = toFourteenDigits(mementoDatetime);
    const first = firstAt(this.#originals, (digits) => digits >= second);
    for (let i = first; digitsAt(this.#originals[i] ?? "").startsWith(second); i += 1) {
      const line = this.#originals[i]!;
      if (isOfUri(statusAndUri(line)[1], uriR)) return line;
    }
    return undefined;
  }

  /**
   * Returns the capture to which a redirect leads: that of exactly its target soon after it, or else soon before it, or else
   * the nearest in time. If the search has come through that one, as when a site sets a cookie first, it is the next one of
   * the same crawl.
   */
  #nearest(
    uri: unknown,
    time: string,
    trail: readonly string[],
  ): string | typeof CIRCLE | undefined {
    const { all, byUri } = (this.#forRedirects ??= forRedirects(this.#all));
    const isNew = (line: string): boolean => !trail.includes(nameOfPointer(placeOfLine(line)));
    const own = millisecondsOf(time);
    const isWithin = (line: string | undefined, most: number): line is string =>
      line !== undefined && Math.abs(millisecondsOf(digitsAt(line)) - own) <= most;
    const exact = around(byUri.get(uri) ?? [], time, isNew);
    if (isWithin(exact.after, SOON_MS)) return exact.after;
    if (isWithin(exact.before, SOON_MS)) return exact.before;
    const { before, after } = around(all, time);
    const isNearer =
      before !== undefined &&
      (after === undefined ||
        own - millisecondsOf(digitsAt(before)) <= millisecondsOf(digitsAt(after)) - own);
    const nearest = isNearer ? before : after;
    if (nearest === undefined || isNew(nearest)) return nearest;
    const next = around(all, time, isNew).after;
    return isWithin(next, SAME_CRAWL_MS) ? next : CIRCLE;
  }
}

/** The captures of a seed among which redirects choose, and those of each hashed URI-R. */
interface ForRedirects {
  readonly all: readonly string[];
  readonly byUri: ReadonlyMap<unknown, readonly string[]>;
}

/** Sorts captures by time. A redirect chooses the one that leads nowhere else if several are of the same second. */
function forRedirects(lines: readonly string[]): ForRedirects {
  const byUri = new Map<unknown, string[]>();
  const all = lines
    .map((line) => ({ line, digits: digitsAt(line), leads: Number(!isFinal(line)) }))
    .sort((a, b) => (a.digits === b.digits ? a.leads - b.leads : a.digits < b.digits ? -1 : 1))
    .map(({ line }) => line);
  for (const line of all) {
    const uri = statusAndUri(line)[1];
    const known = byUri.get(uri);
    if (known === undefined) byUri.set(uri, [line]);
    else known.push(line);
  }
  return { all, byUri };
}

/** Returns the lines before and after a time that are accepted and nearest to it. */
function around(
  lines: readonly string[],
  time: string,
  accepts: (line: string) => boolean = () => true,
): { readonly before: string | undefined; readonly after: string | undefined } {
  let after = firstAt(lines, (digits) => digits >= time);
  let before = after - 1;
  while (before >= 0 && !accepts(lines[before]!)) before -= 1;
  while (after < lines.length && !accepts(lines[after]!)) after += 1;
  return { before: lines[before], after: lines[after] };
}

const digitsAt = (line: string): string => {
  const from = line.indexOf("\t") + 1;
  return line.slice(from, from + DIGITS);
};

const DIGITS = 23;

function millisecondsOf(digits: string): number {
  const [year, month, ...rest] = [digits.slice(0, 4), ...(digits.slice(4, 14).match(/../gu) ?? [])];
  const [day, hour, minute, second] = rest;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${digits.slice(14, 17)}Z`);
}

/** Returns the index of the first line whose datetime fulfils the condition. All later lines must also fulfil it. */
function firstAt(lines: readonly string[], fulfils: (digits: string) => boolean): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (fulfils(digitsAt(lines[middle]!))) high = middle;
    else low = middle + 1;
  }
  return low;
}
