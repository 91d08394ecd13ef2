import * as zlib from "node:zlib";
import { ByteReader } from "./byte-reader.js";
import type { ByteSource } from "./byte-source.js";
import { DecoderSource, type Feed } from "./decoder-source.js";
import { gzipHeaderSize, inflate, salvage } from "./gzip.js";

/** A compressed part of a file, as bytes to read records from. */
export interface Member {
  readonly reader: ByteReader;
  /** Of the records in it: known only where it was inflated as a whole. */
  readonly note?: string;
  /** To be called when all was read: leaves the file behind the member. */
  finish(): Promise<MemberEnd>;
}

export interface MemberEnd {
  /** What was wrong with the member, for a person. */
  readonly trouble?: string;
  /** From here on in the file the next member may begin, where the end of this one is not known for sure. */
  readonly resumeAt?: number;
  /** True when the file ends before the member: what is lost may have been told by the record that it cuts off. */
  readonly isCut?: boolean;
}

/** Input within which a member is inflated at once; a longer one is streamed. */
const WINDOW = 1 << 20;
/** Output that is held at most, when inflating at once. */
const MOST = 1 << 22;
const SLICE = 1 << 15;
const TRAILER = 8;
/** A decoder runs into damage soon; going back further would cost more than it could find. */
const LOOK_BACK = 1 << 20;

/** Opens the gzip member at which the file stands; undefined when there is only its beginning. */
export async function openGzip(file: ByteReader): Promise<Member | undefined> {
  let headerSize = await headerSizeOf(file);
  if (headerSize === undefined) return undefined;
  for (;;) {
    const input = file.view(headerSize + WINDOW);
    const deflated = input.subarray(headerSize);
    const result = inflate(deflated, MOST);
    const isAll = file.ended && file.available <= headerSize + WINDOW;
    switch (result.kind) {
      case "whole": {
        const end = headerSize + result.used;
        if (input.length >= end + TRAILER || isAll) return wholeMember(file, end, result.bytes);
        break;
      }
      case "short":
        if (isAll) return cutMember(file, result.bytes);
        break;
      case "damaged":
        return damagedMember(file, headerSize, deflated, result.reason);
      case "large":
        return streamedMember(file, headerSize);
    }
    if (input.length >= headerSize + WINDOW) return streamedMember(file, headerSize);
    await file.fill(headerSize + WINDOW);
    headerSize = gzipHeaderSize(file.view(), 0) ?? headerSize;
  }
}

async function headerSizeOf(file: ByteReader): Promise<number | undefined> {
  // Little left to look at: better to read on first than to inflate in vain.
  if (file.available < SLICE) await file.fill(WINDOW);
  const size = gzipHeaderSize(file.view(), 0);
  if (size !== undefined || file.ended) return size;
  await file.fill(WINDOW);
  return gzipHeaderSize(file.view(), 0);
}

function wholeMember(file: ByteReader, end: number, bytes: Buffer): Member {
  const offset = file.position;
  const input = file.view(end + TRAILER);
  const isComplete = input.length === end + TRAILER;
  const isRight =
    isComplete &&
    zlib.crc32(bytes) === input.readUInt32LE(end) &&
    bytes.length === input.readUInt32LE(end + 4);
  const reader = ByteReader.of(bytes);
  const leave = (): void => file.advance(input.length);
  if (isRight) {
    return {
      reader,
      finish: () => {
        leave();
        return Promise.resolve({});
      },
    };
  }
  const trouble = isComplete
    ? "gzip check sum is wrong: the content may be damaged"
    : "file ends within the check sum of its last gzip member";
  return {
    reader,
    note: trouble,
    finish: () => {
      leave();
      return Promise.resolve({ trouble, ...(isComplete && { resumeAt: offset + 1 }) });
    },
  };
}

/** A member of which only the beginning can be inflated. */
function damagedMember(
  file: ByteReader,
  headerSize: number,
  deflated: Buffer,
  reason: string,
): Member {
  const offset = file.position;
  const { bytes, used } = salvage(deflated, MOST);
  return {
    reader: ByteReader.of(bytes, `damaged gzip data (${reason})`),
    finish: () => {
      file.advance(headerSize + used);
      const trouble = `gzip data damaged (${reason})`;
      return Promise.resolve({ trouble, resumeAt: offset + 1 });
    },
  };
}

/** The file ends within the member; or damage has made the member run on over those behind it. */
function cutMember(file: ByteReader, bytes: Buffer): Member {
  const offset = file.position;
  const trouble = "the file ends within a gzip member";
  return {
    reader: ByteReader.of(bytes, trouble),
    finish: () => {
      file.advance(file.available);
      return Promise.resolve({ trouble, isCut: true, resumeAt: offset + 1 });
    },
  };
}

/** A member too large to hold. */
function streamedMember(file: ByteReader, headerSize: number): Member {
  const offset = file.position;
  const decoder = zlib.createInflateRaw({ chunkSize: 1 << 16 });
  const feed = new FileFeed(file);
  file.advance(headerSize);
  const start = file.position;
  const source = new DecoderSource(decoder, feed);
  const summed = new Summed(source);
  return {
    reader: ByteReader.over(summed, WINDOW),
    async finish() {
      await source.close();
      if (source.failure !== undefined) {
        const resumeAt = Math.max(offset + 1, feed.passed - LOOK_BACK);
        if (file.ended && file.available === 0) {
          return { trouble: "the file ends within a gzip member", isCut: true, resumeAt };
        }
        return { trouble: `gzip data damaged (${source.failure})`, resumeAt };
      }
      // The decoder says how much of its last piece of input was the member's.
      file.seek(start + decoder.bytesWritten);
      await file.fill(TRAILER);
      const trailer = file.view(TRAILER);
      file.advance(trailer.length);
      if (trailer.length < TRAILER) {
        return { trouble: "file ends within the check sum of its last gzip member" };
      }
      return trailer.readUInt32LE(0) === summed.crc
        ? {}
        : { trouble: "gzip check sum is wrong: the content may be damaged" };
    },
  };
}

/** Input of a decoder from a file, a slice at a time. */
class FileFeed implements Feed {
  readonly #file: ByteReader;
  #lent = 0;

  constructor(file: ByteReader) {
    this.#file = file;
  }

  /** Where in the file the slice begins that the decoder has now. */
  get passed(): number {
    return this.#file.position;
  }

  async next(): Promise<Buffer | undefined> {
    this.#file.advance(this.#lent);
    this.#lent = 0;
    if (!(await this.#file.fill(1))) return undefined;
    const slice = this.#file.view(SLICE);
    this.#lent = slice.length;
    return slice;
  }
}

/** Keeps the check sum of what passes. */
class Summed implements ByteSource {
  readonly #source: ByteSource;
  crc = 0;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  get failure(): string | undefined {
    const reason = this.#source.failure;
    return reason === undefined ? undefined : `damaged or cut-off gzip data (${reason})`;
  }

  async readInto(target: Buffer, at: number): Promise<number> {
    const count = await this.#source.readInto(target, at);
    if (count > 0) this.crc = zlib.crc32(target.subarray(at, at + count), this.crc);
    return count;
  }

  close(): Promise<void> {
    return this.#source.close();
  }
}
