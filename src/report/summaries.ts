import { byText } from "../base/text.js";
import { numberOf } from "../base/math/group-by.js";
import { hasImpossibleDate, verdictInTime } from "../base/possible-date.js";
import { type SavedMemento, scoreIn, valueOf, whyNoScore } from "../write/entry.js";
import { topicVoteText } from "../write/evidence.js";
import { pageKindTitle, replayedAt, SeedNotice, standsFor } from "../write/writing.js";
import { hasVote } from "../score/verdict/decide.js";
import { Course } from "../score/verdict/course.js";
import type { OverallStatus } from "../base/types.js";
import type { Evidence, Pattern } from "../score/types.js";
import {
  type PageKindCount,
  type PageMeasure,
  type PageMemento,
  type PageScore,
  type PageTimeMap,
  type PageYear,
  STRIP,
  UNKNOWN_KIND,
  type VerdictCounts,
} from "./page-data.js";
import type { ReportCut } from "./report-run.js";

/** The measures of the settings come first, followed by other measures in the order of their first appearance. */
export class PageMeasures {
  readonly #cuts: ReadonlyMap<string, ReportCut>;
  readonly #names: Names = new Map();
  readonly #ofTopic = new Set<string>();

  constructor(cuts: readonly ReportCut[]) {
    this.#cuts = new Map(cuts.map((cut) => [cut.name, cut]));
    for (const { name } of cuts) numberOf(name, this.#names);
  }

  /** Returns the scores of a memento for the page. A measure without a vote has no topic status. */
  scores({ measures, collection, evidence }: SavedMemento): PageScore[] {
    const ofTopic = collection?.measures ?? [];
    for (const { name } of ofTopic) this.#ofTopic.add(name);
    // The thresholds of a topic depend on the language of the memento.
    const thresholds = new Map(
      evidence?.topic?.scores.map(({ measure, threshold }) => [measure, threshold]),
    );
    const names = measures.map(({ name }) => name);
    return [...measures, ...ofTopic].map((each, at): PageScore => {
      const { score, bound, topicStatus } = scoreIn(each) ?? {};
      const hasOwnVote = at >= measures.length || hasVote(each.name, names);
      return {
        measure: numberOf(each.name, this.#names),
        score: score === undefined ? undefined : Number(score.toPrecision(6)),
        bound,
        topicStatus: hasOwnVote ? topicStatus : undefined,
        error: whyNoScore(each),
        threshold: thresholds.get(each.name),
        comparedWith: each.comparedWith,
      };
    });
  }

  measures(): PageMeasure[] {
    const names = [...this.#names.keys()];
    return names.map((name) => {
      const hasCut = this.#ofTopic.has(name) || hasVote(name, names);
      const { threshold, comparison } = (hasCut ? this.#cuts.get(name) : undefined) ?? {};
      return { name, threshold, comparison };
    });
  }
}

/** Counts a verdict and returns the name of its count. */
function countVerdict(
  counts: VerdictCounts,
  overall: OverallStatus | undefined,
): keyof VerdictCounts {
  const name =
    overall === "on-topic" ? "onTopic" : overall === "off-topic" ? "offTopic" : "undecided";
  counts[name] += 1;
  return name;
}

export class Overview {
  readonly #years = new Map<string, VerdictCounts>();
  readonly #pageKinds = new Map<string, number>();
  hasEvidence = false;
  hasText = false;
  overridden = 0;

  add(memento: SavedMemento): void {
    const { capture, overall, evidence, excerpt, override, textSimhash } = memento;
    if (override !== undefined) this.overridden += 1;
    if (evidence !== undefined) this.hasEvidence = true;
    if (valueOf(excerpt) !== undefined) this.hasText = true;
    const year = dateInTime(capture)?.slice(0, 4);
    if (year !== undefined) {
      const counts = this.#years.get(year) ?? { onTopic: 0, offTopic: 0, undecided: 0 };
      this.#years.set(year, counts);
      countVerdict(counts, overall);
    }
    // Older results without evidence have no kind of page.
    if (overall !== "off-topic" || (evidence ?? textSimhash) === undefined) return;
    const title = pageKindTitle(memento) ?? UNKNOWN_KIND;
    this.#pageKinds.set(title, (this.#pageKinds.get(title) ?? 0) + 1);
  }

  years(): PageYear[] {
    return [...this.#years]
      .map(([year, counts]) => ({ year, ...counts }))
      .sort((a, b) => (a.year < b.year ? -1 : 1));
  }

  /**
   * Returns the kinds, the most frequent kind first. Equally frequent kinds are sorted by title. The unknown kind comes
   * last.
   */
  pageKinds(): PageKindCount[] {
    const known = ({ title }: PageKindCount): number => Number(title !== UNKNOWN_KIND);
    return [...this.#pageKinds]
      .map(([title, count]) => ({ title, count }))
      .sort((a, b) => known(b) - known(a) || b.count - a.count || byText(a.title, b.title));
  }
}
/** Returns the date of a memento for axes of time; undefined if it is unknown or cannot be right. */
const dateInTime = (capture: SavedMemento["capture"]): string | undefined =>
  hasImpossibleDate(capture) ? undefined : capture.mementoDatetime;

const DAY_LENGTH = 24 * 60 * 60 * 1000;

/** The caller must add the mementos oldest first. */
export class TimeMapSummary {
  readonly uriT: string;
  readonly #seed: string;
  readonly #counts: VerdictCounts = { onTopic: 0, offTopic: 0, undecided: 0 };
  #strip = "";
  readonly #days: string[] = [];
  #day = 0;
  readonly #course = new Course<string>();
  #pattern: Pattern | undefined;
  readonly #notice = new SeedNotice();
  #from: string | undefined;
  #to: string | undefined;
  /** Place of the reference memento, with which others are compared. Undefined until it is certain. */
  #first: number | undefined;
  #firstUsable: number | undefined;
  #inferred = 0;

  constructor({ uriT, capture }: SavedMemento) {
    this.uriT = uriT;
    this.#seed = capture.uriR ?? uriT;
  }

  add(memento: SavedMemento): void {
    const { uriM, overall, capture, pattern, comparedWith, problem } = memento;
    const place = this.#strip.length;
    if (comparedWith === uriM) this.#first ??= place;
    const isRead = capture.inferredFrom === undefined;
    if (!isRead) this.#inferred += 1;
    if (comparedWith === undefined && problem === undefined && isRead) this.#firstUsable ??= place;
    this.#pattern ??= pattern;
    this.#notice.add(memento);
    const date = dateInTime(capture);
    this.#from ??= date;
    this.#to = date ?? this.#to;
    const counted = countVerdict(this.#counts, overall);
    this.#strip += STRIP[overall === "unsure" ? overall : counted];
    this.#days.push(this.#daysSince(date));
    this.#course.add(verdictInTime(memento), date?.slice(0, 10));
  }

  #daysSince(date: string | undefined): string {
    const day = Math.floor(Date.parse(date ?? "") / DAY_LENGTH);
    if (Number.isNaN(day)) return "";
    const since = day - this.#day;
    this.#day = day;
    return since.toString(36);
  }

  summary(): PageTimeMap {
    return {
      uriT: this.uriT,
      seed: this.#seed,
      ...this.#counts,
      inferred: this.#inferred === 0 ? undefined : this.#inferred,
      offRuns: this.#course.count,
      offFrom: this.#course.from,
      offTo: this.#course.to,
      pattern: this.#pattern,
      notice: this.#notice.text,
      from: this.#from,
      to: this.#to,
      strip: this.#strip,
      days: this.#days.join(" "),
      first: this.#first ?? this.#firstUsable,
    };
  }
}

/** Mementos refer to a name by its number here, so the page contains each name only once. */
export type Names = Map<string, number>;

/** Never removes the name of a WACZ. */
export function withoutSharedFolders(files: readonly string[]): string[] {
  const folders = (file: string): string[] => file.split("!/", 1)[0]!.split("/").slice(0, -1);
  const [first = [], ...others] = files.map(folders);
  const end = first.findIndex((name, at) => others.some((other) => other[at] !== name));
  const shared = end < 0 ? first.length : end;
  return files.map((file) => file.split("/").slice(shared).join("/"));
}

/** Maximum number of inputs of the learned combination to show for a memento. */
const MOST_WEIGHED = 6;

export interface Surroundings {
  /** Prefix of the addresses at which captures without a web address are replayed. */
  readonly replay: string | undefined;
  readonly files: Names;
  readonly inputs: Names;
}

export interface MementoTexts extends Pick<PageMemento, "text" | "beside"> {
  /** Words of a memento since a lasting change and of the last one before it. The run lists those of others. */
  readonly terms?: Pick<Evidence, "termsLost" | "termsGained">;
}

export function pageMemento(
  memento: SavedMemento,
  scores: readonly PageScore[],
  { terms, ...texts }: MementoTexts,
  { replay, files, inputs }: Surroundings,
): PageMemento {
  const { uriM, capture, overall, problem, override, evidence } = memento;
  const { source, via, notes } = capture;
  const { probability, inputs: weights = [] } = evidence?.combination ?? {};
  const weighed = weights
    .filter(({ contribution }) => contribution !== 0)
    .slice(0, MOST_WEIGHED)
    .map(
      ({ of, contribution }) =>
        [numberOf(of, inputs), Number(contribution.toPrecision(3))] as const,
    );
  return {
    uriM,
    replayed: replayedAt(replay, memento),
    date: capture.mementoDatetime,
    overall,
    problem: problem?.message,
    status: capture.status ?? evidence?.httpStatus?.memento,
    scores,
    override,
    evidence: evidence && {
      ...evidence,
      ...(evidence.termsLost === undefined && terms),
      scores: undefined,
      topic: undefined,
      combination: undefined,
    },
    probability,
    weighed: weighed.length > 0 ? weighed : undefined,
    topicVote: evidence?.topic && topicVoteText(evidence.topic),
    source: source && {
      file: numberOf(source.file, files),
      offset: source.offset,
      unit: source.unit,
    },
    inferredFrom: capture.inferredFrom,
    standsFor: via && standsFor(via),
    notes: notes !== undefined && notes.length > 0 ? notes : undefined,
    ...texts,
  };
}
