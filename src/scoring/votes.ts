import { surt } from "../mementos/uri.js";
import type { TopicWords } from "../pages/features/words.js";
import { TopicJudge, type TopicVerdict } from "../topic/judge.js";
import { digestOf } from "../topic/profile-file.js";
import type {
  CollectionResult,
  CollectionSettings,
  CombinationEvidence,
  Contribution,
  FeatureRecord,
  LearnedModel,
  MeasureResult,
  ModelInput,
  Outcome,
  PreprocessingFlags,
  Settings,
  Sign,
  TopicProfile,
} from "../types.js";
import type { Values } from "./compare.js";
import { type PageItself, Seeds } from "./page-itself.js";
import {
  COMBINED,
  distanceOf,
  fromLikeScores,
  isOfTitle,
  logDistance,
  logRelativeDistance,
  median,
  overallStatus,
  probability,
  relativeDistance,
  rounded,
  shortfall,
  SIGNS_VOTE,
  signWeight,
} from "./decide.js";
import { rawFlags, wordFlags } from "./likeness.js";
import type { PlannedMeasure, TopicPlan } from "./plan.js";

/** What the model reads of a memento: plain data, so that it can come from a thread. */
export interface ModelRow {
  /** Of each input; undefined for an input without one. */
  readonly values: readonly (number | undefined)[];
  /** Inputs for which the first memento was the reference memento, too few being there for another. */
  readonly byFirst: readonly number[];
  /** Of the strongest sign, NaN for a memento that is unavailable. */
  readonly strength: number;
  /** Whether it has no markup. */
  readonly isDocument: boolean;
  /** Whether it is the page, as far as it says by itself. */
  readonly isCredible: boolean;
}

/** The place of the measure that an input reads; -1 for what is no score. */
const measureOf = (input: ModelInput, measures: readonly PlannedMeasure[]): number =>
  measures.findIndex(
    ({ choice }) => `${choice.keyword}@${choice.reference ?? "first"}` === input.of,
  );

/** What it counts that a page does not name its seed, where it may well not do so. */
const inDoubt = 1 / 3;

/** Reads what a model asks of mementos, one by one. */
export class ModelReader {
  readonly #inputs: readonly { readonly input: ModelInput; readonly at: number }[];
  readonly #measures: readonly PlannedMeasure[];
  readonly #seeds: Seeds;
  readonly #strongSignal: number | undefined;

  constructor(
    model: LearnedModel,
    measures: readonly PlannedMeasure[],
    seeds: Seeds = new Seeds(),
  ) {
    this.#measures = measures;
    this.#seeds = seeds;
    this.#strongSignal = model.strongSignal;
    this.#inputs = model.inputs.map((input) => ({ input, at: measureOf(input, measures) }));
  }

  row(record: FeatureRecord, results: readonly MeasureResult[], page: PageItself): ModelRow {
    const byFirst: number[] = [];
    const values = this.#inputs.map(({ input, at }, column) => {
      // A memento that is unavailable has no results at all.
      const result = results[at];
      if (result === undefined || !("value" in result.outcome)) {
        return this.#itself(input, record, page);
      }
      if (result.comparedWith === undefined) byFirst.push(column);
      const { score } = result.outcome.value;
      const isScore = input.as === "value" || input.as === "shortfall";
      return isScore ? score : distanceOf(score, this.#measures[at]!.measure);
    });
    const strength = record.problem === undefined ? (page.signs[0]?.strength ?? 0) : NaN;
    const { uriR, format } = record.capture;
    const isCredible =
      record.problem === undefined && this.#seeds.isCredible(uriR, page, this.#strongSignal);
    return { values, byFirst, strength, isDocument: format !== undefined, isCredible };
  }

  #itself(
    { of: name }: ModelInput,
    { capture }: FeatureRecord,
    page: PageItself,
  ): number | undefined {
    if (name === "http-error") return (capture.status ?? 200) >= 400 ? 1 : 0;
    if (name === "signs") return signWeight(page.signs[0]?.strength ?? 0);
    if (name !== "seed") return undefined;
    const isNamed = this.#seeds.isNamed(capture.uriR, page);
    if (isNamed === undefined) return undefined;
    return isNamed ? 0 : this.#seeds.of(capture.uriR)?.isDoubtful === true ? inDoubt : 1;
  }
}

/** An input of the model over the mementos of a TimeMap. */
interface Column {
  readonly input: ModelInput;
  /** Whether it is a score. */
  readonly isScore: boolean;
  /** Of each memento; NaN where there is none. */
  readonly values: number[];
  /** Whether the first memento is its reference memento, too few being there for another. */
  isByFirst: boolean;
  /** The median of credible mementos, of all where none is, once all mementos are there. */
  usual?: number | undefined;
}

