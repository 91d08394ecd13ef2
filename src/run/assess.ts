import { messageOf } from "../errors.js";
import { overallStatus } from "../decide/overall.js";
import { firstMemento } from "../decide/reference.js";
import { isDecidedBy, topicStatus } from "../decide/topic-status.js";
import { toFourteenDigits } from "../mementos/datetime.js";
import { warcUriM, warcUriT } from "../mementos/uri.js";
import type {
  BoundedScore,
  Feature,
  FeatureRecord,
  Json,
  MeasureResult,
  MementoResult,
  Outcome,
  Problem,
  Score,
  Settings,
} from "../types.js";
import { attempt } from "./extract.js";
import type { RecordGroup } from "./groups.js";
import type { Plan, PlannedMeasure } from "./plan.js";

/** Everything that scoring a TimeMap needs besides its records. */
export interface AssessContext {
  readonly plan: Plan;
  readonly settings: Settings;
  /** Definitions of the plan's requests, in their order. */
  readonly features: readonly Feature[];
  /** Told when the first memento of a TimeMap cannot be compared with. */
  readonly onNoFirst?: () => void;
}

/** Reduce: the records of one TimeMap in, oldest first; one result per memento out, in the same order. */
export function* assess(group: RecordGroup, context: AssessContext): Generator<MementoResult> {
  const { plan, settings } = context;
  const values = new Values(context, settings.preprocessing.language);
  const position = firstMemento(group.records(), settings.first, (record) =>
    plan.measures.every((planned) => "value" in values.usable(planned, record)),
  );
  const first = at(group.records(), position);
  const scorers = plan.measures.map((planned) => scorer(planned, first, group, values, context));
  if (scorers.some(({ problem }) => problem !== undefined)) context.onNoFirst?.();
  const name = namer(group);
  const comparedWith = name.uriMs[position];
  let number = 0;
  for (const record of group.records()) {
    const uriM = name.uriMs[number] ?? "";
    number += 1;
    yield describe(record, { uriM, uriT: name.uriT, comparedWith, scorers, values, context });
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

/** Reads features of records as measures want them: settled for the TimeMap's language and prepared. */
class Values {
  readonly #context: AssessContext;
  readonly #language: string;
  /** A measure that fits and then scores asks twice; records of a TimeMap held in memory are the same objects. */
  readonly #prepared = new WeakMap<FeatureRecord, Map<PlannedMeasure, Outcome<unknown>>>();

  constructor(context: AssessContext, language: string) {
    this.#context = context;
    this.#language = language;
  }

  feature(position: number, record: FeatureRecord): Outcome<Json> {
    if (record.problem !== undefined) return { problem: record.problem };
    const outcome = record.features[position];
    if (outcome === undefined) throw new Error(`record of ${record.key} lacks feature ${position}`);
    return outcome;
  }

  prepared(planned: PlannedMeasure, record: FeatureRecord): Outcome<unknown> {
    const known = this.#prepared.get(record) ?? new Map<PlannedMeasure, Outcome<unknown>>();
    this.#prepared.set(record, known);
    const before = known.get(planned);
    if (before !== undefined) return before;
    const outcome = this.#prepare(planned, record);
    known.set(planned, outcome);
    return outcome;
  }

  #prepare({ measure, input }: PlannedMeasure, record: FeatureRecord): Outcome<unknown> {
    const outcome = this.#read(input, record);
    if ("problem" in outcome || measure.prepare === undefined) return outcome;
    const { value } = outcome;
    return attempt("score", () => measure.prepare?.(value));
  }

  /** As `prepared`, but a problem as well where nothing is left to compare with. */
  usable(planned: PlannedMeasure, record: FeatureRecord): Outcome<unknown> {
    const { input } = planned;
    for (const position of typeof input === "number" ? [input] : input) {
      const outcome = this.#settled(position, record);
      if ("problem" in outcome) return outcome;
      if (this.#context.features[position]!.isEmpty(outcome.value)) {
        return {
          problem: { stage: "score", message: "nothing is left of it after preprocessing" },
        };
      }
    }
    return this.prepared(planned, record);
  }

  /** The value of a measure's input; of several features the list of their values, or the first problem. */
  #read(input: PlannedMeasure["input"], record: FeatureRecord): Outcome<Json> {
    if (typeof input === "number") return this.#settled(input, record);
    const values: Json[] = [];
    for (const position of input) {
      const outcome = this.#settled(position, record);
      if ("problem" in outcome) return outcome;
      values.push(outcome.value);
    }
    return { value: values };
  }

  #settled(input: number, record: FeatureRecord): Outcome<Json> {
    const outcome = this.feature(input, record);
    const feature = this.#context.features[input]!;
    const request = this.#context.plan.requests[input]!;
    // Where the language is fixed the mapper has settled the value already.
    if ("problem" in outcome || feature.settle === undefined) return outcome;
    if (this.#context.settings.preprocessing.language !== "auto") return outcome;
    return { value: feature.settle(outcome.value, request.options, this.#language) };
  }
}

/** Gives both scopes one shape: a function from a memento to its score against the first. */
interface Scorer {
  readonly planned: PlannedMeasure;
  readonly problem?: Problem;
  readonly score: (record: FeatureRecord) => Outcome<Score>;
}

function scorer(
  planned: PlannedMeasure,
  first: FeatureRecord | undefined,
  group: RecordGroup,
  values: Values,
  { settings }: AssessContext,
): Scorer {
  const { measure } = planned;
  const reference: Outcome<unknown> =
    first === undefined
      ? { problem: { stage: "score", message: "no memento of this TimeMap is usable" } }
      : values.usable(planned, first);
  if ("problem" in reference) {
    const problem: Problem = {
      stage: "score",
      message: `the first memento cannot be compared with: ${reference.problem.message}`,
    };
    return { planned, problem, score: () => ({ problem }) };
  }
  try {
    const compare = comparer(planned, reference.value, group, values, settings);
    return {
      planned,
      score(record) {
        const value = values.prepared(planned, record);
        if ("problem" in value) return value;
        return attempt("score", () => judge(compare(value.value), planned));
      },
    };
  } catch (cause) {
    const problem: Problem = {
      stage: "score",
      message: `${measure.title} of this TimeMap: ${messageOf(cause)}`,
    };
    return { planned, problem, score: () => ({ problem }) };
  }
}

function comparer(
  planned: PlannedMeasure,
  reference: unknown,
  group: RecordGroup,
  values: Values,
  settings: Settings,
): (value: unknown) => number | BoundedScore {
  const { measure } = planned;
  if (measure.scope === "pair") {
    return (value) => {
      const bound = settings.exactScores ? undefined : measure.bound?.(reference, value, settings);
      if (bound !== undefined && isDecidedBy(bound, planned.choice)) return bound;
      return measure.score(reference, value, settings);
    };
  }
  const fit = measure.fit(settings);
  for (const record of group.records()) {
    const value = values.prepared(planned, record);
    if ("value" in value) fit.add(value.value);
  }
  const model = fit.finish();
  return (value) => measure.score(reference, value, model, settings);
}

/** A score that is no number is a problem here, in one place, and never reaches the output. */
function judge(given: number | BoundedScore, { measure, choice }: PlannedMeasure): Score {
  const { score, bound } = typeof given === "number" ? { score: given, bound: undefined } : given;
  if (!Number.isFinite(score)) {
    throw new RangeError(`${measure.title} is not defined for these two mementos`);
  }
  const status = topicStatus(score, choice);
  // Minus zero would be written as "-0" by some writers and as "0" by others.
  return {
    score: score === 0 ? 0 : score,
    ...(bound !== undefined && { bound }),
    ...(status !== undefined && { topicStatus: status }),
  };
}

/** Identifiers of the mementos of a group: the archive's own, else made from date and URI-R (SPEC section 5). */
function namer(group: RecordGroup): { readonly uriT: string; readonly uriMs: readonly string[] } {
  const names: string[] = [];
  const taken = new Map<string, number>();
  let uriT: string | undefined;
  for (const { capture } of group.records()) {
    uriT ??= capture.uriT ?? warcUriT(capture.uriR);
    if (capture.uriM !== undefined) {
      names.push(capture.uriM);
      continue;
    }
    const second = `${toFourteenDigits(capture.mementoDatetime)} ${capture.uriR}`;
    const ordinal = (taken.get(second) ?? 0) + 1;
    taken.set(second, ordinal);
    names.push(warcUriM(capture, ordinal));
  }
  return { uriT: uriT ?? "", uriMs: names };
}

interface Description {
  readonly uriM: string;
  readonly uriT: string;
  readonly comparedWith: string | undefined;
  readonly scorers: readonly Scorer[];
  readonly values: Values;
  readonly context: AssessContext;
}

function describe(
  record: FeatureRecord,
  { uriM, uriT, comparedWith, scorers, values, context }: Description,
): MementoResult {
  const { plan, settings } = context;
  const identity = {
    kind: "memento" as const,
    key: record.key,
    uriT,
    uriM,
    capture: record.capture,
    ...(comparedWith !== undefined && { comparedWith }),
  };
  if (record.problem !== undefined) return { ...identity, problem: record.problem, measures: [] };
  const measures = scorers.map(({ planned, score }): MeasureResult => ({
    name: planned.choice.name,
    flags: planned.measure.flags(settings),
    outcome: score(record),
  }));
  const overall = overallStatus(measures);
  const metadata = <T extends Json>(position: number | undefined): Outcome<T> | undefined =>
    position === undefined ? undefined : (values.feature(position, record) as Outcome<T>);
  const simhash = metadata<string>(plan.simhash);
  const contentLength = metadata<number>(plan.contentLength);
  const language = metadata<string>(plan.language);
  return {
    ...identity,
    ...(simhash !== undefined && { simhash }),
    ...(contentLength !== undefined && { contentLength }),
    ...(language !== undefined && { language }),
    measures,
    ...(overall !== undefined && { overall }),
  };
}
