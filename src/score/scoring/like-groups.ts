import { NearGroups } from "../../base/math/near-groups.js";
import type { FeatureRecord } from "../../page/types.js";
import type { Values } from "./compare.js";
import { chooseReferences } from "../verdict/decide.js";
import { sketchLikeness } from "./likeness.js";

/** The smallest hashes of a sketch are a sketch themselves. */
const hashes = 64;
const alike = 0.5;
/** The keys of all sketches: they are so few that each is compared with all others. */
const ALL = [""];

/**
 * Groups of similar mementos of a TimeMap. Two mementos are in one group if the similarity of their sketches of
 * character n-grams is at least 0.5, or if other mementos connect them. If a TimeMap has more than 200 mementos, 64
 * evenly spaced mementos form the groups.
 */
export class LikeGroups {
  /** Positions of the mementos that form the groups. */
  readonly positions: readonly number[];
  readonly #values: Values;
  readonly #sketches: readonly (readonly number[])[];
  readonly #groups: NearGroups<readonly number[]>;
  /** Positions of each group's members. The largest group comes first, and the earliest of equally large groups. */
  readonly #bySize: readonly (readonly [group: number, members: readonly number[]])[];

  /** `sketched` has the positions of all mementos with a sketch. */
  constructor(values: Values, sketched: readonly number[]) {
    this.#values = values;
    this.positions = chooseReferences(sketched);
    this.#sketches = this.positions.map(
      (position) => sketchOf(values.group.at(position)!, values) ?? [],
    );
    this.#groups = new NearGroups({ isNear: areAlike });
    for (const sketch of this.#sketches) this.#groups.add(sketch, ALL);
    this.#bySize = this.#groups
      .groups()
      .map((places) => [places[0]!, places.map((place) => this.positions[place]!)] as const)
      .sort((a, b) => b[1].length - a[1].length || a[0] - b[0]);
  }

  /** Returns undefined if there is no such group. */
  largestOther(record: FeatureRecord, position: number): readonly number[] | undefined {
    const sketch = sketchOf(record, this.#values);
    const own = sketch === undefined ? undefined : this.#groupOf(position, sketch);
    return this.#bySize.find(([name]) => name !== own)?.[1];
  }

  #groupOf(position: number, sketch: readonly number[]): number | undefined {
    const place = this.positions.indexOf(position);
    const like = place >= 0 ? place : this.#sketches.findIndex((other) => areAlike(other, sketch));
    return like < 0 ? undefined : this.#groups.groupOf(like);
  }
}

/** Returns the sketch of a memento, or undefined if the memento is unavailable. */
export function sketchOf(record: FeatureRecord, values: Values): readonly number[] | undefined {
  return values.value(values.plan.sketch, record) as readonly number[] | undefined;
}

/** Two pages without text count as similar. */
function areAlike(one: readonly number[], other: readonly number[]): boolean {
  return (sketchLikeness(one, other, hashes) ?? 1) >= alike;
}
