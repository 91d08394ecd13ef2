import { SimHash } from "simhash-js/SimHash.js";
import type { Feature } from "../types.js";

/** The package takes about a second for each million characters, and much memory. */
const longestText = 8_000_000;

/**
 * The 32-bit hash of the package simhash-js over the decoded text. It cuts the text into blocks of 4 characters, and of
 * more than 128 blocks it drops the 128 whose hashes come first in alphabetical order. Throws on a text of more than 8
 * million characters.
 */
export const simhashJs: Feature<number> = {
  keyword: "simhash-js",
  summary: "32-bit hash of the package simhash-js over the raw content.",

  extract({ html }) {
    if (html.length > longestText)
      throw new Error(`simhash-js is not computed above ${longestText} characters of text`);
    const hash = new SimHash().hash(html);
    // The package assigns to variables that it never declares.
    for (const leaked of ["shingle", "mixed"]) Reflect.deleteProperty(globalThis, leaked);
    return hash;
  },
  isValue: (value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 32,
  // What it makes of a text that is shorter than a block.
  isEmpty: (value) => value === 0,
};
