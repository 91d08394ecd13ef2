import type { SitePage } from "./site-page.js";

/** With fewer, words of ordinary pages cannot be distinguished from words that recur. */
const FEWEST_PIECES = 20;
/** Minimum mean number of hashes per page that are compared. With fewer, the shares of rare n-grams are guesses. */
const FEWEST_HASHES = 20;
/** Maximum share of rare n-grams among all n-grams of a page, and among the n-grams that differ between pages. */
const MOST_RARE = 0.05;
const MOST_RARE_OF_VARIABLE = 0.2;
/** Minimum share of rare n-grams of a page that has its own text, such as a month of the calendar with an event. */
const MOST_RARE_OF_PAGE = 0.15;
/** Maximum share of pages that contain an n-gram that counts as rare. */
const RARE = 0.02;
/** With more, the pages count as different pages. */
const MOST_WORDS = 0.5;
/** At the maximum, the half with the larger hashes is no longer counted. */
const MOST_HASHES = 1 << 16;

/**
 * Finds pages under one path that contain nothing new, because every text consists of pieces of the others, as in
 * faceted search and in empty months of a calendar. Each page of an ordinary template, however, has words that hardly
 * any other page has.
 *
 * `pages` is read three times. Returns a function that tells whether a page contains nothing new, or undefined if there
 * are no such pages.
 */
export function recombinedPages(
  pages: () => Iterable<SitePage>,
): ((page: SitePage) => boolean) | undefined {
  const limits: number[] = [];
  const words = new Set<string>();
  let uris = 0;
  let last: string | undefined;
  for (const { limit, newWords, uri } of pages()) {
    limits.push(limit);
    if (words.size < MOST_HASHES) for (const word of newWords) words.add(word);
    if (uri !== last) uris += 1;
    last = uri;
  }
  if (uris < FEWEST_PIECES || words.size > MOST_WORDS * uris) return undefined;
  limits.sort((a, b) => a - b);
  // For nine pages in ten, all hashes up to this hash are known.
  let limit = limits[Math.floor(limits.length / 10)]!;
  const counts = new Map<number, number>();
  for (const { hashes } of pages()) {
    for (const hash of hashes) {
      if (hash > limit) break;
      counts.set(hash, (counts.get(hash) ?? 0) + 1);
    }
    if (counts.size <= MOST_HASHES) continue;
    limit /= 2;
    for (const hash of counts.keys()) if (hash > limit) counts.delete(hash);
  }
  const most = Math.max(1, RARE * limits.length);
  const sharesOf = ({
    hashes,
  }: SitePage): readonly [known: number, variable: number, rare: number] => {
    let [known, variable, rare] = [0, 0, 0];
    for (const hash of hashes) {
      if (hash > limit) break;
      const count = counts.get(hash) ?? 0;
      known += 1;
      if (2 * count < limits.length) variable += 1;
      if (count <= most) rare += 1;
    }
    return [known, variable, rare];
  };
  const isOne = (page: SitePage): boolean => {
    const [known, , rare] = sharesOf(page);
    return rare <= MOST_RARE_OF_PAGE * known;
  };
  let [taken, all, variable, rare] = [0, 0, 0, 0];
  for (const page of pages()) {
    if (!isOne(page)) continue;
    const shares = sharesOf(page);
    taken += 1;
    all += shares[0];
    variable += shares[1];
    rare += shares[2];
  }
  const isLong = all >= FEWEST_HASHES * taken;
  const isNew = rare > MOST_RARE * all || rare > MOST_RARE_OF_VARIABLE * variable;
  return taken < FEWEST_PIECES || !isLong || isNew ? undefined : isOne;
}
