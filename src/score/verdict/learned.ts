import { log } from "../../base/math/elementary.js";
import { once } from "../../base/math/memo.js";
import type { FeatureRecord } from "../../page/types.js";
import type { PageItself, Trust } from "../evidence/page-itself.js";
import { median } from "../scoring/references.js";
import type { PlannedMeasure } from "../settings/plan.js";
import type { LearnedModel, ModelInput, Regression, Settings } from "../settings/types.js";
import type { CombinationEvidence, MeasureResult, Score } from "../types.js";
import { type FromFirst, fromFirst, type TimeOrder, timeOrder } from "./time-order.js";
import {
  cutOf,
  distanceOf,
  inputName,
  inputValue,
  probability,
  signWeight,
} from "./model-forms.js";
import { rounded } from "./decide.js";

/** Values of the model's inputs for one memento, and what the memento says of itself. */
export interface ModelRow {
  /** A value is `undefined` if the input could not be computed. */
  readonly values: readonly (number | undefined)[];
  /** True if the memento is a document without markup, such as a PDF. */
  readonly isDocument: boolean;
  /**
   * Strength (0 to 1) with which the memento itself shows that it is not the page, by its strongest sign or by its HTTP
   * status.
   */
  readonly ownWord: number;
  /** True for an archived status of 400 or more. */
  readonly isError: boolean;
}

/** Minimum number of terms of a page that is not tiny. */
const notTiny = 60;

/** Strength of an archived 4xx or 5xx status. It equals the model's `strongSignal`. */
const ofHttpError = 0.75;

/** Reads the values of a model's inputs from the scores and facts of each memento. */
export class ModelReader {
  readonly #inputs: readonly ModelInput[];
  readonly #measures: readonly PlannedMeasure[];
  readonly #trust: Pick<Trust, "first" | "address">;
  /** Positions in the plan of the measures of the inputs, or -1 for an input that is not a score. */
  readonly #places: readonly number[];

  constructor(
    { inputs }: Pick<Regression, "inputs">,
    measures: readonly PlannedMeasure[],
    trust: Pick<Trust, "first" | "address">,
  ) {
    this.#inputs = inputs;
    this.#measures = measures;
    this.#trust = trust;
    this.#places = inputs.map(({ of: name }) =>
      measures.findIndex(
        ({ choice: { keyword, reference = "first", asInput } }) =>
          asInput === true && `${keyword}@${reference}` === name,
      ),
    );
  }

  /** Positions in the plan of the measures that the model reads. */
  get measures(): readonly number[] {
    return [...new Set(this.#places.filter((place) => place >= 0))];
  }

  /**
   * `resultAt` returns the result of the measure at a position in the plan. It returns `undefined` for an unavailable
   * memento.
   */
  row(
    record: FeatureRecord,
    resultAt: (place: number) => MeasureResult | undefined,
    page: PageItself,
  ): ModelRow {
    const isError = isHttpError(record);
    const values = this.#inputs.map(({ of: name, as }, at) => {
      const place = this.#places[at]!;
      const outcome = place < 0 ? undefined : resultAt(place)?.outcome;
      if (outcome === undefined || !("value" in outcome)) return this.#fact(name, record, page);
      const { score } = outcome.value;
      const isScore = as === "value" || as === "shortfall";
      return isScore ? score : distanceOf(score, this.#measures[place]!.measure);
    });
    const ownWord = Math.max(signStrength(page), isError ? ofHttpError : 0);
    return { values, isDocument: record.capture.format !== undefined, ownWord, isError };
  }

  /** Returns the value of an input that depends only on the memento itself. */
  #fact(name: string, record: FeatureRecord, page: PageItself): number | undefined {
    const { first, address: usual } = this.#trust;
    if (record.problem !== undefined) return undefined;
    if (name === "http-error") return Number(isHttpError(record));
    if (name === "signs") return signWeight(signStrength(page));
    const address = page.description?.address;
    if (name === "address" && address !== undefined && usual !== undefined)
      return Number(address !== usual);
    // If no memento has a text to compare with, a page without text is not unusual.
    if (name === "tiny" && first !== undefined && page.terms !== undefined)
      return Math.max(0, 1 - log(1 + page.terms.length) / log(notTiny));
    return undefined;
  }
}

