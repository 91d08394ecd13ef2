import { isOtmts } from "../settings/profiles.js";
import { attempt, nameOf } from "../../base/failures.js";
import { memoiseOf, once } from "../../base/math/memo.js";
import { undetermined } from "../../page/words/characters.js";
import type { SelfDescription } from "../../page/features/self-description.js";
import type { CountedTerms, Failure, Json, Outcome } from "../../base/types.js";
import type { Feature, FeatureRecord, RecordGroup, Sign } from "../../page/types.js";
import type { Settings } from "../settings/types.js";
import type { BoundedScore, ModelFit, TimeMapMeasure } from "../types.js";
import { withAddressSign } from "../evidence/page-kind.js";
import type { PageItself } from "../evidence/page-itself.js";
import { namesSeed } from "../evidence/seed-identity.js";
import { isDecidedBy } from "../verdict/decide.js";
import type { Plan, PlannedMeasure } from "../settings/plan.js";

export interface ValuesContext {
  readonly plan: Plan;
  readonly settings: Settings;
  /** Definitions of the plan's requests, in the same order. */
  readonly features: readonly Feature[];
  /** Memento-datetimes of the first captures of seeds that a curator has chosen, by SURT of the seed. */
  readonly begins?: ReadonlyMap<string, string> | undefined;
  /** Called for each failure of a measure or feature, now or when the page was read. */
  readonly onFailure?: (failure: Failure) => void;
}

type Fitting = PlannedMeasure & { readonly measure: TimeMapMeasure<Json, unknown> };

const fits = (planned: PlannedMeasure): planned is Fitting => planned.measure.scope === "timemap";

/** A model while it is being fitted. An error is stored, and thrown when the model is requested. */
class FittedModel {
  /** The first measure of those that fit the same function to the same input. */
  readonly planned: Fitting;
  #fit: () => ModelFit<unknown, unknown>;
  readonly model: () => unknown = once(() => this.#fit().finish());

  constructor(planned: Fitting, settings: Settings) {
    this.planned = planned;
    this.#fit = once(() => planned.measure.fit(settings));
  }

  isOf({ measure, input }: Fitting): boolean {
    return measure.fit === this.planned.measure.fit && String(input) === String(this.planned.input);
  }

  add(value: unknown): void {
    try {
      this.#fit().add(value);
    } catch (cause) {
      this.#fit = () => {
        throw cause;
      };
    }
  }
}

/**
 * Records of one TimeMap, and their features in the form that measures need: normalised for their language and
 * prepared.
 */
