import { surt } from "../mementos/uri.js";
import type { TopicWords } from "../pages/features/words.js";
import { TopicJudge } from "../topic/judge.js";
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
  Score,
  Settings,
  Sign,
  TopicProfile,
} from "../types.js";
import type { Values } from "./compare.js";
import {
  COMBINED,
  distanceOf,
  fewestWitnesses,
  logDistance,
  logRelativeDistance,
  median,
  probability,
  relativeDistance,
  SIGNS_VOTE,
  signWeight,
} from "./decide.js";
import type { TopicPlan } from "./plan.js";
import type { Scorer } from "./scorer.js";

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
  /** Of the strongest sign of each memento, NaN for one that could not be had. */
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
    const isFirstStrong = (this.#strengths[this.#first] ?? 0) >= plainSign;
    const areMostStrong = (median(known(this.#strengths)) ?? 0) >= plainSign;
    return this.#columns.map((column, at) => {
      const [, witness] = inputs[at]!.of.split("@");
      if (this.#scorers[at] !== undefined && witness !== "previous") {
        const isByFirst = this.#isByFirst[at]!;
        if (isByFirst ? isFirstStrong : areMostStrong) column.fill(NaN);
      }
      const left = known(column);
      return left.length < fewestWitnesses ? undefined : median(left);
    });
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
/** The vote of a memento's signs: off-topic when the strongest is at least this strong; none where they could not be read. */
export function signsVote(signs: Outcome<readonly Sign[]>, threshold: number): MeasureResult {
  return {
    name: SIGNS_VOTE,
    flags: { stemmed: false, tokenized: false, removedBoilerplate: false },
    outcome: "problem" in signs ? signs : { value: judged(signs.value, threshold) },
  };
}

function judged([strongest]: readonly Sign[], threshold: number): Score {
  const score = strongest?.strength ?? 0;
  return { score, topicStatus: score >= threshold ? "off-topic" : "on-topic" };
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
    { preprocessing }: Settings,
  ) {
    this.#judge = new TopicJudge(profile, chosen);
    this.#profile = digestOf(profile);
    this.#chosen = chosen;
    this.#plan = plan;
    this.#flags = {
      stemmed: preprocessing.stem !== false,
      tokenized: true,
      removedBoilerplate: preprocessing.boilerplate !== "none",
    };
  }

  /** What the topic says of a memento; its words are settled for the language of its TimeMap. */
  of(record: FeatureRecord, values: Values): CollectionResult {
    const words = values.settled(this.#plan.words, record);
    if ("problem" in words) {
      return {
        measures: this.#results(this.#chosen.measures.map(() => words)),
        profile: this.#profile,
      };
    }
    const { outcomes, topicStatus, ballot } = this.#judge.judge(
      words.value as TopicWords,
      languageOf(record, values, this.#plan),
      surt(record.capture.uriR),
    );
    return {
      measures: this.#results(outcomes),
      topicStatus,
      ballot,
      profile: this.#profile,
    };
  }

  #results(outcomes: readonly Outcome<Score>[]): MeasureResult[] {
    return this.#chosen.measures.map(({ keyword }, at) => ({
      name: keyword,
      flags: this.#flags,
      outcome: outcomes[at]!,
    }));
  }
}

/** The language that was detected in a memento; `und` where none could be. */
export function languageOf(record: FeatureRecord, values: Values, plan: TopicPlan): string {
  const language = values.feature(plan.language, record);
  return "value" in language && typeof language.value === "string" ? language.value : "und";
}

/** The topic's one vote in the form of a measure's; none where it has none. */
export function topicVote(collection: CollectionResult | undefined): MeasureResult[] {
  if (collection?.topicStatus === undefined) return [];
  const { topicStatus } = collection;
  return [
    {
      name: TOPIC_VOTE,
      flags: { stemmed: false, tokenized: false, removedBoilerplate: false },
      outcome: { value: { score: topicStatus === "on-topic" ? 1 : 0, topicStatus } },
    },
  ];
}
