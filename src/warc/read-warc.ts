import { messageOf } from "../errors.js";
import type { Source } from "../types.js";
import { Block } from "./block.js";
import { skipBlank, skipToStart, startAt } from "./boundary.js";
import { ByteReader } from "./byte-reader.js";
import { openSource } from "./byte-source.js";
import { extentOf, type Extent } from "./extent.js";
import { looksLike } from "./looks-like.js";
import { openGzip, type Member } from "./member.js";
import {
  LONGEST_HEAD,
  parseArcHead,
  parseCutHead,
  parseWarcHead,
  type RecordHead,
} from "./record-head.js";
import { ZstdFrames } from "./zstd-member.js";

/** A record of a WARC or ARC file. Its block can be read until the next record is asked for. */
export interface WarcRecord {
  readonly head: RecordHead;
  readonly source: Source;
  readonly block: Block;
  readonly notes: readonly string[];
  /** What is lost of the record, for a person; undefined when it is whole. Final when the block has been read. */
  cutOff(): string | undefined;
}

/** What {@link readWarc} meets: a record, or bytes from which nothing could be had. */
export type WarcEvent =
  | { readonly kind: "record"; readonly record: WarcRecord }
  | { readonly kind: "damage"; readonly source: Source; readonly message: string };

/** Compressed members are inflated at once when they fit into half of it. */
const CAPACITY = 1 << 21;
/** Bytes that are read a second time at most, in search of members that damage has hidden. */
const MOST_REREAD = 1 << 26;
const LEAST_HEAD = 8;
const LOOK = 1024;

/**
 * Reads the records of a file, `-` being standard input: WARC (any version) and ARC, plain, gzip (a member for each
 * record or one for all, plain records behind them) and Zstandard. Damage is reported and passed over: reading goes on
 * at the next record. Memory does not grow with the size of a record. Never throws for what is in the file, nor for a
 * file that cannot be read.
 */
export async function* readWarc(
  file: string,
  onBytes?: (bytesRead: number) => void,
): AsyncGenerator<WarcEvent, void, undefined> {
  let reader: ByteReader | undefined;
  try {
    reader = ByteReader.over(await openSource(file), CAPACITY);
    const reading = new FileReading(file, reader);
    for (let event = await reading.next(); event !== undefined; event = await reading.next()) {
      onBytes?.(reader.position);
      yield event;
    }
    onBytes?.(reader.position);
  } catch (cause) {
    if (!isSystemError(cause)) throw cause;
    const offset = reader?.position ?? 0;
    yield damage({ file, offset }, `cannot be read: ${messageOf(cause)}`);
  } finally {
    await reader?.close();
  }
}

/** True for the first bytes of a record that breaks off before its version. */
function isCutVersion(bytes: Buffer): boolean {
  return bytes.length < LEAST_HEAD && "WARC/".startsWith(bytes.toString("latin1"));
}

function isSystemError(cause: unknown): boolean {
  return cause instanceof Error && "syscall" in cause;
}

function damage(source: Source, message: string): WarcEvent {
  return { kind: "damage", source, message };
}

/** A record's head, or that the bytes end within it. */
type Parsed = { readonly head: RecordHead; readonly size: number } | "cut off";

class FileReading {
  readonly #file: string;
  readonly #reader: ByteReader;
  readonly #zstd: ZstdFrames;
  /** The compressed member that is being read, and where it begins. */
  #inside: { readonly member: Member; readonly offset: number } | undefined;
  /** Of the record that was given last. */
  #block: Block | undefined;
  #rereadLeft = MOST_REREAD;
  /** True when the member's last record is known to be cut off. */
  #isCutTold = false;
  #isArc = false;
  #isStarted = false;
  /** True when it has been seen what the file holds. */
  #isKnown = false;

  constructor(file: string, reader: ByteReader) {
    this.#file = file;
    this.#reader = reader;
    this.#zstd = new ZstdFrames(reader);
  }

