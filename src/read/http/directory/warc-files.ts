import { type FileHandle, open, readdir, truncate } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { fileBytes } from "../../../base/platform/files.js";
import { windowOn } from "../../warc/bytes.js";
import { openMember } from "../../warc/gzip-member.js";
import { startsMember } from "../../warc/record-start.js";
import { warcinfoRecord, warcMember } from "./records.js";

export interface InflatedMember {
  readonly offset: number;
  /** Number of compressed bytes in the file. */
  readonly length: number;
  readonly bytes: Buffer;
}

/** End of a scan. It is the end of the file, an incomplete member, or bytes that are not a member. */
export type ScanEnd = "complete" | "cut" | "damaged";

/** Size of the gzip header that Node writes, without optional fields. */
const HEADER_BYTES = 10;

/** Yields the members from `offset`, and returns how the scan ended. Only one member is in memory at a time. */
export async function* scanMembers(
  file: FileHandle,
  offset: number,
): AsyncGenerator<InflatedMember, ScanEnd> {
  const { size } = await file.stat();
  const raw = windowOn(fileBytes(file, size));
  raw.returnTo(offset);
  while (await raw.ensure(1)) {
    const at = raw.position;
    if (!(await raw.ensure(HEADER_BYTES))) return "cut";
    const member = startsMember(raw.window) ? await openMember(raw) : undefined;
    if (member === undefined) return "damaged";
    await member.bytes.ensure(Number.MAX_SAFE_INTEGER);
    const bytes = member.bytes.window;
    const trouble = await member.finish();
    if (trouble?.isCut === true) return "cut";
    // If only the checksum is wrong, the scan continues, and `WarcFiles.read` later reports the record as unreadable.
    if (trouble?.isLost === true) return "damaged";
    yield { offset: at, length: raw.position - at, bytes };
  }
  return "complete";
}

export interface WarcFilesOptions {
  readonly directory: string;
  /** Size in bytes from which records go to a new file. */
  readonly fileBytes: number;
  readonly userAgent: string;
}

interface WrittenPlace {
  readonly file: number;
  readonly filename: string;
  readonly offset: number;
  readonly length: number;
}

/**
 * Interval in milliseconds for syncing written records to disk. A killed process loses none of them, but a power
 * failure may lose the records of the last interval.
 */
const SYNC_EVERY_MS = 5000;

/** The limit protects the memory from a damaged directory. */
const MAX_RECORD_BYTES = 1024 * 1024 * 1024;

const NAME = /^detect_off_topic-\d{5,}\.warc\.gz$/u;

/**
 * The WARC files of a working directory in the order of creation. Records are appended to the last file, and can be
 * read from all files.
 */
export class WarcFiles {
  readonly #options: WarcFilesOptions;
  readonly #names: string[];
  readonly #readers = new Map<number, Promise<FileHandle>>();
  #writer: FileHandle | undefined;
  #end = 0;
  #syncedAt = performance.now();

  private constructor(options: WarcFilesOptions, names: string[]) {
    this.#options = options;
    this.#names = names;
  }

  static async open(options: WarcFilesOptions): Promise<WarcFiles> {
    const entries = await readdir(options.directory);
    return new WarcFiles(options, entries.filter((name) => NAME.test(name)).sort(byNumber));
  }

  get names(): readonly string[] {
    return this.#names;
  }

  path(file: number): string {
    return join(this.#options.directory, this.#names[file]!);
  }

  /** Returns a handle for reading, which is opened once. Rejects if the file no longer exists. */
  async reader(file: number): Promise<FileHandle> {
    const opening = this.#readers.get(file) ?? open(this.path(file), "r");
    this.#readers.set(file, opening);
    try {
      return await opening;
    } catch (cause) {
      this.#readers.delete(file);
      throw cause;
    }
  }

  /** Returns `undefined` if the file no longer contains it, its checksum is wrong, or it is too large. */
  async read(file: number, offset: number, length: number): Promise<Buffer | undefined> {
    try {
      const packed = await fileBytes(await this.reader(file), offset + length).read(offset, length);
      return gunzipSync(packed, { maxOutputLength: MAX_RECORD_BYTES });
    } catch {
      return undefined;
    }
  }

  /**
   * Continues writing after the first `end` bytes of the last file and cuts off the rest, or continues in a new file.
   */
  async continueAt(end: number | "new file"): Promise<void> {
    if (end === "new file" || this.#names.length === 0) return;
    const path = this.path(this.#names.length - 1);
    await truncate(path, end);
    this.#writer = await open(path, "a");
    this.#end = end;
  }

  /**
   * Writes groups of gzip members at once and returns the position of the last member of each group. Calls must not
   * overlap. If writing fails (a full disk), the file is truncated to its former end and the call rejects.
   */
  async append(groups: readonly (readonly Buffer[])[]): Promise<readonly WrittenPlace[]> {
    if (this.#writer === undefined || this.#end >= this.#options.fileBytes) await this.#begin();
    const info = this.#end === 0 ? [await this.#warcinfo()] : [];
    const bytes = Buffer.concat([...info, ...groups.flat()]);
    try {
      await this.#write(bytes);
    } catch (cause) {
      await this.#writer!.truncate(this.#end).catch(() => undefined);
      throw cause;
    }
    const file = this.#names.length - 1;
    const filename = this.#names[file]!;
    let end = this.#end + lengthOf(info);
    this.#end += bytes.length;
    return groups.map((group) => {
      end += lengthOf(group);
      const { length } = group.at(-1)!;
      return { file, filename, offset: end - length, length };
    });
  }

  /** Syncs written data to disk if enough time has passed since the last sync. Returns whether it did. */
  async syncSometimes(): Promise<boolean> {
    if (performance.now() - this.#syncedAt < SYNC_EVERY_MS) return false;
    await this.#writer?.datasync();
    this.#syncedAt = performance.now();
    return true;
  }

  async close(): Promise<void> {
    for (const reader of this.#readers.values()) await (await reader).close();
    this.#readers.clear();
    await this.#closeWriter();
  }

  async #closeWriter(): Promise<void> {
    const writer = this.#writer;
    this.#writer = undefined;
    try {
      await writer?.datasync();
    } finally {
      await writer?.close();
    }
  }

  async #begin(): Promise<void> {
    await this.#closeWriter();
    const number = numberOf(this.#names.at(-1) ?? "") + 1;
    const name = `detect_off_topic-${String(number).padStart(5, "0")}.warc.gz`;
    this.#writer = await open(join(this.#options.directory, name), "ax");
    this.#names.push(name);
    this.#end = 0;
  }

  async #warcinfo(): Promise<Buffer> {
    const now = new Date().toISOString();
    return warcMember(warcinfoRecord(this.#names.at(-1)!, this.#options.userAgent, now));
  }

  async #write(bytes: Buffer): Promise<void> {
    for (let written = 0; written < bytes.length;) {
      const { bytesWritten } = await this.#writer!.write(bytes, written);
      written += bytesWritten;
    }
  }
}

function lengthOf(members: readonly Buffer[]): number {
  return members.reduce((sum, { length }) => sum + length, 0);
}

function numberOf(name: string): number {
  return Number(/(\d+)\.warc\.gz$/u.exec(name)?.[1] ?? 0);
}

function byNumber(a: string, b: string): number {
  return numberOf(a) - numberOf(b);
}
