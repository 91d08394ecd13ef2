import { createHash } from "node:crypto";
import { groupBy } from "../../../src/base/math/group-by.js";

/**
 * Simhash by the definition in the Python package's source, one bit at a time: slow, and independent of our
 * implementation.
 */
export function plainSimhash(features: readonly string[]): string {
  const sums = new Array<number>(64).fill(0);
  for (const [feature, same] of groupBy(features, (each) => each)) {
    const hash = createHash("md5").update(feature).digest();
    for (let bit = 0; bit < 64; bit++) {
      if (((hash[15 - (bit >> 3)]! >> (bit & 7)) & 1) === 1) sums[bit]! += same.length;
    }
  }
  const bits = sums.map((sum) => Number(sum > features.length / 2));
  return BigInt(`0b${bits.toReversed().join("")}`).toString();
}

/** Returns the features that the package makes of a text. */
export function plainGrams(text: string): string[] {
  const runs = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const content = Array.from(runs.join(""));
  const windows = Math.max(content.length - 3, 1);
  return Array.from({ length: windows }, (_, at) => content.slice(at, at + 4).join(""));
}

/** Python's `repr` of bytes. */
export function plainRepr(bytes: Uint8Array): string {
  const quote = bytes.includes(0x27) && !bytes.includes(0x22) ? '"' : "'";
  const written = Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    if (character === quote || character === "\\") return `\\${character}`;
    if (character === "\t") return "\\t";
    if (character === "\n") return "\\n";
    if (character === "\r") return "\\r";
    if (byte < 32 || byte > 126) return `\\x${byte.toString(16).padStart(2, "0")}`;
    return character;
  });
  return `b${quote}${written.join("")}${quote}`;
}
