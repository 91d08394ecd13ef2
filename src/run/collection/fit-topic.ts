import { hash53 } from "../../base/math/sketch.js";
import { sortDigits } from "../../base/datetime.js";
import { counted } from "../../base/text.js";
import { surt } from "../../base/uri.js";
import type { TopicWords } from "../../page/features/words.js";
import { Values } from "../../score/scoring/compare.js";
import { namesOf } from "../../score/evidence/evidence.js";
import { type Plan, planRun, type TopicPlan } from "../../score/settings/plan.js";
import { buildProfile, tuneProfile } from "../../score/topic/build-profile.js";
import { type Background, backgroundOf } from "../../score/topic/background.js";
import { Directories, type TopicDocument } from "../../score/topic/document.js";
import { preprocessingOf, wordsIn } from "../../score/topic/own-words.js";
import { TopicJudge, VariableLearner } from "../../score/topic/judge.js";
import type { TopicSource } from "../../score/topic/topic-source.js";
import type { JsonObject } from "../../base/types.js";
import type { Feature, FeatureRecord, RecordGroup, Sign } from "../../page/types.js";
import type { TopicProfile } from "../../score/topic/types.js";
import type { Preprocessing, Settings } from "../../score/settings/types.js";
import type { Measure } from "../../score/types.js";
import type { Result } from "../../write/types.js";
import { definitionsOf } from "../records/extract.js";
import { groupLines } from "../lines/groups.js";
import { ascii } from "../lines/lines.js";
import { mementoLines } from "../reduce/reduce.js";
import type { RunOptions } from "../setup/run-options.js";
import { Shuffle } from "../../base/shuffle.js";
import { Turns } from "../setup/until-aborted.js";

interface TopicFitOptions extends TopicSource {
  readonly settings: Settings;
  readonly measures: readonly Measure[];
  readonly features: readonly Feature[];
  readonly memoryBytes: number;
  readonly signal: AbortSignal;
}

export function fitOptions(options: RunOptions): TopicFitOptions {
  const { settings, measures, features, memoryBytes, signal, topicSource } = options;
  if (topicSource === undefined) throw new Error("the settings name no source for the topic");
  return { ...{ settings, measures, features, memoryBytes, signal }, ...topicSource };
}

/** Thousands of documents give no better topic than hundreds. */
const MOST_DOCUMENTS = 600;

/**
 * Builds the topic of a whole collection from its sorted record lines, which are read up to three times: for the
 * elements and thresholds of the core, for the variable part, and for the directories of recognised mementos.
 */
export async function fitTopic(
  lines: () => Iterable<string> | AsyncIterable<string>,
  options: TopicFitOptions,
): Promise<TopicProfile> {
  const fit = new TopicFit(lines, options);
  let profile = await fit.profile();
  if (options.variable !== undefined) profile = await fit.learnVariable(profile, options.variable);
  const chosen = options.settings.collection?.measures ?? [];
  if (!chosen.some(({ keyword }) => keyword === "directory")) return profile;
  if (options.profile?.directories !== undefined) return profile;
  return fit.addDirectories(profile);
}

/** The language is missing, because each part of the topic has its own. */
function topicPreprocessing({ preprocessing }: Settings): JsonObject & Preprocessing {
  const each = Object.entries({ ...preprocessing, language: "auto" });
  return Object.fromEntries(each.sort(([a], [b]) => (a < b ? -1 : 1))) as JsonObject &
    Preprocessing;
}

/** A memento with its document for the topic, and with the data that decides whether it belongs to the core. */
interface TopicMemento {
  readonly document: TopicDocument;
  readonly record: FeatureRecord;
  readonly uriM: string;
  readonly signs: readonly Sign[];
}

class TopicFit {
  readonly #lines: () => Iterable<string> | AsyncIterable<string>;
  readonly #options: TopicFitOptions;
  readonly #plan: Plan;
  readonly #topic: TopicPlan;
  readonly #preprocessing: Preprocessing;
  readonly #features: readonly Feature[];
  readonly #turns = new Turns();

