import { constants, crc32, createInflateRaw, inflateRawSync, type InflateRaw } from "node:zlib";
import { PulledBytes, wholeBytes, type ByteWindow } from "./byte-window.js";
import { Decoded } from "./decoded.js";
import { gzipHeaderLength } from "./gzip-header.js";
import { startsMember } from "./next-start.js";
import { blankLength } from "./record-format.js";

/** Compressed bytes looked at before a member is inflated at one go; most records are smaller. */
const LOOK_AHEAD = 1 << 18;
/** Members that inflate to more than this are streamed. */
const MAX_AT_ONCE = 1 << 23;
/** A gzip header (with its optional name) longer than this is none. */
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

export interface MemberTrouble {
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
  const atOnce = inflateAtOnce(raw.window.subarray(header));
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
    // With `info` the result also holds the engine, which knows where the member ended.
    const { buffer, engine } = inflateRawSync(compressed, {
      info: true,
      chunkSize: 1 << 16,
      maxOutputLength: MAX_AT_ONCE,
    }) as unknown as { buffer: Buffer; engine: InflateRaw };
    return { data: buffer, consumed: engine.bytesWritten };
  } catch {
    // Not all there, too large, or corrupt: streaming finds out which and keeps what can be had.
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
  const decoded = new Decoded(raw, () =>
    createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 1 << 16 }),
  );
  let sum = 0;
  let length = 0;
  let trouble: MemberTrouble | undefined;
  let isRead = false;
  const pull = async (): Promise<Buffer | undefined> => {
    if (isRead) return undefined;
    const chunk = await decoded.pull();
    if (chunk === undefined) {
      isRead = true;
      trouble = await end();
      return undefined;
    }
    sum = crc32(chunk, sum);
    length += chunk.length;
    return chunk;
  };
  const end = async (): Promise<MemberTrouble | undefined> => {
    await decoded.finish();
    switch (decoded.trouble?.kind) {
      case "corrupt":
        return {
          message: `the gzip data is damaged (${decoded.trouble.message})`,
          isLost: true,
          isCut: false,
        };
      case "cut":
        // Or the decoder was led astray and read through all that follows.
        return { message: "the file ends inside a gzip member", isLost: true, isCut: true };
      case undefined:
        return checkTrailer(raw, sum, length);
    }
  };
  return {
    bytes: new PulledBytes({ pull }),
    whole: () => trouble === undefined,
    async finish() {
      while ((await pull()) !== undefined);
      return trouble;
    },
  };
}
