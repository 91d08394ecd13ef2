import {
  type Entry as Listed,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  validateFileName,
  type ZipFile,
} from "yauzl";
import { isSystemError, messageOf } from "../../base/errors.js";
import { crc32, inflateDecoder } from "../../base/platform/codecs.js";
import { type ByteSource, ByteWindow, type RawFile, windowOn } from "./bytes.js";
import { type DataEnd, Decoded } from "./gzip-member.js";

/** A web archive has a few hundred members, and a malicious zip may have any number. */
const MOST_MEMBERS = 100_000;
/** Size of a local file header before its name. */
const LOCAL_HEADER = 30;
const ENTRY = "PK\u0001\u0002";
/** Number of bytes of the directory that are read at once. */
const STEP = 1 << 16;
/** Number of bytes that are read at once for a checksum. */
const BLOCK = 1 << 20;
const STORED = 0;
const DEFLATED = 8;

export class ZipTrouble extends Error {
  override readonly name = "ZipTrouble";
}

export interface ZipMember {
  readonly name: string;
  /** Size in bytes after unpacking. */
  readonly size: number;
  /** True if its bytes are stored uncompressed, so that they can be read from any position. */
  readonly isStored: boolean;
  /** Reason why its bytes cannot be read. */
  readonly unreadable?: string;
}

export const startsZip = (bytes: Buffer): boolean =>
  ["PK\u0003\u0004", "PK\u0005\u0006"].includes(bytes.toString("latin1", 0, 4));

interface ZipEntry {
  readonly member: ZipMember;
  /** Position of its local header. */
  readonly start: number;
  readonly packedSize: number;
  readonly sum: number;
}

/** The directory of a zip. It can be reused as long as the file stays the same. */
export interface ZipDirectory {
  /** Members except folders. If several members have the same name, the last counts, as in unzip. */
  readonly members: readonly ZipMember[];
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /** Contradictions in the directory that may hide members, with the name of the member if it is known. */
  readonly troubles: readonly { readonly name?: string; readonly message: string }[];
}

/** A zip that is read in place through the directory at its end. Only requested members are unpacked. */
export class Zip {
  readonly directory: ZipDirectory;
  readonly #source: ByteSource;

  private constructor(source: ByteSource, directory: ZipDirectory) {
    this.#source = source;
    this.directory = directory;
  }

  get members(): readonly ZipMember[] {
    return this.directory.members;
  }

  /**
   * Reads the directory unless it is given. Rejects with a `ZipTrouble` if there is no directory or if it is invalid.
   */
  static async open(source: ByteSource, known?: ZipDirectory): Promise<Zip> {
    return new Zip(source, known ?? (await directoryOf(source)));
  }

  member(name: string): ZipMember | undefined {
    return this.directory.entries.get(name)?.member;
  }

  /** Opens a member. It is read from start to end in bounded memory. A stored member can be read from any position. */
  async openMember({ name }: ZipMember): Promise<RawFile> {
    const packed = await this.packedBytes(name);
    const { member, sum: rightSum } = this.#entry(name);
    const close = (): Promise<void> => Promise.resolve();
    if (member.isStored) {
      const bytes = summed(packed);
      const trouble = async (): Promise<string | undefined> => {
        const total = await bytes.total();
        return total === undefined || total === rightSum ? undefined : OTHER_BYTES;
      };
      return { bytes: windowOn(bytes), size: packed.size, close, trouble };
    }
    const decoded = new Decoded(windowOn(packed), inflateDecoder, () => endAfter(packed.size));
    let sum = 0;
    let length = 0;
    const bytes = new ByteWindow({
      async pull() {
        const chunk = await decoded.pull();
        sum = chunk === undefined ? sum : crc32(chunk, sum);
        length += chunk?.length ?? 0;
        return chunk;
      },
    });
    const whyOther = (): string | undefined => {
      if (!decoded.isRead) return undefined;
      if (decoded.trouble !== undefined) {
        return `its data in the zip is damaged (${decoded.trouble.message})`;
      }
      return length === member.size && sum === rightSum ? undefined : OTHER_BYTES;
    };
    const trouble = (): Promise<string | undefined> => Promise.resolve(whyOther());
    return { bytes, size: member.size, close, trouble };
  }

  /** Returns the bytes of a member as they are in the zip. Rejects with a `ZipTrouble` if some of them are missing. */
  async packedBytes(name: string): Promise<ByteSource> {
    const { member, start, packedSize } = this.#entry(name);
    if (member.unreadable !== undefined) throw new ZipTrouble(member.unreadable);
    const header = await this.#source.read(start, LOCAL_HEADER);
    if (header.toString("latin1", 0, 4) !== "PK\u0003\u0004" || header.length < LOCAL_HEADER) {
      throw new ZipTrouble("the zip is damaged (invalid local file header signature)");
    }
    const from = start + LOCAL_HEADER + header.readUInt16LE(26) + header.readUInt16LE(28);
    if (from + packedSize > this.#source.size) {
      throw new ZipTrouble("the zip is damaged (a member lies beyond its end)");
    }
    return sliceOf(this.#source, from, packedSize);
  }

  #entry(name: string): ZipEntry {
    const entry = this.directory.entries.get(name);
    if (entry === undefined) throw new ZipTrouble(`there is no ${name} in it`);
    return entry;
  }
}

const OTHER_BYTES = "its length or checksum is not that in the zip's directory";

/**
 * Computes a checksum while its bytes are read. `total` reads skipped bytes at the end, unless that costs requests. In that case
 * the checksum is unknown.
 */
