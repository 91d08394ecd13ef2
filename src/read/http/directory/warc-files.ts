import { type FileHandle, open, readdir, truncate } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { openFile } from "../../../base/platform/files.js";
import { openRawFile } from "../../warc/bytes.js";
import { openMember } from "../../warc/gzip-member.js";
import { startsMember } from "../../warc/record-start.js";
import type { RecordPlace } from "./directory-index.js";
import { warcinfoRecord, warcMember } from "./records.js";

/** End of a scan. It is the end of the file, an incomplete member, or bytes that are not a member. */
export type ScanEnd = "complete" | "cut" | "damaged";

/** Size of the gzip header that Node writes, without optional fields. */
const HEADER_BYTES = 10;

/** Yields the members from `from` on, and returns how the scan ended. Only one member is in memory at a time. */
export async function* scanMembers(
  path: string,
  from: number,
): AsyncGenerator<
  { readonly offset: number; readonly length: number; readonly bytes: Buffer },
  ScanEnd
> {
  const file = await openRawFile(path);
  const raw = file.bytes;
  try {
    raw.returnTo(from);
    while (await raw.ensure(1)) {
      const offset = raw.position;
      if (!(await raw.ensure(HEADER_BYTES))) return "cut";
      const member = startsMember(raw.window) ? await openMember(raw) : undefined;
      if (member === undefined) return "damaged";
      await member.bytes.ensure(Number.MAX_SAFE_INTEGER);
      const bytes = member.bytes.window;
      const trouble = await member.finish();
      if (trouble?.isCut === true) return "cut";
      // If only the checksum is wrong, the scan continues, and `WarcFiles.read` later reports the record as unreadable.
      if (trouble?.isLost === true) return "damaged";
      yield { offset, length: raw.position - offset, bytes };
    }
    return "complete";
  } finally {
    await file.close();
  }
}

export interface WarcFilesOptions {
  readonly directory: string;
  /** Size in bytes from which records go to a new file. */
  readonly fileBytes: number;
  readonly userAgent: string;
}

/**
 * Interval in milliseconds for syncing written records to disk. A killed process loses none of them, but a power
 * failure may lose the records of the last interval.
 */
const SYNC_EVERY_MS = 5000;

/** The limit protects the memory from a damaged directory. */
const MAX_RECORD_BYTES = 1024 * 1024 * 1024;

const NAME = /^detect_off_topic-(\d{5,})\.warc\.gz$/u;

const numberOf = (name: string): number => Number(NAME.exec(name)?.[1] ?? 0);

/**
 * The WARC files of a working directory in the order of creation. Records are appended to the last file, and can be
 * read from all files.
 */
export class WarcFiles {
  readonly names: string[];
  readonly #options: WarcFilesOptions;
  #writer: FileHandle | undefined;
  #end = 0;
  #syncedAt = performance.now();

  private constructor(options: WarcFilesOptions, names: string[]) {
    this.#options = options;
    this.names = names;
  }

  static async open(options: WarcFilesOptions): Promise<WarcFiles> {
    const names = (await readdir(options.directory)).filter((name) => NAME.test(name));
    return new WarcFiles(
      options,
      names.sort((a, b) => numberOf(a) - numberOf(b)),
    );
  }

  path(file: number): string {
    return join(this.#options.directory, this.names[file]!);
  }

  /** Returns `undefined` if the file no longer contains it, its checksum is wrong, or it is too large. */
  async read({ file, offset, length }: RecordPlace): Promise<Buffer | undefined> {
    try {
      const opened = await openFile(this.path(file));
      try {
        const packed = await opened.read(offset, length);
        return gunzipSync(packed, { maxOutputLength: MAX_RECORD_BYTES });
      } finally {
        await opened.close();
      }
    } catch {
      return undefined;
    }
  }

  /** Continues writing after the first `end` bytes of the last file, and cuts off the rest. */
  async continueAt(end: number): Promise<void> {
    const path = this.path(this.names.length - 1);
    await truncate(path, end);
    this.#writer = await open(path, "a");
    this.#end = end;
  }

  /**
   * Writes gzip members at once and returns the place of the last one. Calls must not overlap. If writing fails (a full
   * disk), the file is truncated to its former end and the call rejects.
   */
  async append(members: readonly Buffer[]): Promise<RecordPlace> {
    if (this.#writer === undefined || this.#end >= this.#options.fileBytes) await this.#begin();
    const bytes = Buffer.concat(this.#end === 0 ? [await this.#warcinfo(), ...members] : members);
    const writer = this.#writer!;
    try {
      await writer.appendFile(bytes);
      if (performance.now() - this.#syncedAt >= SYNC_EVERY_MS) {
        await writer.datasync();
        this.#syncedAt = performance.now();
      }
    } catch (cause) {
      await writer.truncate(this.#end).catch(() => undefined);
      throw cause;
    }
    this.#end += bytes.length;
    const { length } = members.at(-1)!;
    return { file: this.names.length - 1, offset: this.#end - length, length };
  }

  async close(): Promise<void> {
    const writer = this.#writer;
    this.#writer = undefined;
    try {
      await writer?.datasync();
    } finally {
      await writer?.close();
    }
  }

  async #begin(): Promise<void> {
    await this.close();
    const number = numberOf(this.names.at(-1) ?? "") + 1;
    const name = `detect_off_topic-${String(number).padStart(5, "0")}.warc.gz`;
    this.#writer = await open(join(this.#options.directory, name), "ax");
    this.names.push(name);
    this.#end = 0;
  }

  #warcinfo(): Promise<Buffer> {
    const now = new Date().toISOString();
    return warcMember(warcinfoRecord(this.names.at(-1)!, this.#options.userAgent, now));
  }
}
