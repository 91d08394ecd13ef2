import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from "yauzl";
import { isSystemError, messageOf } from "../errors.js";
import { crc32, inflateDecoder } from "../platform/codecs.js";
import { type ByteSource, PulledBytes, type RawFile, windowOn } from "./bytes.js";
import { type DataEnd, Decoded } from "./gzip-member.js";

/** Members that are looked at: a web archive has a few hundred, a zip made to harm any number. */
const MOST_MEMBERS = 100_000;
/** Bytes of a local file header before its name. */
const LOCAL_HEADER = 30;
const STORED = 0;
const DEFLATED = 8;

/** Why a zip cannot be read: one line for people. */
export class ZipTrouble extends Error {
  override readonly name = "ZipTrouble";
}

/** A file within a zip. */
export interface ZipMember {
  readonly name: string;
  /** Bytes once unpacked. */
  readonly size: number;
  /** True where its bytes stand in the zip as they are, so that they can be read from any position. */
  readonly isStored: boolean;
  /** Why its bytes cannot be read. */
  readonly unreadable?: string;
}

export const startsZip = (bytes: Buffer): boolean =>
  ["PK\u0003\u0004", "PK\u0005\u0006"].includes(bytes.toString("latin1", 0, 4));

/** A zip that is read in place, through the directory at its end: nothing is unpacked that is not asked for. */
export class Zip {
  /** Folders left out; of several members of one name the last, as unzip has it. */
  readonly members: readonly ZipMember[];
  readonly #source: ByteSource;
  readonly #file: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(source: ByteSource, file: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#source = source;
    this.#file = file;
    this.#entries = entries;
    this.members = [...entries.values()].map(memberOf);
  }

  /** Reads the directory; rejects with a `ZipTrouble` where there is none, or one that cannot be right. */
  static async open(source: ByteSource): Promise<Zip> {
    const reader = new SourceReader(source);
    try {
      const opened = fromRandomAccessReaderPromise(reader, source.size, {
        autoClose: false,
        validateEntrySizes: false,
      });
      const file = await Promise.race([opened, reader.failure]);
      const entries = await Promise.race([entriesOf(file), reader.failure]);
      return new Zip(source, file, entries);
    } catch (cause) {
      if (isSystemError(cause)) throw cause;
      throw new ZipTrouble(whyUnreadable(cause), { cause });
    }
  }

  member(name: string): ZipMember | undefined {
    return this.members.find((each) => each.name === name);
  }

  /** The bytes of a member from first to last, in bounded memory; those of a stored one from any position. */
  async openMember({ name }: ZipMember): Promise<RawFile> {
    const packed = await this.packedBytes(name);
    const entry = this.#entry(name);
    const close = (): Promise<void> => Promise.resolve();
    if (entry.compressionMethod === STORED) {
      return { bytes: windowOn(packed), size: packed.size, close };
    }
    const decoded = new Decoded(windowOn(packed), inflateDecoder, () => new EndAfter(packed.size));
    let sum = 0;
    let length = 0;
    const bytes = new PulledBytes({
      async pull() {
        const chunk = await decoded.pull();
        sum = chunk === undefined ? sum : crc32(chunk, sum);
        length += chunk?.length ?? 0;
        return chunk;
      },
    });
    const trouble = (): string | undefined => {
      if (!decoded.isRead) return undefined;
      if (decoded.trouble !== undefined) {
        return `its data in the zip is damaged (${decoded.trouble.message})`;
      }
      const isRight = length === entry.uncompressedSize && sum === entry.crc32;
      return isRight ? undefined : "its length or checksum is not that in the zip's directory";
    };
    return { bytes, size: entry.uncompressedSize, close, trouble };
  }

  /** The bytes of a member as they stand in the zip; rejects with a `ZipTrouble` where they are not all there. */
  async packedBytes(name: string): Promise<ByteSource> {
    const entry = this.#entry(name);
    const why = whyNot(entry);
    if (why !== undefined) throw new ZipTrouble(why);
    try {
      const { fileDataStart } = await this.#file.readLocalFileHeaderPromise(entry, {
        minimal: true,
      });
      return sliceOf(this.#source, fileDataStart, entry.compressedSize);
    } catch (cause) {
      if (isSystemError(cause)) throw cause;
      throw new ZipTrouble(whyUnreadable(cause), { cause });
    }
  }

  #entry(name: string): Entry {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new ZipTrouble(`there is no ${name} in it`);
    return entry;
  }
}