function summed(source: ByteSource): ByteSource & { total(): Promise<number | undefined> } {
  const { size, pull } = source;
  let sum = 0;
  let end = 0;
  const add = (position: number, bytes: Buffer): Buffer => {
    // A pull may also return bytes after the member.
    const to = Math.min(position + bytes.length, size);
    if (position <= end && end < to) {
      sum = crc32(bytes.subarray(end - position, to - position), sum);
      end = to;
    }
    return bytes;
  };
  const read: ByteSource["read"] = async (position, count) =>
    add(position, await source.read(position, count));
  return {
    ...{ size, read },
    ...(pull && { pull: async (at, wanted) => add(at, await pull(at, wanted)) }),
    async total() {
      if (pull !== undefined && end < size) return undefined;
      while (end < size && (await read(end, BLOCK)).length > 0);
      return sum;
    },
  };
}

function endAfter(size: number): DataEnd {
  let left = size;
  return {
    get isWhole() {
      return left === 0;
    },
    pass({ length }) {
      const taken = Math.min(length, left);
      left -= taken;
      return taken;
    },
  };
}

const sliceOf = (source: ByteSource, start: number, size: number): ByteSource => ({
  size,
  read: (position, count) =>
    source.read(start + position, Math.max(0, Math.min(count, size - position))),
  pull: source.pull && ((position, wanted) => source.pull!(start + position, wanted)),
});

function entryOf(listed: Listed): ZipEntry {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = listed;
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  const isOutside = validateFileName(name) !== null;
  const unreadable = isOutside ? "its name leads out of the package" : whyNot(listed);
  return {
    member: {
      name,
      size: listed.uncompressedSize,
      isStored: listed.compressionMethod === STORED,
      ...(unreadable !== undefined && { unreadable }),
    },
    start: listed.relativeOffsetOfLocalHeader,
    packedSize: listed.compressedSize,
    sum: listed.crc32,
  };
}

function whyNot(listed: Listed): string | undefined {
  if (listed.isEncrypted()) return "it is encrypted";
  const { compressionMethod, compressedSize, uncompressedSize } = listed;
  if (compressionMethod === STORED && compressedSize !== uncompressedSize) {
    return "its two sizes in the zip's directory differ";
  }
  return compressionMethod === STORED || compressionMethod === DEFLATED
    ? undefined
    : `it is compressed by method ${compressionMethod}; only stored and deflated members are read`;
}

async function directoryOf(source: ByteSource): Promise<ZipDirectory> {
  const reader = new SourceReader(source);
  try {
    const opened = fromRandomAccessReaderPromise(reader, source.size, {
      autoClose: false,
      validateEntrySizes: false,
      // One name that leads out of the package would make the whole zip unreadable.
      decodeStrings: false,
    });
    const file = await Promise.race([opened, reader.failure]);
    return await Promise.race([listedIn(file, reader), reader.failure]);
  } catch (cause) {
    if (isSystemError(cause)) throw cause;
    throw new ZipTrouble(whyUnreadable(cause), { cause });
  }
}

async function listedIn(file: ZipFile, reader: SourceReader): Promise<ZipDirectory> {
  const entries = new Map<string, ZipEntry>();
  const counts = new Map<string, number>();
  const all: ZipEntry[] = [];
  const counted = file.entryCount;
  // The end record may count fewer members than the directory contains, because its count has only 16 bits, or because
  // it is wrong.
  const countOn = async (): Promise<void> => {
    if (file.entriesRead < file.entryCount) return;
    if (await reader.isAt(ENTRY, Number(file.readEntryCursor))) file.entryCount += 1;
  };
  await countOn();
  for await (const listed of file.eachEntry()) {
    const entry = entryOf(listed);
    if (all.push(entry) > MOST_MEMBERS) break;
    const { name } = entry.member;
    if (!name.endsWith("/")) {
      entries.set(name, entry);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    await countOn();
  }
  all.sort((a, b) => a.start - b.start);
  for (const [i, { start, packedSize }] of all.entries()) {
    const next = all[i + 1]?.start ?? Infinity;
    // A range of bytes with many names would be read once for each name.
    if (start + LOCAL_HEADER + packedSize > next) throw new Error("members that overlap");
  }
  const troubles: { readonly name?: string; readonly message: string }[] = [];
  if (all.length > MOST_MEMBERS) {
    troubles.push({ message: `more than ${MOST_MEMBERS} members: those after them are not read` });
  } else if (all.length !== counted) {
    const message = `the end of the zip counts ${counted} members, its directory has ${all.length}`;
    troubles.push({ message });
  }
  for (const [name, count] of counts) {
    if (count === 1) continue;
    const message = `the zip has ${count} members of this name: only the last is read`;
    troubles.push({ name, message });
  }
  return { members: Array.from(entries.values(), ({ member }) => member), entries, troubles };
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

class SourceReader extends RandomAccessReader {
  readonly #source: ByteSource;
  /** Last block that was read. It is kept because yauzl reads a directory a few bytes at a time. */
  #block: { readonly from: number; readonly bytes: Buffer } = { from: 0, bytes: Buffer.alloc(0) };
  #fail: (cause: unknown) => void = () => undefined;
  /** Rejects if yauzl itself fails on the bytes that it read. */
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
    if (!isInside) throw new Error("its directory lies beyond its end");
    (await this.#bytes(position, length)).copy(buffer, offset);
  }

  async #bytes(position: number, length: number): Promise<Buffer> {
    let { from, bytes } = this.#block;
    if (position < from || position + length > from + bytes.length) {
      from = position;
      bytes = await this.#source.read(position, Math.max(length, STEP));
      if (bytes.length < length) throw new Error("it ends too early");
      this.#block = { from, bytes };
    }
    return bytes.subarray(position - from, position - from + length);
  }

  async isAt(signature: string, position: number): Promise<boolean> {
    if (position + signature.length > this.#source.size) return false;
    return (await this.#bytes(position, signature.length)).toString("latin1") === signature;
  }
}
