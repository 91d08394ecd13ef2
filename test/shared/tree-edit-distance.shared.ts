import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { treeEditDistance } from "../../src/extensions/structure/tree/tree-edit-distance.js";
import { parseBracketTree } from "../support/bracket-tree.js";
import { sharedFolder } from "../support/shared.js";

const shared = sharedFolder();

interface TreeDistanceCases {
  readonly cases: readonly {
    readonly sizes: readonly [number, number];
    readonly distance: number;
    readonly a: string;
    readonly b: string;
  }[];
}

describe.skipIf(shared === undefined)("tree edit distances of real pages", () => {
  const read = (): TreeDistanceCases =>
    JSON.parse(
      readFileSync(join(shared!, "reference/golden/ted.json"), "utf8"),
    ) as TreeDistanceCases;

  it("computes the same tree edit distances of real pages as the authors' Java program", () => {
    for (const { a: first, b: second, distance } of read().cases) {
      const [a, b] = [parseBracketTree(first), parseBracketTree(second)];
      expect(treeEditDistance(a, b)).toBe(distance);
      expect(treeEditDistance(b, a)).toBe(distance);
    }
  });
});
