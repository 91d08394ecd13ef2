import { copyUnits } from "../../base/platform/machine.js";

/** A text with its UTF-16 code units, which can be read several times faster than the characters of a string. */
export interface UnitText {
  readonly text: string;
  readonly units: Uint16Array;
}

export function unitsOf(text: string): UnitText {
  const units = new Uint16Array(text.length);
  copyUnits(text, units);
  return { text, units };
}

/** Returns a hash of the code units of a part. */
export function hashOf(units: Uint16Array, from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to; at++) hash = nextHash(hash, units[at]!);
  return hash;
}

/** Returns the hash after one more code unit, see {@link hashOf}. */
export const nextHash = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);
