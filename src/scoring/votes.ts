import { surt } from "../mementos/uri.js";
import type { SelfDescription } from "../pages/features/self-description.js";
import type { TopicWords } from "../pages/features/words.js";
import { TopicJudge, type TopicVerdict } from "../topic/judge.js";
import { withoutCommonWords } from "../topic/own-words.js";
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
import {
  COMBINED,
  distanceOf,
  fewestReferences,
  logDistance,
  logRelativeDistance,
  median,
  overallStatus,
  probability,
  relativeDistance,
  rounded,
  type Scale,
  shortfall,
  SIGNS_VOTE,
  signWeight,
} from "./decide.js";
import { rawFlags, wordFlags } from "./likeness.js";
import type { TopicPlan } from "./plan.js";
import type { Scorer } from "./scorer.js";
import { namesSeed, type SeedWords, seedWordsOf } from "./seed-words.js";

/** An input of the model over the mementos of a TimeMap. */
interface Column {
  readonly input: ModelInput;
  /** The scorer that it reads, and its place among them; undefined for what is no score. */
  readonly scorer?: { readonly at: number; readonly scale: Scale };
  /** Of each memento; NaN where there is none. */
  readonly values: number[];
  /** Whether the first memento is its reference memento, too few being there for another. */
  isByFirst: boolean;
  /** The median, once all mementos are there. */
  usual?: number;
}

/** What a memento says, compared with no other. */
export interface PageItself {
  /** The strongest first. */
  readonly signs: readonly Sign[];
  /** Undefined where it was not asked for or could not be read. */
  readonly description: SelfDescription | undefined;
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
  /** Of the URI-Rs of the TimeMap, which are mostly one. */
  readonly #seeds = new Map<string, SeedWords | undefined>();
  /** Whether a memento of the TimeMap has no markup. */
  #hasDocuments = false;
  /** Once all mementos are there. */
  #whole: { readonly isOff: boolean } | undefined;
  #isSealed = false;

  constructor(model: LearnedModel, scorers: readonly Scorer[], first: number) {
    this.#model = model;
    this.#first = first;
    this.#columns = model.inputs.map((input) => {
      const at = scorers.findIndex(
        ({ planned: { choice } }) =>
          `${choice.keyword}@${choice.reference ?? "first"}` === input.of,
      );
      const scorer = at < 0 ? undefined : { at, scale: scorers[at]!.planned.measure };
      return { input, scorer, values: [], isByFirst: false };
    });
  }

  add(record: FeatureRecord, results: readonly MeasureResult[], page: PageItself): void {
    const { signs } = page;
    this.#hasDocuments ||= record.capture.format !== undefined;
    for (const column of this.#columns) {
      column.values.push(this.#read(column, record, results, page) ?? NaN);
    }
    this.#strengths.push(record.problem === undefined ? (signs[0]?.strength ?? 0) : NaN);
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

  /**
   * What stands for a score that is missing where there is no markup: the mean of those of the same form that the memento
   * has, by their weights. What a page usually has, the model's `missing`, says nothing of a page that has no more than its text.
   */
  #byText(position: number, { input, scorer }: Column): number | undefined {
    if (!this.#hasDocuments || scorer === undefined) return undefined;
    let sum = 0;
    let weights = 0;
    for (const column of this.#columns) {
      if (column.scorer === undefined || column.input.as !== input.as) continue;
      const value = this.#value(position, column);
      if (value === undefined) continue;
      const { weight } = column.input;
      sum += weight * value;
      weights += weight;
    }
    return weights === 0 ? undefined : sum / weights;
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
    const { as, usual } = column.input;
    if (as === "log-distance") return logDistance(value);
    if (as === "shortfall") return shortfall(value);
    if (as === "distance" || as === "value") return value;
    const typical = column.usual ?? usual;
    if (typical === undefined) return undefined;
    return (as === "relative" ? relativeDistance : logRelativeDistance)(value, typical);
  }

  #read(
    column: Column,
    { capture }: FeatureRecord,
    results: readonly MeasureResult[],
    { signs, description }: PageItself,
  ): number | undefined {
    const { of: name, as } = column.input;
    if (name === "http-error") return (capture.status ?? 200) >= 400 ? 1 : 0;
    if (name === "signs") return signWeight(signs[0]?.strength ?? 0);
    if (name === "seed") {
      const seed = this.#seedWords(capture.uriR);
      if (seed === undefined || description === undefined) return undefined;
      const isNamed = namesSeed(seed, description);
      return isNamed === undefined ? undefined : Number(!isNamed);
    }
    if (column.scorer === undefined) return undefined;
    const result = results[column.scorer.at];
    // A memento that is unavailable has no results at all.
    if (result === undefined || !("value" in result.outcome)) return undefined;
    if (result.comparedWith === undefined) column.isByFirst = true;
    const { score } = result.outcome.value;
    const isScore = as === "value" || as === "shortfall";
    return isScore ? score : distanceOf(score, column.scorer.scale);
  }

  #seedWords(uriR: string): SeedWords | undefined {
    if (!this.#seeds.has(uriR)) this.#seeds.set(uriR, seedWordsOf(uriR));
    return this.#seeds.get(uriR);
  }

  /** Once all mementos are there: takes out what says nothing, finds what is usual of what is left. */
  #seal(): void {
    this.#isSealed = true;
    const { strongSignal = Infinity } = this.#model;
    const isFirstStrong = (this.#strengths[this.#first] ?? 0) >= strongSignal;
    const areMostStrong = (median(known(this.#strengths)) ?? 0) >= strongSignal;
    for (const column of this.#columns) {
      const isStrong = column.isByFirst ? isFirstStrong : areMostStrong;
      if (column.scorer !== undefined && !isOfItsOwn.test(column.input.of) && isStrong) {
        column.values.fill(NaN);
      }
      const left = known(column.values);
      // Of a page that many publish, or that reports an error, some mementos do not name the seed: only all say something.
      if (column.input.of === "seed") setAll(column.values, Math.min(...left));
      if (left.length >= fewestReferences) column.usual = median(left);
    }
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

/** Where there is no value, as of a page in a script in which the seed cannot be named, there is none. */
function setAll(values: number[], to: number): void {
  for (const [at, value] of values.entries()) if (!Number.isNaN(value)) values[at] = to;
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

  /** What the topic says of a memento; its words are normalised for the language of its TimeMap. */
  of(record: FeatureRecord, values: Values): CollectionResult {
    const words = values.normalised(this.#plan.words, record);
    const language = values.language(this.#plan.language, record);
    const { preprocessing } = values.settings;
    const { outcomes, topicStatus, isBeyondDoubt, vote }: TopicVerdict =
      "problem" in words
        ? { outcomes: this.#chosen.measures.map(() => words) }
        : this.#judge.judge(
            withoutCommonWords(words.value as TopicWords, language, preprocessing),
            language,
            surt(record.capture.uriR),
          );
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
  readonly strongestSign: () => number;
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
    if (overallStatus(others.votes) !== "off-topic" && others.strongestSign() < needed) return [];
  }
  return [
    {
      name: TOPIC_VOTE,
      flags: rawFlags(),
      outcome: { value: { score: topicStatus === "on-topic" ? 1 : 0, topicStatus } },
    },
  ];
}
