import { verdictInTime } from "../../base/possible-date.js";
import type { MementoResult } from "../types.js";
import { Course } from "./course.js";

/**
 * Yields the wanted results. The last one of each TimeMap gets the dates of all captures of its seed, so that outputs do not
 * tell those of the wanted ones. Results must come in the order of their captures.
 */
export async function* wantedWithDates<T extends { readonly kind: string }>(
  results: AsyncIterable<T | MementoResult>,
  isWanted: (result: T | MementoResult) => boolean,
): AsyncGenerator<T | MementoResult> {
  let uriT: string | undefined;
  let seedDates = new Course<MementoResult>();
  let held: MementoResult | undefined;
  for await (const result of results) {
    const memento = isMemento(result) ? result : undefined;
    if (memento === undefined || memento.uriT !== uriT) {
      if (held !== undefined) yield { ...held, seedDates };
      held = undefined;
      seedDates = new Course<MementoResult>();
      uriT = memento?.uriT;
    }
    if (memento !== undefined) seedDates.add(verdictInTime(memento), memento);
    if (!isWanted(result)) continue;
    if (held !== undefined) yield held;
    held = memento;
    if (memento === undefined) yield result;
  }
  if (held !== undefined) yield { ...held, seedDates };
}

const isMemento = (result: { readonly kind: string }): result is MementoResult =>
  result.kind === "memento";
