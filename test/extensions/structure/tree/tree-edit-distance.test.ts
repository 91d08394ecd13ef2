import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BandedTrees } from "../../../../src/extensions/structure/tree/banded-distance.js";
import {
  bandOf,
  corridorOf,
  wholeCorridor,
} from "../../../../src/extensions/structure/tree/corridor.js";
import {
  formatBracketTree,
  parseBracketTree,
  UNIT_COSTS,
  type EditCosts,
  type OrderedTree,
  numberLabels,
  type TreePair,
} from "../../../../src/extensions/structure/tree/ordered-tree.js";
import { EulerCorridors } from "../../../../src/extensions/structure/tree/euler-distance.js";
import { stripCommon } from "../../../../src/extensions/structure/tree/strip-common.js";
import {
  treeEditDistance,
  treeEditDistanceBound,
  treeEditDistanceWithin,
} from "../../../../src/extensions/structure/tree/tree-edit-distance.js";
import { zhangShasha } from "../../../support/zhang-shasha.js";
import publishedCases from "./apted-test-cases.json" with { type: "json" };
import { runs } from "../../../support/thorough.js";

/** Returns the edit distance of two sequences with unit costs, by the table of Wagner and Fischer (1974). */
function sequenceDistance(first: Int32Array, second: Int32Array): number {
  let row = Array.from({ length: second.length + 1 }, (_, j) => j);
  for (const [i, label] of first.entries()) {
    const before = row;
    row = [i + 1];
    for (const [j, other] of second.entries()) {
      const renamed = before[j]! + (label === other ? 0 : 1);
      row.push(Math.min(before[j + 1]! + 1, row[j]! + 1, renamed));
    }
  }
  return row.at(-1)!;
}

function within(pair: TreePair, paid: EditCosts, limit: number): number {
  const band = bandOf(pair, paid, limit);
  const corridor = band && corridorOf(pair, paid, limit, band);
  return corridor === undefined ? Infinity : new BandedTrees(pair).distance(paid, corridor);
}

/** Returns the distance without a limit, from all cells of the table. */
const whole = (pair: TreePair, paid: EditCosts): number =>
  new BandedTrees(pair).distance(paid, wholeCorridor(pair));

/** Trees of every shape: each new node is a child of a node on the rightmost path. */
const trees = (nodes: number, labels = 3): fc.Arbitrary<OrderedTree> =>
  fc
    .array(fc.tuple(fc.nat(labels - 1), fc.nat(6)), { minLength: 1, maxLength: nodes })
    .map((steps) => {
      let text = "";
      let open = 0;
      for (const [label, up] of steps) {
        const closing = Math.min(up % 4 === 3 ? up : up % 4, Math.max(0, open - 1));
        text += "}".repeat(closing) + "{" + "abcdefgh"[label]!;
        open += 1 - closing;
      }
      return parseBracketTree(text + "}".repeat(open));
    });

/** Euler tour: the label of each node (one letter) where it opens, and again in upper case where it closes. */
function tourOf(tree: OrderedTree): Int32Array {
  const open: string[] = [];
  const tour = formatBracketTree(tree).matchAll(/\{(.)|\}/gu);
  return Int32Array.from(tour, ([, label]) => {
    if (label !== undefined) open.push(label);
    return (label ?? open.pop()!.toUpperCase()).charCodeAt(0);
  });
}

const wholeCosts = fc.record({
  insert: fc.integer({ min: 1, max: 4 }),
  remove: fc.integer({ min: 1, max: 4 }),
  rename: fc.integer({ min: 0, max: 9 }),
});

const costs = fc.oneof(
  fc.constant(UNIT_COSTS),
  wholeCosts,
  fc.record({
    insert: fc.constantFrom(0, 0.4, 1),
    remove: fc.constantFrom(0.25, 0.4, 2),
    rename: fc.constantFrom(0, 0.6, 5),
  }),
);

/** A tree and the same tree with a few nodes renamed, like two versions of a page. */
const versions = fc
  .tuple(trees(60, 4), fc.array(fc.tuple(fc.nat(59), fc.nat(3)), { maxLength: 4 }))
  .map(([tree, edits]): [OrderedTree, OrderedTree] => {
    const label = [...Array.from(tree.label)];
    for (const [node, to] of edits) {
      if (node < label.length) label[node] = to % tree.labels.length;
    }
    return [tree, { ...tree, label }];
  });

