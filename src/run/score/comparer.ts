import { isDecidedBy } from "../../decide/topic-status.js";
import type { BoundedScore, Settings } from "../../types.js";
import type { RecordGroup } from "../lines/groups.js";
import type { PlannedMeasure } from "../plan.js";
import type { Values } from "./values.js";

/** A measure made ready for one TimeMap: compares two prepared values; throws where no score is defined. */
export interface Comparer {
  /** May answer with a bound where that decides the topic status. */
  quick(reference: unknown, value: unknown): number | BoundedScore;
  exact(reference: unknown, value: unknown): number;
}

/** Makes measures ready for a TimeMap. What is fitted over all of its mementos is fitted once, however many ask. */
export class Comparers {
  readonly #group: RecordGroup;
  readonly #values: Values;
  readonly #settings: Settings;
  readonly #models = new Map<PlannedMeasure["measure"], unknown>();

  constructor(group: RecordGroup, values: Values, settings: Settings) {
    this.#group = group;
    this.#values = values;
    this.#settings = settings;
  }

  of(planned: PlannedMeasure): Comparer {
    const { measure, choice } = planned;
    const settings = this.#settings;
    if (measure.scope === "pair") {
      const exact = (reference: unknown, value: unknown): number =>
        measure.score(reference, value, settings);
      return {
        exact,
        quick(reference, value) {
          const bound = settings.exactScores
            ? undefined
            : measure.bound?.(reference, value, settings);
          if (bound !== undefined && isDecidedBy(bound, choice)) return bound;
          return exact(reference, value);
        },
      };
    }
    const known = this.#models.get(measure);
    const model = known ?? this.#fit(planned);
    this.#models.set(measure, model);
    const exact = (reference: unknown, value: unknown): number =>
      measure.score(reference, value, model, settings);
    return { exact, quick: exact };
  }

  #fit(planned: PlannedMeasure): unknown {
    const { measure } = planned;
    if (measure.scope === "pair") return undefined;
    const fit = measure.fit(this.#settings);
    for (const record of this.#group.records()) {
      const value = this.#values.prepared(planned, record);
      if ("value" in value) fit.add(value.value);
    }
    return fit.finish();
  }
}
