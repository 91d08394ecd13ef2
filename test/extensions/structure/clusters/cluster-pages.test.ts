import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Forest } from "../../../../src/base/math/forest.js";
import {
  clusterPages,
  type ClusterPage,
  type PageCluster,
} from "../../../../src/extensions/structure/clusters/cluster-pages.js";
import {
  BitSet,
  mergeByNeighbours,
} from "../../../../src/extensions/structure/clusters/merge-by-neighbours.js";
import { CLUSTER_DEFAULTS } from "../../../../src/extensions/structure/clusters/options.js";
import { allowedDistance } from "../../../../src/extensions/structure/clusters/near-settings.js";
import { NearTrees } from "../../../../src/extensions/structure/clusters/near-trees.js";
import {
  nameSets,
  similarStyles,
} from "../../../../src/extensions/structure/clusters/similar-styles.js";
import type { OrderedTree } from "../../../../src/extensions/structure/tree/ordered-tree.js";
import { treeEditDistance } from "../../../../src/extensions/structure/tree/tree-edit-distance.js";
import { parseElements } from "../../../../src/page/html/element-tree.js";
import { parseBracketTree } from "../../../support/bracket-tree.js";
import { runs } from "../../../support/thorough.js";

const page = (id: string, html: string): ClusterPage<string> => ({ id, ...parseElements(html) });

const parked = (items: number): string =>
  `<div class="ads top">${'<p class="ad"><a class="link">x</a>'.repeat(items)}</div><form class=offer></form>`;
const blog = (posts: number): string =>
  `<header class=blog></header>${'<article class="post"><h2></h2><p></p><p></p></article>'.repeat(posts)}`;

const ids = (pages: readonly ClusterPage<string>[], overrides = {}): string[][] =>
  clusterPages(pages, { ...CLUSTER_DEFAULTS, ...overrides }).map(({ members }) => [...members]);

describe("clusters of pages", () => {
  it("clusters pages of one template together, the largest cluster first", () => {
    const pages = [
      page("a/blog", blog(10)),
      page("a/parked", parked(20)),
      page("b/parked", parked(21)),
      page("c/parked", parked(20)),
      page("d/blog", blog(11)),
    ];
    expect(ids(pages)).toEqual([
      ["a/parked", "b/parked", "c/parked"],
      ["a/blog", "d/blog"],
    ]);
  });

  it("counts equal pages separately, and chooses as medoid the page most similar to all others", () => {
    const pages = [page("1", parked(22)), page("2", parked(20)), page("3", parked(20))];
    expect(clusterPages(pages, CLUSTER_DEFAULTS)[0]!.medoid).toBe("2");
  });

  it("separates pages that are similar in structure or in classes alone", () => {
    const pages = [
      page("1", '<p class="a b c">x<p>y'),
      page("2", '<p class="d e f">x<p>y'),
      page("3", `<ul class="a b c">${"<li>".repeat(40)}</ul>`),
    ];
    expect(ids(pages)).toHaveLength(3);
    expect(ids(pages, { structureWeight: 1 })).toEqual([["1", "2"], ["3"]]);
    expect(ids(pages, { structureWeight: 0 })).toEqual([["1", "3"], ["2"]]);
  });

  it("lists pages that are too large to compare, and puts each into a cluster of its own", () => {
    // Two trees of 9,001 elements, one nested and one side by side: no bound tells them apart, and no algorithm has
    // enough memory for them.
    const label = [...new Uint8Array(9000), 1];
    const wide = [...Array.from(label.slice(1), () => 1), 9001];
    const deep = label.map((_, at) => at + 1);
    const labels = ["p", "body"];
    const large = (id: string, size: readonly number[]): ClusterPage<string> => ({
      ...{ id, classes: [] },
      tree: { labels, label, size },
    });
    const pages = [large("wide", wide), large("deep", deep), page("small", blog(2))];
    const clusters = clusterPages(pages, { ...CLUSTER_DEFAULTS, similarity: 0.1 });
    expect(clusters.flatMap(({ members }) => members).sort()).toEqual(["deep", "small", "wide"]);
    expect(clusters.flatMap(({ tooLarge }) => tooLarge).sort()).toEqual(["deep", "wide"]);
  });

  it("clusters pages without classes by structure alone", () => {
    const list = (items: number): string => `<ul>${"<li>x".repeat(items)}</ul>`;
    expect(ids([page("1", list(20)), page("2", list(22)), page("3", list(200))])).toEqual([
      ["1", "2"],
      ["3"],
    ]);
  });

  it("reports the medoid of a cluster, and as cohesion the mean similarity of its pages to the medoid", () => {
    const list = (id: string, items: number): ClusterPage<string> =>
      page(id, `<ul>${"<li>".repeat(items)}</ul>`);
    const pages = [list("20", 20), list("22", 22), list("22 too", 22), list("24", 24)];
    const [{ medoid, cohesion }] = clusterPages(pages, CLUSTER_DEFAULTS) as [PageCluster<string>];
    expect(medoid).toBe("22");
    // Each page has html, head, body, ul and its items; the pages differ in two items.
    const [of20, of24] = [1 - 2 / (24 + 26), 1 - 2 / (26 + 28)];
    expect(cohesion).toBeCloseTo((2 + of20 + of24) / 4, 12);
  });

  it("puts every page into exactly one cluster, and equal pages into the same cluster", () => {
    const html = fc
      .tuple(fc.nat(3), fc.nat(30))
      .map(([kind, n]) => (kind < 2 ? parked(n) : blog(n)));
    fc.assert(
      fc.property(fc.array(html, { maxLength: 12 }), (given) => {
        const pages = given.map((text, at) => page(`${at}`, text));
        const clusters = ids(pages);
        expect(clusters.flat().sort()).toEqual(pages.map(({ id }) => id).sort());
        given.forEach((text, at) => {
          const home = clusters.findIndex((members) => members.includes(`${at}`));
          expect(clusters[home]).toContain(`${given.indexOf(text)}`);
        });
      }),
      { numRuns: 40 },
    );
  });
});

