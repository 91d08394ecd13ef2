import type { Source } from "../types.js";
import { parseArcLine } from "./arc-line.js";
import { Block } from "./block.js";
import type { ByteWindow } from "./byte-window.js";
import type { Member } from "./gzip-member.js";
import { looksLike } from "./looks-like.js";
import { findStart, START_BYTES, startsMember, type Contents } from "./next-start.js";
import {
  headerBlockLength,
  headerLines,
  MAX_HEADER_BYTES,
  parseFields,
  type Fields,
} from "./record-header.js";
import { arcFormat, blankLength, warcFormat, type RecordFormat } from "./record-format.js";

/** One record; its block must be looked at before the next record is asked for. */
export interface ArchiveRecord {
  readonly kind: "record";
  readonly format: RecordFormat["name"];
  /** Named fields; of an ARC record those that a WARC record would have. */
  readonly fields: Fields;
  readonly source: Source;
  readonly block: Block;
  /** What is to be said of everything that was read from the same place. */
  readonly remark?: string;
}

/** Bytes of a file that are no record, or no longer. */
export interface Loss {
  readonly kind: "damage";
  readonly source: Source;
  readonly message: string;
}

/** Bytes in which a start is looked for at a time. */
const STEP = 1 << 18;
/** A record start is a version line and a field, or an ARC line. */
const LOOKED_AT = 8192;

const DAMAGED =
  "read from gzip data that is damaged or has a wrong checksum: some of it may be wrong";

interface Header {
  readonly fields: Fields;
  readonly length: number | undefined;
}

/** Reads records one after the other; knows from the last one what the next may look like. */
export class RecordReader {
  #format: RecordFormat = warcFormat;
  #lastBlock: Block | undefined;
  /** Set where Zstandard frames have been met: only then are they looked for behind damage. */
  hasFrames = false;

  /** Whether the last record was cut off, so that it has been reported that bytes are missing. */
  async endedInRecord(): Promise<boolean> {
    return (await this.#lastBlock?.skip())?.trouble === "cut";
  }

  /** The records of a plain file; stops where a gzip member or the end is. */
  recordsOfFile(raw: ByteWindow, file: string): AsyncGenerator<ArchiveRecord | Loss> {
    // A plain file may have been cut off anywhere.
    return this.#records(
      raw,
      (offset) => ({ file, offset }),
      true,
      () => false,
    );
  }

  /** The records of a compressed member that begins at `source`. */
  recordsOfMember(
    { bytes, whole }: Member,
    { file, offset }: Source,
  ): AsyncGenerator<ArchiveRecord | Loss> {
    const place = (inflated: number): Source =>
      inflated === 0 ? { file, offset } : { file, offset, inflated };
    return this.#records(bytes, place, false, whole);
  }

