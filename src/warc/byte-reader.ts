import type { ByteSource } from "./byte-source.js";

/** Room kept for the next read: smaller reads cost more than moving what is left to the front. */
const LEAST_READ = 1 << 16;

/**
 * A window that moves forward over bytes: what is wanted is made available, looked at in place, and passed over.
 * It holds what was asked for at once and no more.
 */
export class ByteReader {
  readonly #source: ByteSource | undefined;
  #buffer: Buffer;
  #start = 0;
  #end: number;
  #position = 0;
  #ended: boolean;
  #failure: string | undefined;

  private constructor(source: ByteSource | undefined, buffer: Buffer, end: number) {
    this.#source = source;
    this.#buffer = buffer;
    this.#end = end;
    this.#ended = source === undefined;
  }

  /** Reads a source, `capacity` bytes at a time unless more is asked for at once. */
  static over(source: ByteSource, capacity: number): ByteReader {
    return new ByteReader(source, Buffer.allocUnsafe(capacity), 0);
  }

  /** Bytes that are all there; `failure` says why they are not all that should be. */
  static of(bytes: Buffer, failure?: string): ByteReader {
    const reader = new ByteReader(undefined, bytes, bytes.length);
    reader.#failure = failure;
    return reader;
  }

  /** Bytes passed over so far. */
  get position(): number {
    return this.#position;
  }

  /** Bytes that can be looked at now. */
  get available(): number {
    return this.#end - this.#start;
  }

  /** True when nothing can come after what is available. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Why the bytes ended before their time; known only when they have {@link ended}. */
  get failure(): string | undefined {
    return this.#failure ?? (this.#ended ? this.#source?.failure : undefined);
  }

  /** True when bytes far ahead can be looked at without reading what is between. */
  get hasRandomAccess(): boolean {
    return this.#source?.readAt !== undefined;
  }

  /** Makes `count` bytes available; false when the bytes end before. Earlier views are then no longer valid. */
  async fill(count: number): Promise<boolean> {
    while (this.available < count && !this.#ended) {
      this.#makeRoom(count);
      const got = await this.#source!.readInto(this.#buffer, this.#end);
      if (got === 0) this.#ended = true;
      else this.#end += got;
    }
    return this.available >= count;
  }

  /** The bytes that are available, in place: valid until the next {@link fill}. */
  view(count: number = this.available): Buffer {
    return this.#buffer.subarray(this.#start, Math.min(this.#start + count, this.#end));
  }

  /** Passes over bytes that are available. */
  advance(count: number): void {
    if (count > this.available) throw new RangeError("advance beyond what is available");
    this.#start += count;
    this.#position += count;
  }

  /** Passes over bytes, available or not; fewer at the end. Returns how many. */
  async skip(count: number): Promise<number> {
    let left = count;
    while (left > 0 && (this.available > 0 || (await this.fill(1)))) {
      const step = Math.min(left, this.available);
      this.advance(step);
      left -= step;
    }
    return count - left;
  }

  /** Looks at bytes `distance` ahead without holding what is between. Only where {@link hasRandomAccess}. */
  async lookAhead(distance: number, count: number): Promise<Buffer> {
    const readAt = this.#source?.readAt?.bind(this.#source);
    if (readAt === undefined) throw new Error("no random access");
    return readAt(this.#position + distance, count);
  }

  /** Goes back (or forward) to a position; false where the bytes are gone. */
  seek(position: number): boolean {
    const start = this.#start + position - this.#position;
    if (start >= 0 && start <= this.#end) {
      this.#start = start;
    } else {
      if (this.#source?.seek === undefined) return false;
      this.#source.seek(position);
      this.#start = 0;
      this.#end = 0;
      this.#ended = false;
    }
    this.#position = position;
    return true;
  }

  async close(): Promise<void> {
    await this.#source?.close();
  }

  #makeRoom(count: number): void {
    const kept = this.available;
    const wanted = Math.max(count, kept + LEAST_READ);
    if (this.#start + wanted <= this.#buffer.length) return;
    const target =
      wanted <= this.#buffer.length ? this.#buffer : Buffer.allocUnsafe(wanted + LEAST_READ);
    this.#buffer.copy(target, 0, this.#start, this.#end);
    this.#buffer = target;
    this.#start = 0;
    this.#end = kept;
  }
}