describe("near neighbours of pages", () => {
  it("allows near neighbours a smaller distance in structure if their styles differ", () => {
    expect(allowedDistance(1, CLUSTER_DEFAULTS)).toBeCloseTo(0.3, 9);
    expect(allowedDistance(0.7, CLUSTER_DEFAULTS)).toBeCloseTo(0, 9);
    expect(allowedDistance(0.5, CLUSTER_DEFAULTS)).toBeLessThan(0);
    expect(allowedDistance(undefined, CLUSTER_DEFAULTS)).toBeCloseTo(0.15, 9);
    expect(allowedDistance(0.9, { ...CLUSTER_DEFAULTS, structureWeight: 0 })).toBe(1);
  });

  it("finds the same near neighbours with bounds and pivots as with the exact distance", () => {
    const tree = fc
      .array(fc.tuple(fc.nat(2), fc.nat(3)), { minLength: 1, maxLength: 25 })
      .map((steps) => {
        let text = "{r";
        let open = 1;
        for (const [label, up] of steps) {
          const closing = Math.min(up, open - 1);
          text += `${"}".repeat(closing)}{${"abc"[label]!}`;
          open += 1 - closing;
        }
        return parseBracketTree(text + "}".repeat(open));
      });
    fc.assert(
      fc.property(
        fc.array(tree, { minLength: 2, maxLength: 8 }),
        fc.double({ min: 0, max: 0.6, noNaN: true }),
        fc.constantFrom<readonly [number, number, number]>(
          ...[[1, 1, 1] as const, [2, 0, 3] as const, [0.25, 0.5, 1] as const],
          ...[[3, 5, 1] as const, [1, 1, 8] as const, [0, 0, 1] as const],
        ),
        (trees, share, [insert, remove, rename]) => {
          const costs = { insert, remove, rename };
          const near = new NearTrees(trees, costs);
          const distance = (a: OrderedTree, b: OrderedTree): number =>
            (treeEditDistance(a, b, costs) + treeEditDistance(b, a, costs)) / 2;
          for (let i = 0; i < trees.length; i++) {
            for (let j = 0; j < trees.length; j++) {
              const nodes = trees[i]!.label.length + trees[j]!.label.length;
              const largest = Math.max(insert, remove, rename) * nodes;
              const expected = distance(trees[i]!, trees[j]!) <= share * largest;
              expect(near.isWithin(i, j, share)).toBe(expected);
            }
          }
        },
      ),
      { numRuns: runs(80) },
    );
  });

  it("finds all pairs of similar styles, whichever class names are rare", () => {
    const set = fc
      .uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"), { maxLength: 8 })
      .map((names) => names.sort());
    fc.assert(
      fc.property(
        fc.uniqueArray(set, { selector: (names) => names.join(" ") }),
        fc.constantFrom(-1, 0, 0.3, 0.5, 0.7, 1),
        (sets, least) => {
          const found = [...similarStyles(nameSets(sets), least)]
            .filter(({ first, second }) => first !== second)
            .map(({ first, second }) => `${first} ${second}`);
          const expected = sets.flatMap((one, second) =>
            sets.slice(0, second).flatMap((other, first) => {
              const shared = one.filter((name) => other.includes(name)).length;
              const style = shared / (one.length + other.length - shared);
              return style >= least ? [`${first} ${second}`] : [];
            }),
          );
          expect(found.sort()).toEqual(expected.sort());
        },
      ),
    );
  });
});

describe("merging of clusters by shared near neighbours", () => {
  const merge = (
    neighbours: readonly (readonly number[])[],
    overlap: number,
    rounds = 100,
  ): number[][] => {
    const sets = neighbours.map((members) => {
      const set = new BitSet(neighbours.length);
      for (const member of members) set.add(member);
      return set;
    });
    const forest = new Forest();
    for (const _ of neighbours) forest.unite(0, forest.add());
    return mergeByNeighbours(sets, new Int32Array(32).fill(1), { overlap, rounds, forest });
  };

  it("merges two distant clusters that have near neighbours in common", () => {
    // 0 and 3 are not near, but both are near 1 and 2.
    const sets = [
      [0, 1, 2],
      [0, 1, 2, 3],
      [0, 1, 2, 3],
      [1, 2, 3],
    ];
    expect(merge(sets, 0.5)).toEqual([[0, 1, 2, 3]]);
    expect(merge(sets, 0.85)).toEqual([[0], [1, 2], [3]]);
  });
});
