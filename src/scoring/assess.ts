import type { SelfDescription } from "../pages/features/self-description.js";
import type {
  FeatureRecord,
  Json,
  MeasureResult,
  MementoResult,
  Outcome,
  OverallStatus,
  Pattern,
  RecordGroup,
  Settings,
  Sign,
  TopicStatus,
} from "../types.js";
import { Values, type ValuesContext } from "./compare.js";
import { firstMemento, isFinallyOff, isOwnVote, overallStatus } from "./decide.js";
import type { ElsewhereTexts } from "./elsewhere.js";
import { Explainer, type Judged, type Names, NamesOfMementos } from "./evidence.js";
import { pageKindOf, strongSignal } from "./page-kind.js";
import { AllReferences } from "./references.js";
import { makeScorers, type Placed, type Scorer } from "./scorer.js";
import {
  LearnedVerdicts,
  type OtherVotes,
  signsVote,
  topicVote,
  type TopicVotes,
} from "./votes.js";

/** Follows the verdicts on a TimeMap, oldest first, and names how they go: see `Pattern`. */
export class PatternFinder {
  #offRuns = 0;
  #last: TopicStatus | undefined;
  #first: TopicStatus | undefined;
  #anyOn = false;

  /** The next verdict; a memento without one is passed over, and so is an unsure one. */
  add(status: OverallStatus | undefined): void {
    if (status === undefined || status === "unsure") return;
    this.#first ??= status;
    if (status === "on-topic") this.#anyOn = true;
    else if (this.#last !== "off-topic") this.#offRuns += 1;
    this.#last = status;
  }

  /** undefined where there was no verdict at all. */
  pattern(): Pattern | undefined {
    if (this.#first === undefined) return undefined;
    if (!this.#anyOn) return "always-off";
    if (this.#offRuns === 0) return "always-on";
    if (this.#first === "off-topic") return "first-off";
    if (this.#offRuns > 1) return "oscillating";
    return this.#last === "off-topic" ? "step" : "single";
  }
}
/** Everything that scoring a TimeMap needs besides its records. */
export interface AssessContext extends ValuesContext {
  /** Set when mementos are compared with the topic of their collection. */
  readonly topic?: TopicVotes;
  /** Set when mementos are looked up among the texts of all TimeMaps. */
  readonly elsewhere?: ElsewhereTexts;
  /** Called when the first memento of a TimeMap cannot be compared with. */
  readonly onNoFirst?: () => void;
}

/** Reduce: the records of one TimeMap in, oldest first; one result per memento out, in the same order. */
export function* assess(group: RecordGroup, context: AssessContext): Generator<MementoResult> {
  const { plan, settings } = context;
  const values = new Values(group, context);
  // A learned model does without the inputs that a page has nothing for: a title, links, classes.
  const chosen = plan.measures.filter(({ choice }) => choice.asInput !== true);
  const position = firstMemento(group.records(), settings.first, (record) =>
    chosen.every((planned) => "value" in values.usable(planned, record)),
  );
  const first = group.at(position);
  const { references, uriTs, uriMs } = survey(values);
  const scorers = makeScorers(values, first, references, uriMs);
  if (scorers.some(({ planned, problem }) => chosen.includes(planned) && problem !== undefined)) {
    context.onNoFirst?.();
  }
  const explainer =
    settings.explain === true ? new Explainer(values, first, position, scorers) : undefined;
  for (const verdict of verdicts(values, position, scorers, context)) {
    const { record, number, measures, collection, overall } = verdict;
    const { key, capture, problem } = record;
    const identity = {
      kind: "memento" as const,
      key,
      uriT: uriTs[number] ?? "",
      uriM: uriMs[number] ?? "",
      capture,
      comparedWith: uriMs[position],
    };
    yield problem !== undefined
      ? { ...identity, problem, measures: [] }
      : {
          ...identity,
          ...metadata(record, values),
          measures,
          collection,
          inputs: verdict.inputs?.(),
          evidence: explainer?.explain(verdict),
          overall,
        };
  }
}

/** What must be known of all mementos before one is scored, in one pass: a long TimeMap is read from disk. */
function survey(values: Values): Names & { readonly references: AllReferences } {
  const names = new NamesOfMementos();
  const references = new AllReferences(values);
  let position = 0;
  for (const record of values.group.records()) {
    names.add(record.capture);
    references.add(record, position++);
    values.fit(record);
  }
  return { references, uriTs: names.uriTs, uriMs: names.uriMs };
}

/** Each memento in order with its verdict: by votes, or by the learned combination. */
function* verdicts(
  values: Values,
  first: number,
  scorers: readonly Scorer[],
  context: AssessContext,
): Generator<Judged> {
  const { model } = values.settings;
  const byVotes = voted(values, scorers, context);
  if (model === undefined) {
    yield* byVotes;
    return;
  }
  const learned = new LearnedVerdicts(model, scorers, first);
  const inputs = new Set(
    scorers.flatMap(({ planned: { choice } }) => (choice.asInput === true ? [choice.name] : [])),
  );
  // Of long TimeMaps only the verdicts are kept, and the records read again: they are a hundred times as large.
  const kept: Omit<Judged, "record">[] = [];
  for (const { record, ...verdict } of byVotes) {
    const signs = signsOf(record, values);
    const description = values.value(values.plan.selfDescription, record);
    learned.add(record, verdict.measures, {
      signs: "value" in signs ? signs.value : [],
      description: description as SelfDescription | undefined,
    });
    kept.push({ ...verdict, measures: verdict.measures.filter(({ name }) => !inputs.has(name)) });
  }
  let next = 0;
  for (const record of values.group.records()) {
    const verdict: Judged = { record, ...kept[next++]! };
    if (record.problem !== undefined) {
      yield verdict;
      continue;
    }
    const combined = learned.at(verdict.number);
    // The other votes that were asked for stand beside the model's.
    const byOthers = verdict.measures.filter(({ name }) => isOwnVote(name));
    const ownVotes = [
      ...byOthers,
      ...topicVote(verdict.collection, beside([...byOthers, combined], record, values)),
    ];
    yield {
      ...verdict,
      measures: [...verdict.measures, combined],
      overall: overallOf(combined, ownVotes, values.settings),
      combination: () => learned.evidence(verdict.number),
      inputs: () => learned.inputs(verdict.number),
    };
  }
}

/** The overall status with a learned combination: any vote for off-topic wins, and a doubtful probability is no vote. */
function overallOf(
  combined: MeasureResult,
  ownVotes: readonly MeasureResult[],
  { abstain: [low, high] = [1, 0] }: Settings,
): OverallStatus | undefined {
  const score = "value" in combined.outcome ? combined.outcome.value.score : NaN;
  const status = overallStatus([combined, ...ownVotes]);
  const isDoubtful = score >= low && score <= high;
  return isDoubtful && overallStatus(ownVotes) !== "off-topic" ? "unsure" : status;
}

/** Each memento in order, scored and judged by the votes of its measures. */
function* voted(
  values: Values,
  scorers: readonly Scorer[],
  { topic, elsewhere }: AssessContext,
): Generator<Judged> {
  const {
    combine: chosen,
    signsVote: signsAsked,
    signStrength,
    shortCircuit,
    elsewhereVote: from,
  } = values.settings;
  const combine = chosen === "learned" ? "any" : chosen;
  const vote = signsAsked === true ? signStrength : undefined;
  const voters =
    scorers.filter(({ planned }) => planned.choice.threshold !== undefined).length +
    Number(vote !== undefined) +
    Number(from !== undefined) +
    Number(topic !== undefined);
  let previous: Placed | undefined;
  let position = 0;
  for (const record of values.group.records()) {
    const number = position++;
    if (record.problem !== undefined) {
      yield { record, number, measures: [], overall: undefined };
      continue;
    }
    const measures: MeasureResult[] = [];
    for (const scorer of scorers) {
      const isOff = shortCircuit === true && isFinallyOff(measures, combine, voters);
      measures.push(isOff ? scorer.skip() : scorer.score({ record, position: number }, previous));
    }
    if (vote !== undefined) measures.push(signsVote(signsOf(record, values), vote));
    if (elsewhere !== undefined) {
      const sketch = values.feature(values.plan.sketch!, record);
      measures.push(elsewhere.vote(record, sketch));
    }
    const collection = topic?.of(record, values);
    const others =
      voters > Number(topic !== undefined) ? beside(measures, record, values) : undefined;
    const votes = [...measures, ...topicVote(collection, others)];
    const overall = overallStatus(votes, combine);
    // Without a threshold nothing is ever judged: the capture before it is what is left.
    if (overall === "on-topic" || voters === 0) previous = { record, position: number };
    yield { record, number, measures, collection, overall };
  }
}

/** What stands beside the topic's vote on a memento. */
const beside = (
  votes: readonly MeasureResult[],
  record: FeatureRecord,
  values: Values,
): OtherVotes => ({
  votes,
  strongestSign: () => {
    const signs = values.value(values.plan.topic?.signs, record) as readonly Sign[] | undefined;
    return signs?.[0]?.strength ?? 0;
  },
});

function signsOf(record: FeatureRecord, values: Values): Outcome<readonly Sign[]> {
  const { signs } = values.plan;
  if (signs === undefined) return { value: [] };
  return values.feature(signs, record) as Outcome<readonly Sign[]>;
}

type Metadata = "simhash" | "textSimhash" | "contentLength" | "language" | "signs" | "pageKind";

function metadata(
  record: FeatureRecord,
  values: Values,
): Pick<MementoResult, Metadata | "excerpt"> {
  const { plan, settings } = values;
  const read = (position: number | undefined): Outcome<Json> | undefined =>
    position === undefined ? undefined : values.feature(position, record);
  const text = (position: number | undefined): Outcome<string> | undefined =>
    read(position) as Outcome<string> | undefined;
  const signs = read(plan.signs) as Outcome<readonly Sign[]> | undefined;
  const strength = settings.signStrength ?? strongSignal;
  return {
    simhash: text(plan.simhash),
    textSimhash: text(plan.textSimhash),
    contentLength: read(plan.contentLength) as Outcome<number> | undefined,
    language: text(plan.language),
    signs,
    pageKind:
      signs !== undefined && "value" in signs
        ? pageKindOf(signs.value, record.capture.status, strength)?.kind
        : undefined,
    excerpt: text(plan.excerpt),
  };
}
