import { log } from "../../base/math/elementary.js";
import type { FeatureRecord } from "../../page/types.js";
import type { LearnedModel, ModelInput, Regression, Settings } from "../settings/types.js";
import type { CombinationEvidence, Contribution, MeasureResult } from "../types.js";
import { COMBINED } from "./decide.js";
import {
  cutOf,
  distanceOf,
  fromLikeScores,
  inputName,
  inputValue,
  isOfTitle,
  logDistance,
  probability,
  signWeight,
} from "./model-forms.js";
import { median } from "../scoring/chosen-references.js";
import { rounded } from "./threshold-distance.js";
import {
  type FromFirst,
  fromFirst,
  isBroken,
  isGone,
  type TimeOrder,
  timeOrder,
} from "./changes.js";
import { rawFlags } from "../scoring/likeness.js";
import type { PageItself, Trust } from "../evidence/page-itself.js";
import type { PlannedMeasure } from "../settings/plan.js";

/** Values of the model's inputs for one memento, as plain data that can be passed between threads. */
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

/** Strength of an archived 4xx or 5xx status. It equals the strength of a strong sign. */
const ofHttpError = 0.75;

/** Reads the values of a model's inputs from the scores and facts of each memento. */
export class ModelReader {
  readonly #inputs: readonly { readonly input: ModelInput; readonly at: number }[];
  readonly #measures: readonly PlannedMeasure[];

  readonly #trust: Trust;

  constructor(
    { inputs }: Pick<Regression, "inputs">,
    measures: readonly PlannedMeasure[],
    trust: Trust,
  ) {
    this.#measures = measures;
    this.#trust = trust;
    this.#inputs = inputs.map((input) => ({ input, at: measureOf(input, measures) }));
  }