export const isHttpError = ({ capture }: FeatureRecord): boolean => (capture.status ?? 200) >= 400;

/**
 * The sign of a blank page is ignored, because `tiny` and the shortfall measure the missing text if other mementos have
 * text.
 */
export const signStrength = ({ signs }: PageItself): number =>
  signs.find(({ kind }) => kind !== "blank")?.strength ?? 0;

/** Facts that all mementos of a TimeMap show together. The lists have an item for each input of the model. */
interface Whole {
  /** Medians over the believed mementos. */
  readonly usual: readonly (number | undefined)[];
  /** True if no memento has a value, for example because no page has classes or links. */
  readonly isAbsent: readonly boolean[];
  /** True if the pages consist of text only, because some are documents or none has a title. */
  readonly isText: boolean;
}

/**
 * Learned combination for one TimeMap. First all mementos must be `add`ed in order, because the usual similarity
 * depends on all of them. Then the verdicts can be read by position.
 */
export class LearnedVerdicts {
  readonly #model: LearnedModel;
  readonly #trust: Pick<Trust, "first" | "believed">;
  /** Probability above which a memento is off-topic. */
  readonly #cut: number;
  readonly #rows: ModelRow[] = [];
  #order: readonly (TimeOrder | undefined)[] | undefined;

  constructor(
    model: LearnedModel,
    trust: Pick<Trust, "first" | "believed">,
    seedsFrom?: Settings["seedsFrom"],
  ) {
    this.#model = model;
    this.#trust = trust;
    this.#cut = cutOf(model, seedsFrom);
  }

  add(row: ModelRow): void {
    this.#rows.push(row);
  }

  /** Returns the probability of a memento, and the verdict by it alone. */
  at(position: number): Required<Pick<Score, "score" | "topicStatus">> {
    const score = this.#probability(position);
    return { score, topicStatus: score > this.#cut ? "off-topic" : "on-topic" };
  }

  /** Tells whether the probability of a memento is above the threshold of the model, whoever chose the seeds. */
  isOff(position: number): boolean {
    return this.#probability(position) > this.#model.threshold;
  }

  /** Tells what the order of time says of a memento; undefined if nothing, or if the model has no such rule. */
  timeOrder(position: number): TimeOrder | undefined {
    const { first } = this.#trust;
    if (this.#model.rules?.timeOrder !== true || first === undefined) return undefined;
    // An error or a strong sign says for itself what it is, and nothing of the page before or after it.
    this.#order ??= timeOrder(
      this.#rows.map(({ ownWord }, at) =>
        at <= first || ownWord >= ofHttpError ? undefined : this.fromFirst(at).similarity,
      ),
    );
    return this.#order[position];
  }

