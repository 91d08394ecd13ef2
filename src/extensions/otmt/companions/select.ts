import { urlOf } from "../../../base/uri.js";
import { hammingDistance, type Simhash, simhashFromDecimal } from "../../../base/math/simhash.js";
import { insideUriM, type SavedMemento, valueOf } from "../../../write/entry.js";
import categories from "./host-categories.json" with { type: "json" };
import { byTimeMap, type Clustered, requireSome, simhashesOf } from "./similar.js";

/** Maximum share of differing Simhash bits between duplicates; the default of OTMT. */
export const DUPLICATE_SHARE = 0.2;

/**
 * Returns the category score of a host name, 0 to 1, which is 0 for hosts of unknown category. Categories of hosts with
 * better or worse pages for stories (AlNoamany, Weigle and Nelson) list whole labels, parts of labels, and domains. The
 * first category that matches is used. OTMT searches the whole host name for these words and reads `.` as any
 * character, so that its `t.co` matches `microsoft.com`.
 */
export function hostCategory(host: string): number {
  const name = host.toLowerCase();
  const labels = name.split(".");
  const found = categories.find(
    (category) =>
      category.labels.some((label) => labels.includes(label)) ||
      category.parts.some((part) => labels.some((label) => label.includes(part))) ||
      category.names.some((known) => name === known || name.endsWith(`.${known}`)),
  );
  return found?.score ?? 0;
}
/** Weights of damage, category and depth (AlNoamany, Weigle and Nelson). */
const qualityWeights = { damage: -0.4, category: 0.15, depth: 0.45 } as const;

/**
 * Returns the quality of a memento for a story: -0.40 damage + 0.15 category of its host + 0.45 depth of its path.
 * `damage` is 0 (none) to 1, as the Memento-Damage service reports it.
 */
export function qualityScore(uriM: string, damage = 0): number {
  const uriR = insideUriM(uriM)?.uriR ?? uriM;
  const { hostname, pathname } = urlOf(uriR) ?? { hostname: "", pathname: "" };
  return (
    qualityWeights.category * hostCategory(hostname) +
    qualityWeights.depth * pathDepth(pathname) +
    qualityWeights.damage * damage
  );
}

/**
 * Returns the depth of a path: the number of its slashes without a final slash, divided by ten, so that a home page has
 * 0. For https, OTMT counts one slash more.
 */
function pathDepth(path: string): number {
  const trimmed = path.endsWith("/") ? path.slice(0, -1) : path;
  return (trimmed.split("/").length - 1) / 10;
}
const SIMHASH_BITS = 64;

/**
 * Returns the mementos of each TimeMap that are not duplicates, oldest first. A memento is kept if its Simhash differs
 * from that of the last kept memento in more than `share` (0 to 1) of 64 bits. The first memento is always kept.
 * Mementos without a Simhash are left out. Throws a `UsageError` if no memento has one. Where no memento has a Simhash
 * of its markup, as in JSON Lines of the default profile, those of the text are compared.
 *
 * OTMT compares with the previous memento even if that was not kept, so it keeps only one capture of a page that
 * changes gradually. It compares the first memento of all with the value 0.
 *
 * @example
 * ```js
 * const { mementos } = await readResults("results.jsonl");
 * console.log(mementos.length, excludeDuplicates(mementos).length);
 * // 2 2
 * ```
 */
export function excludeDuplicates(
  mementos: readonly SavedMemento[],
  share: number = DUPLICATE_SHARE,
): SavedMemento[] {
  const kept: SavedMemento[] = [];
  const digitsOf = simhashesOf(mementos);
  for (const timeMap of byTimeMap(requireSome(mementos, "Simhash", digitsOf))) {
    let last: Simhash | undefined;
    for (const memento of timeMap) {
      const simhash = simhashFromDecimal(digitsOf(memento)!);
      if (last !== undefined && hammingDistance(last, simhash) / SIMHASH_BITS <= share) continue;
      kept.push(memento);
      last = simhash;
    }
  }
  return kept;
}

/**
 * Returns the mementos in a language, in their order. `en` also matches `en-GB` (basic filtering, RFC 4647 section
 * 3.3.1), while OTMT matches only equal tags. Mementos without a language are left out. Throws a `UsageError` if no
 * memento has one.
 *
 * @example
 * ```js
 * const { mementos } = await readResults("results.jsonl");
 * console.log(selectByLanguage(mementos, "en").length, selectByLanguage(mementos, "fr").length);
 * // 2 0
 * ```
 */
export function selectByLanguage(
  mementos: readonly SavedMemento[],
  language: string,
): SavedMemento[] {
  const range = language.toLowerCase();
  return requireSome(mementos, "language", ({ language: of }) => valueOf(of)).filter((memento) =>
    `${valueOf(memento.language)!.toLowerCase()}-`.startsWith(`${range}-`),
  );
}
/**
 * Returns the URI-M of the best memento of each cluster of each slice by `qualityScore`. Among equally good mementos it
 * returns the greatest URI-M, as OTMT does. The order is the order in which rows first mention the clusters. Mementos
 * without near duplicates form one cluster in their slice. `damageOf` has the damage by URI-M, and by default the
 * damage is 0.
 *
 * @example
 * ```js
 * const { mementos } = await readResults("results.jsonl");
 * const clustered = sliceByDatetime(mementos).map((sliced) => ({ ...sliced, cluster: 0 }));
 * console.log(selectHighQuality(clustered).length);
 * // 2
 * ```
 */
export function selectHighQuality(
  clustered: readonly Clustered[],
  damageOf: ReadonlyMap<string, number> = new Map(),
): string[] {
  const best = new Map<string, { readonly uriM: string; readonly score: number }>();
  for (const { slice, cluster, uriM } of clustered) {
    const score = qualityScore(uriM, damageOf.get(uriM));
    const key = `${slice} ${cluster}`;
    const before = best.get(key);
    const isBetter =
      before === undefined ||
      score > before.score ||
      (score === before.score && uriM > before.uriM);
    if (isBetter) best.set(key, { uriM, score });
  }
  return [...best.values()].map(({ uriM }) => uriM);
}
