import { UsageError } from "../../base/errors.js";
import { pageFileInput } from "../../read/documents/page-files.js";
import type { Input } from "../../read/types.js";
import { dataOf } from "../../run/collection/survey.js";
import { checkedRun, openRun } from "../../run/detect.js";
import { checkOptions, type DetectOptions } from "../../run/detect-options.js";
import { loadExtensions } from "../../run/extensions/load.js";
import { extractRecords } from "../../run/map.js";
import { surveyedRecords } from "../../run/map-reduce.js";
import { RunningTally } from "../../run/setup/tally.js";
import type { SurveyRound } from "../../score/evidence/collection-evidence.js";
import type { TopicProfile } from "./profile/types.js";
import type { Settings } from "../../score/settings/types.js";
import type { CoreReport } from "./profile/build-profile.js";
import { type TopicRules, type TopicSource, topicSource } from "./topic-source.js";
import { topic as definition } from "./evidence.js";
import { coreRound, directoriesRound, lacksDirectories } from "./survey.js";

/** Options for building a topic. */
export interface BuildTopicOptions
  extends Omit<DetectOptions, "input" | keyof TopicRules>, TopicRules {
  /**
   * Collection, in the form of `-i`. Without a core, the topic is built from the collection. With a core, the
   * collection adds the directories.
   */
  readonly input?: string | readonly string[];
  /** Core documents chosen by a person: `warc=core.warc.gz`, a path of a page, or a URI-M of the collection. */
  readonly core?: readonly string[];
  /** True to tune the thresholds of `topic` again on the core, after a person has edited its elements. */
  readonly tune?: boolean;
  /** Called with the reason for each document of the core that is left out. */
  readonly onUnreadable?: (message: string) => void;
  /** Called with all candidates for elements, and with the documents that nearly repeat another document. */
  readonly onCore?: (report: CoreReport) => void;
}

/**
 * Builds the topic of a collection from core documents or from the collection itself. Throws a `UsageError` for a bad
 * option, and for a core without a topic.
 *
 * @example
 * ```js
 * const topic = await buildTopic({ input: "warc=collection.warc.gz" });
 * console.log(topic.parts[0]?.language, topic.parts[0]?.documents);
 * // en 34
 * ```
 */
export async function buildTopic(options: BuildTopicOptions): Promise<TopicProfile> {
  await loadExtensions(["topic"]);
  checkOptions(options, {
    ...TOPIC_OPTIONS,
    ...{ core: "list", tune: "boolean", onUnreadable: "function", onCore: "function" },
  });
  const { core, input, onUnreadable, onCore, tune, ...rest } = options;
  const reports = { tune, onCore };
  const chosen = { collectionMeasures: "all", ...rest };
  if (core === undefined) {
    if (input === undefined) {
      throw new UsageError(
        "there is nothing to build a topic from. Give core documents (--core) or a collection (-i), or both.",
      );
    }
    return fitInput({ ...chosen, input }, { ...topicSource(options), ...reports });
  }
  const { inputs, pages, uriMs } = sortedCore(core);
  if (uriMs.size > 0) {
    if (input === undefined || inputs.length + pages.length > 0) {
      throw new UsageError(
        "--core with URI-Ms selects mementos of a collection. Give the collection with -i, and no other core documents.",
      );
    }
    return fitInput({ ...chosen, input }, { ...topicSource(options, { uriMs }), ...reports });
  }
  if (chosen.topic !== undefined && tune !== true) {
    throw new UsageError("--topic is an existing profile. Give either --topic or --core.");
  }
  const topic = await fitInput(
    {
      ...chosen,
      collectionMeasures: withoutDirectory(chosen.collectionMeasures),
      input: [
        ...inputs,
        ...(pages.length > 0
          ? [{ input: reporting(pageFileInput, onUnreadable), sources: pages }]
          : []),
      ],
    },
    { ...topicSource(options, {}), ...reports },
  );
  if (input === undefined) return topic;
  return fitInput({ ...chosen, input, topic }, topicSource({ ...options, topic }));
}

