import { toFourteenDigits } from "../../base/datetime.js";
import { groupBy } from "../../base/math/group-by.js";
import { groupingKey } from "../../base/uri.js";
import { keyOfLine, placeOfLine } from "./lines.js";
import {
  decodeTarget,
  digitsOf,
  type Grouping,
  hashOf,
  isSeedName,
  type NamedCapture,
  nameOfPointer,
  type PointerItem,
  type Query,
  queryOf,
  type Search,
} from "./pointers.js";

/*
 * Following revisits and redirects through captures. A pointer searches for a name, and the captures with that name are
 * in memory. A capture that is a pointer itself leads on, under the same name or under another one.
 */

/** The end to which a pointer has led, and the state of its search. */
type Followed = { readonly search: Search } & (
  | {
      readonly kind: "page";
      /** Grouping key of its record. */
      readonly key: string;
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
    const { target, line } = found;
    if (target.kind === "other") return { kind: "no-page", search };
    if (target.kind === "page") {
      const isOwn = search.at.kind === "redirect" && target.key === ownKey(search.item, by);
      return isOwn
        ? { kind: "own-timemap", search }
        : { kind: "page", search, key: target.key, line };
    }
    const { trail } = search;
    const next = nameOfPointer(placeOfLine(line));
    if (trail.length >= MAX_HOPS) {
      return { kind: "endless", search, message: `more than ${MAX_HOPS} redirects` };
    }
    search = { ...search, at: target.hop, tried: 0, trail: [...trail, next] };
  }
}

const ownKey = ({ capture }: PointerItem, by: Grouping): string => groupingKey(capture, by);

/** The captures with one name. */
export class NamedCaptures {
  name = "";
  /** All captures of a seed, oldest first. For other names, only the first target. */
  #all: NamedCapture[] = [];
  #forRedirects: ForRedirects | undefined;

  /** Begins with the captures of a name, of which there may be none. */
  begin(name: string): void {
    if (name === this.name) return;
    this.name = name;
    this.#all = [];
    this.#forRedirects = undefined;
  }

  add(line: string): void {
    this.begin(keyOfLine(line));
    if (isSeedName(this.name) || this.#all.length === 0) this.#all.push(decodeTarget(line));
  }

  /**
   * Returns the capture that a query selects, or {@link CIRCLE} if there is none but captures through which the search has come.
   */
  find({ how, uri }: Query, { at, trail }: Search): NamedCapture | typeof CIRCLE | undefined {
    if (how === "first") return this.#all[0];
    const time = digitsOf(at);
    if (how === "before") {
      let at = firstAt(this.#all, (digits) => digits > time) - 1;
      while (at >= 0 && (this.#all[at]!.isPointer || this.#all[at]!.status !== 200)) at -= 1;
      return this.#all[at];
    }
    if (how === "dated") return this.#ofDate(at);
    if (how === "beside") return this.#beside(at);
    return this.#nearest(uri, time, trail);
  }

  /** Returns a capture of the second of a conversion, or of the crawl in which a browser showed a text. */
  #beside(at: PointerItem): NamedCapture | undefined {
    const time = digitsOf(at);
    const own = millisecondsOf(time);
    const { before, after } = around(this.#all, time);
    const isConversion = at.kind === "text" && at.of.kind === "conversion";
    return [before, after].find((capture) => {
      if (capture === undefined) return false;
      const { digits } = capture;
      return isConversion
        ? digits.slice(0, 14) === time.slice(0, 14)
        : Math.abs(millisecondsOf(digits) - own) <= SAME_CRAWL_MS;
    });
  }

  #ofDate(at: PointerItem): NamedCapture | undefined {
    if (at.kind !== "revisit") return undefined;
    const { uriR = at.capture.uriR, mementoDatetime = "" } = at.target;
    const second = toFourteenDigits(mementoDatetime);
    const hash = hashOf(uriR);
    for (let i = firstAt(this.#all, (digits) => digits >= second); ; i += 1) {
      const capture = this.#all[i];
      if (capture?.digits.startsWith(second) !== true) return undefined;
      if (!capture.isPointer && capture.uri === hash) return capture;
    }
  }

  /**
   * Returns the capture to which a redirect leads: that of exactly its target soon after it, or else soon before it, or else
   * the nearest in time. If the search has come through that one, as when a site sets a cookie first, it is the next one of
   * the same crawl.
   */
  #nearest(
    uri: string | undefined,
    time: string,
    trail: readonly string[],
  ): NamedCapture | typeof CIRCLE | undefined {
    const { all, byUri } = (this.#forRedirects ??= forRedirects(this.#all));
    const isNew = ({ line }: NamedCapture): boolean =>
      !trail.includes(nameOfPointer(placeOfLine(line)));
    const own = millisecondsOf(time);
    const isWithin = (capture: NamedCapture | undefined, most: number): capture is NamedCapture =>
      capture !== undefined && Math.abs(millisecondsOf(capture.digits) - own) <= most;
    const exact = around(byUri.get(uri) ?? [], time, isNew);
    if (isWithin(exact.after, SOON_MS)) return exact.after;
    if (isWithin(exact.before, SOON_MS)) return exact.before;
    const { before, after } = around(all, time);
    const isNearer =
      before !== undefined &&
      (after === undefined ||
        own - millisecondsOf(before.digits) <= millisecondsOf(after.digits) - own);
    const nearest = isNearer ? before : after;
    if (nearest === undefined || isNew(nearest)) return nearest;
    const next = around(all, time, isNew).after;
    return isWithin(next, SAME_CRAWL_MS) ? next : CIRCLE;
  }
}

/** The captures of a seed among which redirects choose, and those of each hashed URI-R. */
interface ForRedirects {
  readonly all: readonly NamedCapture[];
  readonly byUri: ReadonlyMap<string | undefined, readonly NamedCapture[]>;
}

/** Sorts captures by time. A redirect chooses the one that leads nowhere else if several are of the same second. */
function forRedirects(captures: readonly NamedCapture[]): ForRedirects {
  const leads = ({ target }: NamedCapture): number => Number(target.kind === "pointer");
  const all = captures.toSorted((a, b) =>
    a.digits === b.digits ? leads(a) - leads(b) : a.digits < b.digits ? -1 : 1,
  );
  return { all, byUri: groupBy(all, ({ uri }) => uri) };
}

/** Returns the captures before and after a time that are accepted and nearest to it. */
function around(
  captures: readonly NamedCapture[],
  time: string,
  accepts: (capture: NamedCapture) => boolean = () => true,
): { readonly before: NamedCapture | undefined; readonly after: NamedCapture | undefined } {
  let after = firstAt(captures, (digits) => digits >= time);
  let before = after - 1;
  while (before >= 0 && !accepts(captures[before]!)) before -= 1;
  while (after < captures.length && !accepts(captures[after]!)) after += 1;
  return { before: captures[before], after: captures[after] };
}

function millisecondsOf(digits: string): number {
  const [year, month, ...rest] = [digits.slice(0, 4), ...(digits.slice(4, 14).match(/../gu) ?? [])];
  const [day, hour, minute, second] = rest;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${digits.slice(14, 17)}Z`);
}

/** Returns the index of the first capture whose datetime fulfils the condition. All later ones must also fulfil it. */
function firstAt(captures: readonly NamedCapture[], fulfils: (digits: string) => boolean): number {
  let low = 0;
  let high = captures.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (fulfils(captures[middle]!.digits)) high = middle;
    else low = middle + 1;
  }
  return low;
}
