import { hasImpossibleDate } from "../../base/possible-date.js";
import { toFourteenDigits } from "../../base/datetime.js";
import type { OverallStatus } from "../../base/types.js";
import type { FeatureRecord, RecordGroup } from "../../page/types.js";
import type { MeasureResult, MementoResult } from "../types.js";
import type { Values, ValuesContext } from "../scoring/compare.js";
import { isOwnVote, overallStatus } from "./decide.js";
import type { ReadyJudge } from "../evidence/collection-evidence.js";
import { Explainer, type JudgedRecord, type Names } from "../evidence/evidence.js";
import type { Trust } from "../evidence/page-itself.js";
import { isLasting } from "./changes.js";
import { Doubts, type OwnFacts } from "./doubts.js";
import { LearnedVerdicts, ModelReader, type ModelRow } from "./learned.js";
import { INCOMPLETE } from "../evidence/kinds.js";
import { type Part, PartsOfPages } from "../evidence/incomplete.js";
import { makeScorer, type PlacedRecord, type Scorer } from "../scoring/scorer.js";
import { metadata, saysFault, withConsequences } from "./page-facts.js";
import { type ChosenMementos, chosenMeasures, Survey } from "./survey.js";
import { signsVote } from "./decide.js";

export interface AssessContext extends ValuesContext {
  /** Judges of the evidence of the collection that the settings ask for. */
  readonly evidence?: readonly ReadyJudge[];
  /** Called if no memento can be compared with the first memento of a TimeMap. */
  readonly onNoFirst?: () => void;
}

/** Members of a result that are known only after the whole TimeMap has been read. */
type NamedLater = "uriT" | "uriM" | "comparedWith";

/**
 * Result of comparing a memento with the reference mementos. It is plain data, so that it can wait on disk or be sent
 * by a thread.
 */
export interface Draft extends OwnFacts {
  readonly memento: Omit<MementoResult, NamedLater>;
  readonly row?: ModelRow;
  /** Set for a capture with a part of its page. Tells whether that part shows that it is the page. */
  readonly part?: Part;
}

/** Judges a TimeMap (reduce): reads its records, oldest first, and yields one result per memento in the same order. */
export function* assess(group: RecordGroup, context: AssessContext): Generator<MementoResult> {
  const survey = Survey.of(group, context);
  const assessment = new Assessment(survey, survey.chosen(), survey.names, context);
  const drafts = [...assessment.taken(assessment.drafts(group.records()))];
  let position = 0;
  for (const result of assessment.judged(drafts)) yield assessment.withReasons(result, position++);
}

/** `judged` needs all drafts of the TimeMap. */
export class Assessment {
  readonly #values: Values;
  readonly #first: number;
  readonly #trust: Trust | undefined;
  readonly #names: Names;
  readonly #scorers: readonly Scorer[];
  readonly #context: AssessContext;
  readonly #judges: readonly ReadyJudge[];
  readonly #learned: LearnedVerdicts | undefined;
  readonly #doubts: Doubts;
  readonly #parts: PartsOfPages;
  #explainer: Explainer | undefined;
  /** Memento-datetimes (14 digits) of the mementos that were judged so far. */
  readonly #dates: string[] = [];

