import { hasImpossibleDate, verdictInTime } from "../../base/possible-date.js";
import type { MementoResult } from "../../score/types.js";
import { OffTopicRuns } from "../../score/verdict/off-topic-runs.js";
import type { Result } from "../../write/types.js";
import { byTimeMap, pageKindTitle, probabilityOf, whyText } from "../../write/writing.js";

export interface SeedState {
  readonly uriT: string;
  /** Absent if the TimeMap failed. */
  readonly uriR?: string;
  /** First capture of the run of off-topic captures that lasts to the end; absent if the seed is not off-topic now. */
  readonly offTopicSince?: MementoResult;
  /** True if a capture is on-topic or off-topic. */
  readonly isJudged: boolean;
  readonly isUnsure: boolean;
  /** Problem of the TimeMap, or of the first capture that failed. */
  readonly problem?: string;
  /** Memento-datetime of the last capture; absent if the TimeMap failed. */
  readonly lastDatetime?: string;
}

/** Only one TimeMap's figures are held at a time. */
export async function* seedStates(results: AsyncIterable<Result>): AsyncGenerator<SeedState> {
  let seed: SeedSoFar | undefined;
  for await (const [result, isFirst] of byTimeMap(results)) {
    if (isFirst && seed !== undefined) yield seed.state();
    if (isFirst || seed === undefined) seed = new SeedSoFar(result.uriT);
    seed.add(result);
  }
  if (seed !== undefined) yield seed.state();
}

class SeedSoFar {
  readonly #uriT: string;
  #runs = new OffTopicRuns<MementoResult>();
  #first: MementoResult | undefined;
  #last: MementoResult | undefined;
  #isJudged = false;
  #isUnsure = false;
  #problem: string | undefined;

  constructor(uriT: string) {
    this.#uriT = uriT;
  }

  add(result: Result): void {
    this.#problem ??= result.problem?.message;
    if (result.kind === "timemap-problem") return;
    this.#first ??= result;
    if (!hasImpossibleDate(result.capture)) this.#last = result;
    if (result.seedDates === undefined) this.#runs.add(verdictInTime(result), result);
    else this.#runs = result.seedDates.runs;
    if (result.overall === "unsure") this.#isUnsure = true;
    else if (result.overall !== undefined) this.#isJudged = true;
  }

  state(): SeedState {
    return {
      uriT: this.#uriT,
      uriR: this.#first?.capture.uriR,
      offTopicSince: this.#runs.lasts ? this.#runs.from : undefined,
      isJudged: this.#isJudged,
      isUnsure: this.#isUnsure,
      problem: this.#problem,
      lastDatetime: this.#last?.capture.mementoDatetime,
    };
  }
}

/** Returns `off-topic since 2020-05-15T09:35:00Z`. Results of other programs may lack the date. */
export const offTopicSinceText = ({ capture }: MementoResult): string =>
  `off-topic since ${capture.mementoDatetime || "an unknown date"}`;

/** Returns the kind and the probability of an off-topic memento, if they are known: `spam, probability 0.943`. */
export const whyOffTopic = (memento: MementoResult): string =>
  whyText({ kind: pageKindTitle(memento), probability: probabilityOf(memento) });
