import * as zlib from "node:zlib";
import { messageOf } from "../errors.js";
import { ByteReader } from "./byte-reader.js";
import { DecoderSource, type Feed } from "./decoder-source.js";
import type { Member } from "./member.js";
import { dictionaryFrameSize, FRAME_HEADER_MOST, frameHeaderSize, zstdDecoder } from "./zstd.js";

const CHUNK = 1 << 16;
const MOST_DICTIONARY = 1 << 24;
const BLOCK_HEADER = 3;
const CHECKSUM = 4;

/** The Zstandard frames of a .warc.zst file, each with one record or several. */
export class ZstdFrames {
  readonly #file: ByteReader;
  #dictionary: Buffer | undefined;

  constructor(file: ByteReader) {
    this.#file = file;
  }

  /**
   * Opens the frame at which the file stands, having read the dictionary that may stand before it; undefined when
   * there is only its beginning. `trouble` says why no frame of this file can be read.
   */
  async open(): Promise<Member | undefined | { readonly trouble: string }> {
    if (zstdDecoder({ chunkSize: CHUNK }) === undefined) {
      return {
        trouble: `Zstandard needs Node 22.15 or later (this is ${process.version}); or unpack the file with zstd -d`,
      };
    }
    try {
      if (!(await this.#readDictionary())) return undefined;
    } catch (cause) {
      return { trouble: `its dictionary cannot be read (${messageOf(cause)})` };
    }
    return this.#frame();
  }

  /** False when the file ends within the dictionary. */
  async #readDictionary(): Promise<boolean> {
    await this.#file.fill(FRAME_HEADER_MOST);
    const size = dictionaryFrameSize(this.#file.view(), 0);
    if (size === undefined) return true;
    if (size > MOST_DICTIONARY) throw new Error(`${size} bytes long`);
    if (!(await this.#file.fill(size))) return false;
    const content = Buffer.from(this.#file.view(size).subarray(8));
    this.#file.advance(size);
    this.#dictionary = dictionaryFrom(content);
    return this.#file.fill(1);
  }

  async #frame(): Promise<Member | undefined> {
    const file = this.#file;
    await file.fill(FRAME_HEADER_MOST);
    const header = frameHeaderSize(file.view(), 0);
    if (header === undefined) return undefined;
    const dictionary = this.#dictionary;
    const decoder = zstdDecoder({
      chunkSize: CHUNK,
      ...(dictionary !== undefined && { dictionary }),
    });
    if (decoder === undefined) return undefined;
    const feed = new FrameFeed(file, header.size, header.hasChecksum);
    const source = new DecoderSource(decoder, feed);
    const start = file.position;
    return {
      reader: ByteReader.over(source, 1 << 18),
      async finish() {
        await source.close();
        if (source.failure === undefined) {
          await feed.leave();
          return {};
        }
        if (feed.isCut) return { trouble: "the file ends within a Zstandard frame", isCut: true };
        return { trouble: `Zstandard data damaged (${source.failure})`, resumeAt: start + 1 };
      },
    };
  }
}

/** The dictionary may be compressed itself. */
function dictionaryFrom(content: Buffer): Buffer {
  if (content.length < 4 || content.readUInt32LE(0) !== 0xfd2fb528) return content;
  const decompress: unknown = Reflect.get(zlib, "zstdDecompressSync");
  if (typeof decompress !== "function") throw new Error("this Node has no Zstandard");
  return Reflect.apply(decompress, zlib, [content, { maxOutputLength: MOST_DICTIONARY }]) as Buffer;
}

/** Exactly the bytes of one frame, block by block (RFC 8878, section 3.1.1). */
class FrameFeed implements Feed {
  readonly #file: ByteReader;
  readonly #hasChecksum: boolean;
  /** Bytes still to be given before the next block header. */
  #due: number;
  #lent = 0;
  #isLast = false;
  isCut = false;

  constructor(file: ByteReader, headerSize: number, hasChecksum: boolean) {
    this.#file = file;
    this.#due = headerSize;
    this.#hasChecksum = hasChecksum;
  }

  async next(): Promise<Buffer | undefined> {
    this.#file.advance(this.#lent);
    this.#lent = 0;
    if (this.#due === 0 && !(await this.#nextBlock())) return undefined;
    if (!(await this.#file.fill(1))) {
      this.isCut = true;
      return undefined;
    }
    const slice = this.#file.view(this.#due);
    this.#lent = slice.length;
    this.#due -= slice.length;
    return slice;
  }

  /** Passes over what the decoder did not ask for. */
  async leave(): Promise<void> {
    while ((await this.next()) !== undefined);
  }

  async #nextBlock(): Promise<boolean> {
    if (this.#isLast) return false;
    if (!(await this.#file.fill(BLOCK_HEADER))) {
      this.isCut = true;
      return false;
    }
    const header = this.#file.view(BLOCK_HEADER).readUIntLE(0, BLOCK_HEADER);
    this.#isLast = (header & 1) === 1;
    const isRepeated = ((header >> 1) & 3) === 1;
    const size = isRepeated ? 1 : header >> 3;
    this.#due = BLOCK_HEADER + size + (this.#isLast && this.#hasChecksum ? CHECKSUM : 0);
    return true;
  }
}
