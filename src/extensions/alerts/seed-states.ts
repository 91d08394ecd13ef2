import { hasImpossibleDate, verdictInTime } from "../../base/possible-date.js";
import type { MementoResult } from "../../score/types.js";
import { Course } from "../../score/verdict/course.js";
import type { Result } from "../../write/types.js";
import { byTimeMap } from "../../write/writing.js";

export class SeedState {
  readonly uriT: string;
  /** Absent if the TimeMap failed. */
  uriR?: string | undefined;
  /** True if a capture is on-topic or off-topic. */
  isJudged = false;
  isUnsure = false;
  /** Problem of the TimeMap, or of the first capture that failed. */
  problem?: string | undefined;
  /** Memento-datetime of the last capture; absent if the TimeMap failed. */
  lastDatetime?: string;
  #course = new Course<MementoResult>();

  constructor(uriT: string) {
    this.uriT = uriT;
  }

  /** First capture of the run of off-topic captures that lasts to the end; absent if the seed is not off-topic now. */
  get offTopicSince(): MementoResult | undefined {
    return this.#course.lasts ? this.#course.from : undefined;
  }

  add(result: Result): void {
    this.problem ??= result.problem?.message;
    if (result.kind === "timemap-problem") return;
    const { capture, overall, seedDates } = result;
    this.uriR ??= capture.uriR;
    if (!hasImpossibleDate(capture)) this.lastDatetime = capture.mementoDatetime;
    if (seedDates === undefined) this.#course.add(verdictInTime(result), result);
    else this.#course = seedDates;
    if (overall === "unsure") this.isUnsure = true;
    else if (overall !== undefined) this.isJudged = true;
  }
}

/** Only one TimeMap's figures are held at a time. */
export async function* seedStates(results: AsyncIterable<Result>): AsyncGenerator<SeedState> {
  let seed: SeedState | undefined;
  for await (const [result, isFirst] of byTimeMap(results)) {
    if (isFirst && seed !== undefined) yield seed;
    if (isFirst || seed === undefined) seed = new SeedState(result.uriT);
    seed.add(result);
  }
  if (seed !== undefined) yield seed;
}
