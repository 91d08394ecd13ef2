import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  UNIT_COSTS,
  type EditCosts,
  type OrderedTree,
  numberLabels,
} from "../../../../src/extensions/structure/tree/ordered-tree.js";
import {
  treeEditDistance,
  treeEditDistanceBound,
} from "../../../../src/extensions/structure/tree/tree-edit-distance.js";
import { zhangShasha as quick } from "../../../../src/extensions/structure/tree/zhang-shasha.js";
import { formatBracketTree, parseBracketTree } from "../../../support/bracket-tree.js";
import { zhangShasha } from "../../../support/zhang-shasha.js";
import publishedCases from "./apted-test-cases.json" with { type: "json" };
import { runs } from "../../../support/thorough.js";

const distanceOf = (one: string, other: string, paid?: EditCosts): number =>
  treeEditDistance(parseBracketTree(one), parseBracketTree(other), paid);

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
      expect(distanceOf(t1, t2)).toBe(d);
      expect(distanceOf(t2, t1)).toBe(d);
      expect(quick(numberLabels(parseBracketTree(t1), parseBracketTree(t2)), UNIT_COSTS)).toBe(d);
    },
  );

  it("computes the same distance of whole trees as the printed algorithm for any trees and costs", () => {
    fc.assert(
      fc.property(trees(45), trees(45), costs, (tree1, tree2, paid) => {
        const expected = zhangShasha(tree1, tree2, paid);
        expect(quick(numberLabels(tree1, tree2), paid)).toBeCloseTo(expected, 9);
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

  it("computes lower bounds that never exceed the tree edit distance", () => {
    fc.assert(
      fc.property(trees(30), trees(30), wholeCosts, (tree1, tree2, paid) => {
        const distance = zhangShasha(tree1, tree2, paid);
        expect(treeEditDistanceBound(tree1, tree2, paid)).toBeLessThanOrEqual(distance);
      }),
      { numRuns: runs(150) },
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

  it("computes a distance of 1 between chains of 10,000 and 10,001 elements", () => {
    const chain = (depth: number): string => "{d".repeat(depth) + "}".repeat(depth);
    expect(distanceOf(chain(10_000), chain(10_001))).toBe(1);
  });

  it("refuses to compare trees that differ in too many nodes, and names the limit", () => {
    const wide = `{r${"{a{b}}".repeat(50_000)}}`;
    const other = `{r${"{c}{d}".repeat(50_000)}}`;
    expect(() => distanceOf(wide, other)).toThrow(
      "trees that differ in 100001 and 100001 nodes are too large to compare: 6000 nodes at most",
    );
  });
});
