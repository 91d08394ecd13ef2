import { constants, crc32, createInflateRaw, inflateRawSync, type InflateRaw } from "node:zlib";
import { messageOf } from "../errors.js";
import { PulledBytes, wholeBytes, type ByteWindow } from "./byte-window.js";
import { gzipHeaderLength } from "./gzip-header.js";

/** Compressed bytes looked at before a member is inflated at one go; most records are smaller. */
const LOOK_AHEAD = 1 << 18;
/** Members that inflate to more than this are streamed. */
const MAX_AT_ONCE = 1 << 23;
/** A gzip header (with its optional name) longer than this is none. */
const MAX_HEADER = 1 << 16;
const TRAILER = 8;
/** Compressed bytes inflated at a time: even a bomb makes no more than a thousand times as many of them. */
const FED_AT_ONCE = 1 << 14;
/** Chunks that can be put back when the data turns out to be damaged. */
const FED_REMEMBERED = 16;

/** The decompressed bytes of one gzip member, and what was wrong with it once they have been read. */
export interface Member {
  readonly bytes: ByteWindow;
  /** False once it is known that the data stops before its end. */
  readonly whole: () => boolean;
  /** Leaves the raw bytes behind the member; says what was wrong with it, if anything. */
  finish(): Promise<MemberTrouble | undefined>;
}

export interface MemberTrouble {
  /** cut: the file ends inside. corrupt: no more data could be inflated. checksum: all of it is there, but changed. */
  readonly kind: "cut" | "corrupt" | "checksum";
  readonly message: string;
}

/** Starts on the gzip member at the front of `raw`; undefined when what is there is no member after all. */
export async function openMember(raw: ByteWindow): Promise<Member | undefined> {
  await raw.ensure(LOOK_AHEAD);
  const header = gzipHeaderLength(raw.window.subarray(0, MAX_HEADER));
  if (header === undefined) {
    return raw.window.length < MAX_HEADER ? cutInHeader(raw) : undefined;
  }
  const atOnce = inflateAtOnce(raw.window.subarray(header));
  if (atOnce === undefined) {
    raw.consume(header);
    return streamMember(raw);
  }
  const { data, consumed } = atOnce;
  raw.consume(header + consumed);
  return {
    bytes: wholeBytes(data),
    whole: () => true,
    finish: () => finishTrailer(raw, crc32(data), data.length),
  };
}

function cutInHeader(raw: ByteWindow): Member {
  raw.consume(raw.window.length);
  return {
    bytes: wholeBytes(Buffer.alloc(0)),
    whole: () => false,
    finish: () => Promise.resolve({ kind: "cut", message: "the file ends in a gzip header" }),
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

async function finishTrailer(
  raw: ByteWindow,
  sum: number,
  length: number,
): Promise<MemberTrouble | undefined> {
  if (!(await raw.ensure(TRAILER))) {
    raw.consume(raw.window.length);
    return { kind: "checksum", message: "the file ends in a gzip checksum" };
  }
  const expected = raw.window.readUInt32LE(0);
  const expectedLength = raw.window.readUInt32LE(4);
  raw.consume(TRAILER);
  if (expected === sum && expectedLength === length % 2 ** 32) return undefined;
  return { kind: "checksum", message: "the gzip checksum does not agree: bytes were changed" };
}

/** Inflates a member as it is read; memory does not grow with it. */
function streamMember(raw: ByteWindow): Member {
  const inflate = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 1 << 16 });
  const ready: Buffer[] = [];
  let fed: Buffer[] = [];
  let fedBytes = 0;
  let sum = 0;
  let length = 0;
  let ended = false;
  let trouble: MemberTrouble | undefined;
  let wake: () => void = () => undefined;
  inflate.on("data", (chunk: Buffer) => {
    sum = crc32(chunk, sum);
    length += chunk.length;
    ready.push(chunk);
  });
  inflate.on("end", () => {
    ended = true;
    wake();
  });
  inflate.on("error", (error: Error) => {
    ended = true;
    trouble = { kind: "corrupt", message: `the gzip data is damaged (${messageOf(error)})` };
    wake();
  });

  const feed = async (): Promise<void> => {
    if (!(await raw.ensure(1))) {
      trouble ??= { kind: "cut", message: "the file ends inside a gzip member" };
      await new Promise<void>((resolve) => {
        wake = resolve;
        inflate.end();
      });
      return;
    }
    const chunk = Buffer.from(raw.window.subarray(0, FED_AT_ONCE));
    raw.consume(chunk.length);
    fedBytes += chunk.length;
    fed = [...fed.slice(1 - FED_REMEMBERED), chunk];
    await new Promise<void>((resolve) => {
      wake = resolve;
      inflate.write(chunk, () => resolve());
    });
  };

  const pull = async (): Promise<Buffer | undefined> => {
    while (ready.length === 0 && !ended) await feed();
    return ready.shift();
  };

  return {
    bytes: new PulledBytes(pull),
    whole: () => trouble === undefined,
    async finish() {
      while ((await pull()) !== undefined);
      const unused = fedBytes - inflate.bytesWritten;
      inflate.destroy();
      if (trouble !== undefined) {
        // Damage is noticed some time after it began, and another member may have begun in between.
        if (trouble.kind === "corrupt") raw.unread(Buffer.concat(fed));
        return trouble;
      }
      if (unused > 0) raw.unread(Buffer.concat(fed).subarray(-unused));
      return finishTrailer(raw, sum, length);
    },
  };
}
