import { toFourteenDigits } from "../mementos/datetime.js";
import { topicVoteText } from "../results/evidence-text.js";
import { hasVote } from "../scoring/decide.js";
import type { Evidence, Pattern } from "../types.js";
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
import type { ReportCut, ReportMemento, ReportScore } from "./report-item.js";

interface Counts {
  scored: number;
  offTopic: number;
  alone: number;
  failed: number;
  votes: boolean;
  hasOwnThresholds: boolean;
  isOfTopic: boolean;
}

/** What each measure said of all mementos; measures in order of first appearance, those of the settings first. */
export class MeasureCounts {
  readonly #cuts: ReadonlyMap<string, ReportCut>;
  readonly #places = new Map<string, number>();
  readonly #counts: Counts[] = [];
  readonly #topic = { scored: 0, offTopic: 0, alone: 0 };

  constructor(cuts: readonly ReportCut[]) {
    this.#cuts = new Map(cuts.map((cut) => [cut.name, cut]));
    for (const { name } of cuts) this.place(name);
  }

  /** The place of a measure in {@link MeasureCounts.measures}. */
  place(name: string): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    this.#places.set(name, this.#counts.length);
    this.#counts.push({
      scored: 0,
      offTopic: 0,
      alone: 0,
      failed: 0,
      votes: false,
      hasOwnThresholds: false,
      isOfTopic: false,
    });
    return this.#counts.length - 1;
  }

  add({ measures, evidence, topicVote }: ReportMemento): void {
    for (const { measure } of evidence?.topic?.scores ?? []) {
      this.#counts[this.place(measure)]!.hasOwnThresholds = true;
    }
    const isCalled = topicVote === "off-topic";
    const votes =
      Number(isCalled) +
      measures.filter(({ topicStatus, ofTopic }) => topicStatus === "off-topic" && ofTopic !== true)
        .length;
    if (topicVote !== undefined) this.#topic.scored += 1;
    if (isCalled) this.#topic.offTopic += 1;
    if (isCalled && votes === 1) this.#topic.alone += 1;
    for (const { name, score, topicStatus, ofTopic } of measures) {
      const counts = this.#counts[this.place(name)]!;
      if (ofTopic === true) counts.isOfTopic = true;
      if (score === undefined) counts.failed += 1;
      else counts.scored += 1;
      if (topicStatus !== undefined) counts.votes = true;
      if (topicStatus !== "off-topic") continue;
      counts.offTopic += 1;
      if (votes === 1) counts.alone += 1;
    }
  }

  measures(): PageMeasure[] {
    return [...this.#places].map(([name, place]) => {
      const { votes, hasOwnThresholds, isOfTopic, alone, ...counts } = this.#counts[place]!;
      const hasCut = isOfTopic || hasVote(name, this.#places.keys());
      const { threshold, comparison } = (hasCut ? this.#cuts.get(name) : undefined) ?? {};
      return {
        name,
        ...(threshold !== undefined && { threshold }),
        ...(comparison !== undefined && { comparison }),
        ...(threshold === undefined &&
          votes && { cut: hasOwnThresholds ? "by language" : "not told" }),
        ...counts,
        ...(!isOfTopic && { alone }),
      };
    });
  }

  /** The topic's one vote; undefined where it never voted. */
  topic(): PageHead["topic"] {
    return this.#topic.scored === 0 ? undefined : this.#topic;
  }
}
/** Counts over all mementos by year, and by what off-topic ones plainly are. */
export class Overview {
  readonly #years = new Map<string, { onTopic: number; offTopic: number; undecided: number }>();
  readonly #pageKinds = new Map<string, number>();
  hasEvidence = false;
  hasText = false;

  add({ mementoDatetime, overall, evidence, excerpt }: ReportMemento): void {
    if (evidence !== undefined) this.hasEvidence = true;
    if (excerpt !== undefined) this.hasText = true;
    if (mementoDatetime !== undefined) this.#countYear(mementoDatetime.slice(0, 4), overall);
    const title = overall === "off-topic" ? evidence?.pageKind?.title : undefined;
    if (title !== undefined) this.#pageKinds.set(title, (this.#pageKinds.get(title) ?? 0) + 1);
  }

  #countYear(year: string, overall: ReportMemento["overall"]): void {
    const counts = this.#years.get(year) ?? { onTopic: 0, offTopic: 0, undecided: 0 };
    this.#years.set(year, counts);
    if (overall === "on-topic") counts.onTopic += 1;
    else if (overall === "off-topic") counts.offTopic += 1;
    else counts.undecided += 1;
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
  #strip = "";
  #onTopic = 0;
  #offTopic = 0;
  #undecided = 0;
  #offRuns = 0;
  #isOff = false;
  #pattern: Pattern | undefined;
  #from: string | undefined;
  #to: string | undefined;
  /** Set as soon as it is certain. */
  #first: number | undefined;
  #firstUsable: number | undefined;

