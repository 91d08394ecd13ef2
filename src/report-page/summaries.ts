import { type SavedMemento, scoreOf, valueOf, whyNoScore } from "../results/entry.js";
import { topicVoteText } from "../results/evidence-text.js";
import { replayedAt, standsFor } from "../results/writing.js";
import { hasVote } from "../scoring/decide.js";
import type { MeasureResult, Pattern, TopicStatus } from "../types.js";
import {
  type PageHead,
  type PageKindCount,
  type PageMeasure,
  type PageMemento,
  type PageScore,
  type PageTimeMap,
  type PageYear,
  STRIP,
} from "./page-data.js";
import type { ReportCut } from "./report-run.js";

interface Counts {
  scored: number;
  offTopic: number;
  alone: number;
  failed: number;
  votes: boolean;
  hasOwnThresholds: boolean;
  isOfTopic: boolean;
}

const NO_COUNTS: Counts = {
  ...{ scored: 0, offTopic: 0, alone: 0, failed: 0 },
  ...{ votes: false, hasOwnThresholds: false, isOfTopic: false },
};

/** What the evidence says of one score. */
type Distance = Pick<PageScore, "normalised" | "threshold">;

/** What each measure said of all mementos; measures in order of first appearance, those of the settings first. */
export class MeasureCounts {
  readonly #cuts: ReadonlyMap<string, ReportCut>;
  readonly #places = new Map<string, number>();
  readonly #counts: Counts[] = [];
  readonly #topic = { scored: 0, offTopic: 0, alone: 0 };

  constructor(cuts: readonly ReportCut[]) {
    this.#cuts = new Map(cuts.map((cut) => [cut.name, cut]));
    for (const { name } of cuts) this.#place(name);
  }

