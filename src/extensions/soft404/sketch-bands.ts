import { hash53 } from "../../base/math/sketch.js";

const CLASSES = 8;
const HASHES = 5;
/** A text with fewer bands has too few characters to be recognised. */
const FEWEST_BANDS = 4;

/**
 * Cuts a sketch (the smallest hashes of the character n-grams of a text) into bands: its hashes are put into 8 classes by
 * their remainder, and the 5 smallest of a class form a band. Texts with a Jaccard index of 0.95 share a band with
 * probability 0.77, those with 0.5 with probability 0.03. Returns none if the text is too short.
 */
export function sketchBands(sketch: Iterable<number>): number[] {
  const classes: number[][] = Array.from({ length: CLASSES }, () => []);
  for (const hash of sketch) {
    const own = classes[hash % CLASSES]!;
    if (own.length < HASHES) own.push(hash);
  }
  const full = classes.flatMap((hashes, at) =>
    hashes.length === HASHES ? [hash53(`${at},${hashes.join(",")}`)] : [],
  );
  return full.length < FEWEST_BANDS ? [] : full;
}
