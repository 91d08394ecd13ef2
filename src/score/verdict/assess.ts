import { hasImpossibleDate } from "../../base/possible-date.js";
import { toFourteenDigits } from "../../base/datetime.js";
import { once } from "../../base/math/memo.js";
import type { OverallStatus } from "../../base/types.js";
import type { FeatureRecord } from "../../page/types.js";
import type { ReadyJudge } from "../evidence/collection-evidence.js";
import { Explainer } from "../evidence/explain.js";
import { INCOMPLETE } from "../evidence/kinds.js";
import type { Trust } from "../evidence/page-itself.js";
import type { ValuesContext } from "../scoring/values.js";
import { rawFlags } from "../scoring/likeness.js";
import { makeScorer, type PlacedRecord, type Scorer } from "../scoring/scorer.js";
import { isOtmts } from "../settings/profiles.js";
import type { CollectionResult, MeasureResult, MementoResult } from "../types.js";
import { isLasting } from "./time-order.js";
import { COMBINED, isOwnVote, overallStatus, signsVote } from "./decide.js";
import { LearnedVerdicts, ModelReader } from "./learned.js";
import { metadataOf, type OwnFacts, ownFactsReader, withConsequences } from "./own-facts.js";
import { lackOf, type Part, partOf } from "./parts.js";
import { rulesOfModel, whyTooLittle } from "./rules.js";
import { chosenMeasures, type Survey } from "./survey.js";

export interface AssessContext extends ValuesContext {
  /** Judges of the evidence of the collection that the settings ask for. */
  readonly evidence?: readonly ReadyJudge[];
  /** Called if no memento can be compared with the first memento of a TimeMap. */
  readonly onNoFirst?: () => void;
}

/** Result of comparing a memento with the reference mementos. It is plain data, so that it can wait on disk. */
export interface Draft extends OwnFacts {
  /** The result without the members that are known only after the whole TimeMap has been read. */
  readonly memento: Omit<MementoResult, "uriT" | "uriM" | "comparedWith">;
  /** Set for a capture with a part of its page. Tells whether that part shows that it is the page. */
  readonly part?: Part;
}

/** Judges a TimeMap in three steps. `judged` needs all drafts of the TimeMap, and `withReasons` what `judged` found. */
export class Assessment {
  readonly #survey: Survey;
  readonly #first: number;
  readonly #trust: Trust | undefined;
  readonly #factsOf: (record: FeatureRecord) => OwnFacts;
  readonly #scorers: readonly Scorer[];
  readonly #judges: readonly ReadyJudge[];
  readonly #reader: ModelReader | undefined;
  readonly #learned: LearnedVerdicts | undefined;
  readonly #rules: ReturnType<typeof rulesOfModel> | undefined;
  #explainer: Explainer | undefined;
  /** Memento-datetimes (14 digits) of the mementos that were judged so far. */
  readonly #dates: string[] = [];
  /** Why mementos are unsure, or off-topic by a rule, as sentences by position. */
  readonly #reasons = new Map<number, string>();

