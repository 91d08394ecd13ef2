import { Spill } from "../../base/shuffle.js";
import type { InputItem } from "../../base/types.js";
import { sortKeyOf } from "../lines/lines.js";
import { type CollectContext, Collector, type Sink } from "../records/collect.js";
import { Join } from "../records/join.js";
import { reduceLines, type ReduceOptions } from "../reduce/reduce.js";
import { RunningTally } from "../setup/tally.js";
import { FAILED } from "./fetch-plan.js";

export interface JudgeContext extends Omit<ReduceOptions, "tally" | "stamp" | "overrides"> {
  readonly collect: CollectContext;
  /** Receives all lines and counts, as of items that an input yields. */
  readonly sink: Sink;
}

/** Share of the memory of a run that the lines of one of the TimeMaps under way may have. */
const SHARE = 32;
/** Share that sorting them may take. */
const SHARE_OF_SORT = 4;

/**
 * Judges the captures of a TimeMap that have been read so far, by the code that judges them in the end. The records go to
 * the run too, so that each page is read once.
 */
export class TimeMapJudge {
  readonly #context: JudgeContext;
  readonly #collector: Collector;
  readonly #lines: Spill<string>;

  constructor(context: JudgeContext) {
    const { sink, collect, memoryBytes } = context;
    this.#context = context;
    this.#lines = new Spill("changes-", memoryBytes / SHARE, (line) => line);
    const both: Sink = {
      line: (line) => {
        this.#lines.add(line, () => line, line.length);
        sink.line(line);
      },
      skip: (reason, count) => sink.skip(reason, count),
      damage: (damage) => sink.damage(damage),
      fail: (failure) => sink.fail(failure),
    };
    this.#collector = new Collector(both, collect);
  }

  take(item: InputItem): Promise<void> {
    return this.#collector.take(item);
  }

  /**
   * Returns the verdicts on the captures that were taken, by their sort keys. A capture without a record is no page. One
   * that was read and has no verdict, because no measure has a threshold, has the verdict `none`.
   */
  async verdicts(): Promise<ReadonlyMap<string, string>> {
    await this.#collector.finish();
    const { collect: _collect, sink: _sink, ...options } = this.#context;
    const tally = new RunningTally();
    // Several TimeMaps are judged at the same time.
    const memoryBytes = options.memoryBytes / SHARE_OF_SORT;
    const { settings, signal } = options;
    const join = new Join({ settings, signal, memoryBytes, tally });
    try {
      for (const line of this.#lines.all()) join.line(line);
      const records = await join.finish();
      try {
        const verdicts = new Map<string, string>();
        const results = reduceLines(records.sorted(), { ...options, memoryBytes, tally });
        for await (const result of results) {
          if (result.kind === "timemap-problem") continue;
          const { capture, problem, overall = "none" } = result;
          verdicts.set(sortKeyOf(capture), problem === undefined ? overall : FAILED);
        }
        return verdicts;
      } finally {
        records.close();
      }
    } finally {
      join.close();
    }
  }

  /** Resolves when the pages that were taken have been read. */
  async end(): Promise<void> {
    await this.#collector.finish();
    this.close();
  }

  close(): void {
    this.#lines.close();
  }
}
