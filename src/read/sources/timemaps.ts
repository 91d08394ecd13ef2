import {
  fetchMemento,
  type FetchMementoOptions,
  type WantedMemento,
} from "../archives/fetch-memento.js";
import { asksForMany } from "../archives/known-archives.js";
import { damage } from "../../base/errors.js";
import { surt } from "../../base/uri.js";
import type { IndexedContent, TimeMapEntry } from "../timemaps/document.js";
import { defaultLimits, isUri, loadTimeMap, type TimeMap } from "../timemaps/load.js";
import { selectMementos } from "../timemaps/select.js";
import { uriMParts, uriROf, uriTParts } from "../timemaps/uri.js";
import type { InputItem, Problem, Via } from "../../base/types.js";
import type { HttpInputOptions, InputContext } from "../types.js";

/** Running tasks of a host, and tasks that wait for them. */
interface Lane<T> {
  underWay: number;
  readonly parked: T[];
}

/** Each host (lane) has at most `size` running tasks. Further tasks wait until one has ended. */
class Lanes<T> {
  readonly #size: number;
  readonly #laneOf: (task: T) => string;
  readonly #lanes = new Map<string, Lane<T>>();
  /** Lanes with waiting tasks and a free slot. */
  readonly #ready = new Set<Lane<T>>();
  #parked = 0;

  constructor(size: number, laneOf: (task: T) => string) {
    this.#size = size;
    this.#laneOf = laneOf;
  }

  /** Number of tasks that wait for their lanes. */
  get parked(): number {
    return this.#parked;
  }

  /** Starts a task and returns true if its lane has a free slot. Otherwise queues the task and returns false. */
  begin(task: T): boolean {
    const lane = this.#lane(task);
    if (lane.underWay < this.#size && lane.parked.length === 0) {
      lane.underWay += 1;
      return true;
    }
    lane.parked.push(task);
    this.#parked += 1;
    if (lane.underWay < this.#size) this.#ready.add(lane);
    return false;
  }

  /** Starts a waiting task whose lane has a free slot, and returns it. */
  next(): T | undefined {
    for (const lane of this.#ready) {
      const task = lane.parked.shift();
      if (task === undefined) throw new Error("a lane without tasks is not ready");
      lane.underWay += 1;
      this.#parked -= 1;
      this.#ready.delete(lane);
      // The lane goes behind the others, so that lanes take turns.
      if (lane.parked.length > 0 && lane.underWay < this.#size) this.#ready.add(lane);
      return task;
    }
    return undefined;
  }

  end(task: T): void {
    const name = this.#laneOf(task);
    const lane = this.#lane(task);
    lane.underWay -= 1;
    if (lane.parked.length > 0) this.#ready.add(lane);
    else if (lane.underWay === 0) this.#lanes.delete(name);
  }

  #lane(task: T): Lane<T> {
    const name = this.#laneOf(task);
    const known = this.#lanes.get(name);
    if (known !== undefined) return known;
    const lane: Lane<T> = { underWay: 0, parked: [] };
    this.#lanes.set(name, lane);
    return lane;
  }
}

/** Returns the lane of a URI: its host and port. All texts that are not such URIs share one lane. */
function hostLane(uri: string): string {
  const match = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(uri);
  return match?.[1]?.toLowerCase() ?? "";
}
interface WindowOptions<T> {
  /** Maximum number of running tasks and unread results together. */
  readonly size: number;
  /** Maximum number of running tasks of one lane. By default there are no lanes. */
  readonly laneSize?: number;
  /** Returns the lane of a task, which is its host, so that a slow host does not delay the others. */
  readonly laneOf?: (task: T) => string;
  /** Maximum number of tasks that wait for their lanes. At the maximum, no more tasks are taken. Default 10,000. */
  readonly mostParked?: number;
}

/**
 * Runs `work` on tasks, as many at once as the options allow, and yields the results as they arrive, in no order. Tasks
 * are taken only when there is room, and the number of unread results is limited, so that memory is bounded. The first
 * error of `tasks` or `work` ends the generator. The signal of the fetcher then stops running work.
 */
export async function* inWindow<T, R>(
  tasks: AsyncIterable<T> | Iterable<T>,
  { size, laneSize = size, laneOf = () => "", mostParked = 10_000 }: WindowOptions<T>,
  work: (task: T) => Promise<R>,
): AsyncGenerator<R, void, undefined> {
  const source: AsyncIterator<T> | Iterator<T> =
    Symbol.asyncIterator in tasks ? tasks[Symbol.asyncIterator]() : tasks[Symbol.iterator]();
  const lanes = new Lanes(laneSize, laneOf);
  const results: R[] = [];
  const state = { underWay: 0, pulling: false, ended: false };
  const failures: unknown[] = [];
  let wake: () => void = () => undefined;

  const fail = (cause: unknown): void => {
    failures.push(cause);
    wake();
  };
  const hasRoom = (): boolean => state.underWay + results.length < size;
  const run = (task: T): void => {
    state.underWay += 1;
    work(task)
      .then((result) => {
        state.underWay -= 1;
        lanes.end(task);
        results.push(result);
        wake();
      })
      .catch(fail);
  };
  const pull = (): void => {
    for (let task; hasRoom() && (task = lanes.next()) !== undefined;) run(task);
    if (state.pulling || state.ended || !hasRoom() || lanes.parked >= mostParked) return;
    state.pulling = true;
    Promise.resolve(source.next())
      .then((next) => {
        state.pulling = false;
        if (next.done === true) state.ended = true;
        else if (lanes.begin(next.value)) run(next.value);
        wake();
        // The window is filled even while the reader is busy with a result.
        pull();
      })
      .catch(fail);
  };

  try {
    for (;;) {
      if (failures.length > 0) throw failures[0];
      if (results.length > 0) {
        const result = results.shift()!;
        pull();
        yield result;
        continue;
      }
      if (state.ended && state.underWay + lanes.parked === 0) return;
      const woken = new Promise<void>((resolve) => (wake = resolve));
      pull();
      await woken;
    }
  } finally {
    state.ended = true;
    await source.return?.();
  }
}
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
  const counts = { timeMaps: 0, mementos: 0, mementosListed: 0 };
  const report = (): void => context.onProgress?.({ ...counts, timeMapsTotal: sources.length });
  const items = inWindow(sources, timeMapsUnderWay, async (source) => {
    const pending = await readTimeMap(source, context);
    counts.timeMaps += 1;
    for (const one of pending) {
      if (one.kind === "wanted") counts.mementosListed += 1 + (one.equal?.length ?? 0);
    }
    report();
    return pending;
  });
  const onFetched = (): void => {
    counts.mementos += 1;
    report();
  };
  yield* fetchAll(flatten(items), context, onFetched);
}

