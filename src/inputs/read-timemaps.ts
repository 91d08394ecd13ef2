import { fetchMemento, type WantedMemento } from "../archives/fetch-memento.js";
import { defaultLimits, loadTimeMap } from "../timemaps/load.js";
import { selectMementos } from "../timemaps/select.js";
import { uriTParts } from "../timemaps/uri-t.js";
import type { InputContext, InputItem, Problem } from "../types.js";
import { inWindow } from "./in-window.js";
import { hostLane } from "./lanes.js";

/**
 * TimeMaps under way at once, of one host and of all: enough that mementos never wait for them. Those that wait are in
 * memory anyway: any number of one host may stand before the first of another.
 */
const timeMapsUnderWay = {
  ...{ laneSize: 4, size: 32, laneOf: hostLane },
  mostParked: Number.POSITIVE_INFINITY,
};
/** Memento requests under way at once, of one host; each host's own limit is kept by the fetcher. */
const mementosUnderWay = 64;
/** Hosts whose requests may all be waiting before others have to. */
const hostsAtOnce = 8;

/**
 * Reads TimeMaps (URI-Ts, files, `-`) and fetches their mementos; items come as they arrive, in no order. What cannot
 * be had is an item too.
 */
export async function* readTimeMaps(
  sources: readonly string[],
  context: InputContext,
): AsyncGenerator<InputItem, void, undefined> {
  const counts = { timeMaps: 0, mementos: 0, mementosListed: 0 };
  const tell = (): void => context.onProgress?.({ ...counts, timeMapsTotal: sources.length });
  const items = inWindow(sources, timeMapsUnderWay, async (source) => {
    const pending = await readTimeMap(source, context);
    counts.timeMaps += 1;
    counts.mementosListed += pending.filter(({ kind }) => kind === "wanted").length;
    tell();
    return pending;
  });
  const onFetched = (): void => {
    counts.mementos += 1;
    tell();
  };
  yield* fetchAll(flatten(items), context, onFetched);
}

/** A TimeMap some of whose mementos have not been passed on yet. */
interface TimeMapUnderWay {
  readonly uriR: string;
  readonly uriT: string;
  left: number;
}

/** A memento that is still to be fetched, or an item that is already known. */
export type Pending =
  | { readonly kind: "wanted"; readonly wanted: WantedMemento; readonly of?: TimeMapUnderWay }
  | InputItem;

/** Fetches what is wanted and passes on what is known. */
export async function* fetchAll(
  pending: AsyncIterable<Pending> | Iterable<Pending>,
  context: InputContext,
  onFetched: () => void = () => undefined,
): AsyncGenerator<InputItem, void, undefined> {
  const { fetcher, http, redirects, maxPageBytes, substituted = "refuse", signal } = context;
  if (fetcher === undefined) throw new Error("an input over HTTP needs a fetcher");
  const options = {
    fetcher,
    redirects,
    maxPageBytes,
    substituted,
    ...(http?.rawRules === undefined ? {} : { rawRules: http.rawRules }),
  };
  const laneSize = http?.window ?? mementosUnderWay;
  const window = { laneSize, size: hostsAtOnce * laneSize, laneOf: laneOfPending };
  const fetched = inWindow(pending, window, async (one) => {
    signal.throwIfAborted();
    if (one.kind !== "wanted") return { item: one };
    const item = await fetchMemento(one.wanted, options);
    onFetched();
    return { item, of: one.of };
  });
  for await (const { item, of } of fetched) {
    yield item;
    if (of === undefined) continue;
    of.left -= 1;
    if (of.left === 0) context.onTimeMapEnd?.(of);
  }
}

const laneOfPending = (one: Pending): string =>
  one.kind === "wanted" ? hostLane(one.wanted.uriM) : "";

async function readTimeMap(source: string, context: InputContext): Promise<readonly Pending[]> {
  context.signal.throwIfAborted();
  const { wants = () => true } = context;
  // Every shard must come to the same answer: a URI-T that names its URI-R decides before anything is fetched.
  const named = uriTParts(source).uriR;
  if (named !== undefined && !wants({ uriR: named, uriT: source })) return [];
  const file = context.files?.get(source);
  const loaded = await loadTimeMap(source, context.fetcher, defaultLimits, file);
  if ("problem" in loaded) {
    return wants({ uriR: named ?? source, uriT: source })
      ? [missedTimeMap(source, loaded.problem)]
      : [];
  }
  const { uriT, uriR, mementos, duplicates, warnings } = loaded.value;
  if (!wants({ uriR: named ?? uriR, uriT })) return [];
  const repeated: InputItem = { kind: "skipped", reason: "listed twice in its TimeMap" };
  const seconds = new Set(mementos.map((one) => one.mementoDatetime.slice(0, 19)));
  const isListed = (datetime: string): boolean => seconds.has(datetime.slice(0, 19));
  const selected = selectMementos(mementos, context.http ?? {});
  const of: TimeMapUnderWay = { uriR, uriT, left: selected.length };
  return [
    ...warnings.map((message): InputItem => damage(uriT, message)),
    ...Array.from({ length: duplicates }, () => repeated),
    ...selected.map((memento): Pending => ({
      kind: "wanted",
      wanted: { ...memento, uriR, uriT, isListed },
      of,
    })),
  ];
}

/** A TimeMap that could not be had. */
export function missedTimeMap(uriT: string, problem: Problem): InputItem {
  return { kind: "missed-timemap", uriT, problem };
}

/** Trouble with a document as a whole. */
export function damage(file: string, message: string): InputItem {
  return { kind: "damage", source: { file, offset: 0 }, message };
}

async function* flatten<T>(lists: AsyncIterable<readonly T[]>): AsyncGenerator<T, void, undefined> {
  for await (const list of lists) yield* list;
}