  /** Positions in the plan of the measures that the model reads. */
  get measures(): readonly number[] {
    return [...new Set(this.#inputs.flatMap(({ at }) => (at < 0 ? [] : [at])))];
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
    const values = this.#inputs.map(({ input, at }) => {
      const result = at < 0 ? undefined : resultAt(at);
      if (result === undefined || !("value" in result.outcome)) {
        return factOf(input, record, page, this.#trust);
      }
      const { score } = result.outcome.value;
      const isScore = input.as === "value" || input.as === "shortfall";
      return isScore ? score : distanceOf(score, this.#measures[at]!.measure);
    });
    const ownWord = Math.max(signStrength(page), isHttpError(record) ? ofHttpError : 0);
    const isDocument = record.capture.format !== undefined;
    return { values, isDocument, ownWord, isError: isHttpError(record) };
  }
}

/** Returns the position in the plan of the measure that an input reads, or -1 for an input that is not a score. */
const measureOf = (input: ModelInput, measures: readonly PlannedMeasure[]): number =>
  measures.findIndex(
    ({ choice }) =>
      choice.asInput === true && `${choice.keyword}@${choice.reference ?? "first"}` === input.of,
  );

/** Returns the value of an input that depends only on the memento itself. */
function factOf(
  { of: name }: ModelInput,
  record: FeatureRecord,
  page: PageItself,
  { first, address: usual }: Trust,
): number | undefined {
  if (record.problem !== undefined) return undefined;
  if (name === "http-error") return isHttpError(record) ? 1 : 0;
  if (name === "signs") return signWeight(signStrength(page));
  if (name === "address") {
    const address = page.description?.address;
    return address === undefined || usual === undefined ? undefined : address === usual ? 0 : 1;
  }
  // If no memento has a text to compare with, a page without text is not unusual.
  if (name === "tiny" && first !== undefined && page.terms !== undefined)
    return Math.max(0, 1 - log(1 + page.terms.length) / log(notTiny));
  return undefined;
}

export const isHttpError = ({ capture }: FeatureRecord): boolean => (capture.status ?? 200) >= 400;

/**
 * The sign of a blank page is ignored, because `tiny` and the shortfall measure the missing text if other mementos have
 * text.
 */
export const signStrength = ({ signs }: PageItself): number =>
  signs.find(({ kind }) => kind !== "blank")?.strength ?? 0;

interface InputColumn {
  readonly input: ModelInput;
  /** One value per memento; NaN if the input could not be computed. */
  readonly values: number[];
  /** The median over the believed mementos. It is set after all mementos have been added. */
  usual?: number | undefined;
  /**
   * True if no memento has a value, for example because no page has classes or links. It is set together with `usual`.
   */
  isAbsent?: boolean;
}

/**
 * Learned combination for one TimeMap. First all mementos must be `add`ed in order, because the usual similarity
 * depends on all of them. Then the verdicts can be read by position.
 */
export class LearnedVerdicts {
  readonly #model: LearnedModel;
  readonly #trust: Pick<Trust, "first" | "believed">;
  readonly #ownWords: number[] = [];
  readonly #errors: boolean[] = [];
  readonly #documents: boolean[] = [];
  readonly #columns: readonly InputColumn[];
  /** True if the pages consist of text only, because some are documents or none has a title. */
  #isText = false;
  #isSealed = false;
  #order: readonly (TimeOrder | undefined)[] | undefined;

  /** Probability above which a memento is off-topic. */
  readonly #cut: number;
  readonly #seedsFrom: Settings["seedsFrom"];

  constructor(
    model: LearnedModel,
    trust: Pick<Trust, "first" | "believed">,
    seedsFrom?: Settings["seedsFrom"],
  ) {
    this.#model = model;
    this.#cut = cutOf(model, seedsFrom);
    this.#seedsFrom = seedsFrom;
    this.#trust = trust;
    this.#columns = model.inputs.map((input) => ({ input, values: [] }));
  }

  add({ values, isDocument, ownWord, isError }: ModelRow): void {
    this.#isText ||= isDocument;
    this.#documents.push(isDocument);
    this.#errors.push(isError);
    this.#ownWords.push(ownWord);
    for (const [at, column] of this.#columns.entries()) column.values.push(values[at] ?? NaN);
  }

  /** A lost identity decides if nobody chose the seeds and the probability does not speak clearly for the page. */
  at(position: number, hasLostIdentity = false): MeasureResult {
    const score = this.#probability(position);
    const { lostIdentityAbove = 0 } = this.#model.rules ?? {};
    const isLost = hasLostIdentity && this.#seedsFrom === "web" && score > lostIdentityAbove;
    const isOff = isLost || score > this.#cut || this.isBroken(position);
    const topicStatus = isOff ? "off-topic" : "on-topic";
    return { name: COMBINED, flags: rawFlags(), outcome: { value: { score, topicStatus } } };
  }

  /** Tells whether the probability of a memento is above the threshold of the model, whoever chose the seeds. */
  isOff(position: number): boolean {
    return this.#probability(position) > this.#model.threshold;
  }

  /** Tells what the order of time says of a memento; undefined if nothing, or if the model has no such rule. */
  timeOrder(position: number): TimeOrder | undefined {
    if (this.#model.rules?.timeOrder !== true || this.#trust.first === undefined) return undefined;
    const { first } = this.#trust;
    // An error or a strong sign says for itself what it is, and nothing of the page before or after it.
    this.#order ??= timeOrder(
      this.#ownWords.map((ownWord, at) =>
        at <= first || ownWord >= ofHttpError ? undefined : this.fromFirst(at).text,
      ),
    );
    return this.#order[position];
  }

  fromFirst(position: number): FromFirst {
    return fromFirst(
      this.#model,
      this.#columns.map(({ values }) => values[position]),
    );
  }

  /** Tells whether a memento has nothing of the page, and the page does not come back. */
  isBroken(position: number): boolean {
    return isBroken(this.timeOrder(position), this.fromFirst(position));
  }

  /** Tells whether nothing but the comparison with the page speaks against a memento: no strong sign and no error. */
  isByWords(position: number): boolean {
    return this.#ownWords[position]! < ofHttpError;
  }

  /** Tells whether a memento has no word of the page. */
  isGone(position: number): boolean {
    return isGone(this.timeOrder(position), this.fromFirst(position));
  }

  /** Tells whether the title of a memento is far from that of the trusted first memento. */
  hasOtherTitle(position: number): boolean {
    const column = this.#columns.find(({ input }) => input.of === FIRST_TITLE);
    const distance = column?.values[position] ?? NaN;
    return !Number.isNaN(distance) && logDistance(distance) > FAR_TITLE;
  }

  /**
   * Tells whether a memento has the text of the page under an HTTP error, so that status and text contradict each other.
   * This is so if it is no less similar to the believed mementos than is usual among them, and if neither its signs nor
   * its other scores agree with the status. On some seeds even two good captures have few words in common.
   */
  isPageUnderError(position: number): boolean {
    if (!this.#decidesByStatus(position)) return false;
    if (this.#ownWords[position]! > ofHttpError) return false;
    if (this.#regression(position) > this.#model.threshold) return false;
    if (!this.#isSealed) this.#seal();
    const column = TEXT_OF_PAGE.flatMap(
      (name) => this.#columns.find(({ input }) => input.of === name) ?? [],
    ).find(({ values, usual }) => !Number.isNaN(values[position]!) && usual !== undefined);
    return column !== undefined && column.values[position]! <= column.usual! + USUAL_SLACK;
  }

  #decidesByStatus(position: number): boolean {
    const { rules } = this.#model;
    return (
      rules?.errorStatus !== undefined && this.#trust.first !== undefined && this.#errors[position]!
    );
  }

  evidence(position: number): CombinationEvidence {
    const { bias } = this.#model;
    const threshold = this.#cut;
    const contributions = this.#columns.map((column): Contribution => {
      const { of, as, missing, weight } = column.input;
      const known = this.#value(position, column);
      const value = known ?? this.#byText(position, column) ?? missing;
      return {
        of,
        as,
        value: rounded(value),
        missing: known === undefined ? true : undefined,
        contribution: rounded(weight * value),
      };
    });
    return {
      probability: rounded(this.#probability(position)),
      threshold,
      isAlone: this.#trust.first === undefined ? true : undefined,
      isByStatus: this.#isByStatus(position) ? true : undefined,
      bias,
      inputs: contributions.sort((a, b) => b.contribution - a.contribution),
    };
  }

  /** Returns the input values of the memento at a position by their short names. */
  inputs(position: number): Record<string, number> {
    const inputs: Record<string, number> = {};
    for (const column of this.#columns) {
      const value = this.#value(position, column);
      if (value !== undefined) inputs[inputName(column.input)] = rounded(value);
    }
    return inputs;
  }

  /** If no memento can be compared with, each memento is judged by its own signs and status. */
  #probability(position: number): number {
    if (this.#trust.first === undefined) return this.#ownWords[position]!;
    const learned = this.#regression(position);
    return this.#isByStatus(position)
      ? Math.max(learned, this.#model.rules!.errorStatus!)
      : learned;
  }

  #isByStatus(position: number): boolean {
    return this.#decidesByStatus(position) && !this.isPageUnderError(position);
  }

  #regression(position: number): number {
    return probability(this.#model, (_, at) => {
      const column = this.#columns[at]!;
      return this.#value(position, column) ?? this.#byText(position, column);
    });
  }

  /**
   * Returns a substitute for a missing score if pages consist of text only, or if the score is missing in the whole
   * TimeMap.
   */
  #byText(position: number, { input, isAbsent }: InputColumn): number | undefined {
    if (!this.#isSealed) this.#seal();
    if (!this.#isText && isAbsent !== true) return undefined;
    // The title of a text says nothing of the links and classes that its page had.
    const isDocument = this.#documents[position]!;
    return fromLikeScores(this.#model, input, (at) => {
      const column = this.#columns[at]!;
      return isDocument && isOfTitle(column.input) ? undefined : this.#value(position, column);
    });
  }

  #value(position: number, { input, values, usual }: InputColumn): number | undefined {
    if (!this.#isSealed) this.#seal();
    return inputValue(input.as, values[position], usual);
  }

  #seal(): void {
    this.#isSealed = true;
    for (const column of this.#columns) {
      const believed = this.#trust.believed.map((position) => column.values[position]!);
      column.usual = median(believed.filter((value) => !Number.isNaN(value)));
      column.isAbsent = column.values.every(Number.isNaN);
    }
    const titles = this.#columns.filter(({ input }) => isOfTitle(input));
    this.#isText ||= titles.length > 0 && titles.every(({ values }) => values.every(Number.isNaN));
  }
}

/** Inputs that compare the words of a memento with those of the page, the best first. */
const TEXT_OF_PAGE = ["cosine@median", "cosine@first"] as const;

/** Distance by which a text may differ more than is usual, so that a date or counter on the page makes no difference. */
const USUAL_SLACK = 0.02;

/** Input that compares the titles of a memento and of the trusted first memento. */
const FIRST_TITLE = "title@first";

/** Distance, on the logarithmic scale, of titles that have hardly a word in common. */
const FAR_TITLE = 0.6;