  constructor({ uriT, uriR }: Pick<ReportMemento, "uriT" | "uriR">) {
    this.uriT = uriT;
    this.#seed = uriR ?? uriT;
  }

  get mementos(): number {
    return this.#strip.length;
  }

  add(memento: ReportMemento): void {
    const { uriM, overall, mementoDatetime, pattern, comparedWith, problem } = memento;
    if (comparedWith === uriM) this.#first ??= this.mementos;
    if (comparedWith === undefined && problem === undefined) this.#firstUsable ??= this.mementos;
    this.#pattern ??= pattern;
    this.#from ??= mementoDatetime;
    this.#to = mementoDatetime ?? this.#to;
    if (overall === "on-topic") {
      this.#onTopic += 1;
      this.#strip += STRIP.onTopic;
      this.#isOff = false;
    } else if (overall === "off-topic") {
      this.#offTopic += 1;
      this.#strip += STRIP.offTopic;
      if (!this.#isOff) this.#offRuns += 1;
      this.#isOff = true;
    } else {
      this.#undecided += 1;
      this.#strip += STRIP.undecided;
    }
  }

  summary(): PageTimeMap {
    const first = this.#first ?? this.#firstUsable;
    return {
      uriT: this.uriT,
      seed: this.#seed,
      onTopic: this.#onTopic,
      offTopic: this.#offTopic,
      undecided: this.#undecided,
      offRuns: this.#offRuns,
      ...(this.#pattern !== undefined && { pattern: this.#pattern }),
      ...(this.#from !== undefined && { from: this.#from }),
      ...(this.#to !== undefined && { to: this.#to }),
      strip: this.#strip,
      ...(first !== undefined && { first }),
    };
  }
}
/** Places of names and texts, each told once. */
export interface Places {
  measure(name: string): number;
  text(excerpt: string): number;
}

/** A memento as the page is told of it; `replay` is that of the run. */
export function pageMemento(
  memento: ReportMemento,
  places: Places,
  replay: string | undefined,
): PageMemento {
  const { uriM, mementoDatetime, overall, problem, status, override, evidence } = memento;
  const { source, via, notes, excerpt } = memento;
  const told = new Map<string, ToldScore>();
  for (const { measure, normalised } of evidence?.scores ?? []) told.set(measure, { normalised });
  // The thresholds of a topic are those of its part in the memento's language.
  for (const { measure, normalised, threshold } of evidence?.topic?.scores ?? [])
    told.set(measure, { normalised, threshold });
  const replayed = replay === undefined ? undefined : replayedAt(replay, memento);
  return {
    uriM,
    ...(replayed !== undefined && { replayed }),
    ...(mementoDatetime !== undefined && { date: mementoDatetime }),
    ...(overall !== undefined && { overall }),
    ...(problem !== undefined && { problem }),
    ...(status !== undefined && { status }),
    scores: memento.measures.map((score) => pageScore(score, told.get(score.name), places)),
    ...(override !== undefined && { override }),
    ...(evidence !== undefined && { evidence: withoutScores(evidence) }),
    ...(evidence?.topic !== undefined && { topicVote: topicVoteText(evidence.topic) }),
    ...(source !== undefined && { source: { file: source.file, offset: source.offset } }),
    ...(via !== undefined && { standsFor: `${via.kind} ${via.mementoDatetime} ${via.uriR}` }),
    ...(notes !== undefined && notes.length > 0 && { notes }),
    ...(excerpt !== undefined && { text: places.text(excerpt) }),
  };
}

/** What the evidence says of one score. */
interface ToldScore {
  readonly normalised: number;
  readonly threshold?: number;
}

function pageScore(
  { name, score, bound, topicStatus, error, comparedWith }: ReportScore,
  told: ToldScore | undefined,
  places: Places,
): PageScore {
  const { normalised, threshold } = told ?? {};
  return {
    measure: places.measure(name),
    ...(score !== undefined && { score }),
    ...(bound !== undefined && { bound }),
    ...(topicStatus !== undefined && { topicStatus }),
    ...(error !== undefined && { error }),
    ...(threshold !== undefined && { threshold }),
    ...(normalised !== undefined && { normalised }),
    ...(comparedWith !== undefined && { comparedWith }),
  };
}

/** A replay system's address of a capture that has none on the web: one from a file. */
function replayedAt(
  prefix: string,
  { uriM, uriR, mementoDatetime }: ReportMemento,
): string | undefined {
  if (/^https?:/iu.test(uriM) || uriR === undefined || mementoDatetime === undefined) {
    return undefined;
  }
  return `${prefix}${toFourteenDigits(mementoDatetime)}/${uriR}`;
}

/** The scores stand beside it already, and so does the vote of the topic. */
function withoutScores(evidence: Evidence): Omit<Evidence, "scores" | "topic"> {
  const others: { -readonly [K in keyof Evidence]?: Evidence[K] } = { ...evidence };
  delete others.scores;
  delete others.topic;
  return others;
}
