import { bandsOf } from "../../score/elsewhere.js";
import type { SitePage } from "./site-page.js";

/**
 * Similarity (Jaccard index of n-grams) from which a page joins a group of one text. A short text is less like another
 * one that differs in a word.
 */
const ALIKE = 0.92;
const ALIKE_IF_SHORT = 0.8;
/** Number of hashes below which a text is short. */
const SHORT = 128;
/** Minimum number of URIs of a group. Five names of one page are rare on an ordinary site, and no loss to a crawl. */
export const FEWEST_URIS = 5;
/** Share of n-grams that pages of a group may have for themselves: the time, a number of a request. */
const MOST_OWN = 0.02;
/**
 * Mean number of n-grams that pages of a group may have for themselves. In a text with a menu of 20,000 characters, a
 * paragraph is below the share.
 */
const MOST_OWN_NGRAMS = 60;
/** The share if most pages say that they are an error or a wall. Short ones often have a line that differs. */
const MOST_OWN_OF_KIND = 0.15;
/** Titles per URI from which the pages of a group are taken for different ones, such as pictures. */
const MOST_TITLES = 0.3;
/** Groups of a host in memory, 3 KB each. Beyond that the smaller half, which has not grown, is forgotten. */
const MOST_GROUPS = 2048;
/** Groups that are looked up by one number, so that pages of a template with little text take linear time. */
const MOST_OF_KEY = 64;
/** Number of hashes by which a text is found that is too short for bands. */
const SHORT_KEYS = 8;

/** Pages of one host with nearly one text; the first one found stands for them. */
export class TextGroup {
  readonly hashes: Uint32Array;
  readonly limit: number;
  /** Number of pages that have each hash. */
  readonly #counts: Uint32Array;
  #compared = 0;
  #pages = 0;
  #uris = 0;
  #lastUri: string | undefined;
  #ofKind = 0;
  /** Sum of the estimated numbers of n-grams of the pages. */
  #ngrams = 0;
  readonly #titles = new Set<string>();

  constructor({ hashes, limit }: SitePage) {
    this.hashes = hashes;
    this.limit = limit;
    this.#counts = new Uint32Array(hashes.length);
  }

  get uris(): number {
    return this.#uris;
  }

  /** Returns the Jaccard index of the page's text with that of the group. */
  likeness(page: SitePage): number {
    const limit = Math.min(this.limit, page.limit);
    const [shared, own, theirs] = intersect(this.hashes, page.hashes, limit);
    return shared / Math.max(1, own + theirs - shared);
  }

