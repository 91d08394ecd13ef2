import type { FetcherHandle } from "../read/http/fetcher.js";
import type { Settings } from "../score/settings/types.js";
import type { Result } from "../write/types.js";
import { fitOptions, fitTopic } from "./fit-topic.js";
import { type ElsewhereTable, readElsewhere } from "../score/elsewhere.js";
import { findElsewhere } from "./elsewhere.js";
import { mapInto } from "./map.js";
import { reduceRun } from "./reduce-in-threads.js";
import { RunningTally, type RunOptions, type Tally } from "./run-options.js";
import { OF_NO_SEED } from "./seeds.js";
import { Shuffle } from "../base/shuffle.js";

/** A run that has been set up; `tally` is complete once `results` has ended. */
export interface Run {
  readonly settings: Settings;
  readonly results: AsyncGenerator<Result>;
  readonly tally: Tally;
  /** What was fetched, of inputs over HTTP; complete once `results` has ended. */
  readonly fetched?: FetcherHandle["statistics"];
}

/** The whole tool: map, shuffle, reduce. Results come grouped by TimeMap, in an order that only the input decides. */
export function startRun(options: RunOptions): Run {
  const tally = new RunningTally();
  return {
    settings: options.settings,
    results: runAll(options, tally),
    tally,
    fetched: options.http?.fetcher.statistics,
  };
}

async function* runAll(options: RunOptions, tally: RunningTally): AsyncGenerator<Result> {
  const { scores, onProgress } = options;
  const shuffle = new Shuffle(options.memoryBytes);
  const kept = scores?.find();
  const scored = (): AsyncGenerator<Result> => scoreAll(shuffle, options, tally);
  const results = kept?.(tally) ?? scores?.keep(scored(), tally) ?? scored();
  for await (const result of results) {
    yield result;
    if (result.kind !== "memento") continue;
    const records = Math.max(shuffle.count, tally.mementos);
    onProgress?.({ phase: "scoring", records, mementos: records, scored: tally.mementos });
  }
}

async function* scoreAll(
  shuffle: Shuffle,
  options: RunOptions,
  tally: RunningTally,
): AsyncGenerator<Result> {
  try {
    // The topic of a collection is known when all of it has been read.
    const isTopical = options.settings.collection !== undefined;
    await mapInto(shuffle, options, tally);
    const topic = isTopical
      ? await fitTopic(() => shuffle.sorted(), fitOptions(options))
      : undefined;
    const elsewhere =
      options.elsewhereSource === "collection"
        ? await elsewhereOf(shuffle, options)
        : options.elsewhereSource;
    yield* reduceRun(
      { lines: shuffle.sorted() },
      { ...options, topic, elsewhere, tally },
      shuffle.count,
    );
    if (shuffle.leftOut > 0) tally.skipped.set(OF_NO_SEED, shuffle.leftOut);
  } finally {
    shuffle.close();
  }
}

/** The texts of this run's input that stand in several TimeMaps. */
async function elsewhereOf(shuffle: Shuffle, options: RunOptions): Promise<ElsewhereTable> {
  const lines: string[] = [];
  for await (const line of findElsewhere(shuffle.sorted(), options)) lines.push(line);
  return readElsewhere(lines, "--elsewhere collection");
}
