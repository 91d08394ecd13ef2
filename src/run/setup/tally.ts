import { hasImpossibleDate, verdictInTime } from "../../base/possible-date.js";
import { isReplayedPage } from "../../read/archives/replayed-pages.js";
import type { Damage } from "./run-options.js";
import { CUT_OFF, TEXT_ONLY } from "../../base/text.js";
import { undetermined } from "../../page/words/characters.js";
import { NOT_CHUNKED } from "../../read/coding/content-coding.js";
import { hasVote } from "../../score/verdict/decide.js";
import { isInCase } from "../../score/verdict/consequences.js";
import { INCOMPLETE } from "../../score/evidence/kinds.js";
import type { Failure, OverallStatus } from "../../base/types.js";
import type { MementoResult } from "../../score/types.js";
import type { Result } from "../../write/types.js";

/**
 * Counts of a run, for its summary and its exit status.
 *
 * @hideconstructor
 */
export class Tally {
  mementos = 0;
  timeMaps = 0;
  /** Number of mementos with an overall topic status. */
  judged = 0;
  /** Number of judged mementos that are off-topic, and number of judged mementos that are unsure (`--abstain`). */
  offTopic = 0;
  unsure = 0;
  /** Number of off-topic votes for each measure's name. The collection measures have one vote together. */
  readonly offTopicBy: Map<string, number> = new Map<string, number>();
  /** Number of mementos and TimeMaps that failed. */
  accessErrors = 0;
  /** Number of mementos that the end of their file cuts off, as of a crawl that still runs. */
  cutOff = 0;
  /** Number of mementos for which the archive answered with another capture. */
  substituted = 0;
  /** Number of mementos for which at least one measure failed. */
  measurementErrors = 0;
  /** Mementos that claim to be chunked but are not. Some archives write all records in this way. */
  notChunked = 0;
  /** Mementos whose date cannot be right. */
  impossiblyDated = 0;
  /** Mementos that are pages of a web archive themselves, and the URI-R of the first. */
  archivePages: { readonly count: number; readonly example?: string } = { count: 0 };
  /** Mementos that have only the text of their page. */
  textOnly = 0;
  /** Mementos of the kind `incomplete`. */
  incomplete = 0;
  /** TimeMaps without a first memento to which others can be compared. */
  withoutFirst = 0;
  /** TimeMaps whose judged mementos are all off-topic. */
  offTopicTimeMaps = 0;
  /** TimeMaps that are off-topic after their last memento. */
  offTopicNow = 0;
  /** TimeMaps with a single memento, which cannot be compared. */
  ofOneMemento = 0;
  /** TimeMaps with an off-topic or unsure memento on which no curator has decided. */
  toDecide = 0;
  /** Hosts of the TimeMaps. */
  hosts = 0;
  /** Judged mementos, not counting the first judged memento of each TimeMap. */
  compared = 0;
  /** Mementos whose detected language is not English. */
  notEnglish = 0;
  /** Number of mementos that were not read, and of those of them that are off-topic (`--fetch changes`). */
  inferred = 0;
  inferredOffTopic = 0;
  /** Check of such mementos by a sample. Only the process that reads the input has it. */
  check?: FetchCheck;
  /** Results of the last run with new captures that a run without any yields again. The other counts leave them out. */
  repeated = 0;
  /** Number of records that are not mementos, for each reason. */
  readonly skipped: Map<string, number> = new Map<string, number>();
  readonly damage: Damage[] = [];
  /** Stack of the first failure of each measure, feature or plug-in that failed. */
  readonly failures: Map<string, string> = new Map<string, string>();
}

/** Result of reading a sample of the captures whose verdicts could be inferred. */
export interface FetchCheck {
  /** Number of captures that could be inferred, the sample included. */
  readonly inferred: number;
  /** Number of captures of the sample that could be read. */
  readonly checked: number;
  /** Number of these with another verdict than the inferred one. */
  readonly differ: number;
}

export class RunningTally extends Tally {
  readonly #isCounted: (result: Result) => boolean;

  /**
   * The TimeMap that is being counted, with the number of its mementos and judged mementos so far, and whether one of
   * them counts.
   */
  #timeMap = { ...START };
  #key = "";
  /** Host of the last TimeMap that counts. Those of one host follow one another, in the order of their grouping keys. */
  #host: string | undefined;

  /**
   * Results for which `isCounted` returns false count only as members of their TimeMap, and TimeMaps without any other
   * result do not count.
   */
  constructor(isCounted: (result: Result) => boolean = () => true) {
    super();
    this.#isCounted = isCounted;
  }

