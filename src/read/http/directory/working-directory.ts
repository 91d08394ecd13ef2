import { existsSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { codeOf, messageOf, UsageError } from "../../../base/errors.js";
import type { FetchedResponse } from "../../types.js";
import type { DirectoryIndex, IndexedRecord } from "./directory-index.js";
import { answerFacts, loadDirectory, type WorkingDirectoryOptions } from "./load.js";
import { takeLock } from "./lock.js";
import { claimDirectory, keepFiles, readManifest } from "./manifest.js";
import {
  type Exchange,
  exchangeRecords,
  type FailedRequest,
  failureRecord,
  readFields,
  readRecord,
  readResponse,
  warcMember,
} from "./records.js";
import type { WarcFiles } from "./warc-files.js";

/** Error codes of a folder without write permission for this user. A full disk has other codes. */
const UNUSABLE = new Set(["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "EISDIR", "ELOOP"]);

/** Thrown if a record cannot be written, because the disk is full or the directory no longer exists. */
export class DirectoryTrouble extends Error {
  override readonly name = "DirectoryTrouble";
}

export type RecordedAnswer =
  | { readonly response: FetchedResponse; readonly final: boolean; readonly fresh: boolean }
  | { readonly failure: string };

/** A directory with the WARC files of all fetched responses, an index, a manifest and a lock. */
export class WorkingDirectory {
  readonly #files: WarcFiles;
  readonly #index: DirectoryIndex;
  readonly #unlock: () => Promise<void>;
  readonly #options: WorkingDirectoryOptions;
  #waiting: WaitingRecord[] = [];
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    { files, index }: Awaited<ReturnType<typeof loadDirectory>>,
    options: WorkingDirectoryOptions,
    unlock: () => Promise<void>,
  ) {
    this.#files = files;
    this.#index = index;
    this.#options = options;
    this.#unlock = unlock;
  }

  /** Throws `UsageError` if the directory is in use, was made for another input, or is not writable. */
  static async open(options: WorkingDirectoryOptions): Promise<WorkingDirectory> {
    try {
      return await WorkingDirectory.#open(options);
    } catch (cause) {
      if (!UNUSABLE.has(codeOf(cause))) throw cause;
      throw new UsageError(
        `the working directory ${options.directory} cannot be used: ${messageOf(cause)}. Give a folder that you may write to.`,
        { cause },
      );
    }
  }

  static async #open(options: WorkingDirectoryOptions): Promise<WorkingDirectory> {
    const { directory, input, readOnly } = options;
    if (readOnly) {
      await readManifest(directory);
      await claimDirectory(directory, input);
      return new WorkingDirectory(await loadDirectory(options), options, () => Promise.resolve());
    }
    await makeDirectory(directory);
    const unlock = await takeLock(directory);
    try {
      await claimDirectory(directory, input);
      await keepFiles(directory, input);
      return new WorkingDirectory(await loadDirectory(options), options, unlock);
    } catch (cause) {
      await unlock();
      throw cause;
    }
  }

  /** Returns the recorded answer of a URI. Returns `undefined` if none was recorded, or if its record cannot be read now. */
  async find(uri: string): Promise<RecordedAnswer | undefined> {
    const place = this.#index.get(uri);
    if (place === undefined) return undefined;
    const { file, offset, length, answered, final, fresh } = place;
    const bytes = await this.#files.read(file, offset, length);
    const record = bytes === undefined ? undefined : readRecord(bytes);
    if (record?.headers.get("warc-target-uri") !== uri) return undefined;
    if (!answered) return { failure: readFields(record.block).get("failure") ?? "" };
    const response = readResponse(record);
    return response === undefined ? undefined : { response, final, fresh };
  }

  /** Resolves once killing the process can no longer lose the response. Rejects if the disk is full. */
  async record(exchange: Exchange): Promise<void> {
    const { uri, response, requestClass } = exchange;
    const members = await Promise.all(exchangeRecords(exchange).map(warcMember));
    const { fetchedAt } = response;
    await this.#append(members, { uri, fetchedAt, ...answerFacts(response, requestClass) });
  }

  async recordFailure(failure: FailedRequest): Promise<void> {
    const { uri, failedAt } = failure;
    const member = await warcMember(failureRecord(failure));
    await this.#append([member], { uri, fetchedAt: failedAt, final: false });
  }

  /**
   * Waits for pending writes, sorts the index and releases the lock. Failures are only reported, because no caller can
   * handle them any more.
   */
  async close(): Promise<void> {
    await this.#writing;
    try {
      await this.#files.close();
      await this.#index.close();
    } catch (cause) {
      const { directory, onNotice } = this.#options;
      onNotice(`${directory} was not closed properly: ${messageOf(cause)}.`);
    } finally {
      await this.#unlock();
    }
  }

  /** Records that arrive during a write are written together after it. */
  #append(members: readonly Buffer[], line: WaitingRecord["line"]): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ members, line, resolve, reject });
    });
    if (this.#waiting.length === 1) this.#writing = this.#writing.then(() => this.#writeWaiting());
    return written;
  }

  /** The promise is never rejected. Instead, a failure rejects the promise of each record. */
  async #writeWaiting(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    try {
      const places = await this.#files.append(batch.map(({ members }) => members));
      const records = batch.map(({ line }, at) => ({ ...line, ...places[at]! }));
      await this.#index.add(records, true);
      if (await this.#files.syncSometimes()) await this.#index.sync();
      for (const { resolve } of batch) resolve();
    } catch (cause) {
      const trouble = new DirectoryTrouble(messageOf(cause), { cause });
      for (const { reject } of batch) reject(trouble);
    }
  }
}

interface WaitingRecord {
  readonly members: readonly Buffer[];
  /** Its line in the index, before its place is known. */
  readonly line: Omit<IndexedRecord, "filename" | "offset" | "length">;
  readonly resolve: () => void;
  readonly reject: (cause: DirectoryTrouble) => void;
}

async function makeDirectory(directory: string): Promise<void> {
  try {
    await makeWithParents(resolve(directory));
  } catch (cause) {
    throw new UsageError(`cannot make the directory ${directory}: ${messageOf(cause)}`);
  }
}

/**
 * Node's recursive mkdir is not used, because it never ends if a parent exists and still answers ENOENT, as in /proc.
 */
async function makeWithParents(path: string): Promise<void> {
  const parent = dirname(path);
  if (!existsSync(path) && parent !== path) await makeWithParents(parent);
  try {
    await mkdir(path);
  } catch (cause) {
    // The directory exists already, or another process was faster.
    const there = await stat(path).catch(() => undefined);
    if (there?.isDirectory() !== true) throw cause;
  }
}
