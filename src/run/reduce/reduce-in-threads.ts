import type { Result } from "../../types.js";
import { reduceLines, type ReduceOptions } from "./reduce.js";
import { scoreLines, type ScoredLines } from "./score-lines.js";
import type { ScoringThreads } from "./scoring-threads.js";
import { timeMapBatches } from "../lines/whole-timemap-batches.js";

/** Batches whose results wait for those before them; this thread scores no further then. */
const MOST_WAITING = 16;

/**
 * What {@link reduceLines} yields, in the same order, scored by several threads: this one takes what finds no room in
 * the others, and TimeMaps that are too large to be handed over.
 */
export async function* reduceInThreads(
  lines: Iterable<string> | AsyncIterable<string>,
  options: ReduceOptions,
  threads: ScoringThreads,
): AsyncGenerator<Result> {
  const { tally, signal } = options;
  const waiting: Promise<ScoredLines>[] = [];
  const told = async function* (most: number): AsyncGenerator<Result> {
    while (waiting.length > most) {
      const { results, timeMaps, withoutFirst, skipped } = await waiting.shift()!;
      tally.timeMaps += timeMaps;
      tally.withoutFirst += withoutFirst;
      for (const [reason, count] of skipped) for (let i = 0; i < count; i += 1) tally.skip(reason);
      for (const result of results) {
        tally.count(result);
        yield result;
      }
    }
  };
  for await (const batch of timeMapBatches(lines)) {
    signal.throwIfAborted();
    if (batch.kind === "streamed") {
      yield* told(0);
      yield* reduceLines(batch.lines, options);
      continue;
    }
    const here = (): Promise<ScoredLines> => scoreLines(batch.lines, options);
    const elsewhere = threads.score(batch.lines)?.then((scored) => scored ?? here());
    const scored = elsewhere ?? here();
    // It is awaited when its turn comes; until then a failure is not unheard of, only not yet heard.
    scored.catch(() => undefined);
    waiting.push(scored);
    if (elsewhere === undefined) {
      await scored;
      // Answers of the threads come between two batches.
      await new Promise((resolve) => setImmediate(resolve));
    }
    yield* told(MOST_WAITING);
  }
  yield* told(0);
}
