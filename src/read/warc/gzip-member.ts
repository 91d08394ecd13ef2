import { messageOf } from "../../base/errors.js";
import { crc32, type Decoder, inflateDecoder, inflateFront } from "../../base/platform/codecs.js";
import { ByteWindow, wholeBytes } from "./bytes.js";
import { gzipHeaderLength, startsMember } from "./record-start.js";

/**
 * Number of compressed bytes that are decoded at a time. Even a decompression bomb makes at most a thousand times as
 * many bytes of them.
 */
const FED_AT_ONCE = 1 << 14;

const TOO_EARLY = { kind: "cut", message: "the data ends too early" } as const;

/** Finds the end of the data, for decoders that do not report missing data. */
export interface DataEnd {
  readonly isWhole: boolean;
  /** Processes the next bytes. Returns how many of them belong to the data. */
  pass(bytes: Uint8Array): number;
}

/**
 * Decodes the bytes at the front of a window chunk by chunk, in constant memory. All bytes before damage are decoded. A
 * decoder that fails discards its last output, so the chunk with the damage is decoded again byte by byte.
 */
export class Decoded {
  readonly #raw: ByteWindow;
  readonly #make: () => Decoder;
  readonly #makeEnd: (() => DataEnd) | undefined;
  #end: DataEnd | undefined;
  readonly #start: number;
  #decoder: Decoder;
  #ready: Buffer[] = [];
  #ended = false;
  #fed = 0;
  #isAllFed = false;
  #damagedFrom: number | undefined;
  /** Number of decoded bytes that were returned before decoding was restarted. */
  #again = 0;
  #given = 0;
  isRead = false;
  #wake: () => void = () => undefined;
  trouble: { readonly kind: "cut" | "corrupt"; readonly message: string } | undefined;

  constructor(raw: ByteWindow, make: () => Decoder, makeEnd?: () => DataEnd) {
    this.#raw = raw;
    this.#make = make;
    this.#makeEnd = makeEnd;
    this.#start = raw.position;
    this.#decoder = this.#begin();
  }

  /**
   * Returns the next decoded bytes, or `undefined` at the end. The raw window is then positioned after the data, if the
   * end is known.
   */
  async pull(): Promise<Buffer | undefined> {
    while (this.#ready.length === 0 && !this.#ended) await this.#feed();
    const chunk = this.#ready.shift();
    if (chunk !== undefined) this.#given += chunk.length;
    else if (!this.isRead) {
      this.isRead = true;
      const { bytesWritten } = this.#decoder;
      this.#decoder.destroy();
      if (this.trouble === undefined) this.#raw.returnTo(this.#start + bytesWritten);
    }
    return chunk;
  }

  #begin(): Decoder {
    const decoder = this.#make();
    this.#end = this.#makeEnd?.();
    decoder.on("data", (chunk: Buffer) => {
      const known = Math.min(this.#again, chunk.length);
      this.#again -= known;
      if (known < chunk.length) this.#ready.push(chunk.subarray(known));
    });
    decoder.on("end", () => {
      this.#ended = true;
      this.#wake();
    });
    decoder.on("error", (error) => {
      this.#failed(messageOf(error));
      this.#wake();
    });
    return decoder;
  }

  #failed(reason: string): void {
    if (this.#isAllFed && this.#end?.isWhole !== true) this.trouble ??= TOO_EARLY;
    const isFirst = this.#damagedFrom === undefined && this.trouble === undefined;
    this.#damagedFrom ??= this.#raw.position - this.#fed;
    if (isFirst && this.#raw.returnTo(this.#start)) {
      this.#again = this.#given + this.#ready.reduce((sum, { length }) => sum + length, 0);
      this.#decoder = this.#begin();
      return;
    }
    this.#ended = true;
    this.trouble ??= { kind: "corrupt", message: reason };
  }

  async #feed(): Promise<void> {
    const decoder = this.#decoder;
    const isWhole = this.#end?.isWhole === true;
    if (isWhole || !(await this.#raw.ensure(1))) {
      if (!isWhole) this.trouble ??= TOO_EARLY;
      this.#isAllFed = true;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        decoder.end();
      });
      return;
    }
    const ahead = (this.#damagedFrom ?? Infinity) - this.#raw.position;
    const size = ahead > 0 ? Math.min(ahead, FED_AT_ONCE) : 1;
    // The chunk is copied, because the decoder reads it in another thread.
    const fed = this.#raw.window.subarray(0, size);
    const chunk = Buffer.from(fed.subarray(0, this.#end?.pass(fed) ?? size));
    this.#raw.consume(chunk.length);
    this.#fed = chunk.length;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      decoder.write(chunk, () => resolve());
    });
  }
}
/** Number of compressed bytes to read before a member is inflated at once. Most records are smaller. */
const LOOK_AHEAD = 1 << 18;
/** Size in bytes above which a member is inflated as a stream. */
const MAX_AT_ONCE = 1 << 23;
const MAX_HEADER = 1 << 16;
const TRAILER = 8;

