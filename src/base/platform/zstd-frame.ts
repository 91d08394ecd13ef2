/** Bytes of the magic number and of the frame header descriptor. */
export const MAGIC_AND_DESCRIPTOR = 5;
const BLOCK_HEADER = 3;
const CHECKSUM = 4;
const RLE = 1;
const RESERVED = 3;
const LARGEST_BLOCK = 1 << 17;
/** Size of the dictionary ID in bytes, by the value of its flag. */
export const DICTIONARY_ID_BYTES = [0, 1, 2, 4] as const;
/**
 * Size of the frame content size field in bytes, by the value of its flag. With flag 0 a single segment has one byte.
 */
export const CONTENT_SIZE_BYTES = [0, 2, 4, 8] as const;

/**
 * Finds the end of a Zstandard frame in a stream of bytes (RFC 8878, section 3.1.1). This is needed because Node's
 * decoder accepts truncated data as complete.
 */
export class FrameEnd {
  #seen: number[] = [];
  #wanted = MAGIC_AND_DESCRIPTOR;
  /** Bytes to skip before the next block header. */
  #skip = 0;
  #inBlocks = false;
  #isLast = false;
  #hasChecksum = false;

  /** True once all bytes of the frame have been seen. */
  get isWhole(): boolean {
    return this.#isLast && this.#skip === 0;
  }

  /** Consumes the next bytes and returns how many of them belong to the frame. */
  pass(bytes: Uint8Array): number {
    let at = 0;
    while (at < bytes.length && !this.isWhole) {
      if (this.#skip > 0) {
        const step = Math.min(this.#skip, bytes.length - at);
        this.#skip -= step;
        at += step;
        continue;
      }
      this.#seen.push(bytes[at]!);
      at += 1;
      if (this.#seen.length < this.#wanted) continue;
      if (this.#inBlocks) this.#readBlock(this.#seen);
      else this.#readDescriptor(this.#seen[MAGIC_AND_DESCRIPTOR - 1]!);
      this.#seen = [];
      this.#wanted = BLOCK_HEADER;
    }
    return at;
  }

  #readDescriptor(descriptor: number): void {
    const isSingle = (descriptor & 0x20) !== 0;
    const sizeFlag = descriptor >> 6;
    this.#hasChecksum = (descriptor & 4) !== 0;
    // A single segment has no window descriptor, but always has a content size.
    const size = sizeFlag === 0 ? 1 : CONTENT_SIZE_BYTES[sizeFlag]! + (isSingle ? 0 : 1);
    this.#skip = DICTIONARY_ID_BYTES[descriptor & 3]! + size;
    this.#inBlocks = true;
  }

  #readBlock([low = 0, middle = 0, high = 0]: readonly number[]): void {
    const size = (low >> 3) | (middle << 5) | (high << 13);
    const type = (low >> 1) & 3;
    if (type === RESERVED || size > LARGEST_BLOCK) {
      // The header is damaged, so the sizes in it are useless. The decoder will reject the frame.
      this.#isLast = true;
      return;
    }
    this.#isLast = (low & 1) !== 0;
    this.#skip = type === RLE ? 1 : size;
    if (this.#isLast && this.#hasChecksum) this.#skip += CHECKSUM;
  }
}

/** Tells whether the bytes begin with a complete Zstandard frame. */
export function hasWholeFrame(bytes: Uint8Array): boolean {
  const end = new FrameEnd();
  end.pass(bytes);
  return end.isWhole;
}
