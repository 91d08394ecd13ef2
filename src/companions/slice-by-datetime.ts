import type { SavedMemento } from "../results/saved-memento.js";
import { byDatetime } from "./by-timemap.js";

/** A memento in its slice. */
export interface Sliced {
  /** From 0, the oldest. */
  readonly slice: number;
  readonly uriM: string;
}

/** Slices of up to so many mementos hold one each; of more, a few more slices than this (AlNoamany 2017). */
const FEW = 28;

/** How many slices a collection of `count` mementos is cut into: `count` up to 28, else floor(28 + log10 count). */
export function sliceCount(count: number): number {
  return count <= FEW ? count : Math.floor(FEW + Math.log10(count));
}

/**
 * All mementos of a collection in order of time, equal ones in that of their URI-Ms, cut into slices whose sizes differ by
 * one at most, the larger ones first. Mementos without a datetime are left out. (OTMT's first slice has one memento, and
 * what is left over after its last slice is lost.)
 */
export function sliceByDatetime(mementos: readonly SavedMemento[]): Sliced[] {
  const inTime = mementos
    .filter(({ mementoDatetime }) => mementoDatetime !== undefined)
    .sort((a, b) => byDatetime(a, b) || (a.uriM < b.uriM ? -1 : Number(a.uriM > b.uriM)));
  const slices = sliceCount(inTime.length);
  const least = Math.floor(inTime.length / slices);
  const larger = inTime.length - least * slices;
  const inLarger = larger * (least + 1);
  return inTime.map(({ uriM }, at) => ({
    slice:
      at < inLarger ? Math.floor(at / (least + 1)) : larger + Math.floor((at - inLarger) / least),
    uriM,
  }));
}