  /**
   * Goes on to the next record (or gzip member) behind the front of these bytes and says what was skipped. Plain
   * records count from position `recordsFrom` on: before it are those that were read already, compressed as they are.
   */
  async skipLost(
    bytes: ByteWindow,
    source: Source,
    reason: string | undefined,
    hasMembers: boolean,
    recordsFrom = 0,
  ): Promise<Loss> {
    await bytes.ensure(LOOKED_AT);
    const like = reason === undefined ? looksLike(bytes.window) : undefined;
    const from = bytes.position;
    bytes.consume(1);
    let start = -1;
    let ended = false;
    while (!ended && start < 0) {
      ended = !(await bytes.ensure(STEP));
      const { window } = bytes;
      const fromHere = Math.max(0, recordsFrom - bytes.position);
      start = findStart(window, fromHere, this.#contents(hasMembers), "after-loss", ended);
      bytes.consume(start >= 0 ? start : ended ? window.length : window.length - START_BYTES);
    }
    const skipped = bytes.position - from;
    return {
      kind: "damage",
      source,
      message:
        reason === undefined
          ? `${skipped} bytes that are no record${like === undefined ? "" : ` (they look like ${like})`}`
          : `${reason}${start < 0 ? "" : `; reading went on ${skipped} bytes behind it`}`,
    };
  }

  async *#records(
    bytes: ByteWindow,
    place: (position: number) => Source,
    isFile: boolean,
    endIsSure: () => boolean,
  ): AsyncGenerator<ArchiveRecord | Loss> {
    this.#lastBlock = undefined;
    while (await bytes.ensure(1)) {
      const blank = blankLength(bytes.window);
      if (blank > 0) {
        bytes.consume(blank);
        continue;
      }
      await bytes.ensure(LOOKED_AT);
      if (isFile && startsMember(bytes.window)) return;
      const source = place(bytes.position);
      if (!this.#startsRecord(bytes.window)) {
        yield await this.skipLost(bytes, source, undefined, isFile);
        continue;
      }
      const contents = this.#contents(isFile);
      const header = await this.#header(bytes);
      if (header === undefined) {
        const record = await this.#cutRecord(bytes, contents, source);
        yield (
          record ??
          (await this.skipLost(bytes, source, "the header of a record has no end", isFile))
        );
        continue;
      }
      const block = new Block(bytes, contents, header.length, endIsSure);
      this.#lastBlock = block;
      yield {
        kind: "record",
        format: contents.format.name,
        fields: header.fields,
        source,
        block,
        ...(!isFile && !endIsSure() && { remark: DAMAGED }),
      };
      await block.skip();
    }
  }

  #startsRecord(bytes: Buffer): boolean {
    const other = this.#format === warcFormat ? arcFormat : warcFormat;
    const found = [this.#format, other].find((format) => format.startsRecord(bytes));
    if (found === undefined) return false;
    this.#format = found;
    return true;
  }

  #contents(hasMembers: boolean): Contents {
    return { format: this.#format, hasMembers, hasFrames: hasMembers && this.hasFrames };
  }

  /** The header of the record that begins here; undefined when it has no end. */
  async #header(bytes: ByteWindow): Promise<Header | undefined> {
    if (this.#format === arcFormat) {
      const line = parseArcLine(bytes.window)!;
      bytes.consume(line.bytes);
      const fields = new Map([
        ["warc-type", line.uri.startsWith("filedesc:") ? "warcinfo" : "response"],
        ["warc-target-uri", line.uri],
        ["warc-date", line.date],
        ["content-type", line.contentType],
      ]);
      return { fields, length: line.length };
    }
    let end = headerBlockLength(bytes.window);
    for (let looked = LOOKED_AT * 4; end === undefined && looked <= MAX_HEADER_BYTES; looked *= 2) {
      const isMore = await bytes.ensure(looked);
      end = headerBlockLength(bytes.window.subarray(0, MAX_HEADER_BYTES));
      if (!isMore) break;
    }
    if (end === undefined) return undefined;
    const fields = parseFields(headerLines(bytes.window.subarray(0, end)).slice(1));
    bytes.consume(end);
    const text = fields.get("content-length") ?? "";
    return { fields, length: /^\d{1,15}$/u.test(text) ? Number(text) : undefined };
  }

  /** The record in whose header the input ends, with what can be known of it; undefined when it does not end there. */
  async #cutRecord(
    bytes: ByteWindow,
    contents: Contents,
    source: Source,
  ): Promise<ArchiveRecord | Loss | undefined> {
    if (await bytes.ensure(MAX_HEADER_BYTES)) return undefined;
    // The last line may be cut: half a URI would be another URI.
    const lines = headerLines(bytes.window.subarray(0, bytes.window.lastIndexOf(0x0a) + 1));
    const fields = parseFields(lines.slice(1));
    bytes.consume(bytes.window.length);
    if (!fields.has("warc-type")) {
      return { kind: "damage", source, message: "the file ends in the header of a record" };
    }
    const block = new Block(bytes, contents, undefined, () => false, true);
    this.#lastBlock = block;
    return { kind: "record", format: "WARC", fields, source, block };
  }
}