  constructor(survey: Survey, context: AssessContext) {
    const { values, references, names } = survey;
    const { plan, settings, evidence = [], onNoFirst } = context;
    const { group } = values;
    this.#survey = survey;
    this.#judges = evidence;
    this.#first = survey.first();
    const trust = survey.trust();
    this.#trust = trust;
    references.believe(trust?.believed ?? []);
    const compared = { first: group.at(this.#first), all: references, trust };
    this.#scorers = plan.measures.map((planned) =>
      makeScorer(planned, values, compared, names.uriMs),
    );
    const chosen = chosenMeasures(plan);
    if (this.#scorers.some(({ planned, problem }) => chosen.includes(planned) && problem))
      onNoFirst?.();
    const factsOf = ownFactsReader(values, this.#first, trust);
    this.#factsOf = factsOf;
    const { model, seedsFrom } = settings;
    if (model === undefined || trust === undefined) return;
    this.#reader = new ModelReader(model, plan.measures, trust);
    const learned = new LearnedVerdicts(model, trust, seedsFrom);
    this.#learned = learned;
    const readFirst = once(() => {
      const first = trust.first === undefined ? undefined : group.at(trust.first);
      return first && { ...factsOf(first), capture: first.capture };
    });
    this.#rules = rulesOfModel({ settings, model, trust, learned, readFirst });
  }

  /** Scores each record in order, and judges it by the votes of its measures. */
  *drafts(): Generator<Draft> {
    const { values } = this.#survey;
    const isInput = values.plan.measures.map(({ choice }) => choice.asInput === true);
    const vote = this.#voter();
    let previous: PlacedRecord | undefined;
    let position = 0;
    for (const record of values.group.records()) {
      const placed = { record, position: position++ };
      const { key, capture, problem } = record;
      const identity = { kind: "memento", key, capture } as const;
      const isFailed = problem !== undefined;
      const scores = isFailed ? [] : this.#scorers.map((scorer) => scorer.score(placed, previous));
      const row = this.#reader?.row(record, (place) => scores[place], values.itself(record));
      if (row !== undefined) this.#learned?.add(row);
      if (isFailed) {
        yield { memento: { ...identity, problem, measures: [] } };
        continue;
      }
      const { mayBePrevious, votes, ...voted } = vote(record, scores);
      if (mayBePrevious && !hasImpossibleDate(capture)) previous = placed;
      const facts = this.#factsOf(record);
      const { kind } = facts;
      const isPart = kind?.kind === INCOMPLETE;
      // Members after a spread object would take ten times as long.
      const memento: Draft["memento"] = Object.assign({}, identity, metadataOf(record, values), {
        pageKind: kind?.kind,
        measures: [...scores.filter((_, place) => isInput[place] !== true), ...votes],
        ...voted,
      });
      yield { memento, ...(isPart && { part: partOf(placed, values, this.#trust) }), ...facts };
    }
  }

  /** Returns the function that judges a memento by the scores of its measures and by the other votes of the run. */
  #voter() {
    const { values } = this.#survey;
    const { plan, settings } = values;
    const combine = settings.combine === "learned" ? "any" : settings.combine;
    const strength = settings.signsVote === true ? settings.signStrength : undefined;
    const voters =
      plan.measures.filter(({ choice }) => choice.threshold !== undefined).length +
      Number(strength !== undefined) +
      this.#judges.length;
    const isBeside = voters > this.#judges.filter(({ votes }) => votes !== undefined).length;
    return (record: FeatureRecord, scores: readonly MeasureResult[]) => {
      const found = this.#judges.map((judge) => judge.of(record, values));
      const votes = [
        ...(strength === undefined ? [] : [signsVote(values.signs(record), strength)]),
        ...found.flatMap(({ measure }) => measure ?? []),
      ];
      const measures = [...scores, ...votes];
      const collection = found.find((each) => each.collection !== undefined)?.collection;
      const beside = this.#votesBeside(collection, isBeside ? measures : undefined);
      const overall = overallStatus([...measures, ...beside], combine);
      // Without any threshold nothing is judged, so the previous capture serves as reference.
      return { votes, collection, overall, mayBePrevious: overall === "on-topic" || voters === 0 };
    };
  }

  #votesBeside(
    collection: CollectionResult | undefined,
    others: readonly MeasureResult[] | undefined,
  ): readonly MeasureResult[] {
    return this.#judges.flatMap(({ votes }) => votes?.(collection, others) ?? []);
  }

  /** Yields all drafts as results, in order. May be called only after all drafts have been made. */
  *judged(drafts: Iterable<Draft>): Generator<MementoResult> {
    const { settings } = this.#survey.values;
    const { uriTs, uriMs } = this.#survey.names;
    const comparedWith = uriMs[this.#first];
    // Profile otmt-1.0.5 writes only what OTMT wrote.
    const isOtmt = isOtmts(settings.profile);
    let hadPage = false;
    let number = 0;
    for (const draft of drafts) {
      const { memento, isShell, kind, kinds } = draft;
      const names = { uriT: uriTs[number] ?? "", uriM: uriMs[number] ?? "", comparedWith };
      this.#dates.push(toFourteenDigits(memento.capture.mementoDatetime));
      // The text of a viewer is never that of the page, whatever was there before.
      const isEmpty = isShell === true && (!hadPage || kind?.leadsTo?.by === "viewer");
      const judged = this.#judged(Object.assign({}, memento, names), number, draft, isEmpty);
      hadPage ||= settings.model?.rules?.shellAfterPage === true && this.#isPage(draft, number);
      number += 1;
      yield isOtmt ? judged : withConsequences(judged, kinds);
    }
  }

  /** Whether a memento is an ordinary page with a text of its own that is not called off-topic. */
  #isPage({ memento: { problem, pageKind }, isShell }: Draft, number: number): boolean {
    const isOrdinary = problem === undefined && isShell !== true && pageKind === undefined;
    return isOrdinary && this.#learned?.isOff(number) === false;
  }

  #judged(own: MementoResult, number: number, draft: Draft, isEmpty: boolean): MementoResult {
    const rules = this.#rules;
    if (own.problem !== undefined) return own;
    // Other votes that the user has chosen are counted in addition to the model's vote.
    const byOthers = own.measures.filter(({ name }) => isOwnVote(name));
    if (rules === undefined) {
      const overall = overallByPart(own.overall, draft.part, byOthers);
      return overall === own.overall ? own : { ...own, overall };
    }
    const { score, topicStatus, isLost, order, reason, doubt, ...ruled } = rules(
      number,
      own.capture,
      draft,
    );
    const outcome = { value: { score, topicStatus } };
    const combined = { name: COMBINED, flags: rawFlags(), outcome };
    // The model reads signs itself, so a vote that depends on them counts only if the model has none.
    const votes =
      doubt === undefined
        ? byOthers
        : [...byOthers, ...this.#votesBeside(own.collection, byOthers)];
    // Any off-topic vote makes a memento off-topic, and a doubtful probability is not a vote.
    const isInDoubt = (isEmpty || doubt !== undefined) && overallStatus(votes) !== "off-topic";
    const overall = isInDoubt ? "unsure" : overallStatus([combined, ...votes]);
    const remark = overall === "off-topic" ? undefined : ruled.remark;
    const pageKind = remark === undefined && overall === "unsure" ? doubt?.kind : undefined;
    const verdict = overallByPart(overall, draft.part, byOthers);
    const told = verdict === "off-topic" ? reason : doubt?.says;
    if (told !== undefined) this.#reasons.set(number, told);
    return Object.assign({}, own, {
      seedNotice: this.#trust?.notice,
      measures: [...own.measures, combined],
      overall: verdict,
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
    const { values } = this.#survey;
    const { group, settings } = values;
    if (result.problem !== undefined) return result;
    const learned = this.#learned;
    const inputs = learned?.inputs(number);
    if (settings.explain !== true) return Object.assign({}, result, { inputs });
    this.#explainer ??= new Explainer(values, group.at(this.#first), this.#judges);
    const record = group.at(number)!;
    const facts = this.#factsOf(record);
    const reason = this.#reasons.get(number);
    const { overall } = result;
    const evidence = this.#explainer.explain(record, result, {
      ...facts,
      doubt:
        overall === "unsure" ? (reason ?? whyTooLittle(facts, lackOf(record, values))) : undefined,
      reason: overall === "off-topic" ? reason : undefined,
      isFirst: number === this.#first,
      combination: learned && (() => learned.evidence(number)),
    });
    return { ...result, inputs, evidence };
  }
}

/**
 * Returns the verdict that a part of a page allows. The part may show that it is the page, but what is missing never
 * shows that it is not. Other votes that the user has chosen still count.
 */
function overallByPart(
  overall: OverallStatus | undefined,
  part: Part | undefined,
  byOthers: readonly MeasureResult[],
): OverallStatus | undefined {
  if (part === undefined || overall === undefined) return overall;
  if (part === "like") return "on-topic";
  const isDecided = overallStatus(byOthers) === "off-topic";
  return isDecided || (part === "unknown" && overall === "on-topic") ? overall : "unsure";
}
