import { BottomK } from "../math/bottom-k.js";
import type { Feature } from "../types.js";
import { foldLetters } from "./fold-letters.js";
import { isSketch } from "./value-shapes.js";

/** Hashes kept: enough to tell a likeness of 0.05 from one of 0.1. */
export const sketchSize = 256;
/** Characters of text read. */
const longestText = 200_000;

/**
 * A bottom-k sketch (Broder, On the resemblance and containment of documents, 1997) of the character n-grams of the
 * text: the 256 smallest 32-bit hashes of its windows of 5 characters, 2 in scripts without spaces; ascending. Two
 * sketches tell the Jaccard index of the sets, whatever the language.
 */
export const charNgrams: Feature<readonly number[]> = {
  keyword: "char-ngrams",
  summary: "Sketch of the text's character n-grams, for any script.",

  extract({ paragraphs }) {
    let text = " ";
    for (const paragraph of paragraphs) {
      if (text.length > longestText) break;
      text += `${paragraph.text.slice(0, longestText)} `;
    }
    return sketchOf(foldLetters(text));
  },
  isValue: (value) => isSketch(value, sketchSize),
  isEmpty: (value) => value.length === 0,
};

function sketchOf(units: Uint16Array): number[] {
  const smallest = new BottomK(sketchSize);
  for (let at = 0; at < units.length; at += 1) {
    const size = units[at]! >= 0x2e80 ? 2 : 5;
    if (at + size > units.length) break;
    smallest.add(hashOf(units, at, size));
  }
  return smallest.values();
}

/** FNV-1a over code units, then murmur3's finalizer, so that the smallest are a fair sample. */
function hashOf(units: Uint16Array, start: number, size: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < start + size; at += 1) hash = Math.imul(hash ^ units[at]!, 0x01000193);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
