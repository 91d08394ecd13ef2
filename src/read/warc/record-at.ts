import { inflateFront } from "../../base/platform/codecs.js";
import type { Stretch } from "../../base/platform/files.js";
import type { ByteWindow, RawFile } from "./bytes.js";
import { headerBlockLength, headerLines, parseFields } from "./record-format.js";
import { type ArchiveRecord, type Loss, recordsFrom } from "./record-reader.js";
import { gzipHeaderLength, startsMember, ZSTD_FRAME } from "./record-start.js";
import { openPlace } from "./wacz.js";
import { FrameEnd } from "../../base/platform/zstd-frame.js";
import { startsZstd, ZstdFrames } from "./zstd.js";

/**
 * Numbers of bytes before a record in which the previous record is searched for, in the first and in the last step.
 * Requests are usually smaller.
 */
const BACK = [1 << 14, 1 << 16] as const;
/** Number of bytes before and after a record within which its neighbours usually begin. */
export const BESIDE: number = BACK[0];
/** Maximum number of positions that are tested, because each may have to be inflated. */
const MOST_TRIES = 64;
/** Maximum number of bytes for the line ends after a block. */
const CLOSING = 4;

export class RecordsAt {
  readonly #place: string;
  readonly #frames: ZstdFrames;
  #file: RawFile;
  /** Range that was requested at once, for a file for which each read costs a request. */
  #near: (Stretch & { readonly bytes: ByteWindow }) | undefined;

  private constructor(place: string, file: RawFile, frames: ZstdFrames) {
    this.#place = place;
    this.#file = file;
    this.#frames = frames;
  }

  /** Rejects if it does not exist. `first` is the same as for `openFile`. */
  static async open(place: string, first?: Stretch): Promise<RecordsAt> {
    const file = await openPlace(place, first);
    const frames = new ZstdFrames();
    try {
      // This only searches for a dictionary, and costs a request for a remote file.
      if (file.stretch === undefined || /\.zst$/iu.test(place)) await frames.begin(file.bytes);
    } catch (cause) {
      await file.close();
      throw cause;
    }
    return new RecordsAt(place, file, frames);
  }

  /** Announces the range that will be read next, so that it can be requested at once. Has no effect for local files. */
  async expect(stretch: Stretch | undefined): Promise<void> {
    if (stretch !== undefined && this.#near !== undefined && isWithin(stretch, this.#near)) return;
    const bytes = stretch && (await this.#file.stretch?.(stretch));
    this.#near = stretch && bytes && { ...stretch, bytes };
  }

  async *from(offset: number): AsyncGenerator<ArchiveRecord | Loss> {
    this.#file.progressed?.();
    yield* recordsFrom(await this.#at(offset), this.#place, this.#frames);
  }

  /** Returns `undefined` if none is found. */
  async before(offset: number): Promise<number | undefined> {
    for (const back of BACK) {
      const start = Math.max(0, offset - back);
      const bytes = this.#windowAt(start);
      // A stream cannot be read backwards.
      if (offset === 0 || !bytes.returnTo(start)) return undefined;
      await bytes.ensure(offset - start);
      const seen = bytes.window.subarray(0, offset - start);
      let at = lastStart(seen, seen.length);
      for (let tries = MOST_TRIES; at >= 0 && tries > 0; tries -= 1) {
        if (endsWithAll(seen.subarray(at))) return start + at;
        at = lastStart(seen, at);
      }
    }
    return undefined;
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  #windowAt(offset: number): ByteWindow {
    const near = this.#near;
    return near !== undefined && near.from <= offset && offset < near.to
      ? near.bytes
      : this.#file.bytes;
  }

  async #at(offset: number): Promise<ByteWindow> {
    const bytes = this.#windowAt(offset);
    if (bytes.returnTo(offset)) return bytes;
    if (offset < bytes.position) {
      await this.#file.close();
      this.#file = await openPlace(this.#place);
    }
    const window = this.#file.bytes;
    await window.skip(offset - window.position);
    return window;
  }
}

const isWithin = (one: Stretch, other: Stretch): boolean =>
  other.from <= one.from && one.to <= other.to;

const STARTS = [Buffer.from([0x1f, 0x8b, 0x08]), ZSTD_FRAME, Buffer.from("WARC/")];

/** Returns the last position before `end` at which a record or member may begin, or -1 if none may. */
const lastStart = (bytes: Buffer, end: number): number =>
  end === 0 ? -1 : Math.max(...STARTS.map((start) => bytes.lastIndexOf(start, end - 1)));

/** Returns whether the member, frame or record at the front of these bytes ends where they end. */
function endsWithAll(bytes: Buffer): boolean {
  if (startsMember(bytes)) return gzipLength(bytes) === bytes.length;
  if (startsZstd(bytes)) {
    const end = new FrameEnd();
    return end.pass(bytes) === bytes.length && end.isWhole;
  }
  const length = headerBlockLength(bytes);
  if (length === undefined) return false;
  const fields = parseFields(headerLines(bytes.subarray(0, length)).slice(1));
  const left = bytes.length - length - Number(fields.get("content-length") ?? Number.NaN);
  return left >= 0 && left <= CLOSING;
}

function gzipLength(bytes: Buffer): number | undefined {
  const header = gzipHeaderLength(bytes);
  if (header === undefined) return undefined;
  try {
    return header + inflateFront(bytes.subarray(header), 1 << 20).consumed + 8;
  } catch {
    // These bytes are not a member, or are a member too large for a request.
    return undefined;
  }
}
