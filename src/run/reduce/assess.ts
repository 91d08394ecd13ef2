import { SIGNS_VOTE, isSettledOff, overallStatus } from "../../decide/overall.js";
import { firstMemento } from "../../decide/reference.js";
import type {
  FeatureRecord,
  Json,
  MeasureResult,
  MementoResult,
  Outcome,
  Sign,
} from "../../types.js";
import { Explainer, type Judged } from "../evidence/explainer.js";
import type { RecordGroup } from "../lines/groups.js";
import { LearnedVerdicts } from "../score/learned-verdicts.js";
import { namer } from "../score/namer.js";
import { makeScorers, type Placed, type Scorer } from "../score/scorer.js";
import { signsVote } from "../score/signs-vote.js";
import { topicVote, type TopicVotes } from "../score/topic-vote.js";
import { Values, type ValuesContext } from "../score/values.js";

/** Everything that scoring a TimeMap needs besides its records. */
export interface AssessContext extends ValuesContext {
  /** Set when mementos are compared with the topic of their collection. */
  readonly topic?: TopicVotes;
  /** Told when the first memento of a TimeMap cannot be compared with. */
  readonly onNoFirst?: () => void;
}

/** Reduce: the records of one TimeMap in, oldest first; one result per memento out, in the same order. */
export function* assess(group: RecordGroup, context: AssessContext): Generator<MementoResult> {
  const { plan, settings } = context;
  const values = new Values(context, group);
  // A learned model does without the inputs that a page has nothing for: a title, links, classes.
  const chosen = plan.measures.filter(({ choice }) => choice.asInput !== true);
  const position = firstMemento(group.records(), settings.first, (record) =>
    chosen.every((planned) => "value" in values.usable(planned, record)),
  );
  const first = at(group.records(), position);
  const { uriTs, uriMs } = namer(group);
  const scorers = makeScorers(group, first, uriMs, values, context);
  if (scorers.some(({ planned, problem }) => chosen.includes(planned) && problem !== undefined)) {
    context.onNoFirst?.();
  }
  const comparedWith = uriMs[position];
  const explainer =
    settings.explain === true
      ? new Explainer(group, { record: first, number: position }, scorers, values, context)
      : undefined;
  for (const verdict of verdicts(group, position, scorers, values, context)) {
    const { record, number, measures, collection, overall } = verdict;
    const identity = {
      kind: "memento" as const,
      key: record.key,
      uriT: uriTs[number] ?? "",
      uriM: uriMs[number] ?? "",
      capture: record.capture,
      ...(comparedWith !== undefined && { comparedWith }),
    };
    if (record.problem !== undefined) {
      yield { ...identity, problem: record.problem, measures: [] };
      continue;
    }
    yield {
      ...identity,
      ...metadata(record, values, context),
      measures,
      ...(collection !== undefined && { collection }),
      ...(explainer !== undefined && { evidence: explainer.explain(verdict) }),
      ...(overall !== undefined && { overall }),
    };
  }
}

function at(records: Iterable<FeatureRecord>, position: number): FeatureRecord | undefined {
  let number = 0;
  for (const record of records) {
    if (number === position) return record;
    number += 1;
  }
  return undefined;
}

function* verdicts(
  group: RecordGroup,
  first: number,
  scorers: readonly Scorer[],
  values: Values,
  context: AssessContext,
): Generator<Judged> {
  const { model } = context.settings;
  const byVotes = voted(group, scorers, values, context);
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
    const signs = signsOf(record, values, context);
    learned.add(record, verdict.measures, "value" in signs ? signs.value : []);
    kept.push({ ...verdict, measures: verdict.measures.filter(({ name }) => !inputs.has(name)) });
  }
  let next = 0;
  for (const record of group.records()) {
    const verdict: Judged = { record, ...kept[next++]! };
    if (record.problem !== undefined) {
      yield verdict;
      continue;
    }
    const combined = learned.at(verdict.number);
    // The votes of the signs and of the topic, where they were asked for, stand beside the model's.
    const ownVote = [
      ...verdict.measures.filter(({ name }) => name === SIGNS_VOTE),
      ...topicVote(verdict.collection),
    ];
    yield {
      ...verdict,
      measures: [...verdict.measures, combined],
      overall: overallStatus([combined, ...ownVote]),
      combination: () => learned.evidence(verdict.number),
    };
  }
}

/** Each memento in order, scored and judged by the votes of its measures. */
function* voted(
  group: RecordGroup,
  scorers: readonly Scorer[],
  values: Values,
  context: AssessContext,
): Generator<Judged> {
  const { settings } = context;
  const combine = settings.combine === "learned" ? "any" : settings.combine;
  const vote = settings.signsVote === true ? settings.signStrength : undefined;
  // Without a threshold nothing is ever judged: the capture before it is what is left.
  const isJudged =
    vote !== undefined ||
    context.topic !== undefined ||
    scorers.some(({ planned }) => planned.choice.threshold !== undefined);
  const voters =
    scorers.filter(({ planned }) => planned.choice.threshold !== undefined).length +
    Number(vote !== undefined) +
    Number(context.topic !== undefined);
  const isOff = (measures: readonly MeasureResult[]): boolean =>
    settings.shortCircuit === true && isSettledOff(measures, combine, voters);
  let previous: Placed | undefined;
  let number = 0;
  for (const record of group.records()) {
    const memento = { record, position: number };
    number += 1;
    if (record.problem !== undefined) {
      yield { record, number: memento.position, measures: [], overall: undefined };
      continue;
    }
    const measures: MeasureResult[] = [];
    for (const scorer of scorers) {
      const isNeeded = !isOff(measures);
      measures.push(isNeeded ? scorer.score(memento, previous) : scorer.skip());
    }
    if (vote !== undefined) measures.push(signsVote(signsOf(record, values, context), vote));
    const collection = context.topic?.of(record, values);
    const overall = overallStatus([...measures, ...topicVote(collection)], combine);
    if (overall === "on-topic" || !isJudged) previous = memento;
    yield {
      ...{ record, number: memento.position, measures, overall },
      ...(collection !== undefined && { collection }),
    };
  }
}

function signsOf(
  record: FeatureRecord,
  values: Values,
  { plan }: AssessContext,
): Outcome<readonly Sign[]> {
  if (plan.signs === undefined) return { value: [] };
  return values.feature(plan.signs, record) as Outcome<readonly Sign[]>;
}

function metadata(
  record: FeatureRecord,
  values: Values,
  { plan }: AssessContext,
): Pick<MementoResult, "simhash" | "contentLength" | "language" | "signs" | "excerpt"> {
  const read = <T extends Json>(position: number | undefined): Outcome<T> | undefined =>
    position === undefined ? undefined : (values.feature(position, record) as Outcome<T>);
  const simhash = read<string>(plan.simhash);
  const contentLength = read<number>(plan.contentLength);
  const language = read<string>(plan.language);
  const signs = read<readonly Sign[]>(plan.signs);
  const excerpt = read<string>(plan.excerpt);
  return {
    ...(simhash !== undefined && { simhash }),
    ...(contentLength !== undefined && { contentLength }),
    ...(language !== undefined && { language }),
    ...(signs !== undefined && { signs }),
    ...(excerpt !== undefined && { excerpt }),
  };
}
