import type { FeatureRecord } from "../types.js";
import type { Values } from "./compare.js";
import { chooseReferences } from "./decide.js";
import { sketchLikeness } from "./likeness.js";

/** Hashes of a sketch that are looked at: the smallest of it, which are a sketch themselves. */
const hashes = 64;
/** From this likeness on two mementos are of one group. */
const alike = 0.5;

/**
 * The mementos of a TimeMap in groups of like ones: two whose sketches of character n-grams are at least half alike are in
 * one group, and so is what is like one of them. Of a TimeMap of more than 200 mementos 64 evenly spaced ones make the groups.
 */
export class LikeGroups {
  /** Of the mementos that make the groups. */
  readonly positions: readonly number[];
  readonly #values: Values;
  readonly #sketches: readonly (readonly number[])[];
  /** For each of them the group, named by the place of its earliest member. */
  readonly #groups: number[];
  /** Positions of the members of each group, the largest first, the earliest of equals. */
  readonly #bySize: readonly (readonly [group: number, members: readonly number[]])[];

  /** `sketched` are the positions of all mementos that have a sketch. */
  constructor(values: Values, sketched: readonly number[]) {
    this.#values = values;
    this.positions = chooseReferences(sketched);
    this.#sketches = this.positions.map(
      (position) => sketchOf(values.group.at(position)!, values) ?? [],
    );
    this.#groups = [...this.positions.keys()];
    const count = this.positions.length;
    for (let one = 0; one < count; one += 1)
      for (let other = one + 1; other < count; other += 1) this.#join(one, other);
    const members = new Map<number, number[]>();
    for (const [place, name] of this.#groups.entries()) {
      const list = members.get(name) ?? [];
      members.set(name, list);
      list.push(this.positions[place]!);
    }
    this.#bySize = [...members].sort((a, b) => b[1].length - a[1].length || a[0] - b[0]);
  }

  #join(one: number, other: number): void {
    const groups = this.#groups;
    const [kept, left] = [groups[one]!, groups[other]!].sort((a, b) => a - b) as [number, number];
    if (kept === left || !areAlike(this.#sketches[one]!, this.#sketches[other]!)) return;
    for (const [place, name] of groups.entries()) if (name === left) groups[place] = kept;
  }

  /** Positions of the members of the largest group that a memento is not in; undefined where there is none. */
  largestOther(record: FeatureRecord, position: number): readonly number[] | undefined {
    const sketch = sketchOf(record, this.#values);
    const own = sketch === undefined ? undefined : this.#groupOf(position, sketch);
    return this.#bySize.find(([name]) => name !== own)?.[1];
  }

  #groupOf(position: number, sketch: readonly number[]): number | undefined {
    const place = this.positions.indexOf(position);
    if (place >= 0) return this.#groups[place];
    return this.#groups[this.#sketches.findIndex((other) => areAlike(other, sketch))];
  }
}

/** Undefined of a memento that is unavailable. */
export function sketchOf(record: FeatureRecord, values: Values): readonly number[] | undefined {
  const sketch = values.value(values.plan.sketch, record);
  return sketch === undefined ? undefined : (sketch as readonly number[]);
}

/** Two pages without text are alike. */
function areAlike(one: readonly number[], other: readonly number[]): boolean {
  return (sketchLikeness(one, other, hashes) ?? 1) >= alike;
}
