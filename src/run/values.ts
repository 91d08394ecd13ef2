import type { Feature, FeatureRecord, Json, Outcome, Settings } from "../types.js";
import { attempt } from "./extract.js";
import type { Plan, PlannedMeasure } from "./plan.js";
import type { TopicVotes } from "./topic-vote.js";

/** Everything that scoring a TimeMap needs besides its records. */
export interface AssessContext {
  readonly plan: Plan;
  readonly settings: Settings;
  /** Definitions of the plan's requests, in their order. */
  readonly features: readonly Feature[];
  /** Set when mementos are compared with the topic of their collection. */
  readonly topic?: TopicVotes;
  /** Told when the first memento of a TimeMap cannot be compared with. */
  readonly onNoFirst?: () => void;
}

/** Reads features of records as measures want them: settled for the TimeMap's language and prepared. */
export class Values {
  readonly #context: AssessContext;
  readonly #language: string;
  /** A measure that fits and then scores asks twice; records of a TimeMap held in memory are the same objects. */
  readonly #prepared = new WeakMap<FeatureRecord, Map<PlannedMeasure, Outcome<unknown>>>();

  constructor(context: AssessContext, language: string) {
    this.#context = context;
    this.#language = language;
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
    const request = this.#context.plan.requests[input]!;
    // Where the language is fixed the mapper has settled the value already.
    if ("problem" in outcome || feature.settle === undefined) return outcome;
    if (this.#context.settings.preprocessing.language !== "auto") return outcome;
    return { value: feature.settle(outcome.value, request.options, this.#language) };
  }
}
