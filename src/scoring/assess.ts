import { UsageError } from "../errors.js";
import { labelledStatus, tsvRows } from "../mementos/text.js";
import { surt } from "../mementos/uri.js";
import type { RecordGroup } from "../pipeline/groups.js";
import type {
  FeatureRecord,
  Json,
  MeasureResult,
  MementoResult,
  Outcome,
  Override,
  Pattern,
  Sign,
  TopicStatus,
} from "../types.js";
import { Values, type ValuesContext } from "./compare.js";
import { firstMemento, isSettledOff, overallStatus, SIGNS_VOTE } from "./decide.js";
import { Explainer, type Judged, namer } from "./evidence.js";
import { makeScorers, type Placed, type Scorer } from "./scorer.js";
import { LearnedVerdicts, signsVote, topicVote, type TopicVotes } from "./votes.js";

/** Follows the verdicts on a TimeMap, oldest first, and names how they go: see `Pattern`. */
export class PatternFinder {
  #offRuns = 0;
  #last: TopicStatus | undefined;
  #first: TopicStatus | undefined;
  #anyOn = false;

  /** The next verdict; a memento without one tells nothing. */
  add(status: TopicStatus | undefined): void {
    if (status === undefined) return;
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
/** A curator's own verdicts, on mementos and on whole seeds. */
export interface Overrides {
  /** By URI-M or URI-R, as written. */
  readonly labels: ReadonlyMap<string, TopicStatus>;
  /** The URI as written, by its SURT: of several spellings the first. */
  readonly bySurt: ReadonlyMap<string, string>;
  /** URIs that have been met so far, in their first spelling. */
  readonly used: Set<string>;
}

/**
 * Reads overrides: tab-separated URI-M or URI-R, label (1, 0, on-topic, off-topic); a header line may come first. Throws
 * a `UsageError` for a row that cannot be understood or two that contradict each other, however the URI is spelt: a
 * verdict of a person must not be lost.
 */
export function parseOverrides(text: string, file: string): Overrides {
  const labels = new Map<string, TopicStatus>();
  const bySurt = new Map<string, string>();
  let isFirst = true;
  for (const { number, fields } of tsvRows(text)) {
    const [uri = "", label = ""] = fields;
    const isHeader = isFirst && label.toLowerCase() === "label";
    isFirst = false;
    if (isHeader) continue;
    const status = labelledStatus(label);
    if (uri === "" || status === undefined) {
      throw new UsageError(
        `${file}, line ${number}: not a URI and a label. Give URI-M or URI-R, TAB, 1 or 0.`,
      );
    }
    const seed = surt(uri);
    const before = bySurt.get(seed);
    if (before !== undefined && labels.get(before) !== status) {
      const spelling = before === uri ? "" : `, as ${before}`;
      throw new UsageError(
        `${file}, line ${number}: ${uri} has another label in a line before${spelling}. Leave one of them.`,
      );
    }
    labels.set(uri, status);
    if (before === undefined) bySurt.set(seed, uri);
  }
  if (labels.size === 0) {
    throw new UsageError(`${file} has no overrides. Give URI-M or URI-R, TAB, 1 or 0.`);
  }
  return { labels, bySurt, used: new Set() };
}

/** The result with the curator's verdict in place of the computed one, where there is one; the memento's own first. */
export function overridden(result: MementoResult, overrides: Overrides): MementoResult {
  const { labels, bySurt, used } = overrides;
  const isOwn = labels.has(result.uriM);
  const uri = isOwn ? result.uriM : bySurt.get(surt(result.capture.uriR));
  const overall = uri === undefined ? undefined : labels.get(uri);
  if (uri === undefined || overall === undefined) return result;
  used.add(bySurt.get(surt(uri)) ?? uri);
  const override: Override = {
    by: isOwn ? "URI-M" : "URI-R",
    computed: result.overall,
  };
  return { ...result, overall, override };
}

/** URIs of overrides that no memento has met: mistyped, or of another collection. */
export function unusedOverrides({ bySurt, used }: Overrides): string[] {
  return [...bySurt.values()].filter((uri) => !used.has(uri));
}
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
      comparedWith,
    };
    if (record.problem !== undefined) {
      yield { ...identity, problem: record.problem, measures: [] };
      continue;
    }
    yield {
      ...identity,
      ...metadata(record, values, context),
      measures,
      collection,
      evidence: explainer?.explain(verdict),
      overall,
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
      record,
      number: memento.position,
      measures,
      collection,
      overall,
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
    simhash,
    contentLength,
    language,
    signs,
    excerpt,
  };
}
