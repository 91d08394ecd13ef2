import { expect, it } from "vitest";
import { packTree } from "../../../src/extensions/structure/dom-tree.js";
import { parseElements } from "../../../src/page/html/element-tree.js";
import { structureStyle } from "../../../src/extensions/structure/structure-style.js";
import { settingsOf } from "../../score/measures/settings.js";

const read = (html: string): Parameters<typeof structureStyle.score>[0] => {
  const { tree, classes } = parseElements(html);
  return { tree: packTree(tree), classes };
};

const score = (first: string, memento: string, structureWeight = 0.5): number =>
  structureStyle.score(read(first), read(memento), settingsOf({ structureWeight }));

const first = "<p class=a>x<p class=b>y";
const memento = "<p class=a>x<p class=c>y<p>z";
const structural = 1 - 1 / 11;
const stylistic = 1 / 3;

it("scores the mean of structure and style", () => {
  expect(score(first, memento)).toBeCloseTo((structural + stylistic) / 2, 12);
});

it("shifts the score from style alone to structure alone as the structure weight grows", () => {
  expect(score(first, memento, 0)).toBeCloseTo(stylistic, 12);
  expect(score(first, memento, 0.25)).toBeCloseTo(0.25 * structural + 0.75 * stylistic, 12);
  expect(score(first, memento, 1)).toBeCloseTo(structural, 12);
});

it("scores structure alone with any weight if neither page has a class", () => {
  expect(score("<p>x<p>y", "<p>x<p>y<p>z")).toBeCloseTo(structural, 12);
  expect(score("<p>x<p>y", "<p>x<p>y<p>z", 0)).toBeCloseTo(structural, 12);
});

it("finds an upper bound of the structure-style score cheaply", () => {
  const { score: bound } = structureStyle.bound!(read(first), read(memento), settingsOf());
  expect(bound).toBeGreaterThanOrEqual(score(first, memento));
});