/** The decompressed bytes of one member, and its fault after they have been read. */
export interface GzipMember {
  readonly bytes: ByteWindow;
  /** Returns false once the data is known to be damaged or incomplete. */
  readonly whole: () => boolean;
  /** Moves the raw window after the member, and returns the fault of the member if it has one. */
  finish(): Promise<MemberTrouble | undefined>;
}

export interface MemberTrouble {
  readonly message: string;
  /** True if the end of the member is unknown. The search for the next member must then begin within this member. */
  readonly isLost: boolean;
  readonly isCut: boolean;
}

/** Returns `undefined` if its header is damaged or incomplete. */
export async function openMember(raw: ByteWindow): Promise<GzipMember | undefined> {
  await raw.ensure(LOOK_AHEAD);
  const header = gzipHeaderLength(raw.window.subarray(0, MAX_HEADER));
  if (header === undefined) return undefined;
  // Only these bytes are used, even if more are available, because the result for a damaged member must not depend on
  // where reading began.
  const atOnce = inflateAtOnce(raw.window.subarray(header, LOOK_AHEAD));
  raw.consume(header);
  if (atOnce === undefined) return streamMember(raw);
  const { data, consumed } = atOnce;
  raw.consume(consumed);
  const trouble = await checkTrailer(raw, crc32(data), data.length);
  return {
    bytes: wholeBytes(data),
    whole: () => trouble === undefined,
    finish: () => Promise.resolve(trouble),
  };
}

/** Returns the data of the member if these bytes contain all of it and it is not large. */
function inflateAtOnce(
  compressed: Buffer,
): { readonly data: Buffer; readonly consumed: number } | undefined {
  try {
    return inflateFront(compressed, MAX_AT_ONCE);
  } catch {
    // The member is incomplete, too large or damaged. Reading it as a stream shows which, and keeps all bytes that can
    // be read.
    return undefined;
  }
}

async function checkTrailer(
  raw: ByteWindow,
  sum: number,
  length: number,
): Promise<MemberTrouble | undefined> {
  if (!(await raw.ensure(TRAILER))) {
    raw.consume(raw.window.length);
    return { message: "the file ends in a gzip checksum", isLost: false, isCut: true };
  }
  const expected = raw.window.readUInt32LE(0);
  const expectedLength = raw.window.readUInt32LE(4);
  raw.consume(TRAILER);
  if (expected === sum && expectedLength === length % 2 ** 32) return undefined;
  // Damaged data may seem to end early, and zeros behind damage may stand in the place of records.
  await raw.ensure(1 << 10);
  return {
    message: "the gzip checksum does not agree: bytes were changed",
    isLost: raw.window.length > 0 && !startsMember(raw.window),
    isCut: false,
  };
}

/** Inflates a member as a stream in constant memory. */
function streamMember(raw: ByteWindow): GzipMember {
  const decoded = new Decoded(raw, inflateDecoder);
  let sum = 0;
  let length = 0;
  let trouble: MemberTrouble | undefined;
  const pull = async (): Promise<Buffer | undefined> => {
    const isFirstEnd = !decoded.isRead;
    const chunk = await decoded.pull();
    if (chunk === undefined) {
      if (isFirstEnd) trouble = await end();
      return undefined;
    }
    sum = crc32(chunk, sum);
    length += chunk.length;
    return chunk;
  };
  const end = async (): Promise<MemberTrouble | undefined> => {
    switch (decoded.trouble?.kind) {
      case "corrupt": {
        const message = `the gzip data is damaged (${decoded.trouble.message})`;
        return { message, isLost: true, isCut: false };
      }
      case "cut":
        // Damage may also have led the decoder to read through all following data.
        return { message: "the file ends inside a gzip member", isLost: true, isCut: true };
      case undefined:
        return checkTrailer(raw, sum, length);
    }
  };
  return {
    bytes: new ByteWindow({ pull }),
    whole: () => trouble === undefined,
    async finish() {
      while ((await pull()) !== undefined);
      return trouble;
    },
  };
}