/**
 * The learned combination over one TimeMap. All mementos are `add`ed first, in order, because what is usual in a TimeMap
 * is only known at its end; then each is asked for by position. Comparisons with reference mementos that plainly are not
 * the page (`strongSignal`) count as missing.
 */
export class LearnedVerdicts {
  readonly #model: LearnedModel;
  /** Position of the first memento, which others are compared with. */
  readonly #first: number;
  readonly #columns: readonly Column[];
  /** Of the strongest sign of each memento, NaN for one that is unavailable. */
  readonly #strengths: number[] = [];
  /** Positions of the credible mementos. */
  readonly #credible: number[] = [];
  /** Whether pages are no more than their text: some are documents, or none has a title to compare. */
  #isText = false;
  /** Once all mementos are there. */
  #whole: { readonly isOff: boolean } | undefined;
  #isSealed = false;

  constructor(model: LearnedModel, measures: readonly PlannedMeasure[], first: number) {
    this.#model = model;
    this.#first = first;
    this.#columns = model.inputs.map((input) => ({
      ...{ input, isScore: measureOf(input, measures) >= 0 },
      ...{ values: [], isByFirst: false },
    }));
  }

  add({ values, byFirst, strength, isDocument, isCredible }: ModelRow): void {
    if (isCredible) this.#credible.push(this.#strengths.length);
    this.#isText ||= isDocument;
    for (const [at, column] of this.#columns.entries()) column.values.push(values[at] ?? NaN);
    for (const at of byFirst) this.#columns[at]!.isByFirst = true;
    this.#strengths.push(strength);
  }

  /** The result of the memento at a position. */
  at(position: number): MeasureResult {
    const score = this.#probability(position);
    const isOff = score > this.#model.threshold || this.#isWholeOff();
    const topicStatus = isOff ? "off-topic" : "on-topic";
    return { name: COMBINED, flags: rawFlags(), outcome: { value: { score, topicStatus } } };
  }

  /** How the result of the memento at a position comes about. */
  evidence(position: number): CombinationEvidence {
    const { bias, threshold } = this.#model;
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
      isWhole: this.#isWholeOff() ? true : undefined,
      bias,
      inputs: contributions.sort((a, b) => b.contribution - a.contribution),
    };
  }

  /** The values of the inputs of the memento at a position, by their short names. */
  inputs(position: number): Record<string, number> {
    return Object.fromEntries(
      this.#columns.flatMap((column) => {
        const value = this.#value(position, column);
        return value === undefined ? [] : [[inputName(column.input), rounded(value)]];
      }),
    );
  }

  #probability(position: number): number {
    return probability(this.#model, (_, at) => {
      const column = this.#columns[at]!;
      return this.#value(position, column) ?? this.#byText(position, column);
    });
  }

  /** What stands for a score that is missing where pages are no more than their text. */
  #byText(position: number, { input }: Column): number | undefined {
    if (!this.#isSealed) this.#seal();
    if (!this.#isText) return undefined;
    return fromLikeScores(this.#model, input, (at) => this.#value(position, this.#columns[at]!));
  }

  /** Whether no memento of the TimeMap is believed. */
  #isWholeOff(): boolean {
    const { wholeFrom = Infinity } = this.#model;
    this.#whole ??= {
      isOff: this.#strengths.every(
        (strength, position) => Number.isNaN(strength) || this.#probability(position) >= wholeFrom,
      ),
    };
    return this.#whole.isOff;
  }

  #value(position: number, column: Column): number | undefined {
    if (!this.#isSealed) this.#seal();
    const value = column.values[position]!;
    if (Number.isNaN(value)) return undefined;
    const { as } = column.input;
    if (as === "log-distance") return logDistance(value);
    if (as === "shortfall") return shortfall(value);
    if (as === "distance" || as === "value") return value;
    if (column.usual === undefined) return undefined;
    return (as === "relative" ? relativeDistance : logRelativeDistance)(value, column.usual);
  }

  /** Once all mementos are there: takes out what says nothing, finds what is usual of what is left. */
  #seal(): void {
    this.#isSealed = true;
    const { strongSignal = Infinity } = this.#model;
    const isFirstStrong = (this.#strengths[this.#first] ?? 0) >= strongSignal;
    const areMostStrong = (median(known(this.#strengths)) ?? 0) >= strongSignal;
    const credible = this.#credible;
    for (const column of this.#columns) {
      const isStrong = column.isByFirst ? isFirstStrong : areMostStrong && credible.length === 0;
      if (column.isScore && !isOfItsOwn.test(column.input.of) && isStrong) {
        column.values.fill(NaN);
      }
      const left = known(column.values);
      // Of a page that many publish, or that reports an error, some mementos do not name the seed: most must not.
      if (column.input.of === "seed") scale(column.values, mean(left.map(Math.sign)));
      const believed = known(credible.map((position) => column.values[position]!));
      column.usual = median(believed.length > 0 ? believed : left);
    }
    const titles = this.#columns.filter(({ input }) => isOfTitle(input));
    this.#isText ||= titles.length > 0 && titles.every(({ values }) => values.every(Number.isNaN));
  }
}

const SHORT_FORMS = {
  distance: " d",
  relative: " r",
  "log-distance": " ld",
  "log-relative": " lr",
  shortfall: " s",
  value: "",
} as const;

/** What an input of a model is called in results: `cosine@median lr`, `signs`. */
export const inputName = ({ of: name, as }: Pick<ModelInput, "of" | "as">): string =>
  `${name}${SHORT_FORMS[as]}`;

/** Inputs whose reference mementos are not the first and not all: what most mementos say takes nothing from them. */
const isOfItsOwn = /@(?:previous|group)$/u;

const known = (values: readonly number[]): number[] =>
  values.filter((value) => !Number.isNaN(value));

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function scale(values: number[], by: number): void {
  for (const [at, value] of values.entries()) values[at] = value * by;
}

/** The vote of a memento's signs: off-topic when the strongest is at least this strong; none where they could not be read. */
export function signsVote(signs: Outcome<readonly Sign[]>, threshold: number): MeasureResult {
  const facts = { name: SIGNS_VOTE, flags: rawFlags() };
  if ("problem" in signs) return { ...facts, outcome: signs };
  const score = signs.value[0]?.strength ?? 0;
  const topicStatus = score >= threshold ? "off-topic" : "on-topic";
  return { ...facts, outcome: { value: { score, topicStatus } } };
}

/** The name of the topic's vote among the votes on a memento. */
const TOPIC_VOTE = "topic";

/** Puts the mementos of a run beside the topic of their collection. */
export class TopicVotes {
  readonly #judge: TopicJudge;
  readonly #profile: string;
  readonly #chosen: CollectionSettings;
  readonly #plan: TopicPlan;
  readonly #flags: PreprocessingFlags;

  constructor(
    profile: TopicProfile,
    chosen: CollectionSettings,
    plan: TopicPlan,
    settings: Settings,
  ) {
    this.#judge = new TopicJudge(profile, chosen);
    this.#profile = digestOf(profile);
    this.#chosen = chosen;
    this.#plan = plan;
    this.#flags = wordFlags(settings);
  }

  /** What the topic says of a memento. */
  of(record: FeatureRecord, values: Values): CollectionResult {
    const words = values.feature(this.#plan.words, record);
    const language = values.language(this.#plan.language, record);
    const { outcomes, topicStatus, isBeyondDoubt, vote }: TopicVerdict =
      "problem" in words
        ? { outcomes: this.#chosen.measures.map(() => words) }
        : this.#judge.judge(words.value as TopicWords, language, surt(record.capture.uriR));
    const measures = this.#chosen.measures.map(({ keyword }, at) => ({
      name: keyword,
      flags: this.#flags,
      outcome: outcomes[at]!,
    }));
    return { measures, topicStatus, isBeyondDoubt, vote, profile: this.#profile };
  }
}

/**
 * Signs that the topic needs where no other vote is for off-topic: a strong one, or a weak one on a page whose every score is
 * at most `nothing`. Chosen on labelled histories: docs/topic.md, "Beside other votes".
 */
const ALONE = { strong: 0.75, weak: 0.4, nothing: 0.05 } as const;

/** What a run has besides the topic to judge a memento by. */
export interface OtherVotes {
  readonly votes: readonly MeasureResult[];
  readonly strongestSign: number;
}

/**
 * The topic's one vote in the form of a measure's, to be counted with the others of the run; none where it has none. A
 * page about another subject is not recognised, whether it is the page that was meant or not: where no other vote is for
 * off-topic, the topic's is only if a sign says as well what the page is.
 */
export function topicVote(
  collection: CollectionResult | undefined,
  others?: OtherVotes,
): MeasureResult[] {
  if (collection?.topicStatus === undefined) return [];
  const { topicStatus, measures } = collection;
  if (topicStatus === "off-topic" && others !== undefined) {
    const showsNothing = measures.every(
      ({ name, outcome }) =>
        name === "directory" || !("value" in outcome) || outcome.value.score <= ALONE.nothing,
    );
    const needed = showsNothing ? ALONE.weak : ALONE.strong;
    if (overallStatus(others.votes) !== "off-topic" && others.strongestSign < needed) return [];
  }
  return [
    {
      name: TOPIC_VOTE,
      flags: rawFlags(),
      outcome: { value: { score: topicStatus === "on-topic" ? 1 : 0, topicStatus } },
    },
  ];
}
