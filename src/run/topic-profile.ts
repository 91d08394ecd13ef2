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
import { RunningTally, type RunOptions } from "./run-options.js";
import { Shuffle } from "../base/shuffle.js";

/** What a topic is made of and how. */
export interface BuildTopicOptions extends Omit<DetectOptions, "input">, TopicRules {
  /** The collection, as after `-i`: of it the topic is made when there is no core; with a core what it adds is learned. */
  readonly input?: string | readonly string[];
  /** Documents that someone chose: `warc=core.warc.gz`, a path of a page, or a URI-M of the collection. */
  readonly core?: readonly string[];
  /** Whether the thresholds of `topic`, of which a person has changed the elements, are set again on the core. */
  readonly tune?: boolean;
  /** Called with each document of the core that is left out, and why. */
  readonly onUnreadable?: (message: string) => void;
  /** Called with all elements that could be chosen, and with the documents that nearly repeat another one. */
  readonly onCore?: (report: CoreReport) => void;
}

/**
 * The topic of a collection, from core documents or from the collection itself. Throws a `UsageError` for a bad choice
 * and for a core without a topic.
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
        "nothing to make a topic of. Give core documents (--core) or a collection (-i), or both.",
      );
    }
    return fitInput({ ...chosen, input }, { ...topicSource(options), ...reports });
  }
  const { inputs, pages, uriMs } = sorted(core);
  if (uriMs.size > 0) {
    if (input === undefined || inputs.length + pages.length > 0) {
      throw new UsageError(
        "URI-Ms (--core) name mementos of a collection: give it with -i, and no other core documents.",
      );
    }
    return fitInput({ ...chosen, input }, { ...topicSource(options, { uriMs }), ...reports });
  }
  const { topic: given, ...unlearned } = chosen;
  if (options.variableAfter !== undefined && input === undefined) {
    throw new UsageError("--variable-after learns from a collection: give it with -i.");
  }
  if (given !== undefined && tune !== true) {
    throw new UsageError("--topic is a profile that is there already: give either that or --core.");
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

/** How the topic of records is made. */
export interface FitRecordsOptions extends Omit<BuildTopicOptions, "input" | "core">, LinePlace {
  /** Core documents: mementos of the collection. Left out: those that show the topic are found. */
  readonly uriMs?: ReadonlySet<string>;
}

/**
 * The topic of a collection from the records that `map -cm` made of all of it, in any order: what `topic build` makes of
 * the same input.
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
  const shuffle = new Shuffle(run.memoryBytes);
  try {
    await extractRecords(shuffle, run, new RunningTally());
    return await fitTopic(() => shuffle.sorted(), fitOptions(run));
  } finally {
    shuffle.close();
  }
}

/** The input, which also reports what it could not read: a topic has no rows to say so. */
const reporting = (input: Input, onUnreadable?: (message: string) => void): Input => ({
  ...input,
  async *read(sources, context) {
    for await (const item of input.read(sources, context)) {
      if (item.kind === "missed") onUnreadable?.(item.problem.message);
      yield item;
    }
  },
});

/** What each value after `--core` is. */
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

/** The variable part is learned from the collection, not from the core. */
function withoutVariable(rules: TopicRules): TopicRules {
  return Object.fromEntries(Object.entries(rules).filter(([name]) => name !== "variableAfter"));
}

/** A core has no directories of a collection. */
function withoutDirectory(text: string): string {
  if (text.trim() === "all") return "terms,collocations2,collocations3,vsm,passage";
  const left = text.split(",").filter((name) => name.trim() !== "directory");
  return left.length === 0 ? text : left.join(",");
}