/** The end of data whose length is known. */
class EndAfter implements DataEnd {
  #left: number;

  constructor(size: number) {
    this.#left = size;
  }

  get isWhole(): boolean {
    return this.#left === 0;
  }

  pass({ length }: Uint8Array): number {
    const taken = Math.min(length, this.#left);
    this.#left -= taken;
    return taken;
  }
}

const sliceOf = (source: ByteSource, start: number, size: number): ByteSource => ({
  size,
  read: (position, count) =>
    source.read(start + position, Math.max(0, Math.min(count, size - position))),
  ...(source.pull !== undefined && {
    pull: (position: number, wanted: number) => source.pull!(start + position, wanted),
  }),
});

function memberOf(entry: Entry): ZipMember {
  const unreadable = whyNot(entry);
  return {
    name: entry.fileName,
    size: entry.uncompressedSize,
    isStored: entry.compressionMethod === STORED,
    ...(unreadable !== undefined && { unreadable }),
  };
}

function whyNot(entry: Entry): string | undefined {
  if (entry.isEncrypted()) return "it is encrypted";
  const { compressionMethod, compressedSize, uncompressedSize } = entry;
  if (compressionMethod === STORED && compressedSize !== uncompressedSize) {
    return "its two sizes in the zip's directory differ";
  }
  return compressionMethod === STORED || compressionMethod === DEFLATED
    ? undefined
    : `it is compressed by method ${compressionMethod}; only stored and deflated members are read`;
}

async function entriesOf(file: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  const all: Entry[] = [];
  for await (const entry of file.eachEntry()) {
    if (all.push(entry) > MOST_MEMBERS) throw new Error(`more than ${MOST_MEMBERS} members`);
    if (!entry.fileName.endsWith("/")) entries.set(entry.fileName, entry);
  }
  all.sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  for (const [i, { relativeOffsetOfLocalHeader: start, compressedSize }] of all.entries()) {
    const next = all[i + 1]?.relativeOffsetOfLocalHeader ?? Infinity;
    // One stretch of bytes under many names would be read once for each of them.
    if (start + LOCAL_HEADER + compressedSize > next) throw new Error("members that overlap");
  }
  return entries;
}

function whyUnreadable(cause: unknown): string {
  const message = messageOf(cause);
  if (message.startsWith("End of central directory")) {
    return "the directory at the end of the zip is missing: the file is cut off or damaged";
  }
  return message === "strong encryption is not supported"
    ? "it is encrypted"
    : `the zip is damaged (${message})`;
}

/** The zip's bytes as yauzl asks for them. */
class SourceReader extends RandomAccessReader {
  readonly #source: ByteSource;
  #fail: (cause: unknown) => void = () => undefined;
  /** Rejects when yauzl itself fails on what it read. */
  readonly failure: Promise<never>;

  constructor(source: ByteSource) {
    super();
    this.#source = source;
    this.failure = new Promise<never>((_, reject) => {
      this.#fail = reject;
    });
    this.failure.catch(() => undefined);
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (cause: Error | null) => void,
  ): void {
    this.#read(buffer, offset, length, position)
      .then(
        () => done(null),
        (cause: unknown) => done(cause instanceof Error ? cause : new Error(messageOf(cause))),
      )
      .catch(this.#fail);
  }

  async #read(buffer: Buffer, offset: number, length: number, position: number): Promise<void> {
    const isInside = position >= 0 && position + length <= this.#source.size;
    if (!isInside) throw new Error("its directory leads behind its end");
    const bytes = await this.#source.read(position, length);
    if (bytes.length < length) throw new Error("it ends too early");
    bytes.copy(buffer, offset);
  }
}