describe("the tree edit distance", () => {
  it.each(publishedCases)(
    "computes the tree edit distance of the authors' test case $testID, $d",
    ({ t1, t2, d }) => {
      expect(treeEditDistance(t1, t2)).toBe(d);
      expect(treeEditDistance(t2, t1)).toBe(d);
      expect(whole(numberLabels(parseBracketTree(t1), parseBracketTree(t2)), UNIT_COSTS)).toBe(d);
    },
  );

  it("computes the same distance without a band as Zhang and Shasha for any trees and costs", () => {
    fc.assert(
      fc.property(trees(45), trees(45), costs, (tree1, tree2, paid) => {
        const expected = zhangShasha(tree1, tree2, paid);
        expect(whole(numberLabels(tree1, tree2), paid)).toBeCloseTo(expected, 9);
      }),
      { numRuns: runs(400) },
    );
  });

  it("computes the same tree edit distance as Zhang and Shasha for any trees and costs", () => {
    fc.assert(
      fc.property(trees(45), trees(45), costs, (tree1, tree2, paid) => {
        const expected = zhangShasha(tree1, tree2, paid);
        expect(treeEditDistance(tree1, tree2, paid)).toBeCloseTo(expected, 9);
      }),
      { numRuns: runs(400) },
    );
  });

  it("computes the same tree edit distance as Zhang and Shasha for two versions of a page", () => {
    fc.assert(
      fc.property(versions, costs, ([tree1, tree2], paid) => {
        const expected = zhangShasha(tree1, tree2, paid);
        expect(treeEditDistance(tree1, tree2, paid)).toBeCloseTo(expected, 9);
      }),
      { numRuns: runs(200) },
    );
  });

  it("returns the tree edit distance if it is within the limit, and undefined otherwise", () => {
    fc.assert(
      fc.property(trees(30), trees(30), wholeCosts, fc.nat(40), (tree1, tree2, paid, limit) => {
        const expected = zhangShasha(tree1, tree2, paid);
        const within = treeEditDistanceWithin(tree1, tree2, limit, paid);
        expect(within).toBe(expected <= limit ? expected : undefined);
      }),
      { numRuns: runs(300) },
    );
  });

  it("finds the exact distance in a band of that width, and no smaller distance in a narrower band", () => {
    fc.assert(
      fc.property(trees(30), trees(30), wholeCosts, fc.nat(20), (tree1, tree2, paid, less) => {
        const expected = zhangShasha(tree1, tree2, paid);
        const pair = numberLabels(tree1, tree2);
        expect(within(pair, paid, expected)).toBe(expected);
        expect(within(pair, paid, expected - less)).toBeGreaterThanOrEqual(expected);
      }),
      { numRuns: runs(300) },
    );
  });

  it("does not change the tree edit distance when it removes equal edges of two trees", () => {
    fc.assert(
      fc.property(versions, costs, ([tree1, tree2], paid) => {
        const stripped = stripCommon(numberLabels(tree1, tree2), paid);
        const expected = zhangShasha(tree1, tree2, paid);
        if ("distance" in stripped) expect(stripped.distance).toBeCloseTo(expected, 9);
        else expect(whole(stripped.pair, paid)).toBeCloseTo(expected, 9);
      }),
      { numRuns: runs(150) },
    );
  });

  it("computes lower bounds that never exceed the tree edit distance", () => {
    fc.assert(
      fc.property(trees(30), trees(30), wholeCosts, (tree1, tree2, paid) => {
        const distance = zhangShasha(tree1, tree2, paid);
        expect(treeEditDistanceBound(tree1, tree2, paid)).toBeLessThanOrEqual(distance);
      }),
      { numRuns: runs(150) },
    );
  });

  it("finds the distance in the corridor of Euler tours, and no smaller distance with a lower limit", () => {
    fc.assert(
      fc.property(trees(90), trees(90), fc.nat(12), (tree1, tree2, more) => {
        const pair = numberLabels(tree1, tree2);
        const distance = whole(pair, UNIT_COSTS);
        const corridors = new EulerCorridors(pair);
        const found = (limit: number): number => {
          const corridor = corridors.within(limit);
          return corridor === undefined
            ? Infinity
            : new BandedTrees(pair).distance(UNIT_COSTS, corridor);
        };
        expect(found(distance + more)).toBe(distance);
        expect(found(distance - 1)).toBeGreaterThanOrEqual(distance);
        const tours = sequenceDistance(tourOf(tree1), tourOf(tree2));
        expect(corridors.within(Math.ceil(tours / 2) - 1)).toBeUndefined();
      }),
      { numRuns: runs(200) },
    );
  });

  it("gets an upper bound of the tree edit distance from a mapping along the tours, which is 0 for equal trees", () => {
    fc.assert(
      fc.property(fc.oneof(versions, fc.tuple(trees(90), trees(90))), ([tree1, tree2]) => {
        const pair = numberLabels(tree1, tree2);
        const mapped = (of: TreePair): number => {
          const corridors = new EulerCorridors(of);
          corridors.bound(Infinity);
          return corridors.mapped();
        };
        const distance = whole(pair, UNIT_COSTS);
        expect(mapped(pair)).toBeGreaterThanOrEqual(distance);
        expect(mapped(pair)).toBeLessThanOrEqual(pair[0].label.length + pair[1].label.length);
        expect(mapped([pair[0], pair[0]])).toBe(0);
      }),
      { numRuns: 400 },
    );
  });

  it("computes the lower bound from the edit distance of the tours, even of very different trees", () => {
    const longer = trees(400, 8);
    const near = longer.chain((tree) =>
      fc.record({ cut: fc.nat(40), more: trees(60) }).map(({ cut, more }) => {
        const text = formatBracketTree(tree);
        const inner = formatBracketTree(more);
        return [tree, parseBracketTree(`{a${inner}{a${text}}${"{b}".repeat(cut)}}`)] as const;
      }),
    );
    fc.assert(
      fc.property(fc.oneof(near, fc.tuple(longer, longer)), ([tree1, tree2]) => {
        const pair = numberLabels(tree1, tree2);
        const [tour1, tour2] = [tourOf(tree1), tourOf(tree2)];
        const distance = sequenceDistance(tour1, tour2);
        const bound = Math.ceil(distance / 2);
        expect(new EulerCorridors(pair).bound(bound)).toBe(bound);
        expect(new EulerCorridors(pair).bound(bound - 1)).toBe(Infinity);
        expect(new EulerCorridors(pair).within(bound - 1)).toBeUndefined();
        expect(new EulerCorridors(pair).within(bound)).toBeDefined();
      }),
      { numRuns: runs(40) },
    );
  });

  it("computes distances that are 0 only for equal trees, symmetric, and within the triangle inequality", () => {
    fc.assert(
      fc.property(trees(20), trees(20), trees(20), (a, b, c) => {
        const same = formatBracketTree(a) === formatBracketTree(b);
        expect(treeEditDistance(a, b) === 0).toBe(same);
        expect(treeEditDistance(a, b)).toBe(treeEditDistance(b, a));
        expect(treeEditDistance(a, c)).toBeLessThanOrEqual(
          treeEditDistance(a, b) + treeEditDistance(b, c),
        );
      }),
    );
  });

  it("gives the same distance if both the trees and the costs are swapped", () => {
    fc.assert(
      fc.property(trees(25), trees(25), wholeCosts, (a, b, paid) => {
        const turned: EditCosts = { ...paid, insert: paid.remove, remove: paid.insert };
        expect(treeEditDistance(a, b, paid)).toBe(treeEditDistance(b, a, turned));
      }),
    );
  });

  it("compares labels by their text, even if two trees number them differently", () => {
    expect(treeEditDistance("{a{b}{c}}", "{a{c}{b}}")).toBe(2);
    expect(treeEditDistance("{a{constructor}}", "{a{__proto__}}")).toBe(1);
  });

  it("computes a distance of 1 between chains of 10,000 and 10,001 elements", () => {
    const chain = (depth: number): string => "{d".repeat(depth) + "}".repeat(depth);
    expect(treeEditDistance(chain(10_000), chain(10_001))).toBe(1);
  });

  it("computes a distance of 2 between trees of 200,000 elements with two distant changes", () => {
    const wide = (first: string, last: string): string =>
      `{r{x}${first}${"{p{a}{b}}".repeat(66_666)}${last}{x}}`;
    expect(treeEditDistance(wide("{q}", "{s}"), wide("{t}", "{u}"))).toBe(2);
  });

  it("refuses to compare completely different trees if the comparison would take too long", () => {
    const wide = `{r${"{a{b}}".repeat(50_000)}}`;
    const other = `{r${"{c}{d}".repeat(50_000)}}`;
    expect(() => treeEditDistance(wide, other)).toThrow(RangeError);
    expect(treeEditDistanceWithin(wide, other, 1000)).toBeUndefined();
  });

  it("compares different trees without a limit if insertions or removals are free, and refuses if they are too large", () => {
    const [wide, deep] = [`{r${"{b}".repeat(400)}}`, `${"{a".repeat(300)}${"}".repeat(300)}`];
    expect(treeEditDistance(wide, deep, { insert: 0, remove: 1, rename: 9 })).toBe(401);
    expect(treeEditDistance(wide, deep, { insert: 1, remove: 0, rename: 9 })).toBe(300);
    const large = `{r${"{b}".repeat(7000)}}`;
    expect(() =>
      treeEditDistance(large, large.replaceAll("b", "c"), { insert: 0, remove: 1, rename: 9 }),
    ).toThrow("too large to compare");
  });

  it("refuses to compare two zigzags of 2,000 elements, whatever side their subtrees are compared from", () => {
    const zigzag = (one: string, other: string): string =>
      `${`{${one}{${other}}{${other}`.repeat(500)}${`{${one}`.repeat(2)}}}${`{${one}}}}`.repeat(500)}`;
    const parts = [zigzag("a", "b"), zigzag("c", "d")] as const;
    expect(() => treeEditDistance(...parts, { insert: 0, remove: 1, rename: 9 })).toThrow(
      "too costly to compare",
    );
  });

  it("throws a RangeError for invalid edit costs", () => {
    for (const bad of [-1, Number.NaN, Infinity]) {
      expect(() => treeEditDistance("{a}", "{b}", { ...UNIT_COSTS, rename: bad })).toThrow(
        RangeError,
      );
    }
    expect(() => treeEditDistance("{a}", "{b}", { insert: 0, remove: 0, rename: 0 })).toThrow(
      RangeError,
    );
  });
});
