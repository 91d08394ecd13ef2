import { fetchMemento, type FetchMementoOptions, type WantedMemento } from "./fetch-memento.js";
import { asksForMany } from "./known-archives.js";
import { damage } from "../../base/errors.js";
import { surt } from "../../base/uri.js";
import type { IndexedContent, TimeMapEntry } from "../timemaps/document.js";
import { defaultLimits, isUri, loadTimeMap, type TimeMap } from "../timemaps/load.js";
import { selectMementos } from "../timemaps/select.js";
import { uriMParts, uriROf, uriTParts } from "../timemaps/uri.js";
import type { InputItem, Problem, Via } from "../../base/types.js";
import type { HttpInputOptions, InputContext } from "../types.js";
import { inWindow } from "./window.js";

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

/** Returns the lane of a URI: its host and port. All texts that are not such URIs share one lane. */
function hostLane(uri: string): string {
  const match = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(uri);
  return match?.[1]?.toLowerCase() ?? "";
}

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