/** A memento to fetch together with others of the same content, or an item that is already known. */
export type Pending =
  | {
      readonly kind: "wanted";
      readonly wanted: WantedMemento;
      readonly equal?: readonly WantedMemento[];
    }
  | InputItem;

export async function* fetchAll(
  pending: AsyncIterable<Pending> | Iterable<Pending>,
  context: InputContext,
  onFetched: () => void = () => undefined,
): AsyncGenerator<InputItem, void, undefined> {
  const { fetcher, http, redirects, maxPageBytes, formats, substituted = "refuse" } = context;
  const { signal } = context;
  if (fetcher === undefined) throw new Error("an input over HTTP needs a fetcher");
  const options = {
    fetcher,
    redirects,
    maxPageBytes,
    formats,
    substituted,
    ...(http?.rawRules === undefined ? {} : { rawRules: http.rawRules }),
  };
  const laneSize = http?.window ?? mementosUnderWay;
  const window = { laneSize, size: hostsAtOnce * laneSize, laneOf: laneOfPending };
  const fetched = inWindow(pending, window, async (one) => {
    signal.throwIfAborted();
    if (one.kind !== "wanted") return [one];
    const items = await fetchEqual([one.wanted, ...(one.equal ?? [])], options);
    items.forEach(onFetched);
    return items;
  });
  yield* flatten(fetched);
}

const laneOfPending = (one: Pending): string =>
  one.kind === "wanted" ? hostLane(one.wanted.uriM) : "";

async function readTimeMap(source: string, context: InputContext): Promise<readonly Pending[]> {
  context.signal.throwIfAborted();
  const { wants = () => true, http = {} } = context;
  const isMany = asksForMany(source);
  // Every shard must make the same decision. If the URI-T contains the URI-R, the decision is made before anything is
  // fetched.
  const named = isMany ? undefined : uriTParts(source).uriR;
  if (named !== undefined && !wants({ uriR: named, uriT: source })) return [];
  const file = context.files?.get(source);
  const replay = isUri(source) ? undefined : http.archive?.replay;
  const loaded = await loadTimeMap(source, context.fetcher, defaultLimits, file, replay);
  if ("problem" in loaded) {
    return wants({ uriR: named ?? source, uriT: source })
      ? [missedTimeMap(source, loaded.problem)]
      : [];
  }
  const { value } = loaded;
  if (!isMany && (replay === undefined || isUri(value.uriT))) {
    const isWanted = wants({ uriR: named ?? value.uriR, uriT: value.uriT });
    return isWanted ? [...remarksOn(value), ...mementosOf(value, http)] : [];
  }
  const timeMaps = byUriR(value).filter(wants);
  const remarks = wants({ uriR: source, uriT: source }) ? remarksOn(value) : [];
  return [...remarks, ...timeMaps.flatMap((timeMap) => mementosOf(timeMap, http))];
}

function remarksOn({ uriT, duplicates, warnings }: TimeMap): Pending[] {
  const repeated: InputItem = { kind: "skipped", reason: "listed twice in its TimeMap" };
  return [
    ...warnings.map((message) => damage(uriT, message)),
    ...Array.from({ length: duplicates }, () => repeated),
  ];
}

