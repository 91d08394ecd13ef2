import { verdictInTime } from "../../base/possible-date.js";
import type { MementoResult, SeedDates } from "../types.js";
import { OffTopicRuns } from "./off-topic-runs.js";

/** Finds the captures whose dates tell the state of a seed. Results must come in the order of their captures. */
export class SeedDatesFinder implements SeedDates {
  readonly runs: OffTopicRuns<MementoResult> = new OffTopicRuns<MementoResult>();
  firstOff: MementoResult | undefined;
  lastOn: MementoResult | undefined;
  offAfter: MementoResult | undefined;

  add(result: MementoResult): void {
    const verdict = verdictInTime(result);
    this.runs.add(verdict, result);
    if (verdict === "on-topic") {
      this.lastOn = result;
      this.offAfter = undefined;
    }
    if (verdict !== "off-topic") return;
    if (this.lastOn !== undefined) this.offAfter ??= result;
    this.firstOff ??= result;
  }
}

/**
 * Yields the wanted results. The last one of each TimeMap gets the dates of all captures of its seed, so that outputs do not
 * tell those of the wanted ones.
 */
export async function* wantedWithDates<T extends { readonly kind: string }>(
  results: AsyncIterable<T | MementoResult>,
  isWanted: (result: T | MementoResult) => boolean,
): AsyncGenerator<T | MementoResult> {
  let uriT: string | undefined;
  let dates = new SeedDatesFinder();
  let held: MementoResult | undefined;
  for await (const result of results) {
    const memento = isMemento(result) ? result : undefined;
    if (memento === undefined || memento.uriT !== uriT) {
      if (held !== undefined) yield { ...held, seedDates: dates };
      held = undefined;
      dates = new SeedDatesFinder();
      uriT = memento?.uriT;
    }
    if (memento !== undefined) dates.add(memento);
    if (!isWanted(result)) continue;
    if (held !== undefined) yield held;
    held = memento;
    if (memento === undefined) yield result;
  }
  if (held !== undefined) yield { ...held, seedDates: dates };
}

const isMemento = (result: { readonly kind: string }): result is MementoResult =>
  result.kind === "memento";
