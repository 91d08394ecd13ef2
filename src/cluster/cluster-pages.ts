import { UsageError } from "../errors.js";
import { packTree } from "../features/dom-tree.js";
import { styleSimilarity } from "../measures/style.js";
import { BitSet } from "./bit-set.js";
import { distinct, type ClusterPage } from "./distinct.js";
import { allowedDistance, checkClusterSettings, type ClusterSettings } from "./near-settings.js";
import { NearTrees } from "./near-trees.js";
import { mergeByNeighbours } from "./shared-neighbours.js";
import { similarStyles } from "./similar-styles.js";

/** Pages of one template. */
export interface PageCluster<Id> {
  /** In the order that the pages came in. */
  readonly members: readonly Id[];
  /** The member most like the others. */
  readonly medoid: Id;
  /** Members that are too large to compare with some other page, which they are taken as unlike. */
  readonly tooLarge: readonly Id[];
}

/** Different pages, beyond which the table of near neighbours would not fit. */
export const MAX_DISTINCT_PAGES = 60_000;

/**
 * Groups pages by structure and style with shared near neighbours (Gowda and Mattmann, "Clustering Web Pages Based on
 * Structure and Style Similarity", 2016, section 6). Larger clusters come first, those of one size in the order of
 * their first members; the order of the pages decides ties, so give them in a fixed one. Throws a `UsageError` for
 * more than {@link MAX_DISTINCT_PAGES} different pages, or bad settings.
 */
export function clusterPages<Id>(
  pages: readonly ClusterPage<Id>[],
  settings: ClusterSettings,
): PageCluster<Id>[] {
  checkClusterSettings(settings);
  const trees = distinct(
    pages,
    ({ tree }) => JSON.stringify(tree),
    ({ tree }) => packTree(tree),
  );
  const styles = distinct(
    pages,
    ({ classes }) => classes.join(" "),
    ({ classes }) => classes,
  );
  const kinds = distinct(
    pages.map((_, at) => ({ tree: trees.of[at]!, style: styles.of[at]! })),
    ({ tree, style }) => `${tree} ${style}`,
    (kind) => kind,
  );
  if (kinds.values.length > MAX_DISTINCT_PAGES) {
    throw new UsageError(
      `${kinds.values.length} different pages are too many to cluster at once, which takes ${MAX_DISTINCT_PAGES} at most: ` +
        "give fewer files or seeds at a time.",
    );
  }
  const weights = new Int32Array(Math.ceil(kinds.values.length / 32) * 32);
  const membersOf: Id[][] = kinds.values.map(() => []);
  pages.forEach(({ id }, at) => {
    const kind = kinds.of[at]!;
    weights[kind]! += 1;
    membersOf[kind]!.push(id);
  });

  const near = new NearTrees(trees.values);
  const neighbours = nearNeighbours(kinds.values, styles.values, near, settings);
  const order = new Map(pages.map(({ id }, at) => [id, at]));
  return mergeByNeighbours(neighbours, weights, settings)
    .map((cluster) => {
      const members = cluster.flatMap((kind) => membersOf[kind]!);
      members.sort((a, b) => order.get(a)! - order.get(b)!);
      const central = medoid(cluster, kinds.values, weights, styles.values, near, settings);
      const tooLarge = members.filter((id) => near.tooLarge.has(trees.of[order.get(id)!]!));
      return { members, medoid: membersOf[central]![0]!, tooLarge };
    })
    .sort(
      (a, b) =>
        b.members.length - a.members.length ||
        order.get(a.members[0]!)! - order.get(b.members[0]!)!,
    );
}

/** A page as far as clusters are concerned: places of its tree and of its set of classes. */
interface Kind {
  readonly tree: number;
  readonly style: number;
}

function nearNeighbours(
  kinds: readonly Kind[],
  styles: readonly (readonly string[])[],
  near: NearTrees,
  settings: ClusterSettings,
): BitSet[] {
  const sets = kinds.map((_, at) => {
    const set = new BitSet(kinds.length);
    set.add(at);
    return set;
  });
  const byStyle: number[][] = styles.map(() => []);
  kinds.forEach(({ style }, at) => byStyle[style]!.push(at));
  const { structureWeight, similarity } = settings;
  // The least style that can be made up for by equal trees.
  const least = structureWeight === 1 ? 0 : (similarity - structureWeight) / (1 - structureWeight);
  for (const { first, second, style } of similarStyles(styles, least - 1e-9)) {
    const share = allowedDistance(style, settings);
    if (share < 0) continue;
    for (const one of byStyle[first]!) {
      for (const other of byStyle[second]!) {
        if (first === second && other <= one) continue;
        if (share < 1 && !near.isWithin(kinds[one]!.tree, kinds[other]!.tree, share)) continue;
        sets[one]!.add(other);
        sets[other]!.add(one);
      }
    }
  }
  return sets;
}

/** Members looked at to find the medoid of a large cluster, evenly spaced: each pair costs a tree edit distance. */
const medoidCandidates = 24;

/** The member whose similarity to the others, each counted as often as it occurs, is highest; the first of several. */
function medoid(
  cluster: readonly number[],
  kinds: readonly Kind[],
  weights: Int32Array,
  styles: readonly (readonly string[])[],
  near: NearTrees,
  settings: ClusterSettings,
): number {
  const count = Math.min(cluster.length, medoidCandidates);
  const candidates = Array.from(
    { length: count },
    (_, at) => cluster[Math.floor((at * cluster.length) / count)]!,
  );
  const sums = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const one = kinds[candidates[i]!]!;
    sums[i]! += weights[candidates[i]!]!;
    for (let j = i + 1; j < count; j++) {
      const other = kinds[candidates[j]!]!;
      const style = styleSimilarity(styles[one.style]!, styles[other.style]!);
      const structure = near.structure(one.tree, other.tree);
      const { structureWeight } = settings;
      const similarity =
        style === undefined
          ? structure
          : structureWeight * structure + (1 - structureWeight) * style;
      sums[i]! += similarity * weights[candidates[j]!]!;
      sums[j]! += similarity * weights[candidates[i]!]!;
    }
  }
  let best = 0;
  for (let i = 1; i < count; i++) if (sums[i]! > sums[best]!) best = i;
  return candidates[best]!;
}
