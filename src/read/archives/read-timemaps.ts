import { fetchEqual, fetchOptions } from "./fetch-equal.js";
import { listTimeMaps, type WantedContent } from "./list-timemaps.js";
import { readChosen } from "./read-chosen.js";
import type { InputItem } from "../../base/types.js";
import type { InputContext } from "../types.js";
import { hostLane, inWindow } from "./window.js";

/**
 * Limits for fetching TimeMaps, per host and in total. They are high enough that mementos never wait for TimeMaps. The
 * number of waiting TimeMaps is unlimited, because their URIs are in memory anyway, and any number of one host may come
 * before the first of another.
 */
const timeMapsUnderWay = {
  ...{ laneSize: 4, size: 32, laneOf: hostLane },
  mostParked: Number.POSITIVE_INFINITY,
};
/** Number of running memento requests of one host. The fetcher applies the stricter limits of each host. */
const mementosUnderWay = 64;
/** Number of hosts that may have all their requests waiting before requests of other hosts must wait. */
const hostsAtOnce = 8;

/** Yields items as they arrive, in no order. A failure is an item too. */
export async function* readTimeMaps(
  sources: readonly string[],
  context: InputContext,
): AsyncGenerator<InputItem, void, undefined> {
  if (context.choose !== undefined) {
    yield* readChosen(sources, context, context.choose);
    return;
  }
  const counts = { timeMaps: 0, mementos: 0, mementosListed: 0 };
  const report = (): void => context.onProgress?.({ ...counts, timeMapsTotal: sources.length });
  const items = inWindow(sources, timeMapsUnderWay, async (source) => {
    const { items: others, timeMaps } = await listTimeMaps(source, context);
    const pending: Pending[] = [...others, ...timeMaps.flat()];
    counts.timeMaps += 1;
    for (const one of timeMaps.flat()) counts.mementosListed += one.length;
    report();
    return pending;
  });
  const onFetched = (): void => {
    counts.mementos += 1;
    report();
  };
  yield* fetchAll(flatten(items), context, onFetched);
}

/** A content to fetch, or an item that is already known. */
export type Pending = WantedContent | InputItem;

export async function* fetchAll(
  pending: AsyncIterable<Pending> | Iterable<Pending>,
  context: InputContext,
  onFetched: () => void = () => undefined,
): AsyncGenerator<InputItem, void, undefined> {
  const { http, signal } = context;
  const options = fetchOptions(context);
  const laneSize = http?.window ?? mementosUnderWay;
  const window = { laneSize, size: hostsAtOnce * laneSize, laneOf: laneOfPending };
  const fetched = inWindow(pending, window, async (one) => {
    signal.throwIfAborted();
    if (isItem(one)) return [one];
    const items = await fetchEqual(one, options);
    items.forEach(onFetched);
    return items;
  });
  yield* flatten(fetched);
}

const isItem = (one: Pending): one is InputItem => "kind" in one;

const laneOfPending = (one: Pending): string => (isItem(one) ? "" : hostLane(one[0]!.uriM));

async function* flatten<T>(lists: AsyncIterable<readonly T[]>): AsyncGenerator<T, void, undefined> {
  for await (const list of lists) yield* list;
}
