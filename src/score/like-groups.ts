import { Forest } from "../base/math/forest.js";
import { append } from "../base/math/group-by.js";
import type { FeatureRecord } from "../page/types.js";
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
    const forest = new Forest();
    for (const [other, sketch] of this.#sketches.entries()) {
      forest.add();
      for (let one = 0; one < other; one += 1)
        if (forest.rootOf(one) !== forest.rootOf(other) && areAlike(this.#sketches[one]!, sketch))
          forest.unite(one, other);
    }
    this.#groups = this.positions.map((_, place) => forest.rootOf(place));
    const members = new Map<number, number[]>();
    for (const [place, name] of this.#groups.entries())
      append(members, name, this.positions[place]!);
    this.#bySize = [...members].sort((a, b) => b[1].length - a[1].length || a[0] - b[0]);
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
  return values.value(values.plan.sketch, record) as readonly number[] | undefined;
}

/** Two pages without text are alike. */
function areAlike(one: readonly number[], other: readonly number[]): boolean {
  return (sketchLikeness(one, other, hashes) ?? 1) >= alike;
}
