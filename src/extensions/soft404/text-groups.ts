import { sketchBands } from "./sketch-bands.js";
import type { SitePage } from "./site-page.js";

/**
 * Minimum similarity (Jaccard index of n-grams) of a page that joins a group of one text. Short texts have a lower
 * minimum, because a single different word makes them less similar.
 */
const ALIKE_TEXTS = 0.92;
const ALIKE_IF_SHORT = 0.8;
/** Number of hashes below which a text counts as short. */
const SHORT_TEXT = 128;
/** Five names of one page are rare on an ordinary site, and excluding them does not harm a crawl. */
export const FEWEST_URIS = 5;
/**
 * Maximum share of a page's n-grams that no other page of its group has. The time of a request and its number are such
 * n-grams.
 */
const MOST_OWN = 0.02;
/**
 * Maximum mean number of n-grams that pages of a group may have alone. It is needed for a text with a menu of 20,000
 * characters, in which a paragraph is below the maximum share.
 */
const MOST_OWN_NGRAMS = 60;
/**
 * Maximum share if most pages say that they are an error or a wall, because short pages of this kind often have a
 * different line.
 */
const MOST_OWN_OF_KIND = 0.15;
/** Maximum number of titles per URI of a group. With more, its pages are different ones, such as pages of pictures. */
const MOST_TITLES = 0.3;
/** Maximum number of groups of a host in memory, 3 KB each. At the maximum, old groups of few URIs are forgotten. */
const MOST_GROUPS = 2048;
/**
 * Maximum number of groups that are looked up by one number, so that pages of a template with little text take linear
 * time.
 */
const MOST_OF_KEY = 64;
/** Number of hashes by which a text that is too short for bands is found. */
const SHORT_KEYS = 8;

/** Pages of one host with nearly the same text. The first page that was found represents them. */
export class TextGroup {
  readonly hashes: Uint32Array;
  readonly limit: number;
  /** Number of pages with each hash. */
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

  /** Returns the Jaccard index of the texts of the page and of the group. */
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
    // Hashes are a random sample of all 32-bit numbers.
    this.#ngrams += (page.hashes.length * 2 ** 32) / (page.limit + 1);
    if (page.kind !== "") this.#ofKind += 1;
    if (this.#titles.size < 1000) this.#titles.add(page.title.join(" "));
    if (page.uri === this.#lastUri) return;
    this.#lastUri = page.uri;
    this.#uris += 1;
  }

  /**
   * Returns true if the group has many URIs of one text, and false for pages of a template with little text of their
   * own.
   */
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

/**
 * Returns how many hashes up to a limit both lists share, and how many each of them has. Counts the shared hashes of
 * the first list.
 */
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

/** Memory is bounded: if there are too many groups, early small groups are forgotten. */
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

  /** Returns undefined if no group is similar. */
  find(page: SitePage): TextGroup | undefined {
    const tried = new Set<TextGroup>();
    let best: TextGroup | undefined;
    let most = page.hashes.length < SHORT_TEXT ? ALIKE_IF_SHORT : ALIKE_TEXTS;
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

  /** Forgets all groups except groups of one text. Returns these in the order in which they were found. */
  ofOneText(): readonly TextGroup[] {
    this.#keep((group) => group.isOneText());
    return this.#groups;
  }

  #forgetHalf(): void {
    const sizes = this.#groups.map(({ uris }) => uris).sort((a, b) => a - b);
    const median = sizes[sizes.length >> 1]!;
    const half = this.#groups.length >> 1;
    this.#keep((group, at) => group.uris > median || at >= half);
    // If all groups of the older half are large and stay, this half is forgotten.
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

const smallest = (groups: readonly TextGroup[]): number =>
  groups.reduce((least, { uris }, at) => (uris < groups[least]!.uris ? at : least), 0);

/** The numbers are the bands of the sketch, or the smallest hashes of a short text. */
function keysOf(hashes: Uint32Array): readonly number[] {
  const bands = sketchBands(hashes);
  return bands.length > 0 ? bands : Array.from(hashes.subarray(0, SHORT_KEYS));
}
