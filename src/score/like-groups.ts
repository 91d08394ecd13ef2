import { Forest } from "../base/math/forest.js";
import { append } from "../base/math/group-by.js";
import type { FeatureRecord } from "../page/types.js";
import type { Values } from "./compare.js";
import { chooseReferences } from "./decide.js";
import { sketchLikeness } from "./likeness.js";

/** Number of hashes of a sketch to compare. The smallest ones are a sketch themselves. */
const hashes = 64;
/** Similarity from which two mementos belong to the same group. */
const alike = 0.5;

/**
 * Groups of similar mementos of a TimeMap: two with a similarity of at least 0.5 between their sketches of character
 * n-grams are in one group, and similarity is transitive. If a TimeMap has more than 200 mementos, 64 evenly spaced
 * ones form the groups.
 */
export class LikeGroups {
  /** Positions of the mementos that form the groups. */
  readonly positions: readonly number[];
  readonly #values: Values;
  readonly #sketches: readonly (readonly number[])[];
  /** Group of each of them, identified by the index of its earliest member. */
  readonly #groups: number[];
  /** Positions of each group's members, the largest group first, the earliest in a tie. */
  readonly #bySize: readonly (readonly [group: number, members: readonly number[]])[];

  /** `sketched` has the positions of all mementos with a sketch. */
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

  /**
   * Returns the positions of the members of the largest group that does not include a memento; undefined if there is
   * none.
   */
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

/** Returns the sketch of a memento; undefined if it is unavailable. */
export function sketchOf(record: FeatureRecord, values: Values): readonly number[] | undefined {
  return values.value(values.plan.sketch, record) as readonly number[] | undefined;
}

/** Two pages without text count as similar. */
function areAlike(one: readonly number[], other: readonly number[]): boolean {
  return (sketchLikeness(one, other, hashes) ?? 1) >= alike;
}