  fromFirst(position: number): FromFirst {
    return fromFirst(this.#model, this.#rows[position]!.values);
  }

  /** Tells whether nothing but the comparison with the page speaks against a memento: no strong sign and no error. */
  isByWords(position: number): boolean {
    return this.#rows[position]!.ownWord < ofHttpError;
  }

  /**
   * Tells whether a memento has the text of the page under an HTTP error, so that status and text contradict each other.
   * This is so if it is no less similar to the believed mementos than is usual among them, and if neither its signs nor
   * its other scores agree with the status. On some seeds even two good captures have few words in common.
   */
  isPageUnderError(position: number): boolean {
    const { values, ownWord } = this.#rows[position]!;
    if (!this.#decidesByStatus(position) || ownWord > ofHttpError) return false;
    if (this.#regression(position) > this.#model.threshold) return false;
    const { usual } = this.#seen();
    const at = TEXT_OF_PAGE.map((name) =>
      this.#model.inputs.findIndex(({ of: input }) => input === name),
    ).find((place) => values[place] !== undefined && usual[place] !== undefined);
    return at !== undefined && values[at]! <= usual[at]! + USUAL_SLACK;
  }

  #decidesByStatus(position: number): boolean {
    const isDeciding = this.#model.rules?.errorStatus !== undefined;
    return isDeciding && this.#trust.first !== undefined && this.#rows[position]!.isError;
  }

  evidence(position: number): CombinationEvidence {
    const { bias, inputs } = this.#model;
    const contributions = inputs.map(({ of, as, missing, weight }, at) => {
      const known = this.#value(position, at);
      const value = known ?? this.#byText(position, at) ?? missing;
      const isMissing = known === undefined ? (true as const) : undefined;
      const contribution = rounded(weight * value);
      return { of, as, value: rounded(value), missing: isMissing, contribution };
    });
    return {
      probability: rounded(this.#probability(position)),
      threshold: this.#cut,
      isAlone: this.#trust.first === undefined ? true : undefined,
      isByStatus: this.#isByStatus(position) ? true : undefined,
      bias,
      inputs: contributions.sort((a, b) => b.contribution - a.contribution),
    };
  }

  /** Returns the input values of the memento at a position by their short names. */
  inputs(position: number): Record<string, number> {
    return Object.fromEntries(
      this.#model.inputs.flatMap((input, at) => {
        const value = this.#value(position, at);
        return value === undefined ? [] : [[inputName(input), rounded(value)] as const];
      }),
    );
  }

  /** If no memento can be compared with, each memento is judged by its own signs and status. */
  #probability(position: number): number {
    if (this.#trust.first === undefined) return this.#rows[position]!.ownWord;
    const learned = this.#regression(position);
    return this.#isByStatus(position)
      ? Math.max(learned, this.#model.rules!.errorStatus!)
      : learned;
  }

  #isByStatus(position: number): boolean {
    return this.#decidesByStatus(position) && !this.isPageUnderError(position);
  }

  #regression(position: number): number {
    return probability(
      this.#model,
      (_, at) => this.#value(position, at) ?? this.#byText(position, at),
    );
  }

  #value(position: number, at: number): number | undefined {
    const { values } = this.#rows[position]!;
    return inputValue(this.#model.inputs[at]!.as, values[at], this.#seen().usual[at]);
  }

  /**
   * Returns a substitute for a missing score if pages consist of text only, or if the score is missing in the whole
   * TimeMap: the weighted mean of the memento's other scores in the same form. The model's `missing` would not do, because
   * it is the value of typical pages. Returns undefined if there is no other score.
   */
  #byText(position: number, at: number): number | undefined {
    const { isText, isAbsent } = this.#seen();
    const { inputs } = this.#model;
    const { as } = inputs[at]!;
    if (as === "value" || !(isText || isAbsent[at]!)) return undefined;
    // The title of a text says nothing of the links and classes that its page had.
    const { isDocument } = this.#rows[position]!;
    let [sum, weights] = [0, 0];
    for (const [other, input] of inputs.entries()) {
      if (input.as !== as || (isDocument && isOfTitle(input))) continue;
      const known = this.#value(position, other);
      if (known === undefined) continue;
      sum += input.weight * known;
      weights += input.weight;
    }
    return weights === 0 ? undefined : sum / weights;
  }

  readonly #seen = once((): Whole => {
    const rows = this.#rows;
    const { inputs } = this.#model;
    const isAbsent = inputs.map((_, at) => rows.every(({ values }) => values[at] === undefined));
    const titles = isAbsent.filter((_, at) => isOfTitle(inputs[at]!));
    const isUntitled = titles.length > 0 && titles.every(Boolean);
    return {
      usual: inputs.map((_, at) =>
        median(this.#trust.believed.flatMap((position) => rows[position]!.values[at] ?? [])),
      ),
      isAbsent,
      isText: isUntitled || rows.some(({ isDocument }) => isDocument),
    };
  });
}

/** Whether an input compares titles, which pages of text only do not have. */
const isOfTitle = ({ of: name }: ModelInput): boolean => name.startsWith("title@");

/** Inputs that compare the words of a memento with those of the page, the best first. */
const TEXT_OF_PAGE = ["cosine@median", "cosine@first"];

/** Distance by which a text may differ more than is usual, so that a date or counter on the page makes no difference. */
const USUAL_SLACK = 0.02;