  /** The next event; undefined at the end of the file. */
  async next(): Promise<WarcEvent | undefined> {
    if (this.#block !== undefined && this.#block.left > 0) await this.#block.pass();
    if (this.#block !== undefined) this.#isCutTold ||= this.#block.left > 0;
    this.#block = undefined;
    for (;;) {
      const inside = this.#inside;
      if (inside === undefined) {
        if (!(await skipBlank(this.#reader))) return this.#end();
        this.#isStarted = true;
        const offset = this.#reader.position;
        const start = await this.#startOf(this.#reader, true);
        if (start !== "gzip" && start !== "zstd") {
          return this.#recordOrJunk(start, this.#reader, offset, []);
        }
        const trouble = await this.#enter(start, offset);
        if (trouble !== undefined) return trouble;
      } else {
        const { reader, note } = inside.member;
        if (await skipBlank(reader)) {
          const start = await this.#startOf(reader, false);
          if (start === "gzip" || start === "zstd") throw new Error("a member within a member");
          return this.#recordOrJunk(start, reader, inside.offset, note === undefined ? [] : [note]);
        }
        const trouble = await this.#leave(inside);
        if (trouble !== undefined) return trouble;
      }
    }
  }

  #end(): WarcEvent | undefined {
    if (this.#isStarted) return undefined;
    this.#isStarted = true;
    const size = this.#reader.position;
    return this.#damage(0, size === 0 ? "the file is empty" : "the file has only blanks and zeros");
  }

  #damage(offset: number, message: string): WarcEvent {
    return damage({ file: this.#file, offset }, message);
  }

  /** What begins where a reader stands, the head of a record being parsed. */
  async #startOf(
    reader: ByteReader,
    members: boolean,
  ): Promise<"gzip" | "zstd" | Parsed | undefined> {
    if (reader.available < LEAST_HEAD) await reader.fill(LEAST_HEAD);
    const start = startAt(reader.view(), 0, { members, arc: this.#isArc });
    if (start !== "WARC" && start !== "ARC") return start;
    const parse = start === "WARC" ? parseWarcHead : parseArcHead;
    let result = parse(reader.view(), 0);
    if (result === "more" && !reader.ended) {
      await reader.fill(LONGEST_HEAD + 1);
      result = parse(reader.view(), 0);
    }
    if (result === "none") return undefined;
    // What is left of a WARC header at the end of a file is told from junk, and reported as cut off.
    return result === "more" ? (start === "WARC" ? "cut off" : undefined) : result;
  }

  async #enter(kind: "gzip" | "zstd", offset: number): Promise<WarcEvent | undefined> {
    const member = kind === "gzip" ? await openGzip(this.#reader) : await this.#zstd.open();
    if (member === undefined) {
      await this.#reader.skip(this.#reader.available);
      return this.#damage(offset, `the file ends within the header of a ${kind} member`);
    }
    if ("trouble" in member) {
      // Nothing of the file can be read.
      while (await this.#reader.fill(1)) await this.#reader.skip(this.#reader.available);
      return this.#damage(offset, member.trouble);
    }
    this.#inside = { member, offset };
    return undefined;
  }

  async #leave(inside: {
    readonly member: Member;
    readonly offset: number;
  }): Promise<WarcEvent | undefined> {
    const { member, offset } = inside;
    this.#inside = undefined;
    const { trouble, resumeAt, isCut = false } = await member.finish();
    const isTold = isCut && this.#isCutTold;
    this.#isCutTold = false;
    if (trouble === undefined) return undefined;
    const goesOn = resumeAt === undefined ? undefined : await this.#resume(resumeAt);
    if (goesOn !== undefined)
      return this.#damage(offset, `${trouble}; reading goes on at byte ${goesOn}`);
    return isTold ? undefined : this.#damage(offset, trouble);
  }

  /** Looks for the next member from a place before the end of the last one; returns where it is, if there is one. */
  async #resume(from: number): Promise<number | undefined> {
    const reader = this.#reader;
    const expected = { members: true, arc: this.#isArc };
    const behind = reader.position;
    if (await skipBlank(reader)) {
      if (behind > from && startAt(reader.view(), 0, expected) !== undefined) return undefined;
    } else if (!reader.seek(from)) {
      return undefined;
    }
    this.#rereadLeft -= Math.max(0, behind - from);
    if (this.#rereadLeft > 0) reader.seek(from);
    await skipToStart(reader, { members: true, arc: false, records: false });
    // Behind the last member there may be plain records.
    if (reader.available === 0 && reader.seek(behind)) await skipToStart(reader, expected);
    return reader.available === 0 ? undefined : reader.position;
  }

  async #recordOrJunk(
    start: Parsed | undefined,
    reader: ByteReader,
    offset: number,
    notes: readonly string[],
  ): Promise<WarcEvent> {
    const isFirstBytes = start === undefined && reader.ended && isCutVersion(reader.view(8));
    if (start === undefined && !isFirstBytes) return this.#junk(reader, offset);
    if (start === undefined || start === "cut off") return this.#cutHead(reader, offset, notes);
    const { head, size } = start;
    if (head.format === "ARC") this.#isArc = true;
    const begin = reader.position;
    reader.advance(size);
    const members = reader === this.#reader;
    const extent = await extentOf(reader, head, { members, arc: this.#isArc });
    return this.#record(head, reader, begin, offset, notes, extent);
  }

  /** The header of a record may say whose it is before it breaks off. */
  async #cutHead(reader: ByteReader, offset: number, notes: readonly string[]): Promise<WarcEvent> {
    const begin = reader.position;
    const head = parseCutHead(reader.view());
    await reader.skip(reader.available);
    this.#isCutTold = true;
    if (head === undefined) {
      const reason = reader.failure ?? "the file ends there";
      return this.#damage(offset, `a record is cut off within its header (${reason})`);
    }
    return this.#record(head, reader, begin, offset, notes, { length: 0, isCut: true });
  }

  #record(
    head: RecordHead,
    reader: ByteReader,
    start: number,
    offset: number,
    notes: readonly string[],
    { length, isCut, note }: Extent,
  ): WarcEvent {
    const block = new Block(reader, length);
    const inflated = reader === this.#reader ? 0 : start;
    this.#block = block;
    this.#isCutTold ||= isCut;
    this.#isKnown = true;
    const record: WarcRecord = {
      head,
      source: { file: this.#file, offset, ...(inflated > 0 && { inflated }) },
      block,
      notes: note === undefined ? notes : [...notes, note],
      cutOff: () => {
        if (!isCut && block.left === 0) return undefined;
        const of = head.length === undefined ? "an unknown number" : String(head.length);
        const reason = reader.failure === undefined ? "" : ` (${reader.failure})`;
        return `cut off: ${length - block.left} of ${of} bytes of the record are there${reason}`;
      },
    };
    return { kind: "record", record };
  }

  /** Passes over what is no record. */
  async #junk(reader: ByteReader, offset: number): Promise<WarcEvent> {
    if (reader.failure !== undefined) this.#isCutTold = true;
    const isFirst = !this.#isKnown;
    this.#isKnown = true;
    const members = reader === this.#reader;
    await reader.fill(LOOK);
    const name = looksLike(reader.view(LOOK));
    const count = await skipToStart(reader, { members, arc: this.#isArc });
    const isAll = isFirst && reader.ended && reader.available === 0;
    return this.#damage(
      offset,
      isAll
        ? `no WARC or ARC: it looks like ${name}`
        : `${count} ${members ? "" : "uncompressed "}bytes are no record and were passed over`,
    );
  }
}