function mementosOf(
  { uriR, uriT, mementos }: Pick<TimeMap, "uriR" | "uriT" | "mementos">,
  http: HttpInputOptions,
): Pending[] {
  const seconds = new Set(mementos.map((one) => one.mementoDatetime.slice(0, 19)));
  const isListed = (datetime: string): boolean => seconds.has(datetime.slice(0, 19));
  const selected = selectMementos(mementos, http).map((memento) => ({
    ...memento,
    uriR,
    uriT,
    isListed,
  }));
  const groups =
    http.refetchDuplicates === true ? selected.map((one) => [one]) : equalMementos(selected);
  return groups.map(([wanted, ...equal]): Pending => ({ kind: "wanted", wanted: wanted!, equal }));
}

/** Groups the captures of a CDX service, or of a file from one, into a TimeMap for each URI-R in any spelling. */
function byUriR({ mementos }: TimeMap): Pick<TimeMap, "uriR" | "uriT" | "mementos">[] {
  const timeMaps = new Map<string, { uriR: string; uriT: string; mementos: TimeMapEntry[] }>();
  for (const memento of mementos) {
    const { uriM } = memento;
    const uriR = uriROf(uriM) ?? uriM;
    const { prefix = "" } = uriMParts(uriM) ?? {};
    const key = `${prefix} ${surt(uriR)}`;
    const known = timeMaps.get(key);
    if (known !== undefined) known.mementos.push(memento);
    else timeMaps.set(key, { uriR, uriT: `${prefix}timemap/link/${uriR}`, mementos: [memento] });
  }
  return [...timeMaps.values()];
}

export function missedTimeMap(uriT: string, problem: Problem): InputItem {
  return { kind: "missed-timemap", uriT, problem };
}

async function* flatten<T>(lists: AsyncIterable<readonly T[]>): AsyncGenerator<T, void, undefined> {
  for await (const list of lists) yield* list;
}

type ListedMemento = WantedMemento & { readonly content?: IndexedContent };

interface ContentGroup {
  readonly status: number | undefined;
  readonly mementos: WantedMemento[];
}

/** Redirects are not grouped, because their body does not determine their target. */
export function equalMementos(mementos: readonly ListedMemento[]): (readonly WantedMemento[])[] {
  const groups: ContentGroup[] = [];
  const byDigest = new Map<string, ContentGroup[]>();
  for (const { content, ...wanted } of mementos) {
    const { digest, status } = content ?? {};
    const isRedirect = status !== undefined && status >= 300 && status < 400;
    const known = digest === undefined || isRedirect ? [] : (byDigest.get(digest) ?? []);
    // A revisit has the status of the earlier capture that it repeats.
    const same = known.findLast((group) => status === undefined || group.status === status);
    if (same !== undefined) {
      same.mementos.push(wanted);
      continue;
    }
    const group = { status, mementos: [wanted] };
    groups.push(group);
    if (digest !== undefined && !isRedirect) byDigest.set(digest, [...known, group]);
  }
  return groups.map((group) => group.mementos);
}

/**
 * Fetches the first of several mementos with the same content. Each further memento is fetched only if those before it
 * are unusable, because the archive failed or answered with another capture.
 */
async function fetchEqual(
  mementos: readonly WantedMemento[],
  options: FetchMementoOptions,
): Promise<InputItem[]> {
  const items: InputItem[] = [];
  for (const [at, wanted] of mementos.entries()) {
    const item = await fetchMemento(wanted, options);
    items.push(item);
    if (isCapture(item, wanted)) {
      return [...items, ...mementos.slice(at + 1).map((other) => repeated(item, wanted, other))];
    }
  }
  return items;
}

type FetchedContent = Extract<InputItem, { readonly kind: "memento" | "other" }>;

const isCapture = (item: InputItem, { mementoDatetime }: WantedMemento): item is FetchedContent =>
  (item.kind === "memento" || item.kind === "other") &&
  item.capture.via === undefined &&
  item.capture.mementoDatetime === mementoDatetime;

/** Returns a memento with the content of another memento, like a revisit. */
function repeated(item: FetchedContent, original: WantedMemento, wanted: WantedMemento): InputItem {
  const { status, notes = [] } = item.capture;
  const { uriR, uriT, uriM, mementoDatetime, note } = wanted;
  const via: Via = {
    kind: "revisit",
    status,
    uriR: original.uriR,
    mementoDatetime: original.mementoDatetime,
    uriM: original.uriM,
  };
  const remarks = [
    ...(note === undefined ? [] : [note]),
    ...notes.filter((each) => each !== original.note),
    "not fetched: by its digest it has the content of another capture",
  ];
  const capture = { ...item.capture, uriR, uriT, uriM, mementoDatetime, via, notes: remarks };
  return { ...item, capture };
}
