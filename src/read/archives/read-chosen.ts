import type { InputItem } from "../../base/types.js";
import { byDatetime } from "../timemaps/load.js";
import type { InputContext, ListedCapture, ListedTimeMap } from "../types.js";
import { fetchEqual, fetchOptions } from "./fetch-equal.js";
import { listTimeMaps, type WantedContent } from "./list-timemaps.js";
import { hostLane, inWindow } from "./window.js";

/**
 * Limits for TimeMaps whose captures are read in several steps, each of which depends on the answers to the one before.
 * Those of one host have enough requests together to use its rate, and few enough bodies to hold.
 */
const timeMapsUnderWay = {
  ...{ laneSize: 24, size: 48, laneOf: hostLane },
  mostParked: Number.POSITIVE_INFINITY,
};

/** Lets `choose` read the captures of TimeMaps that it wants. Yields everything else that the sources give. */
export async function* readChosen(
  sources: readonly string[],
  context: InputContext,
  choose: NonNullable<InputContext["choose"]>,
): AsyncGenerator<InputItem, void, undefined> {
  const options = fetchOptions(context);
  const counts = { timeMaps: 0, mementos: 0, mementosListed: 0, inferred: 0 };
  const report = (): void => context.onProgress?.({ ...counts, timeMapsTotal: sources.length });
  const listed = (contents: readonly WantedContent[]): ListedTimeMap => ({
    captures: capturesOf(contents),
    async read(content) {
      const items = await fetchEqual(contents[content]!, options);
      counts.mementos += items.length;
      report();
      return items;
    },
  });
  const others = inWindow(sources, timeMapsUnderWay, async (source) => {
    const { items, timeMaps } = await listTimeMaps(source, context);
    const all = timeMaps.map(listed);
    counts.timeMaps += 1;
    for (const { captures } of all) counts.mementosListed += captures.length;
    report();
    for (const each of all) {
      context.signal.throwIfAborted();
      const { inferred } = await choose(each);
      counts.inferred += inferred;
      report();
    }
    return items;
  });
  for await (const items of others) yield* items;
}

function capturesOf(contents: readonly WantedContent[]): readonly ListedCapture[] {
  return contents
    .flatMap((all, content) => {
      // The record of a revisit has no body, so its length is that of the capture that it repeats.
      const { status, length } = all.find((each) => each.length !== undefined) ?? all[0]!;
      return all.map(({ uriR, uriT, uriM, mementoDatetime, note }) => ({
        capture: {
          ...{ uriR, mementoDatetime, uriM, uriT },
          ...(note !== undefined && { notes: [note] }),
        },
        ...{ content, status, length },
      }));
    })
    .sort(({ capture: one }, { capture: other }) => byDatetime(one, other));
}
