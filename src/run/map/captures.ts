import { seedKey } from "../../mementos/surt.js";
import { toFourteenDigits } from "../../mementos/datetime.js";
import type { Capture, RevisitTarget, Settings } from "../../types.js";
import { HashIndex } from "./hash-index.js";

/** What a capture of the input is, for somebody who points to it. */
export type CaptureKind = "page" | "other" | "pointer";

const TIMELINES_KEPT = 100;

const KINDS: readonly CaptureKind[] = ["page", "other", "pointer"];

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
  #kind = new Uint8Array(1024);
  #status = new Int16Array(1024);
  #time = new Float64Array(1024);
  /** Ordinal of a page's line in the shuffle, once it is there. */
  #line = new Int32Array(1024);
  /** Where each stands: number of its file among `#files`, and offset. */
  #file = new Int32Array(1024);
  #offset = new Float64Array(1024);
  readonly #files: string[] = [];
  readonly #fileNumbers = new Map<string, number>();

  constructor(groupCapturesBy: Settings["groupCapturesBy"]) {
    this.#groupCapturesBy = groupCapturesBy;
  }

  /** Takes a capture; returns its number. */
  add(capture: Capture, kind: CaptureKind): number {
    const number = this.#count;
    this.#count += 1;
    if (number === this.#kind.length) this.#grow();
    this.#kind[number] = KINDS.indexOf(kind);
    this.#status[number] = capture.status ?? 0;
    this.#time[number] = Date.parse(capture.mementoDatetime);
    this.#line[number] = -1;
    this.#file[number] = this.#fileNumber(capture.source?.file ?? "");
    this.#offset[number] = (capture.source?.offset ?? 0) + (capture.source?.inflated ?? 0);
    this.#byUriAndDate.add(uriAndDate(capture.uriR, capture.mementoDatetime), number);
    if (capture.recordId !== undefined) this.#byRecordId.add(capture.recordId, number);
    // Revisits carry the digest of what they repeat: thousands of them must not be searched to find it.
    if (capture.digest !== undefined && kind !== "pointer") {
      this.#byDigest.add(capture.digest, number);
    }
    this.#byKey.add(seedKey(capture.uriR, this.#groupCapturesBy), number);
    return number;
  }

  kind(number: number): CaptureKind {
    return KINDS[this.#kind[number]!]!;
  }

  setLine(number: number, ordinal: number): void {
    this.#line[number] = ordinal;
  }

  /** Ordinal of the page's line, or -1. */
  line(number: number): number {
    return this.#line[number]!;
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
      return this.#newestEarlier200(capture.uriR, this.#time[revisit]!);
    }
    return undefined;
  }

  /** The capture of a URI nearest in time to another capture, the earlier of two equally near ones. */
  nearest(uri: string, to: number): number | undefined {
    const time = this.#time[to]!;
    const timeline = this.#timeline(uri);
    const after = lowerBound(timeline, (number) => this.#time[number]! >= time);
    const [earlier, later] = [timeline[after - 1], timeline[after]];
    if (earlier === undefined || later === undefined) return earlier ?? later;
    return time - this.#time[earlier]! <= this.#time[later]! - time ? earlier : later;
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
    const [fileA, fileB] = [this.#files[this.#file[a]!]!, this.#files[this.#file[b]!]!];
    const byFile = fileA < fileB ? -1 : fileA > fileB ? 1 : 0;
    return this.#time[a]! - this.#time[b]! || byFile || this.#offset[a]! - this.#offset[b]!;
  }

  #fileNumber(file: string): number {
    const known = this.#fileNumbers.get(file);
    if (known !== undefined) return known;
    this.#fileNumbers.set(file, this.#files.length);
    return this.#files.push(file) - 1;
  }

  #newestEarlier200(uri: string, before: number): number | undefined {
    const timeline = this.#timeline(uri);
    let i = lowerBound(timeline, (number) => this.#time[number]! > before) - 1;
    for (; i >= 0; i -= 1) {
      const number = timeline[i]!;
      if (this.#status[number] === 200 && this.kind(number) !== "pointer") return number;
    }
    return undefined;
  }

  #grow(): void {
    const size = this.#kind.length * 2;
    this.#kind = extended(new Uint8Array(size), this.#kind);
    this.#status = extended(new Int16Array(size), this.#status);
    this.#time = extended(new Float64Array(size), this.#time);
    this.#line = extended(new Int32Array(size), this.#line);
    this.#file = extended(new Int32Array(size), this.#file);
    this.#offset = extended(new Float64Array(size), this.#offset);
  }
}

const uriAndDate = (uri: string, datetime: string): string =>
  `${toFourteenDigits(datetime)} ${uri}`;

function extended<T extends { set(values: T): void }>(larger: T, smaller: T): T {
  larger.set(smaller);
  return larger;
}

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
