import themes from "./theme-classes.json" with { type: "json" };
import { memoise } from "../../base/math/memo.js";
import { hash53 } from "../../base/math/sketch.js";
import { areTexts, isSketch } from "../feature-values.js";
import { hasNoElements, readElements } from "../html/element-tree.js";
import { readOutline } from "../html/outline.js";
import type { Feature } from "../types.js";

/**
 * Distinct CSS class names of the page's elements, in code unit order. Null, the empty value, means that the page has
 * neither classes nor elements besides html, head and body. A page of elements without classes is not empty, because
 * the other page decides too whether style can be compared.
 */
export const cssClasses: Feature<readonly string[] | null> = {
  keyword: "css-classes",
  summary: "Names of the CSS classes of the page's elements.",

  extract(page) {
    const { classes, tree } = readElements(page);
    return classes.length === 0 && hasNoElements(tree) ? null : classes;
  },
  isValue: (value) => value === null || areTexts(value),
  isEmpty: (classes) => classes === null,
};

/** Number of hashes that are kept for a page. */
export const classSketchSize = 256;

/**
 * Bottom-k sketch of the CSS class names in the page's markup, which consists of their 256 smallest 32-bit hashes,
 * ascending. Unlike `css-classes` it needs no tree of elements, and its size is bounded. It leaves out the names of
 * systems and themes that many sites have: a new owner of a domain often takes the same theme.
 */
export const classSketch: Feature<readonly number[]> = {
  keyword: "class-sketch",
  summary: "Sketch of the names of CSS classes in the page's markup.",

  extract(page) {
    const { classes } = readOutline(page);
    const own = classes.filter((name) => !isOfTheme(name));
    // A few names beside those of a theme are names of the theme that the table does not have.
    if (own.length < FEWEST_OWN && own.length < LEAST_OWN * classes.length) return [];
    const hashes = new Set(own.map((name) => hash53(name) % 2 ** 32));
    return Array.from(Uint32Array.from(hashes).sort().subarray(0, classSketchSize));
  },
  isValue: (value) => isSketch(value, classSketchSize),
  isEmpty: () => false,
};

/** Minimum number and share of the names that are a site's own. */
const FEWEST_OWN = 4;
const LEAST_OWN = 0.15;

const themeNames: ReadonlySet<string> = new Set(themes.names);

/** A beginning that is a word may be in the plural, and no longer word begins with it. */
const ofThemes = new RegExp(
  Object.values(themes.beginnings)
    .flat()
    .map((beginning) => (/[-_]$/u.test(beginning) ? beginning : `${beginning}s?(?![a-z])`))
    .join("|")
    .replace(/^.*$/su, "^(?:$&)"),
  "u",
);

const isOfTheme = memoise((name) => {
  const folded = name.charAt(0).toLowerCase() + name.slice(1);
  return themeNames.has(folded) || ofThemes.test(folded);
}, 10_000);