  skip(reason: string, count = 1): void {
    this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + count);
  }

  fail({ what, stack }: Failure): void {
    if (!this.failures.has(what)) this.failures.set(what, stack);
  }

  /** Results must come grouped by TimeMap. */
  count(result: Result): void {
    if (result.kind === "timemap-problem") {
      this.accessErrors += 1;
      const { failed, message } = result.problem;
      if (failed !== undefined) this.fail({ what: failed, stack: message });
      return;
    }
    const isCounted = this.#isCounted(result);
    const isFirst = this.#countInTimeMap(result.key, result.overall !== undefined, isCounted);
    if (isFirst && result.pattern === "always-off") this.offTopicTimeMaps += 1;
    this.#countState(verdictInTime(result));
    if (!isCounted) return;
    if (result.override === undefined && isInCase(result) && !this.#timeMap.isToDecide) {
      this.#timeMap.isToDecide = true;
      this.toDecide += 1;
    }
    if (result.problem !== undefined) this.accessErrors += 1;
    if (result.problem?.message.startsWith(CUT_OFF) === true) this.cutOff += 1;
    if (isNotEnglish(result)) this.notEnglish += 1;
    const notes = result.capture.notes ?? [];
    if (notes.some((note) => note.endsWith(NOT_CHUNKED))) this.notChunked += 1;
    if (notes.some((note) => note.startsWith(TEXT_ONLY))) this.textOnly += 1;
    if (hasImpossibleDate(result.capture)) this.impossiblyDated += 1;
    if (isReplayedPage(result.capture.uriR)) {
      const { count, example = result.capture.uriR } = this.archivePages;
      this.archivePages = { count: count + 1, example };
    }
    if (result.pageKind === INCOMPLETE) this.incomplete += 1;
    if (result.capture.via?.kind === "substitute") this.substituted += 1;
    if (isUnmeasured(result)) this.measurementErrors += 1;
    if (result.capture.inferredFrom !== undefined) this.#countInferred(result);
    if (result.overall === "unsure") this.unsure += 1;
    if (result.overall === "off-topic") this.#countOffTopic(result);
  }

  /** Returns true for the first memento of the TimeMap that counts. */
  #countInTimeMap(key: string, isJudged: boolean, isCounted: boolean): boolean {
    if (this.#key !== key) this.#timeMap = { ...START };
    this.#key = key;
    const timeMap = this.#timeMap;
    const wasSingle = timeMap.counts && timeMap.mementos === 1;
    const isFirst = isCounted && !timeMap.counts;
    timeMap.mementos += 1;
    timeMap.counts ||= isCounted;
    if (isFirst) this.#countTimeMap(key);
    if (timeMap.counts && timeMap.mementos === 1) this.ofOneMemento += 1;
    if (wasSingle) this.ofOneMemento -= 1;
    if (isCounted) this.mementos += 1;
    if (isJudged) {
      if (isCounted) this.judged += 1;
      if (isCounted && timeMap.judged > 0) this.compared += 1;
      timeMap.judged += 1;
    }
    return isFirst;
  }

  /** The state of a TimeMap is that after the mementos so far, as the last memento is not known before the next TimeMap. */
  #countState(verdict: OverallStatus | undefined): void {
    const timeMap = this.#timeMap;
    if (verdict === "on-topic") timeMap.isOff = false;
    if (verdict === "off-topic") timeMap.isOff = true;
    const isOff = timeMap.isOff && timeMap.counts;
    this.offTopicNow += Number(isOff) - Number(timeMap.isCountedOff);
    timeMap.isCountedOff = isOff;
  }

  #countTimeMap(key: string): void {
    this.timeMaps += 1;
    const host = key.slice(0, key.indexOf(")"));
    if (host !== this.#host) this.hosts += 1;
    this.#host = host;
  }

  #countInferred({ overall }: MementoResult): void {
    this.inferred += 1;
    if (overall === "off-topic") this.inferredOffTopic += 1;
  }

  #countOffTopic({ override, measures, collection }: MementoResult): void {
    this.offTopic += 1;
    if (override !== undefined) {
      this.#countBy("a curator's verdict");
      return;
    }
    const names = measures.map(({ name }) => name);
    for (const { name, outcome } of measures) {
      const isOff = "value" in outcome && outcome.value.topicStatus === "off-topic";
      if (isOff && hasVote(name, names)) this.#countBy(name);
    }
    if (collection?.topicStatus === "off-topic") this.#countBy("the collection's topic");
  }

  #countBy(name: string): void {
    this.offTopicBy.set(name, (this.offTopicBy.get(name) ?? 0) + 1);
  }
}

/** A TimeMap of which no memento has been counted. */
const START = {
  mementos: 0,
  judged: 0,
  counts: false,
  isToDecide: false,
  /** Whether the last verdict is off-topic, and whether this is counted. */
  isOff: false,
  isCountedOff: false,
};

/**
 * Tells whether a measure failed on a memento. Collection measures count only if all together give no verdict, because
 * a topic without three-word collocations never has a score for them.
 */
function isUnmeasured({ measures, collection }: MementoResult): boolean {
  const isMissing = (each: readonly { readonly outcome: object }[]): boolean =>
    each.some(({ outcome }) => "problem" in outcome);
  const hasNoVerdict = collection !== undefined && collection.topicStatus === undefined;
  return isMissing(measures) || (hasNoVerdict && isMissing(collection.measures));
}

function isNotEnglish({ language }: MementoResult): boolean {
  if (language === undefined || "problem" in language) return false;
  return language.value !== undetermined && !/^en\b/u.test(language.value);
}
