import type { FetcherHandle } from "../read/http/fetcher.js";
import { hash53 } from "../base/math/sketch.js";
import { undetermined } from "../page/words/characters.js";
import { NOT_CHUNKED } from "../read/coding/content-coding.js";
import type { Overrides } from "../write/overrides.js";
import { hasVote } from "../score/decide.js";
import type { ElsewhereTable } from "../score/elsewhere.js";
import type { Soft404Table } from "../score/soft404.js";
import type { TopicSource } from "../score/topic/topic-source.js";
import type { Failure, Source } from "../base/types.js";
import type {
  FileCache,
  HttpInputOptions,
  Input,
  InputContext,
  InputProgress,
} from "../read/types.js";
import type { BoilerplateRemover, Feature } from "../page/types.js";
import type { Settings } from "../score/settings/types.js";
import type { Measure, MementoResult } from "../score/types.js";
import type { Result } from "../write/types.js";

/** A part of all TimeMaps: the k-th of n, k from 1 to n. */
export interface Shard {
  readonly k: number;
  readonly n: number;
}

/** Which of n parts a key belongs to, from 0; every process agrees without asking another. */
export const partOf = (key: string, n: number): number => hash53(key) % n;

/**
 * True when the TimeMap of a grouping key belongs to a shard.
 *
 * @example
 * ```js
 * const seed = "org,museum)/";
 * console.log(
 *   inShard(seed, { k: 1, n: 1 }),
 *   inShard(seed, { k: 1, n: 2 }) !== inShard(seed, { k: 2, n: 2 }),
 * );
 * // true true
 * ```
 */
export const inShard = (key: string, { k, n }: Shard): boolean => partOf(key, n) === k - 1;

/** Bytes of the input that were lost and belong to no memento. */
export interface Damage {
  readonly source: Source;
  readonly message: string;
}

/** What a run did, for its closing summary and its exit status. */
export interface Tally {
  readonly mementos: number;
  readonly timeMaps: number;
  /** Mementos with an overall topic status. */
  readonly judged: number;
  /** Of these, the ones whose overall topic status is off-topic, and those that are unsure (`--abstain`). */
  readonly offTopic: number;
  readonly unsure: number;
  /** The votes that made them so, by name of the measure; the collection measures have one vote. */
  readonly offTopicBy: ReadonlyMap<string, number>;
  /** Mementos and TimeMaps that failed. */
  readonly accessErrors: number;
  /** Mementos for which the archive answered with another capture. */
  readonly substituted: number;
  /** Mementos for which at least one measure failed. */
  readonly measurementErrors: number;
  /** Mementos said to be chunked that are not: one archive may write all of them so. */
  readonly notChunked: number;
  /** TimeMaps whose first memento could not be compared with. */
  readonly withoutFirst: number;
  /** TimeMaps of which all judged mementos are off-topic. */
  readonly offTopicTimeMaps: number;
  /** TimeMaps of one memento, which has nothing to be compared with. */
  readonly ofOneMemento: number;
  /** Judged mementos beyond the first judged one of each TimeMap. */
  readonly compared: number;
  /** Mementos in which another language than English was detected. */
  readonly notEnglish: number;
  /** Records that are not mementos, by reason. */
  readonly skipped: ReadonlyMap<string, number>;
  readonly damage: readonly Damage[];
  /** Measures, features and plug-ins that failed, each with the first stack. */
  readonly failures: ReadonlyMap<string, string>;
}

/** Counts so far. */
export class RunningTally implements Tally {
  mementos = 0;
  timeMaps = 0;
  judged = 0;
  offTopic = 0;
  unsure = 0;
  accessErrors = 0;
  substituted = 0;
  measurementErrors = 0;
  notChunked = 0;
  withoutFirst = 0;
  offTopicTimeMaps = 0;
  ofOneMemento = 0;
  compared = 0;
  notEnglish = 0;
  readonly offTopicBy: Map<string, number> = new Map<string, number>();
  readonly skipped: Map<string, number> = new Map<string, number>();
  readonly damage: Damage[] = [];
  readonly failures: Map<string, string> = new Map<string, string>();

  /** The TimeMap that is being counted, with its mementos so far and how many of them are judged. */
  #timeMap: { readonly key: string; mementos: number; judged: number } | undefined;

