import {
  distanceOf,
  logDistance,
  logRelativeDistance,
  probability,
  relativeDistance,
  signWeight,
} from "../../decide/learned.js";
import { COMBINED } from "../../decide/overall.js";
import { fewestWitnesses, median } from "../../decide/witnesses.js";
import type {
  CombinationEvidence,
  Contribution,
  FeatureRecord,
  LearnedModel,
  MeasureResult,
  ModelInput,
  Sign,
} from "../../types.js";
import type { Scorer } from "./scorer.js";

/** Mean distance from the first memento, of its own page at most and of a page that has nothing in common with it at least. */
const NEAR = 0.5;
const NOTHING_IN_COMMON = 0.975;
/** How large a page is tells nothing of what it has in common with another. */
const OF_SIZE: ReadonlySet<string> = new Set(["length", "bytecount", "wordcount"]);

/**
 * The learned combination over one TimeMap. All mementos are `add`ed first, in order, because what is usual in a TimeMap
 * is only known at its end; then each is asked for by position. Comparisons with witnesses that plainly are not the page
 * (`plainSign`) count as missing.
 */
export class LearnedVerdicts {
  readonly #model: LearnedModel;
  /** For each input of the model the scorer that it reads, or undefined. */
  readonly #scorers: readonly (number | undefined)[];
  readonly #scales: readonly Scorer[];
  /** Position of the first memento, which others are compared with. */
  readonly #first: number;
  /** Values of each input, NaN where there is none. */
  readonly #columns: readonly number[][];
  /** For each input whether the first memento is its witness, too few being there for another. */
  readonly #isByFirst: boolean[];
  /** Of the plainest sign of each memento, NaN for one that could not be had. */
  readonly #strengths: number[] = [];
  #usual: readonly (number | undefined)[] | undefined;

