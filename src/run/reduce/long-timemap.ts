import { type AssessContext, Assessment, type Draft } from "../../score/verdict/assess.js";
import { type ChosenMementos, Survey, type SurveyOfPart } from "../../score/verdict/survey.js";
import { Values } from "../../score/scoring/compare.js";
import { Spill } from "../../base/shuffle.js";
import type { FeatureRecord, RecordGroup } from "../../page/types.js";
import type { Result } from "../../write/types.js";
import {
  Gathered,
  type HeldLines,
  oneByOne,
  type PlacedLines,
  SeenAtOnce,
} from "../lines/groups.js";
import { decodeLine, frontOf } from "../lines/lines.js";
import { GIVEN_TWICE, isInferred, readerFor, type Reducer, type ReduceOptions } from "./reduce.js";

/*
 * This module scores a long TimeMap in parts that threads share. First every part is surveyed, then every part is
 * scored with the results of all surveys. The thread that joins the parts performs all steps that depend on all
 * mementos or on their order.
 */

export interface TimeMapPart extends HeldLines {
  readonly key: string;
  /** Position of the first line in the TimeMap. */
  readonly from: number;
}

/** Measures that have failed so far, each with the first stack. */
interface Failing {
  readonly failures: ReadonlyMap<string, string>;
}

export interface FoundInPart extends SurveyOfPart, Failing {}

export interface WholeSurvey extends SurveyOfPart {
  readonly key: string;
  readonly chosen: ChosenMementos;
  /** Lines and URI-Ms of the reference mementos, by position. */
  readonly lines: ReadonlyMap<number, string>;
  readonly uriMs: readonly string[];
}

export interface PartDrafts extends Failing {
  readonly drafts: readonly Draft[];
}

/** Performs the steps for long TimeMaps. Arguments and results are plain data, so it can run in any thread. */
export class PartScorer {
  readonly #context: AssessContext;
  readonly #form: Pick<ReduceOptions, "stamp">;
  readonly #failures = new Map<string, string>();
  #assessment: Assessment | undefined;