  /**
   * For drafts, `names` must contain the names of the reference mementos. For verdicts, it must contain the names of
   * all mementos.
   */
  constructor(
    { values, references }: Pick<Survey, "values" | "references">,
    { first, trust }: ChosenMementos,
    names: Names,
    context: AssessContext,
  ) {
    const { plan, settings } = context;
    this.#values = values;
    this.#first = first;
    this.#trust = trust;
    this.#names = names;
    this.#context = context;
    this.#judges = context.evidence ?? [];
    references.believe(trust?.believed ?? []);
    const compared = { first: values.group.at(first), all: references, trust };
    this.#scorers = plan.measures.map((planned) =>
      makeScorer(planned, values, compared, names.uriMs),
    );
    const chosen = chosenMeasures(plan);
    if (this.#scorers.some(({ planned, problem }) => chosen.includes(planned) && problem)) {
      context.onNoFirst?.();
    }
    this.#learned =
      settings.model && trust && new LearnedVerdicts(settings.model, trust, settings.seedsFrom);
    this.#doubts = new Doubts(values, first, trust, this.#learned);
    this.#parts = new PartsOfPages(values, trust);
  }

  *drafts(records: Iterable<FeatureRecord>): Generator<Draft> {
    const { plan, settings } = this.#context;
    const { model } = settings;
    const reader = model && this.#trust && new ModelReader(model, plan.measures, this.#trust);
    const isInput = plan.measures.map(({ choice }) => choice.asInput === true);
    for (const voted of this.#voted(records)) {
      const { record, number: position, measures, collection, overall } = voted;
      const { key, capture, problem } = record;
      const facts = this.#doubts.factsOf(record);
      const { kind } = facts;
      const isPart = kind?.kind === INCOMPLETE;
      const row = reader?.row(record, (place) => measures[place], this.#values.itself(record));
      const identity = { kind: "memento", key, capture } as const;
      // Members after a spread object would take ten times as long.
      const memento: Draft["memento"] =
        problem !== undefined
          ? { ...identity, problem, measures: [] }
          : Object.assign({}, identity, metadata(record, this.#values), {
              pageKind: kind?.kind,
              measures: measures.filter((_, place) => isInput[place] !== true),
              collection,
              overall,
            });
      yield {
        memento,
        row,
        ...(isPart && { part: this.#parts.compare(record, position) }),
        ...facts,
      };
    }
  }

  /**
   * Reads the learned combination's input values from all drafts of the TimeMap, and passes the drafts on without them.
   */
  *taken(drafts: Iterable<Draft>): Generator<Draft> {
    for (const { row, ...draft } of drafts) {
      if (row !== undefined) this.#learned?.add(row);
      yield draft;
    }
  }

  /** Yields all drafts as results, in order. May be called only after `taken` has seen all drafts. */
  *judged(drafts: Iterable<Draft>): Generator<MementoResult> {
    const { uriTs, uriMs } = this.#names;
    const comparedWith = uriMs[this.#first];
    const { shellAfterPage = false } = this.#values.settings.model?.rules ?? {};
    let hadPage = false;
    let number = 0;
    for (const draft of drafts) {
      const names = { uriT: uriTs[number] ?? "", uriM: uriMs[number] ?? "", comparedWith };
      // The text of a viewer is never that of the page, whatever was there before.
      const isShell = draft.isShell === true && (!hadPage || draft.kind?.leadsTo?.by === "viewer");
      this.#dates.push(toFourteenDigits(draft.memento.capture.mementoDatetime));
      const judged = withPart(
        this.#judged(Object.assign({}, draft.memento, names), number, draft, isShell),
        draft,
      );
      hadPage ||= shellAfterPage && this.#isPage(draft, number);
      number += 1;
      yield saysFault(this.#values.settings) ? withConsequences(judged, draft.kinds) : judged;
    }
  }

  /** Whether a memento is an ordinary page with a text of its own that is not called off-topic. */
  #isPage({ memento, isShell }: Draft, number: number): boolean {
    const isOrdinary =
      memento.problem === undefined && isShell !== true && memento.pageKind === undefined;
    return isOrdinary && this.#learned?.isOff(number) === false;
  }

  #judged(own: MementoResult, number: number, facts: OwnFacts, isShell: boolean): MementoResult {
    const learned = this.#learned;
    if (learned === undefined || own.problem !== undefined) return own;
    const { capture } = own;
    const isLost = facts.isStranger === true && learned.hasOtherTitle(number);
    const combined = learned.at(number, isLost);
    // Other votes that the user has chosen are counted in addition to the model's vote.
    const byOthers = own.measures.filter(({ name }) => isOwnVote(name));
    // The model reads signs itself, so a vote that depends on them counts only if the model has none.
    const doubt = this.#doubts.doubtOf(combined, number, capture, { ...facts, isLost });
    const isDecided = doubt === undefined;
    const ownVotes = isDecided ? byOthers : [...byOthers, ...this.#votesBeside(own, byOthers)];
    const overall = overallOf(combined, ownVotes, isShell || !isDecided);
    const order = learned.timeOrder(number);
    const isOther = overall === "off-topic";
    const remark = isOther ? undefined : this.#doubts.remarkOf(number, capture, facts);
    const pageKind = remark === undefined && overall === "unsure" ? doubt?.kind : undefined;
    return Object.assign({}, own, {
      seedNotice: this.#trust?.notice,
      measures: [...own.measures, combined],
      overall,
      ...(isLost && { hasLostIdentity: true as const }),
      ...(isLasting(order) && { changedSince: this.#dates[order.since] }),
      ...(pageKind !== undefined && { pageKind }),
      ...(remark !== undefined && { remark, pageKind: undefined }),
    });
  }

  /**
   * Adds the inputs of the learned combination and the requested evidence to the result of the memento at a position.
   */
  withReasons(result: MementoResult, number: number): MementoResult {
    const { group, settings } = this.#values;
    if (result.problem !== undefined) return result;
    const learned = this.#learned;
    const inputs = learned?.inputs(number);
    if (settings.explain !== true) return Object.assign({}, result, { inputs });
    this.#explainer ??= this.#newExplainer(group.at(this.#first));
    const { measures, collection, overall, hasLostIdentity: isLost = false } = result;
    const record = group.at(number)!;
    const evidence = this.#explainer.explain({
      ...{ record, number, measures, collection, overall },
      doubt: overall === "unsure" ? this.#doubts.whyUnsure(record, number, isLost) : undefined,
      reason: overall === "off-topic" ? this.#doubts.whyOff(number, isLost) : undefined,
      kinds: this.#doubts.factsOf(record).kinds,
      combination: learned && (() => learned.evidence(number)),
    });
    return { ...result, inputs, evidence };
  }

  #newExplainer(first: FeatureRecord | undefined): Explainer {
    const scales = this.#judges.flatMap(({ name, scale }) =>
      scale === undefined ? [] : [[name, scale] as const],
    );
    return new Explainer(this.#values, first, this.#first, new Map(scales));
  }

  #votesBeside(
    { collection }: Pick<MementoResult, "collection">,
    others: readonly MeasureResult[] | undefined,
  ): readonly MeasureResult[] {
    return this.#judges.flatMap(({ votes }) => votes?.(collection, others) ?? []);
  }

  /** Scores each record in order, and judges it by the votes of its measures. */
  *#voted(records: Iterable<FeatureRecord>): Generator<JudgedRecord> {
    const { settings, plan } = this.#context;
    const { combine: chosen, signStrength } = settings;
    const values = this.#values;
    const combine = chosen === "learned" ? "any" : chosen;
    const vote = settings.signsVote === true ? signStrength : undefined;
    const voters =
      plan.measures.filter(({ choice }) => choice.threshold !== undefined).length +
      Number(vote !== undefined) +
      this.#judges.filter(({ hasVote }) => hasVote).length;
    const besides = this.#judges.filter(({ votes: own }) => own !== undefined).length;
    let previous: PlacedRecord | undefined;
    let position = 0;
    for (const record of records) {
      const number = position++;
      if (record.problem !== undefined) {
        yield { record, number, measures: [], overall: undefined };
        continue;
      }
      const measures: MeasureResult[] = [];
      for (const scorer of this.#scorers) {
        measures.push(scorer.score({ record, position: number }, previous));
      }
      if (vote !== undefined) measures.push(signsVote(values.signs(record), vote));
      const found = this.#judges.map((judge) => judge.of(record, values));
      measures.push(...found.flatMap(({ measure }) => measure ?? []));
      const collection = found.find((each) => each.collection !== undefined)?.collection;
      const others = voters > besides ? measures : undefined;
      const beside = this.#votesBeside({ collection }, others);
      const overall = overallStatus([...measures, ...beside], combine);
      // Without any threshold nothing is judged, so the previous capture serves as reference.
      const mayBePrevious =
        (overall === "on-topic" || voters === 0) && !hasImpossibleDate(record.capture);
      if (mayBePrevious) previous = { record, position: number };
      yield { record, number, measures, collection, overall };
    }
  }
}

/** Any off-topic vote makes a memento off-topic, and a doubtful probability is not a vote. */
function overallOf(
  combined: MeasureResult,
  ownVotes: readonly MeasureResult[],
  isInDoubt: boolean,
): OverallStatus | undefined {
  const isDecided = overallStatus(ownVotes) === "off-topic";
  return isInDoubt && !isDecided ? "unsure" : overallStatus([combined, ...ownVotes]);
}

/**
 * Returns the result of a memento with the verdict that a part of its page allows. The part may show that it is the page,
 * but what is missing never shows that it is not. Other votes that the user has chosen still count.
 */
function withPart(own: MementoResult, { part }: Pick<Draft, "part">): MementoResult {
  const { overall, measures } = own;
  if (part === undefined || overall === undefined) return own;
  if (part === "like") return { ...own, overall: "on-topic" };
  const byOthers = measures.filter(({ name }) => isOwnVote(name));
  const isDecided = overallStatus(byOthers) === "off-topic";
  const isOn = part === "unknown" && overall === "on-topic";
  return isDecided || isOn ? own : { ...own, overall: "unsure" };
}
