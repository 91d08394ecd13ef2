import { UsageError } from "../base/errors.js";
import { pageFileInput } from "../read/sources/page-files.js";
import type { CoreReport } from "../score/topic/build-profile.js";
import { type TopicRules, type TopicSource, topicSource } from "../score/topic/topic-source.js";
import type { Input } from "../read/types.js";
import type { TopicProfile } from "../score/topic/types.js";
import { checkedRun, checkedSettings, memoryOf, runOptions } from "./detect.js";
import { checkOptions, type DetectOptions, TOPIC_OPTIONS } from "./detect-options.js";
import { fitOptions, fitTopic } from "./collection/fit-topic.js";
import { parseLine } from "./lines/lines.js";
import { type LinePlace, readerOf } from "./map-reduce.js";
import { extractRecords } from "./map.js";
import { RunningTally } from "./setup/tally.js";
import type { RunOptions } from "./setup/run-options.js";
import { Shuffle } from "../base/shuffle.js";

/** Options for building a topic. */
export interface BuildTopicOptions extends Omit<DetectOptions, "input">, TopicRules {
  /**
   * Collection, in the form of `-i`. Without a core, the topic is built from the collection. With a core, the
   * collection adds the variable part and the directories.
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
 * console.log(topic.parts[0].language, topic.parts[0].documents);
 * // en 34
 * ```
 */
export async function buildTopic(options: BuildTopicOptions): Promise<TopicProfile> {
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
  const { inputs, pages, uriMs } = sorted(core);
  if (uriMs.size > 0) {
    if (input === undefined || inputs.length + pages.length > 0) {
      throw new UsageError(
        "--core with URI-Ms selects mementos of a collection. Give the collection with -i, and no other core documents.",
      );
    }
    return fitInput({ ...chosen, input }, { ...topicSource(options, { uriMs }), ...reports });
  }
  const { topic: given, ...unlearned } = chosen;
  if (options.variableAfter !== undefined && input === undefined) {
    throw new UsageError(
      "--set variable-after learns from a collection. Give the collection with -i.",
    );
  }
  if (given !== undefined && tune !== true) {
    throw new UsageError("--topic is an existing profile. Give either --topic or --core.");
  }
  const topic = await fitInput(
    {
      ...unlearned,
      ...(given !== undefined && { topic: given }),
      collectionMeasures: withoutDirectory(chosen.collectionMeasures),
      input: inputs,
    },
    { ...topicSource(withoutVariable(options), {}), ...reports },
    pages,
    onUnreadable,
  );
  if (input === undefined) return topic;
  return fitInput({ ...chosen, input, topic }, topicSource({ ...options, topic }));
}

/** Options for building a topic from records. */
export interface FitRecordsOptions extends Omit<BuildTopicOptions, "input" | "core">, LinePlace {
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
 * console.log(topic.parts[0].documents);
 * // 34
 * ```
 */
export async function fitRecords(
  lines: Iterable<string> | AsyncIterable<string>,
  options: FitRecordsOptions,
): Promise<TopicProfile> {
  checkOptions(options, { ...TOPIC_OPTIONS, place: "function", uriMs: "object" });
  const { settings, definitions } = checkedSettings({ collectionMeasures: "all", ...options });
  const { measures, features } = definitions;
  const { uriMs, signal = new AbortController().signal } = options;
  const memoryBytes = memoryOf(options);
  const shuffle = new Shuffle(memoryBytes);
  const reader = readerOf(settings, definitions, options);
  try {
    for await (const line of reader.counted(lines)) {
      signal.throwIfAborted();
      if (parseLine(line).kind !== "record") continue;
      reader.decode(line);
      shuffle.add(line);
    }
    return await fitTopic(() => shuffle.sorted(), {
      ...{ settings, measures, features, memoryBytes, signal },
      ...topicSource(options, uriMs === undefined ? undefined : { uriMs }),
    });
  } finally {
    shuffle.close();
  }
}

async function fitInput(
  options: DetectOptions,
  source: TopicSource,
  pages: readonly string[] = [],
  onUnreadable?: (message: string) => void,
): Promise<TopicProfile> {
  const lean = { ...options, simhash: false, contentLength: false, detectLanguage: false };
  const prepared = await runOptions(checkedRun(lean, TOPIC_OPTIONS), source);
  const run: RunOptions =
    pages.length === 0
      ? prepared
      : {
          ...prepared,
          inputs: [
            ...prepared.inputs,
            {
              input: reporting(pageFileInput, onUnreadable),
              sources: await pageFileInput.prepare(pages),
            },
          ],
        };
  const records = await extractRecords(run, new RunningTally());
  try {
    return await fitTopic(() => records.sorted(), fitOptions(run));
  } finally {
    records.close();
  }
}

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
function sorted(core: readonly string[]): {
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

/** Drops the rule for the variable part, which is learned from the collection and not from the core. */
function withoutVariable(rules: TopicRules): TopicRules {
  return Object.fromEntries(Object.entries(rules).filter(([name]) => name !== "variableAfter"));
}

/** Drops the measure `directory`, because a core has no directories of a collection. */
function withoutDirectory(text: string): string {
  if (text.trim() === "all") return "terms,collocations2,collocations3,vsm,passage";
  const left = text.split(",").filter((name) => name.trim() !== "directory");
  return left.length === 0 ? text : left.join(",");
}