  constructor(model: LearnedModel, scorers: readonly Scorer[], first: number) {
    this.#model = model;
    this.#first = first;
    this.#isByFirst = model.inputs.map(() => false);
    this.#scales = scorers;
    this.#columns = model.inputs.map(() => []);
    this.#scorers = model.inputs.map(({ of: name }) => {
      const at = scorers.findIndex(({ planned }) => instanceName(planned.choice) === name);
      return at < 0 ? undefined : at;
    });
  }

  add(record: FeatureRecord, results: readonly MeasureResult[], signs: readonly Sign[]): void {
    for (const [at, { of: name, as }] of this.#model.inputs.entries())
      this.#columns[at]!.push(this.#read(at, name, as, record, results, signs) ?? NaN);
    this.#strengths.push(record.problem === undefined ? (signs[0]?.strength ?? 0) : NaN);
  }

  #read(
    at: number,
    name: string,
    as: LearnedModel["inputs"][number]["as"],
    { capture }: FeatureRecord,
    results: readonly MeasureResult[],
    signs: readonly Sign[],
  ): number | undefined {
    if (name === "http-error") return (capture.status ?? 200) >= 400 ? 1 : 0;
    if (name === "signs") return signWeight(signs[0]?.strength ?? 0);
    const scorer = this.#scorers[at];
    if (scorer === undefined) return undefined;
    const result = results[scorer];
    // A memento that could not be had has no results at all.
    if (result === undefined || !("value" in result.outcome)) return undefined;
    if (result.comparedWith === undefined) this.#isByFirst[at] = true;
    const { score } = result.outcome.value;
    return as === "value" ? score : distanceOf(score, this.#scales[scorer]!.planned.measure);
  }

  /** The result of the memento at a position. */
  at(position: number): MeasureResult {
    const score = this.#probability(position);
    return {
      name: COMBINED,
      flags: { stemmed: false, tokenized: false, removedBoilerplate: false },
      outcome: {
        value: { score, topicStatus: score > this.#model.threshold ? "off-topic" : "on-topic" },
      },
    };
  }

  /** How the result of the memento at a position comes about. */
  evidence(position: number): CombinationEvidence {
    const { bias, threshold, inputs } = this.#model;
    const contributions = inputs.map((input, at): Contribution => {
      const value = this.#value(position, input, at);
      return {
        of: input.of,
        as: input.as,
        value: rounded(value ?? input.missing),
        ...(value === undefined && { missing: true }),
        contribution: rounded(input.weight * (value ?? input.missing)),
      };
    });
    return {
      probability: rounded(this.#probability(position)),
      threshold,
      bias,
      inputs: contributions.sort((a, b) => b.contribution - a.contribution),
    };
  }

  #probability(position: number): number {
    return probability(this.#model, (input, at) => this.#value(position, input, at));
  }

  #value(position: number, { as, usual }: ModelInput, at: number): number | undefined {
    this.#usual ??= this.#seal();
    const value = this.#columns[at]![position]!;
    if (Number.isNaN(value)) return undefined;
    if (as === "log-distance") return logDistance(value);
    if (as === "distance" || as === "value") return value;
    const typical = this.#usual[at] ?? usual;
    if (typical === undefined) return undefined;
    return (as === "relative" ? relativeDistance : logRelativeDistance)(value, typical);
  }

  /** Takes out what is no testimony; returns what is usual of what is left, once all mementos are there. */
  #seal(): readonly (number | undefined)[] {
    const { plainSign = Infinity, inputs } = this.#model;
    const known = (values: readonly number[]): number[] =>
      values.filter((value) => !Number.isNaN(value));
    const isFirstPlain = (this.#strengths[this.#first] ?? 0) >= plainSign;
    const areMostPlain = (median(known(this.#strengths)) ?? 0) >= plainSign;
    const near = areMostPlain || isFirstPlain ? undefined : this.#pageBeforeAnother();
    if (near !== undefined) this.#letFirstStandForMedian();
    return this.#columns.map((column, at) => {
      const [, witness] = inputs[at]!.of.split("@");
      if (this.#scorers[at] !== undefined && witness !== "previous") {
        const isByFirst = this.#isByFirst[at]!;
        if (isByFirst ? isFirstPlain : areMostPlain) column.fill(NaN);
      }
      if (near !== undefined) return median(known(near.map((position) => column[position]!)));
      const left = known(column);
      return left.length < fewestWitnesses ? undefined : median(left);
    });
  }

  /**
   * The mementos of the first one's page, where more than half of all are another page that came after it and has nothing in
   * common with it: the median is then that other page's. Undefined where it is not so, or where the first memento is alone.
   */
  #pageBeforeAnother(): readonly number[] | undefined {
    const far = this.#strengths.map((_, position) => this.#distanceFromFirst(position));
    const near = far.flatMap((distance, position) => (distance <= NEAR ? [position] : []));
    const others = far.filter((distance) => distance >= NOTHING_IN_COMMON).length;
    const isEarly = near.length > 1 && near.every((position, at) => position === near[0]! + at);
    return isEarly && others > far.length / 2 ? near : undefined;
  }

  /** The mean of what the inputs say of how little is in common with the first memento, NaN where they say nothing. */
  #distanceFromFirst(position: number): number {
    const known = new Map<string, number>();
    for (const [at, { of: name }] of this.#model.inputs.entries()) {
      const value = this.#columns[at]![position]!;
      const [measure = "", witness] = name.split("@");
      if (witness !== "first" || OF_SIZE.has(measure) || Number.isNaN(value)) continue;
      known.set(name, value);
    }
    return [...known.values()].reduce((sum, value) => sum + value, 0) / known.size;
  }

  #letFirstStandForMedian(): void {
    const { inputs } = this.#model;
    for (const [at, { of: name }] of inputs.entries()) {
      const [measure, witness] = name.split("@");
      if (witness !== "median" && witness !== "medoid") continue;
      const first = inputs.findIndex((input) => input.of === `${measure}@first`);
      const column = this.#columns[at]!;
      for (let position = 0; position < column.length; position += 1)
        column[position] = this.#columns[first]?.[position] ?? NaN;
    }
  }
}

/** Six decimals say all that is of use to people; never minus zero. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6 || 0;

/** `cosine@median`; the first memento goes without saying. */
function instanceName({
  keyword,
  reference,
}: {
  readonly keyword: string;
  readonly reference?: string;
}): string {
  return `${keyword}@${reference ?? "first"}`;
}