  skip(reason: string, count = 1): void {
    this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + count);
  }

  fail({ what, stack }: Failure): void {
    if (!this.failures.has(what)) this.failures.set(what, stack);
  }

  /** Results come grouped by TimeMap. */
  count(result: Result): void {
    if (result.kind === "timemap-problem") {
      this.accessErrors += 1;
      const { failed, message } = result.problem;
      if (failed !== undefined) this.fail({ what: failed, stack: message });
      return;
    }
    const isFirst = this.countInTimeMap(result.key, result.overall !== undefined);
    if (isFirst && result.pattern === "always-off") this.offTopicTimeMaps += 1;
    if (result.problem !== undefined) this.accessErrors += 1;
    if (isNotEnglish(result)) this.notEnglish += 1;
    const notes = result.capture.notes ?? [];
    if (notes.some((note) => note.endsWith(NOT_CHUNKED))) this.notChunked += 1;
    if (result.capture.via?.kind === "substitute") this.substituted += 1;
    if (isUnmeasured(result)) this.measurementErrors += 1;
    if (result.overall === "unsure") this.unsure += 1;
    if (result.overall === "off-topic") this.#countOffTopic(result);
  }

  /** Counts a memento of the TimeMap of this key. Returns true for the first one of the TimeMap. */
  countInTimeMap(key: string, isJudged: boolean): boolean {
    this.mementos += 1;
    if (this.#timeMap?.key !== key) this.#timeMap = { key, mementos: 0, judged: 0 };
    this.#timeMap.mementos += 1;
    if (this.#timeMap.mementos === 1) this.ofOneMemento += 1;
    if (this.#timeMap.mementos === 2) this.ofOneMemento -= 1;
    if (isJudged) {
      this.judged += 1;
      if (this.#timeMap.judged > 0) this.compared += 1;
      this.#timeMap.judged += 1;
    }
    return this.#timeMap.mementos === 1;
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

/**
 * Whether a measure has no score. Of those of the topic it counts only where they have no verdict: a topic without collocations
 * of three words has no score for them on any memento.
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
/** An input with what `prepare` made of its arguments. */
export interface PreparedInput {
  readonly input: Input;
  readonly sources: readonly string[];
}

export interface RunOptions {
  readonly inputs: readonly PreparedInput[];
  readonly settings: Settings;
  /** Definitions that `settings.measures` names. */
  readonly measures: readonly Measure[];
  /** Definitions of all features that the measures ask for. */
  readonly features: readonly Feature[];
  /** The boilerplate removers that the settings may name. */
  readonly removers: readonly BoilerplateRemover[];
  /** Modules that worker threads load for them. */
  readonly plugins: readonly string[];
  /** Worker threads that read pages; 0 reads them in this thread. */
  readonly workers: number;
  /** Bytes of records held in memory; the rest goes to temporary files. */
  readonly memoryBytes: number;
  /** Only the TimeMaps of this shard are scored, though all captures are read. */
  readonly shard?: Shard;
  /** For inputs that ask what is wanted before they fetch. */
  readonly wants?: NonNullable<InputContext["wants"]>;
  readonly signal: AbortSignal;
  /** For inputs over HTTP; closed when the run ends. */
  readonly http?: { readonly fetcher: FetcherHandle; readonly close: () => Promise<void> };
  /** Choices for inputs over HTTP, and for those that read again what such inputs fetched. */
  readonly httpOptions?: HttpInputOptions;
  /** What earlier runs made of files; closed when all have been read. */
  readonly cache?: FileCache;
  /** What earlier runs said of the same mementos. */
  readonly scores?: ScoreKeeper;
  readonly onProgress?: (progress: RunProgress) => void;
  /** A curator's own verdicts; they win. */
  readonly overrides?: Overrides;
  /** Where the topic of the collection comes from, when the settings ask for it. */
  readonly topicSource?: TopicSource;
  /** Texts that stand in several TimeMaps; `collection`: they are found in this run's input. */
  readonly elsewhereSource?: ElsewhereTable | "collection";
  /** Captures that the command soft404 listed. */
  readonly soft404?: Soft404Table;
  readonly onDamage?: (damage: Damage) => void;
}

/** Results of an earlier run, judged by the thresholds of this one, and counted. */
export type KeptResults = (tally: RunningTally) => AsyncGenerator<Result>;

/** Knows the results of earlier runs. */
export interface ScoreKeeper {
  /** Undefined where there are none of the same mementos and scores. */
  find(): KeptResults | undefined;
  /** The same results, which are kept once all of them have been taken. */
  keep(results: AsyncIterable<Result>, tally: Tally): AsyncGenerator<Result>;
}

/** How far a run is, for people. */
export interface RunProgress {
  readonly phase: "reading" | "scoring";
  readonly records: number;
  readonly mementos: number;
  /** Mementos scored so far. */
  readonly scored: number;
  readonly input?: InputProgress;
  /** What was fetched so far, of inputs over HTTP. */
  readonly fetched?: FetcherHandle["statistics"];
}
