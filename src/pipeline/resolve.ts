import { unavailable } from "../errors.js";
import { Column } from "../math/column.js";
import { hash53 } from "../math/sketch.js";
import { mediaType } from "../mementos/content-type.js";
import { toFourteenDigits } from "../mementos/datetime.js";
import { seedKey } from "../mementos/uri.js";
import type {
  Capture,
  FeatureRecord,
  InputItem,
  Problem,
  RevisitTarget,
  Settings,
  Via,
} from "../types.js";

/**
 * Which captures go by a name: 16 bytes an entry, whatever the length of the names, so that half a million captures
 * under four names each take 32 MB. Two names may share a hash: callers compare the capture that they find.
 */
export class HashIndex {
  #hashes = new Column(Float64Array);
  #ordinals = new Column(Int32Array);
  #size = 0;
  #sorted = true;

  add(name: string, ordinal: number): void {
    this.addHash(hash53(name), ordinal);
  }

  /** As `add`, by the hash of the name. */
  addHash(hash: number, ordinal: number): void {
    this.#hashes.set(this.#size, hash);
    this.#ordinals.set(this.#size, ordinal);
    this.#size += 1;
    this.#sorted = false;
  }

  /** The ordinals added under this name, in the order of ordinals. */
  find(name: string): number[] {
    if (!this.#sorted) this.#sort();
    const hash = hash53(name);
    let low = 0;
    let high = this.#size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#hashes.get(middle) < hash) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (let i = low; i < this.#size && this.#hashes.get(i) === hash; i += 1) {
      found.push(this.#ordinals.get(i));
    }
    return found.sort((a, b) => a - b);
  }

  #sort(): void {
    const hashes = Float64Array.from({ length: this.#size }, (_, i) => this.#hashes.get(i));
    const order = Uint32Array.from(hashes, (_, i) => i).sort((a, b) => hashes[a]! - hashes[b]!);
    const ordinals = this.#ordinals;
    this.#hashes = new Column(Float64Array);
    this.#ordinals = new Column(Int32Array);
    for (const [at, i] of order.entries()) {
      this.#hashes.set(at, hashes[i]!);
      this.#ordinals.set(at, ordinals.get(i));
    }
    this.#sorted = true;
  }
}
/** What a capture of the input is, for somebody who points to it. */
export type CaptureKind = "page" | "other" | "pointer";

const TIMELINES_KEPT = 100;

const KINDS: readonly CaptureKind[] = ["page", "other", "pointer"];

/** What is kept of a capture: numbers that any thread can make of it; NaN where it has no such name. */
export type Entry = readonly [
  kind: number,
  status: number,
  time: number,
  offset: number,
  key: number,
  uriAndDate: number,
  recordId: number,
  digest: number,
];

/** Numbers of an {@link Entry}. */
export const ENTRY_SIZE = 8;

/** What {@link CaptureIndex} keeps of a capture. */
export function entryOf(
  { uriR, mementoDatetime, status, source, recordId, digest }: Capture,
  kind: CaptureKind,
  groupCapturesBy: Settings["groupCapturesBy"],
): Entry {
  const hashOf = (name: string | undefined): number => (name === undefined ? NaN : hash53(name));
  return [
    KINDS.indexOf(kind),
    status ?? 0,
    Date.parse(mementoDatetime),
    (source?.offset ?? 0) + (source?.inflated ?? 0),
    hash53(seedKey(uriR, groupCapturesBy)),
    hash53(uriAndDate(uriR, mementoDatetime)),
    hashOf(recordId),
    // Revisits carry the digest of what they repeat: thousands of them must not be searched to find it.
    hashOf(kind === "pointer" ? undefined : digest),
  ];
}

/**
 * Every capture of the input by the names under which revisits and redirects point to it, in a few dozen bytes each.
 * Captures are numbered in the order in which they were read.
 */
export class CaptureIndex {
  readonly #groupCapturesBy: Settings["groupCapturesBy"];
  readonly #byUriAndDate = new HashIndex();
  readonly #byRecordId = new HashIndex();
  readonly #byDigest = new HashIndex();
  readonly #byKey = new HashIndex();
  readonly #timelines = new Map<string, readonly number[]>();
  #count = 0;
  readonly #kind = new Column(Uint8Array);
  readonly #status = new Column(Int16Array);
  readonly #time = new Column(Float64Array);
  /** Ordinal of a page's line in the shuffle, once it is there. */
  readonly #line = new Column(Int32Array);
  /** Where each stands: number of its file among `#files`, and offset. */
  readonly #file = new Column(Int32Array);
  readonly #offset = new Column(Float64Array);
  readonly #files: string[] = [];
  readonly #fileNumbers = new Map<string, number>();

  constructor(groupCapturesBy: Settings["groupCapturesBy"]) {
    this.#groupCapturesBy = groupCapturesBy;
  }

  /** Takes a capture; returns its number. */
  add(capture: Capture, kind: CaptureKind): number {
    const entry = entryOf(capture, kind, this.#groupCapturesBy);
    return this.addEntry(entry, capture.source?.file ?? "");
  }

  /** As `add`, of what {@link entryOf} made of a capture of a file. */
  addEntry(entry: Entry, file: string): number {
    const [kind, status, time, offset, key, uriAndDate, recordId, digest] = entry;
    const number = this.#count;
    this.#count += 1;
    this.#kind.set(number, kind);
    this.#status.set(number, status);
    this.#time.set(number, time);
    this.#line.set(number, -1);
    this.#file.set(number, this.#fileNumber(file));
    this.#offset.set(number, offset);
    this.#byUriAndDate.addHash(uriAndDate, number);
    if (!Number.isNaN(recordId)) this.#byRecordId.addHash(recordId, number);
    if (!Number.isNaN(digest)) this.#byDigest.addHash(digest, number);
    this.#byKey.addHash(key, number);
    return number;
  }

  kind(number: number): CaptureKind {
    return KINDS[this.#kind.get(number)]!;
  }

  setLine(number: number, ordinal: number): void {
    this.#line.set(number, ordinal);
  }

  /** Ordinal of the page's line, or -1. */
  line(number: number): number {
    return this.#line.get(number);
  }

  /**
   * The capture that a revisit repeats, by target URI and date, else by record id, else by payload digest (the
   * earliest of that payload), else, for server-not-modified, the newest earlier 200 of the same seed.
   */
  original(revisit: number, capture: Capture, target: RevisitTarget): number | undefined {
    const others = (found: readonly number[]): number[] =>
      found
        .filter((number) => number !== revisit && this.kind(number) !== "pointer")
        .sort((a, b) => this.#compare(a, b));
    if (target.mementoDatetime !== undefined) {
      const uri = target.uriR ?? capture.uriR;
      const [found] = others(this.#byUriAndDate.find(uriAndDate(uri, target.mementoDatetime)));
      if (found !== undefined) return found;
    }
    if (target.recordId !== undefined) {
      const [found] = others(this.#byRecordId.find(target.recordId));
      if (found !== undefined) return found;
    }
    if (target.digest !== undefined && target.profile !== "server-not-modified") {
      const [found] = others(this.#byDigest.find(target.digest));
      if (found !== undefined) return found;
    }
    if (target.profile === "server-not-modified") {
      return this.#newestEarlier200(capture.uriR, this.#time.get(revisit));
    }
    return undefined;
  }

  /** The capture of a URI nearest in time to another capture, the earlier of two equally near ones. */
  nearest(uri: string, to: number): number | undefined {
    const time = this.#time.get(to);
    const timeline = this.#timeline(uri);
    const after = lowerBound(timeline, (number) => this.#time.get(number) >= time);
    const [earlier, later] = [timeline[after - 1], timeline[after]];
    if (earlier === undefined || later === undefined) return earlier ?? later;
    return time - this.#time.get(earlier) <= this.#time.get(later) - time ? earlier : later;
  }

  /** What there is of a seed: none, nothing that has a line, or something that has. */
  capturesOf(uri: string): "none" | "unjudged" | "judged" {
    const timeline = this.#timeline(uri);
    if (timeline.length === 0) return "none";
    return timeline.some((number) => this.line(number) >= 0) ? "judged" : "unjudged";
  }

  /** All captures of a seed, oldest first. The latest few are kept: many redirects lead to one target. */
  #timeline(uri: string): readonly number[] {
    const key = seedKey(uri, this.#groupCapturesBy);
    const known = this.#timelines.get(key);
    if (known !== undefined) return known;
    const timeline = this.#byKey.find(key).sort((a, b) => this.#compare(a, b));
    if (this.#timelines.size >= TIMELINES_KEPT) this.#timelines.clear();
    this.#timelines.set(key, timeline);
    return timeline;
  }

  /** By time, then file, then offset: an order that does not depend on who read what first. */
  #compare(a: number, b: number): number {
    const [fileA, fileB] = [this.#files[this.#file.get(a)]!, this.#files[this.#file.get(b)]!];
    const byFile = fileA < fileB ? -1 : fileA > fileB ? 1 : 0;
    return (
      this.#time.get(a) - this.#time.get(b) || byFile || this.#offset.get(a) - this.#offset.get(b)
    );
  }

  #fileNumber(file: string): number {
    const known = this.#fileNumbers.get(file);
    if (known !== undefined) return known;
    this.#fileNumbers.set(file, this.#files.length);
    return this.#files.push(file) - 1;
  }

  #newestEarlier200(uri: string, before: number): number | undefined {
    const timeline = this.#timeline(uri);
    let i = lowerBound(timeline, (number) => this.#time.get(number) > before) - 1;
    for (; i >= 0; i -= 1) {
      const number = timeline[i]!;
      if (this.#status.get(number) === 200 && this.kind(number) !== "pointer") return number;
    }
    return undefined;
  }
}

const uriAndDate = (uri: string, datetime: string): string =>
  `${toFourteenDigits(datetime)} ${uri}`;

/** First position whose element fulfils a condition that, once true, stays true. */
function lowerBound(numbers: readonly number[], fulfils: (number: number) => boolean): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (fulfils(numbers[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
/** Why a page is not a memento of this run, or undefined when it is one. */
export function whyNoMemento(capture: Capture, { status, pages }: Settings): string | undefined {
  if (status === "2xx" && capture.status !== undefined && Math.trunc(capture.status / 100) !== 2) {
    return `answered ${capture.status} (--status 2xx)`;
  }
  if (pages === "text/html" && !isHtmlResponse(capture)) {
    return "not a response declared text/html (--pages text/html)";
  }
  return undefined;
}

/** True for what OTMT 1.0.5 takes as a page: an HTTP response that declares itself text/html. */
function isHtmlResponse({ status, contentType }: Capture): boolean {
  return status !== undefined && mediaType(contentType) === "text/html";
}
/** A capture whose content is that of another one: a revisit or a redirect, with its number in the index. */
export interface Pointer {
  readonly number: number;
  readonly item: Extract<InputItem, { kind: "revisit" | "redirect" }>;
}

/** What a pointer comes to. */
export type Resolution =
  | { readonly kind: "page"; readonly capture: Capture; readonly record: FeatureRecord }
  | { readonly kind: "missed"; readonly capture: Capture; readonly problem: Problem }
  | { readonly kind: "not-a-page" };

/** A chain of redirects longer than this leads nowhere (RFC 9110 15.4 leaves the number to the client). */
const MAX_HOPS = 10;

const declaresHtml = ({ contentType }: Capture): boolean =>
  contentType === undefined || contentType.trim() === "" || /html/iu.test(contentType);

/** Finds the captures that revisits and redirects point to, once all of the input has been read. */
export class Resolver {
  readonly #index: CaptureIndex;
  readonly #pointers: ReadonlyMap<number, Pointer>;
  readonly #read: (ordinal: number) => FeatureRecord;

  constructor(
    index: CaptureIndex,
    pointers: readonly Pointer[],
    read: (ordinal: number) => FeatureRecord,
  ) {
    this.#index = index;
    this.#pointers = new Map(pointers.map((pointer) => [pointer.number, pointer]));
    this.#read = read;
  }

  resolve(pointer: Pointer): Resolution {
    const { capture } = pointer.item;
    const trail = new Set<number>();
    let current = pointer;
    for (;;) {
      if (trail.has(current.number)) return missed(capture, "its redirects lead in a circle");
      if (trail.size >= MAX_HOPS) return missed(capture, `more than ${MAX_HOPS} redirects`);
      trail.add(current.number);
      const target = this.#target(current);
      if (target === undefined) return unresolved(capture, current);
      const kind = this.#index.kind(target);
      if (kind === "other") return { kind: "not-a-page" };
      if (kind === "page") return this.#standIn(pointer, target);
      const next = this.#pointers.get(target);
      if (next === undefined) throw new Error(`capture ${target} is not a pointer`);
      current = next;
    }
  }

  #target({ number, item }: Pointer): number | undefined {
    if (item.kind === "revisit") return this.#index.original(number, item.capture, item.target);
    return item.location === undefined ? undefined : this.#index.nearest(item.location, number);
  }

  #standIn({ item }: Pointer, target: number): Resolution {
    const record = this.#read(this.#index.line(target));
    if (record.problem !== undefined) {
      return missed(
        item.capture,
        `${item.kind === "revisit" ? "the capture that it repeats" : "the capture that it redirects to"} ` +
          `could not be read: ${record.problem.message}`,
      );
    }
    const { capture: found } = record;
    const via: Via = {
      kind: item.kind,
      status: item.capture.status,
      uriR: found.uriR,
      mementoDatetime: found.mementoDatetime,
      source: found.source,
    };
    const notes = [...(item.capture.notes ?? []), ...(found.notes ?? [])];
    const status = repeatsStatus(item) ? item.capture.status : found.status;
    const { uriR, mementoDatetime, uriM, uriT, recordId, digest, source } = item.capture;
    return {
      kind: "page",
      record,
      capture: {
        uriR,
        mementoDatetime,
        uriM,
        uriT,
        recordId,
        digest,
        source,
        status,
        contentType: found.contentType,
        via,
        ...(notes.length > 0 && { notes }),
      },
    };
  }
}

/** A revisit's own status line counts, unless it only says that nothing was sent (304). */
function repeatsStatus({ kind, capture: { status } }: Pointer["item"]): boolean {
  return kind === "revisit" && status !== undefined && status !== 304;
}

function missed(capture: Capture, message: string): Resolution {
  return { kind: "missed", capture, ...unavailable(message) };
}

function unresolved(capture: Capture, { item }: Pointer): Resolution {
  if (!declaresHtml(capture)) return { kind: "not-a-page" };
  if (item.kind === "redirect") {
    return missed(
      capture,
      item.location === undefined
        ? "redirects without saying where (no usable Location header)"
        : `redirects to ${item.location}, which is not in the input`,
    );
  }
  const { recordId, uriR, mementoDatetime, digest } = item.target;
  const clues = [
    mementoDatetime !== undefined && `${uriR ?? item.capture.uriR} of ${mementoDatetime}`,
    recordId !== undefined && `record ${recordId}`,
    digest !== undefined && `payload ${digest}`,
  ].filter((clue) => clue !== false);
  return missed(
    capture,
    `revisit of a capture that is not in the input (${clues.join(", ") || item.target.profile})`,
  );
}