  /** The place of a measure in {@link MeasureCounts.measures}. */
  #place(name: string): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    this.#places.set(name, this.#counts.length);
    return this.#counts.push({ ...NO_COUNTS }) - 1;
  }

  /** Counts what the measures say of a memento; returns it as the page has it. */
  add({ measures, collection, evidence }: SavedMemento): PageScore[] {
    const distances = new Map<string, Distance>();
    for (const { measure, normalised } of evidence?.scores ?? []) {
      distances.set(measure, { normalised });
    }
    // The thresholds of a topic are those of its part in the memento's language.
    for (const { measure, normalised, threshold } of evidence?.topic?.scores ?? []) {
      distances.set(measure, { normalised, threshold });
      this.#counts[this.#place(measure)]!.hasOwnThresholds = true;
    }
    const names = measures.map(({ name }) => name);
    const own = measures.map((each) => this.#score(each, hasVote(each.name, names), distances));
    const ofTopic = (collection?.measures ?? []).map((each) => this.#score(each, true, distances));
    for (const { measure } of ofTopic) this.#counts[measure]!.isOfTopic = true;
    const isCalled = collection?.topicStatus === "off-topic";
    const votes = Number(isCalled) + own.filter(isOffTopic).length;
    if (collection?.topicStatus !== undefined) this.#topic.scored += 1;
    if (isCalled) this.#topic.offTopic += 1;
    if (isCalled && votes === 1) this.#topic.alone += 1;
    const scores = [...own, ...ofTopic];
    for (const each of scores) {
      const counts = this.#counts[each.measure]!;
      if (each.score === undefined) counts.failed += 1;
      else counts.scored += 1;
      if (each.topicStatus !== undefined) counts.votes = true;
      if (!isOffTopic(each)) continue;
      counts.offTopic += 1;
      if (votes === 1) counts.alone += 1;
    }
    return scores;
  }

  /** Where a measure has no vote its topic status is left out. */
  #score(
    measure: MeasureResult,
    votes: boolean,
    distances: ReadonlyMap<string, Distance>,
  ): PageScore {
    const { score, bound, topicStatus } = scoreOf(measure) ?? {};
    return {
      measure: this.#place(measure.name),
      score,
      bound,
      topicStatus: votes ? topicStatus : undefined,
      error: whyNoScore(measure),
      threshold: distances.get(measure.name)?.threshold,
      normalised: distances.get(measure.name)?.normalised,
      comparedWith: measure.comparedWith,
    };
  }

  measures(): PageMeasure[] {
    return [...this.#places].map(([name, place]) => {
      const { votes, hasOwnThresholds, isOfTopic, alone, ...counts } = this.#counts[place]!;
      const hasCut = isOfTopic || hasVote(name, this.#places.keys());
      const { threshold, comparison } = (hasCut ? this.#cuts.get(name) : undefined) ?? {};
      const cut = hasOwnThresholds ? "by language" : "not reported";
      return {
        name,
        threshold,
        comparison,
        cut: threshold === undefined && votes ? cut : undefined,
        ...counts,
        alone: isOfTopic ? undefined : alone,
      };
    });
  }

  /** The topic's one vote; undefined where it never voted. */
  topic(): PageHead["topic"] {
    return this.#topic.scored === 0 ? undefined : this.#topic;
  }
}

const isOffTopic = ({ topicStatus }: PageScore): boolean => topicStatus === "off-topic";

interface Verdicts {
  onTopic: number;
  offTopic: number;
  undecided: number;
}

/** Counts a verdict; returns under which name. */
function countVerdict(counts: Verdicts, overall: TopicStatus | undefined): keyof Verdicts {
  const name =
    overall === "on-topic" ? "onTopic" : overall === "off-topic" ? "offTopic" : "undecided";
  counts[name] += 1;
  return name;
}

/** Counts over all mementos by year, and by what off-topic ones plainly are. */
export class Overview {
  readonly #years = new Map<string, Verdicts>();
  readonly #pageKinds = new Map<string, number>();
  hasEvidence = false;
  hasText = false;

  add({ capture, overall, evidence, excerpt }: SavedMemento): void {
    if (evidence !== undefined) this.hasEvidence = true;
    if (valueOf(excerpt) !== undefined) this.hasText = true;
    const year = capture.mementoDatetime?.slice(0, 4);
    if (year !== undefined) {
      const counts = this.#years.get(year) ?? { onTopic: 0, offTopic: 0, undecided: 0 };
      this.#years.set(year, counts);
      countVerdict(counts, overall);
    }
    const title = overall === "off-topic" ? evidence?.pageKind?.title : undefined;
    if (title !== undefined) this.#pageKinds.set(title, (this.#pageKinds.get(title) ?? 0) + 1);
  }

  years(): PageYear[] {
    return [...this.#years]
      .map(([year, counts]) => ({ year, ...counts }))
      .sort((a, b) => (a.year < b.year ? -1 : 1));
  }

  /** Most frequent first, equal ones by title. */
  pageKinds(): PageKindCount[] {
    return [...this.#pageKinds]
      .map(([title, count]) => ({ title, count }))
      .sort((a, b) => b.count - a.count || (a.title < b.title ? -1 : 1));
  }
}
/** What the list of TimeMaps says of one, from its mementos, oldest first. */
export class TimeMapSummary {
  readonly uriT: string;
  readonly #seed: string;
  readonly #counts: Verdicts = { onTopic: 0, offTopic: 0, undecided: 0 };
  #strip = "";
  #offRuns = 0;
  #isOff = false;
  #pattern: Pattern | undefined;
  #from: string | undefined;
  #to: string | undefined;
  /** Set as soon as it is certain. */
  #first: number | undefined;
  #firstUsable: number | undefined;

  constructor({ uriT, capture }: SavedMemento) {
    this.uriT = uriT;
    this.#seed = capture.uriR ?? uriT;
  }

  add(memento: SavedMemento): void {
    const { uriM, overall, capture, pattern, comparedWith, problem } = memento;
    const place = this.#strip.length;
    if (comparedWith === uriM) this.#first ??= place;
    if (comparedWith === undefined && problem === undefined) this.#firstUsable ??= place;
    this.#pattern ??= pattern;
    this.#from ??= capture.mementoDatetime;
    this.#to = capture.mementoDatetime ?? this.#to;
    this.#strip += STRIP[countVerdict(this.#counts, overall)];
    if (overall === "off-topic" && !this.#isOff) this.#offRuns += 1;
    if (overall !== undefined) this.#isOff = overall === "off-topic";
  }

  summary(): PageTimeMap {
    return {
      uriT: this.uriT,
      seed: this.#seed,
      ...this.#counts,
      offRuns: this.#offRuns,
      pattern: this.#pattern,
      from: this.#from,
      to: this.#to,
      strip: this.#strip,
      first: this.#first ?? this.#firstUsable,
    };
  }
}

/** A memento as the page has it; `text` is the place of its excerpt, `replay` that of the run. */
export function pageMemento(
  memento: SavedMemento,
  scores: readonly PageScore[],
  text: number | undefined,
  replay: string | undefined,
): PageMemento {
  const { uriM, capture, overall, problem, override, evidence } = memento;
  const { source, via, notes } = capture;
  return {
    uriM,
    replayed: replayedAt(replay, memento),
    date: capture.mementoDatetime,
    overall,
    problem: problem?.message,
    status: capture.status ?? evidence?.httpStatus?.memento,
    scores,
    override,
    evidence: evidence && { ...evidence, scores: undefined, topic: undefined },
    topicVote: evidence?.topic && topicVoteText(evidence.topic),
    source: source && { file: source.file, offset: source.offset },
    standsFor: via && standsFor(via),
    notes: notes !== undefined && notes.length > 0 ? notes : undefined,
    text,
  };
}