  constructor(lines: () => Iterable<string> | AsyncIterable<string>, options: TopicFitOptions) {
    this.#lines = lines;
    this.#options = options;
    const { settings, measures, features } = options;
    this.#plan = planRun(settings, measures);
    if (this.#plan.topic === undefined) throw new Error("the settings ask for no topic");
    this.#topic = this.#plan.topic;
    const { profile } = options;
    this.#preprocessing =
      profile === undefined ? topicPreprocessing(settings) : preprocessingOf(profile);
    this.#features = definitionsOf(this.#plan.requests, features);
  }

  /** Returns the given profile, with thresholds tuned again on request, or builds a profile from the core. */
  async profile(): Promise<TopicProfile> {
    const { core, rules, profile, tune, onCore } = this.#options;
    if (profile !== undefined && tune !== true) return profile;
    const sample = new SeedSample(MOST_DOCUMENTS);
    let timeMaps = 0;
    for await (const group of this.#groups()) {
      timeMaps += 1;
      const documents = this.#coreOf(group);
      if (documents[0] !== undefined) sample.add(documents[0].host, documents);
    }
    const documents = sample.documents();
    if (profile !== undefined) return tuneProfile(profile, documents, rules);
    const of =
      core.uriMs === undefined
        ? `up to ${counted(core.perTimeMap, "memento")} each of ${counted(timeMaps, "TimeMap")}`
        : `${counted(core.uriMs.size, "memento")} that ${core.uriMs.size === 1 ? "was" : "were"} named`;
    const madeFrom = `${of}: ${counted(documents.length, "document")}`;
    const preprocessing = this.#preprocessing as JsonObject & Preprocessing;
    const background = (language: string): Background | undefined =>
      backgroundOf(language, preprocessing);
    return buildProfile(documents, rules, { madeFrom, preprocessing, background }, onCore);
  }

  async learnVariable(
    profile: TopicProfile,
    rules: NonNullable<TopicFitOptions["variable"]>,
  ): Promise<TopicProfile> {
    const { settings, memoryBytes } = this.#options;
    const byTime = new Shuffle(memoryBytes);
    try {
      for await (const group of this.#groups())
        for (const { document, record, uriM } of this.#documents(group))
          byTime.add(
            [
              sortDigits(record.capture.mementoDatetime),
              ascii(uriM),
              JSON.stringify(document),
            ].join("\t"),
          );
      const learner = new VariableLearner(profile, settings.collection ?? { measures: [] }, rules);
      for (const line of byTime.sorted()) {
        learner.add(JSON.parse(line.slice(line.lastIndexOf("\t") + 1)) as TopicDocument);
        await this.#turn();
      }
      return learner.profile;
    } finally {
      byTime.close();
    }
  }

  async addDirectories(profile: TopicProfile): Promise<TopicProfile> {
    const judge = new TopicJudge(profile, this.#options.settings.collection ?? { measures: [] });
    const directories = new Directories();
    for await (const group of this.#groups()) {
      for (const { document, record } of this.#documents(group)) {
        const key = surt(record.capture.uriR);
        const { topicStatus } = judge.judge(document, document.language, key);
        directories.add(key, topicStatus === "on-topic");
        await this.#turn();
      }
    }
    return { ...profile, directories: directories.list() };
  }

  async *#groups(): AsyncGenerator<RecordGroup> {
    const problems: Result[] = [];
    const groups = groupLines(mementoLines(this.#lines(), problems), {
      memoryBytes: this.#options.memoryBytes / 4,
      onDuplicate: () => undefined,
    });
    for await (const group of groups) {
      problems.length = 0;
      yield group;
      await this.#turn();
    }
  }

  async #turn(): Promise<void> {
    await this.#turns.take();
    this.#options.signal.throwIfAborted();
  }

  /** Yields every memento of a TimeMap that has words, oldest first. */
  *#documents(group: RecordGroup): Generator<TopicMemento> {
    const { settings } = this.#options;
    const values = new Values(group, { plan: this.#plan, settings, features: this.#features });
    const { uriMs } = namesOf(group);
    let at = 0;
    for (const record of group.records()) {
      const uriM = uriMs[at++] ?? "";
      if (record.problem !== undefined) continue;
      const words = values.feature(this.#topic.words, record);
      if ("problem" in words) continue;
      const language = values.language(this.#topic.language, record);
      yield {
        document: {
          ...(words.value as TopicWords),
          language,
          host: hostOf(surt(record.capture.uriR)),
          seed: group.key,
          name: nameOf(record.capture.uriR),
        },
        record,
        uriM,
        signs: values.signsFound(record, this.#topic.signs),
      };
    }
  }

  #coreOf(group: RecordGroup): TopicDocument[] {
    const { core } = this.#options;
    const isCore = ({ record, uriM, signs }: TopicMemento): boolean => {
      if (core.uriMs !== undefined) return core.uriMs.has(uriM);
      const { status = 200 } = record.capture;
      const strength = signs[0]?.strength ?? 0;
      return status < 300 && (core.signStrength === undefined || strength < core.signStrength);
    };
    let count = 0;
    for (const placed of this.#documents(group)) if (isCore(placed)) count += 1;
    const wanted = spread(count, core.perTimeMap);
    const documents: TopicDocument[] = [];
    let at = 0;
    for (const placed of this.#documents(group)) {
      if (!isCore(placed) || !wanted.has(at++)) continue;
      const { document } = placed;
      const { language } = document;
      const words = wordsIn(language, document, language, this.#preprocessing);
      documents.push({ ...document, ...words });
    }
    return documents;
  }
}

/** Several pages of one host count as one source, because they share navigation and notices. */
const hostOf = (key: string): string => key.slice(0, key.indexOf(")") + 1) || key;

/** Returns the URI-R, or the file name for a page from a file. */
const nameOf = (uriR: string): string =>
  uriR.replace(/^http:\/\/\d+\.page-files\.invalid\/(.*)$/u, (_, path: string) =>
    decodeURIComponent(path),
  );

/**
 * Returns `wanted` evenly spaced positions below `count`, including 0. Returns all positions if `count` is not larger.
 */
function spread(count: number, wanted: number): ReadonlySet<number> {
  if (count <= wanted) return new Set(Array.from({ length: count }, (_, at) => at));
  if (wanted === 1) return new Set([0]);
  return new Set(
    Array.from({ length: wanted }, (_, at) => Math.round((at * (count - 1)) / (wanted - 1))),
  );
}

/**
 * Keeps the documents of as many seeds as fit, chosen by a hash. The choice does not depend on the order of the seeds
 * or on the machine.
 */
class SeedSample {
  readonly #most: number;
  #seeds: { readonly order: number; readonly documents: readonly TopicDocument[] }[] = [];
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(seed: string, documents: readonly TopicDocument[]): void {
    this.#seeds.push({ order: hash53(seed), documents });
    this.#count += documents.length;
    if (this.#count > 2 * this.#most) this.#trim();
  }

  documents(): TopicDocument[] {
    this.#trim();
    return this.#seeds.flatMap(({ documents }) => documents);
  }

  #trim(): void {
    this.#seeds.sort((a, b) => a.order - b.order);
    let count = 0;
    const kept = this.#seeds.filter(({ documents }) => {
      count += documents.length;
      return count <= this.#most;
    });
    this.#seeds = kept;
    this.#count = kept.reduce((sum, { documents }) => sum + documents.length, 0);
  }
}