export class Values {
  readonly group: RecordGroup;
  readonly plan: Plan;
  readonly settings: Settings;
  readonly onFailure: ValuesContext["onFailure"];
  readonly begins: ValuesContext["begins"];
  readonly #features: readonly Feature[];
  /** OTMT reads no addresses. */
  readonly #readsAddresses: boolean;
  /**
   * Cache of prepared values, because a measure with a model reads them twice. Records held in memory keep their
   * identity.
   */
  readonly #prepared = memoiseOf<FeatureRecord, Map<PlannedMeasure, Outcome<unknown>>>(
    () => new Map(),
  );
  /** Cache of normalised values, because several measures read the same words. */
  readonly #normalised = memoiseOf<FeatureRecord, Map<number, Outcome<Json>>>(() => new Map());

  constructor(group: RecordGroup, { plan, settings, features, onFailure, begins }: ValuesContext) {
    this.group = group;
    this.plan = plan;
    this.settings = settings;
    this.onFailure = onFailure;
    this.begins = begins;
    this.#features = features;
    this.#readsAddresses = !isOtmts(settings.profile);
  }

  feature(position: number, record: FeatureRecord): Outcome<Json> {
    if (record.problem !== undefined) return { problem: record.problem };
    const outcome = record.features[position];
    if (outcome === undefined) throw new Error(`record of ${record.key} lacks feature ${position}`);
    if ("problem" in outcome && outcome.problem.failed !== undefined) {
      this.onFailure?.({ what: outcome.problem.failed, stack: outcome.problem.message });
    }
    return outcome;
  }

  /** Returns undefined if the feature was not requested or could not be computed. */
  value(position: number | undefined, record: FeatureRecord): Json | undefined {
    if (position === undefined) return undefined;
    const outcome = this.feature(position, record);
    return "value" in outcome ? outcome.value : undefined;
  }

  /** Returns the signs of a memento, by its page and its address, the strongest first. */
  signs(record: FeatureRecord, position = this.plan.signs): Outcome<readonly Sign[]> {
    if (position === undefined) return { value: [] };
    const outcome = this.feature(position, record) as Outcome<readonly Sign[]>;
    if ("problem" in outcome || !this.#readsAddresses) return outcome;
    return { value: withAddressSign(outcome.value, record.capture) };
  }

  /** Returns the same as {@link signs}, but none if they could not be read. */
  signsFound(record: FeatureRecord, position?: number): readonly Sign[] {
    const outcome = this.signs(record, position);
    return "value" in outcome ? outcome.value : [];
  }

  readonly itself: (record: FeatureRecord) => PageItself = memoiseOf((record) => {
    const { selfDescription, terms: at, identity } = this.plan;
    const counted = at === undefined ? undefined : this.normalisedFeature(at, record);
    const terms = counted && ("value" in counted ? (counted.value as CountedTerms).terms : []);
    const description = this.value(selfDescription, record) as SelfDescription | undefined;
    return {
      ...{ description, terms, signs: this.signsFound(record) },
      identity: this.value(identity, record) as readonly string[] | undefined,
      isNamed: description && namesSeed(record.capture.uriR, description, terms),
    };
  });

  /** Returns the language detected in a memento, or `und` if none was detected. */
  language(position: number | undefined, record: FeatureRecord): string {
    return (this.value(position, record) as string | undefined) ?? undetermined;
  }

  preparedInput(planned: PlannedMeasure, record: FeatureRecord): Outcome<unknown> {
    return remembered(this.#prepared(record), planned, () => {
      const { measure, input } = planned;
      const outcome = this.#read(input, record);
      if ("problem" in outcome || measure.prepare === undefined) return outcome;
      const asked = { stage: "score", what: nameOf("measure", measure) } as const;
      return attempt(asked, () => measure.prepare?.(outcome.value), this.onFailure);
    });
  }

  /** Returns the same as {@link preparedInput}, but a problem if there is nothing left to compare. */
  nonEmptyInput(planned: PlannedMeasure, record: FeatureRecord): Outcome<unknown> {
    const { input } = planned;
    for (const position of typeof input === "number" ? [input] : input) {
      const outcome = this.normalisedFeature(position, record);
      if ("problem" in outcome) return outcome;
      const feature = this.#features[position]!;
      const isEmpty = this.#guarded(feature, () => feature.isEmpty(outcome.value));
      if ("problem" in isEmpty) return isEmpty;
      if (isEmpty.value) {
        return {
          problem: { stage: "score", message: "nothing is left of it after preprocessing" },
        };
      }
    }
    return this.preparedInput(planned, record);
  }

  /** Returns a feature in its final form, with the stemming and stop words of the TimeMap's language. */
  normalisedFeature(input: number, record: FeatureRecord): Outcome<Json> {
    const outcome = this.feature(input, record);
    const feature = this.#features[input]!;
    const { ownLanguage, requests } = this.plan;
    // With a fixed language, the mapper has normalised the value already.
    if ("problem" in outcome || feature.normalise === undefined || ownLanguage === undefined) {
      return outcome;
    }
    return remembered(this.#normalised(record), input, () =>
      this.#guarded(feature, () =>
        feature.normalise!(outcome.value, requests[input]!.options, this.#groupLanguage()),
      ),
    );
  }

  fit(record: FeatureRecord): void {
    for (const fitted of this.#fitted()) {
      const value = this.preparedInput(fitted.planned, record);
      if ("value" in value) fitted.add(value.value);
    }
  }

  /** Returns undefined for a measure without a model. */
  model(planned: PlannedMeasure): unknown {
    return fits(planned)
      ? this.#fitted()
          .find((each) => each.isOf(planned))
          ?.model()
      : undefined;
  }

  /** Models fitted to all mementos, shared by measures that fit the same function to the same input. */
  readonly #fitted = once((): readonly FittedModel[] => {
    const models: FittedModel[] = [];
    for (const planned of this.plan.measures.filter(fits)) {
      if (!models.some((each) => each.isOf(planned)))
        models.push(new FittedModel(planned, this.settings));
    }
    return models;
  });

  /** For several features, returns the list of their values or the first problem. */
  #read(input: PlannedMeasure["input"], record: FeatureRecord): Outcome<Json> {
    if (typeof input === "number") return this.normalisedFeature(input, record);
    const values: Json[] = [];
    for (const position of input) {
      const outcome = this.normalisedFeature(position, record);
      if ("problem" in outcome) return outcome;
      values.push(outcome.value);
    }
    return { value: values };
  }

  #guarded<T>(feature: Feature, compute: () => T): Outcome<T> {
    const asked = { stage: "score", what: nameOf("feature", feature) } as const;
    return attempt(asked, compute, this.onFailure);
  }

  /** Returns the language of the earliest memento whose language was detected. */
  readonly #groupLanguage = once((): string => {
    for (const record of this.group.records()) {
      const language = this.language(this.plan.ownLanguage, record);
      if (language !== undetermined) return language;
    }
    return undetermined;
  });
}

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, compute: () => Value): Value {
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = compute()));
  return value;
}

/** A measure prepared for one TimeMap. It compares two prepared values, and throws if their score is not defined. */
export interface Comparer {
  /** Returns the score, or a bound of the score if the bound decides the topic status. */
  quick(reference: unknown, value: unknown): number | BoundedScore;
  exact(reference: unknown, value: unknown): number;
}

export function comparerOf(planned: PlannedMeasure, values: Values): Comparer {
  const { measure, choice } = planned;
  const { settings } = values;
  const model = values.model(planned);
  const exact = (reference: unknown, value: unknown): number =>
    measure.scope === "pair"
      ? measure.score(reference, value, settings)
      : measure.score(reference, value, model, settings);
  if (measure.scope !== "pair" || settings.exactScores || measure.bound === undefined)
    return { exact, quick: exact };
  return {
    exact,
    quick(reference, value) {
      const bound = measure.bound!(reference, value, settings);
      return isDecidedBy(bound, choice) ? bound : exact(reference, value);
    },
  };
}
