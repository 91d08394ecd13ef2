import fc from "fast-check";
import { expect, it } from "vitest";
import { packTree } from "../../../src/extensions/structure/dom-tree.js";
import { parseElements } from "../../../src/page/html/element-tree.js";
import { structure } from "../../../src/extensions/structure/structure.js";
import type { Settings } from "../../../src/score/settings/types.js";
import { settingsOf } from "../../score/measures/settings.js";

const treeOf = (html: string): ReturnType<typeof packTree> => packTree(parseElements(html).tree);

const score = (first: string, memento: string, overrides: Partial<Settings> = {}): number =>
  structure.score(treeOf(first), treeOf(memento), settingsOf(overrides));

it("scores 1 for the structure of two equal trees", () => {
  expect(score("<p>one<p>two", "<p>other<p>words")).toBe(1);
});

it("scores 1 - 1/11 for trees of 5 and 6 elements that differ in one element", () => {
  expect(score("<p>a<p>b", "<p>a<p>b<p>c")).toBeCloseTo(1 - 1 / 11, 12);
});

it("divides the cost of structural changes by the most expensive operation", () => {
  const editCosts = { insert: 2, remove: 3, rename: 4 };
  expect(score("<p>a", "<p>a<p>b", { editCosts })).toBeCloseTo(1 - 2 / (4 * 9), 12);
  expect(score("<p>a<p>b", "<p>a", { editCosts })).toBeCloseTo(1 - 3 / (4 * 9), 12);
  expect(score("<p>a", "<h1>a", { editCosts })).toBeCloseTo(1 - 4 / (4 * 8), 12);
});

it("finds an upper bound of the structure score cheaply", () => {
  const page = fc
    .array(fc.constantFrom("<p>", "<div>", "</div>", "<ul><li>", "</ul>", "<b>", "</b>"))
    .map((tags) => treeOf(tags.join("")));
  fc.assert(
    fc.property(page, page, (first, memento) => {
      const { score: bound } = structure.bound!(first, memento, settingsOf());
      expect(bound).toBeGreaterThanOrEqual(structure.score(first, memento, settingsOf()));
    }),
  );
});
