import { messageOf } from "../../base/errors.js";
import { crc32, type Decoder, inflateDecoder, inflateFront } from "../../base/platform/codecs.js";
import { ByteWindow, wholeBytes } from "./bytes.js";
import { blankLength } from "./record-format.js";
import { gzipHeaderLength, startsMember } from "./record-start.js";

/** Compressed bytes decoded at a time: even a bomb makes no more than a thousand times as many of them. */
const FED_AT_ONCE = 1 << 14;

const TOO_EARLY = { kind: "cut", message: "the data ends too early" } as const;

/** Finds the end of the data where a decoder does not report that it is missing. */
export interface DataEnd {
  /** True when all of the data has passed. */
  readonly isWhole: boolean;
  /** Takes the next bytes; returns how many of them belong to the data. */
  pass(bytes: Uint8Array): number;
}

/**
 * Decodes the bytes in front of a window chunk by chunk; memory does not grow with what comes out. Damage is read up to:
 * a decoder that fails keeps what it made last, so the bytes before the damage are then decoded once more, one by one.
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
  /** Where the chunk begins that the decoder failed on. */
  #damagedFrom: number | undefined;
  /** Decoded bytes that were given away before decoding began again. */
  #again = 0;
  #given = 0;
  /** Whether the end has been met. */
  isRead = false;
  #wake: () => void = () => undefined;
  /** Why the data ends before its end. */
  trouble: { readonly kind: "cut" | "corrupt"; readonly message: string } | undefined;

  constructor(raw: ByteWindow, make: () => Decoder, makeEnd?: () => DataEnd) {
    this.#raw = raw;
    this.#make = make;
    this.#makeEnd = makeEnd;
    this.#start = raw.position;
    this.#decoder = this.#begin();
  }

  /** The next decoded bytes; undefined at their end: the raw bytes then stand behind the data, where that is known. */
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
    // Of its own: the decoder works on it in another thread.
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
/** Compressed bytes looked at before a member is inflated at one go; most records are smaller. */
const LOOK_AHEAD = 1 << 18;
/** Members that inflate to more than this are streamed. */
const MAX_AT_ONCE = 1 << 23;
/** A gzip header (with its optional name) longer than this is not taken for one. */
const MAX_HEADER = 1 << 16;
const TRAILER = 8;

/** The decompressed bytes of one member, and what was wrong with it once they have been read. */
export interface Member {
  readonly bytes: ByteWindow;
  /** False once it is known that the data is damaged or stops before its end. */
  readonly whole: () => boolean;
  /** Leaves the raw bytes behind the member; says what was wrong with it, if anything. */
  finish(): Promise<MemberTrouble | undefined>;
}

interface MemberTrouble {
  readonly message: string;
  /** True when the end of the member is not known: the next one must be searched for, from inside of this one on. */
  readonly isLost: boolean;
  /** True when the file ends inside. */
  readonly isCut: boolean;
}

/** Starts on the gzip member at the front of `raw`; undefined when its header is damaged or cut. */
export async function openMember(raw: ByteWindow): Promise<Member | undefined> {
  await raw.ensure(LOOK_AHEAD);
  const header = gzipHeaderLength(raw.window.subarray(0, MAX_HEADER));
  if (header === undefined) return undefined;
  // No more, however much has been read: what is known of a damaged member must not depend on where reading began.
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

/** The member's data when all of it is in these bytes and it is not large. */
function inflateAtOnce(
  compressed: Buffer,
): { readonly data: Buffer; readonly consumed: number } | undefined {
  try {
    return inflateFront(compressed, MAX_AT_ONCE);
  } catch {
    // Not all there, too large, or corrupt: streaming finds out which, and keeps what can be read.
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
  // Damaged data can seem to end early.
  await raw.ensure(1 << 10);
  const behind = raw.window.subarray(blankLength(raw.window));
  return {
    message: "the gzip checksum does not agree: bytes were changed",
    isLost: behind.length > 0 && !startsMember(behind),
    isCut: false,
  };
}

/** Inflates a member as it is read; memory does not grow with it. */
function streamMember(raw: ByteWindow): Member {
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
        // Or the decoder was led astray and read through all that follows.
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