  add(page: SitePage): void {
    const limit = Math.min(this.limit, page.limit);
    const [, , theirs] = intersect(this.hashes, page.hashes, limit, this.#counts);
    this.#compared += theirs;
    this.#pages += 1;
    // Hashes are a random sample of all numbers of 32 bits.
    this.#ngrams += (page.hashes.length * 2 ** 32) / (page.limit + 1);
    if (page.kind !== "") this.#ofKind += 1;
    if (this.#titles.size < 1000) this.#titles.add(page.title.join(" "));
    if (page.uri === this.#lastUri) return;
    this.#lastUri = page.uri;
    this.#uris += 1;
  }

  /** Whether these are many URIs of one text, and not pages of a template with little text of their own. */
  isOneText(): boolean {
    if (this.#uris < FEWEST_URIS) return false;
    const common = this.#counts.reduce(
      (sum, count) => sum + (2 * count >= this.#pages ? count : 0),
      0,
    );
    const own = 1 - common / Math.max(1, this.#compared);
    if (2 * this.#ofKind >= this.#pages) return own <= MOST_OWN_OF_KIND;
    const ownNgrams = (own * this.#ngrams) / this.#pages;
    if (own > MOST_OWN || ownNgrams > MOST_OWN_NGRAMS) return false;
    return this.#titles.size <= Math.max(2, MOST_TITLES * this.#uris);
  }
}

/** Returns how many hashes up to a limit both lists have, and each of them; counts those of the first that are shared. */
function intersect(
  one: Uint32Array,
  other: Uint32Array,
  limit: number,
  counts?: Uint32Array,
): readonly [shared: number, one: number, other: number] {
  let [at, place, shared] = [0, 0, 0];
  const [ends, endsOfOther] = [countUpTo(one, limit), countUpTo(other, limit)];
  while (at < ends && place < endsOfOther) {
    const difference = one[at]! - other[place]!;
    if (difference === 0) {
      shared += 1;
      if (counts !== undefined) counts[at]! += 1;
    }
    if (difference <= 0) at += 1;
    if (difference >= 0) place += 1;
  }
  return [shared, ends, endsOfOther];
}

function countUpTo(sorted: Uint32Array, limit: number): number {
  let count = sorted.length;
  while (count > 0 && sorted[count - 1]! > limit) count -= 1;
  return count;
}

/** The groups of one host by text. Memory is bounded: of too many groups, small ones that came first are forgotten. */
export class TextGroups {
  #groups: TextGroup[] = [];
  readonly #byKey = new Map<number, TextGroup[]>();

  add(page: SitePage): void {
    let group = this.find(page);
    if (group === undefined) {
      if (this.#groups.length >= MOST_GROUPS) this.#forgetHalf();
      group = new TextGroup(page);
      this.#groups.push(group);
      this.#index(group, page.hashes);
    }
    group.add(page);
  }

  /** Returns the group whose text is most like that of the page; undefined if none is like it. */
  find(page: SitePage): TextGroup | undefined {
    const tried = new Set<TextGroup>();
    let best: TextGroup | undefined;
    let most = page.hashes.length < SHORT ? ALIKE_IF_SHORT : ALIKE;
    for (const key of keysOf(page.hashes)) {
      for (const group of this.#byKey.get(key) ?? []) {
        if (tried.has(group)) continue;
        tried.add(group);
        const likeness = group.likeness(page);
        if (likeness < most || (likeness === most && best !== undefined)) continue;
        most = likeness;
        best = group;
      }
    }
    return best;
  }

  /** Forgets all groups except those of one text; returns these, in the order in which they were found. */
  ofOneText(): readonly TextGroup[] {
    this.#keep((group) => group.isOneText());
    return this.#groups;
  }

  #forgetHalf(): void {
    const sizes = this.#groups.map(({ uris }) => uris).sort((a, b) => a - b);
    const median = sizes[sizes.length >> 1]!;
    const half = this.#groups.length >> 1;
    this.#keep((group, at) => group.uris > median || at >= half);
    // Groups that are all large and in the first half stay; then the oldest go.
    if (this.#groups.length >= MOST_GROUPS) this.#keep((_, at) => at >= half);
  }

  #keep(isKept: (group: TextGroup, at: number) => boolean): void {
    this.#groups = this.#groups.filter(isKept);
    this.#byKey.clear();
    for (const group of this.#groups) this.#index(group, group.hashes);
  }

  #index(group: TextGroup, hashes: Uint32Array): void {
    for (const key of keysOf(hashes)) {
      const known = this.#byKey.get(key);
      if (known === undefined) this.#byKey.set(key, [group]);
      else if (known.length < MOST_OF_KEY) known.push(group);
      else known[smallest(known)] = group;
    }
  }
}

/** Returns the place of the group with the fewest URIs. */
const smallest = (groups: readonly TextGroup[]): number =>
  groups.reduce((least, { uris }, at) => (uris < groups[least]!.uris ? at : least), 0);

/** Returns the numbers by which texts that may be alike are found: bands of the sketch, of a short text its least hashes. */
function keysOf(hashes: Uint32Array): readonly number[] {
  const bands = bandsOf(Array.from(hashes));
  return bands.length > 0 ? bands : Array.from(hashes.subarray(0, SHORT_KEYS));
}
