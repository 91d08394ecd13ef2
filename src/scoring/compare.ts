import { attempt } from "../errors.js";
import { undetermined } from "../pages/characters.js";
import type { RecordGroup } from "../pipeline/groups.js";
import type { BoundedScore, Feature, FeatureRecord, Json, Outcome, Settings } from "../types.js";
import { isDecidedBy } from "./decide.js";
import type { Plan, PlannedMeasure } from "./plan.js";

/** What the values of records are read by. */
export interface ValuesContext {
  readonly plan: Plan;
  readonly settings: Settings;
  /** Definitions of the plan's requests, in their order. */
  readonly features: readonly Feature[];
}

/** Reads features of the records of a TimeMap as measures want them: settled for their language and prepared. */
export class Values {
  readonly #context: ValuesContext;
  readonly #group: RecordGroup;
  #language: string | undefined;
  /** A measure that fits and then scores asks twice; records of a TimeMap held in memory are the same objects. */
  readonly #prepared = new WeakMap<FeatureRecord, Map<PlannedMeasure, Outcome<unknown>>>();
  /** Several measures ask for the same words. */
  readonly #settled = new WeakMap<FeatureRecord, Map<number, Outcome<Json>>>();

  constructor(context: ValuesContext, group: RecordGroup) {
    this.#context = context;
    this.#group = group;
  }

  feature(position: number, record: FeatureRecord): Outcome<Json> {
    if (record.problem !== undefined) return { problem: record.problem };
    const outcome = record.features[position];
    if (outcome === undefined) throw new Error(`record of ${record.key} lacks feature ${position}`);
    return outcome;
  }

  prepared(planned: PlannedMeasure, record: FeatureRecord): Outcome<unknown> {
    const known = this.#prepared.get(record) ?? new Map<PlannedMeasure, Outcome<unknown>>();
    this.#prepared.set(record, known);
    const before = known.get(planned);
    if (before !== undefined) return before;
    const outcome = this.#prepare(planned, record);
    known.set(planned, outcome);
    return outcome;
  }

  #prepare({ measure, input }: PlannedMeasure, record: FeatureRecord): Outcome<unknown> {
    const outcome = this.#read(input, record);
    if ("problem" in outcome || measure.prepare === undefined) return outcome;
    const { value } = outcome;
    return attempt("score", () => measure.prepare?.(value));
  }

  /** As `prepared`, but a problem as well where nothing is left to compare with. */
  usable(planned: PlannedMeasure, record: FeatureRecord): Outcome<unknown> {
    const { input } = planned;
    for (const position of typeof input === "number" ? [input] : input) {
      const outcome = this.settled(position, record);
      if ("problem" in outcome) return outcome;
      if (this.#context.features[position]!.isEmpty(outcome.value)) {
        return {
          problem: { stage: "score", message: "nothing is left of it after preprocessing" },
        };
      }
    }
    return this.prepared(planned, record);
  }

  /** The value of a measure's input; of several features the list of their values, or the first problem. */
  #read(input: PlannedMeasure["input"], record: FeatureRecord): Outcome<Json> {
    if (typeof input === "number") return this.settled(input, record);
    const values: Json[] = [];
    for (const position of input) {
      const outcome = this.settled(position, record);
      if ("problem" in outcome) return outcome;
      values.push(outcome.value);
    }
    return { value: values };
  }

  /** A feature in its final form, stems and stop words of its language seen to. */
  settled(input: number, record: FeatureRecord): Outcome<Json> {
    const outcome = this.feature(input, record);
    const feature = this.#context.features[input]!;
    if ("problem" in outcome || feature.settle === undefined) return outcome;
    // The mapper has settled what it knew the language of.
    if (this.#context.plan.ownLanguage === undefined) return outcome;
    if (feature.settlesAlone === true && this.#ownLanguage(record) !== undetermined) return outcome;
    const known = this.#settled.get(record) ?? new Map<number, Outcome<Json>>();
    this.#settled.set(record, known);
    const before = known.get(input);
    if (before !== undefined) return before;
    const { options } = this.#context.plan.requests[input]!;
    const settled = { value: feature.settle(outcome.value, options, this.#groupLanguage()) };
    known.set(input, settled);
    return settled;
  }

  /** The language that was detected in a memento, `und` where none could be; with `--language auto` only. */
  #ownLanguage(record: FeatureRecord): string {
    const { ownLanguage } = this.#context.plan;
    if (ownLanguage === undefined) return undetermined;
    const outcome = this.feature(ownLanguage, record);
    return "value" in outcome && typeof outcome.value === "string" ? outcome.value : undetermined;
  }

  /** That of the earliest memento whose language could be told. */
  #groupLanguage(): string {
    if (this.#language !== undefined) return this.#language;
    for (const record of this.#group.records()) {
      const language = this.#ownLanguage(record);
      if (language !== undetermined) return (this.#language = language);
    }
    return (this.#language = undetermined);
  }
}
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