  constructor(context: AssessContext, form: Pick<ReduceOptions, "stamp">) {
    this.#form = form;
    const onFailure: AssessContext["onFailure"] = ({ what, stack }) => {
      if (!this.#failures.has(what)) this.#failures.set(what, stack);
    };
    // A TimeMap without a first memento must be counted once, and not again in every part.
    this.#context = { ...context, onFailure, onNoFirst: () => undefined };
  }

  survey(part: TimeMapPart): FoundInPart {
    const { lines, place } = oneByOne(part);
    const reader = readerFor(this.#form, this.#context, place);
    const records = new Map<number, FeatureRecord>();
    let position = part.from;
    for (const line of lines) records.set(position++, reader?.decode(line) ?? decodeLine(line));
    const survey = this.#surveyOf(part.key, records);
    survey.addAll();
    return {
      candidates: survey.references.candidates,
      fitted: survey.values.fitted,
      failures: this.#failures,
    };
  }

  begin(whole: WholeSurvey): void {
    const { key, chosen, lines, uriMs } = whole;
    const records = new Map([...lines].map(([position, line]) => [position, decodeLine(line)]));
    const survey = this.#surveyOf(key, records);
    survey.join(whole);
    this.#assessment = new Assessment(survey, chosen, { uriTs: [], uriMs }, this.#context);
  }

  drafts({ from, lines }: TimeMapPart): PartDrafts {
    const drafts = [...this.#assessment!.drafts(lines.map(decodeLine), from)];
    return { drafts, failures: this.#failures };
  }

  #surveyOf(key: string, records: ReadonlyMap<number, FeatureRecord>): Survey {
    const [from] = records.keys();
    const group: RecordGroup = {
      key,
      records: () => records.values(),
      at: (position) => records.get(position),
    };
    return new Survey(new Values(group, this.#context), from);
  }
}

/**
 * Tells whether TimeMaps can be scored in parts. This is not possible if a measure compares with the previous memento,
 * if the language of the whole TimeMap must be known first, or if a measure fits a model that cannot be joined from
 * parts.
 */
export function canBeParted(context: AssessContext): boolean {
  const { measures, ownLanguage } = context.plan;
  const none: RecordGroup = { key: "", records: () => [], at: () => undefined };
  return (
    ownLanguage === undefined &&
    measures.every(({ choice }) => choice.reference !== "previous") &&
    new Values(none, context).fitted.every((part) => part !== undefined)
  );
}

/** Each step yields one outcome per part, in order. */
export interface PartSteps {
  survey(parts: AsyncIterable<TimeMapPart>): AsyncIterable<FoundInPart>;
  drafts(parts: AsyncIterable<TimeMapPart>, whole: WholeSurvey): AsyncIterable<PartDrafts>;
}

/** Minimum number of characters of a part. */
const PART_SIZE = 1 << 20;

/** Yields the same results as {@link reduceLines}. */
export async function* reduceLong(
  key: string,
  { lines, place }: PlacedLines<Iterable<string> | AsyncIterable<string>>,
  reducer: Reducer,
  options: ReduceOptions,
  steps: PartSteps,
): AsyncGenerator<Result> {
  const { memoryBytes, tally } = options;
  const { context } = reducer;
  const reader = readerFor(options, context, place);
  const store = new Spill<string>("group-", memoryBytes / 4, (line) => line);
  const at = (position: number): FeatureRecord | undefined => {
    const line = store.at(position);
    return line === undefined ? undefined : decodeLine(line);
  };
  const records = function* (): Generator<FeatureRecord> {
    for (const line of store.all()) yield decodeLine(line);
  };
  const survey = new Survey(new Values({ key, records, at }, context));
  const taken = async function* (): AsyncGenerator<string> {
    const seen = new SeenAtOnce();
    for await (const line of lines) {
      const { capture } = reader?.front(line) ?? frontOf(line);
      if (seen.has(capture)) {
        tally.skip(GIVEN_TWICE);
        continue;
      }
      survey.names.add(capture);
      store.add(line, () => line, line.length);
      yield line;
    }
  };
  const fail = ({ failures }: Failing): void => {
    for (const [what, stack] of failures) tally.fail({ what, stack });
  };
  try {
    for await (const part of steps.survey(partsOf(key, { lines: taken(), place }))) {
      fail(part);
      survey.join(part);
    }
    const chosen = survey.chosen();
    // The measures are fitted once for all parts.
    const assessment = new Assessment(survey, chosen, survey.names, context);
    const whole = wholeSurvey(survey, chosen, store);
    const drafts = async function* (): AsyncGenerator<Draft> {
      for await (const part of steps.drafts(partsOf(key, { lines: store.all() }), whole)) {
        fail(part);
        yield* assessment.taken(part.drafts);
      }
    };
    yield* reducer.timeMap({
      drafts: drafts(),
      judged: (all) => assessment.judged(all),
      withReasons: (result, position) => assessment.withReasons(result, position),
      isInferred,
    });
  } finally {
    store.close();
  }
}

function wholeSurvey(survey: Survey, chosen: ChosenMementos, store: Spill<string>): WholeSurvey {
  const candidates = survey.references.chosen;
  const lines = new Map<number, string>();
  const uriMs: string[] = [];
  const { first, trust } = chosen;
  const compared = [first, ...(trust?.believed ?? [])];
  for (const position of [...compared, ...candidates.comparable.flat(), ...candidates.sketched]) {
    const line = store.at(position);
    if (line === undefined) continue;
    lines.set(position, line);
    uriMs[position] = survey.names.uriMs[position]!;
  }
  const { fitted, group } = survey.values;
  return { key: group.key, chosen, candidates, fitted, lines, uriMs };
}

async function* partsOf(
  key: string,
  { lines, place }: PlacedLines<Iterable<string> | AsyncIterable<string>>,
): AsyncGenerator<TimeMapPart> {
  const part = new Gathered(place);
  let from = 0;
  for await (const line of lines) {
    part.add(line);
    if (part.characters < PART_SIZE) continue;
    const { count } = part;
    yield { key, from, ...part.take() };
    from += count;
  }
  if (part.count > 0) yield { key, from, ...part.take() };
}