/** Options for building a topic from records. */
export interface FitRecordsOptions extends Omit<BuildTopicOptions, "input" | "core"> {
  /**
   * Core documents, by their URI-Ms in the collection. Default: mementos that show the topic are found automatically.
   */
  readonly uriMs?: ReadonlySet<string>;
}

/**
 * Builds the topic of a collection from the records that `map -cm` wrote for the whole collection, in any order. The
 * result is the same as from `topic build` on the same input.
 *
 * @example
 * ```js
 * const options = { input: "warc=collection.warc.gz", collectionMeasures: "terms" };
 * const { lines } = await mapRecords(options);
 * const topic = await fitRecords(lines, options);
 * console.log(topic.parts[0]?.documents);
 * // 34
 * ```
 */
export async function fitRecords(
  lines: Iterable<string> | AsyncIterable<string>,
  options: FitRecordsOptions,
): Promise<TopicProfile> {
  await loadExtensions(["topic"]);
  checkOptions(options, { ...TOPIC_OPTIONS, uriMs: "object" });
  const { uriMs, elements: _, recognise: __, coverage: ___, coreMementos: ____, ...run } = options;
  const source = topicSource(options, uriMs === undefined ? undefined : { uriMs });
  const asked = { collectionMeasures: "all", ...run };
  const topic = await surveyedRecords(lines, definition, asked, roundsOf(source));
  return topic!;
}

async function fitInput(options: DetectOptions, source: TopicSource): Promise<TopicProfile> {
  const lean = { ...options, simhash: false, contentLength: false, detectLanguage: false };
  const run = await openRun(checkedRun(lean, TOPIC_OPTIONS));
  const records = await extractRecords(run, new RunningTally());
  try {
    const next = roundsOf(source);
    let topic = source.profile;
    for (let round = next(topic, run.settings); round !== undefined;) {
      topic = await dataOf(definition, round, records.sorted(), run);
      round = next(topic, run.settings);
    }
    return topic!;
  } finally {
    records.close();
  }
}

/** Returns a function for the rounds in which a topic is made as its source says, each of which gets the profile so far. */
function roundsOf(
  source: TopicSource,
): (
  profile: TopicProfile | undefined,
  settings: Settings,
) => SurveyRound<TopicProfile> | undefined {
  let isMade = source.profile !== undefined && source.tune !== true;
  return (profile, settings) => {
    if (!isMade || profile === undefined) {
      isMade = true;
      return coreRound(source, settings);
    }
    return lacksDirectories(settings, profile) ? directoriesRound(profile, settings) : undefined;
  };
}

/** Types of the options about making a topic. */
const TOPIC_OPTIONS = {
  elements: "number",
  recognise: "number",
  coverage: "number",
  coreMementos: "number",
} as const satisfies Record<keyof Omit<TopicRules, "topic" | "topicAgree">, string>;

/** Returns an input that also reports captures that it could not read, because a topic has no rows for problems. */
const reporting = (input: Input, onUnreadable?: (message: string) => void): Input => ({
  ...input,
  async *read(sources, context) {
    for await (const item of input.read(sources, context)) {
      if (item.kind === "missed") onUnreadable?.(item.problem.message);
      yield item;
    }
  },
});

/** Sorts the values after `--core` by kind. */
function sortedCore(core: readonly string[]): {
  readonly inputs: readonly string[];
  readonly pages: readonly string[];
  readonly uriMs: ReadonlySet<string>;
} {
  const inputs: string[] = [];
  const pages: string[] = [];
  const uriMs = new Set<string>();
  for (const each of core) {
    if (/^(?:https?:\/\/|from-warc::)/iu.test(each)) uriMs.add(each);
    else if (/^[a-z]{3,12}=/u.test(each)) inputs.push(each);
    else pages.push(each);
  }
  return { inputs, pages, uriMs };
}

/** Drops the measure `directory`, because a core has no directories of a collection. */
function withoutDirectory(text: string): string {
  if (text.trim() === "all") return "terms,collocations2,collocations3,vsm,passage";
  const left = text.split(",").filter((name) => name.trim() !== "directory");
  return left.length === 0 ? text : left.join(",");
}
