import type { Stretch } from "../../base/platform/files.js";
import type { ByteWindow, RawFile } from "./bytes.js";
import { type ArchiveRecord, type Loss, recordsFrom } from "./record-reader.js";
import { openPlace } from "./wacz.js";
import { ZstdFrames } from "./zstd.js";

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
    yield* recordsFrom(await this.#at(offset), this.#place, this.#frames);
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
