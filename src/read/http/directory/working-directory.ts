import { existsSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { codeOf, messageOf, UsageError } from "../../../base/errors.js";
import type { FetchedResponse } from "../../types.js";
import { sha1Digest } from "../../warc/digest.js";
import { header } from "../../timemaps/response.js";
import { isFinal } from "../transport.js";
import { type FetchedLine, writeLine } from "./index-line.js";
import { loadDirectory, type OpenedDirectory, type WorkingDirectoryOptions } from "./load.js";
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
  readonly #opened: OpenedDirectory;
  readonly #unlock: () => Promise<void>;
  readonly #onNotice: (message: string) => void;
  readonly #directory: string;
  #waiting: WaitingRecord[] = [];
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    opened: OpenedDirectory,
    { directory, onNotice }: WorkingDirectoryOptions,
    unlock: () => Promise<void>,
  ) {
    this.#opened = opened;
    this.#directory = directory;
    this.#onNotice = onNotice;
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
    const { files, places } = this.#opened;
    const place = places.get(uri);
    if (place === undefined) return undefined;
    const { offset, length, final, fresh } = place;
    const bytes = await files.read(place.file, offset, length);
    const record = bytes === undefined ? undefined : readRecord(bytes);
    if (record?.headers.get("warc-target-uri") !== uri) return undefined;
    if (!place.answered) {
      return { failure: readFields(record.block).get("failure") ?? "" };
    }
    const response = readResponse(record);
    return response === undefined ? undefined : { response, final, fresh };
  }

  /** Resolves once killing the process can no longer lose the response. Rejects if the disk is full. */
  async record(exchange: Exchange): Promise<void> {
    const { uri, response, requestClass } = exchange;
    const members = await Promise.all(exchangeRecords(exchange).map(warcMember));
    await this.#append(members, {
      uri,
      fetchedAt: response.fetchedAt,
      final: isFinal(response, requestClass),
      response: {
        status: response.status,
        contentType: header(response, "content-type"),
        digest: sha1Digest(response.body),
      },
    });
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
    const { files, index, failures } = this.#opened;
    try {
      for (const each of [files, index, failures]) await each.close();
    } catch (cause) {
      this.#onNotice(`${this.#directory} was not closed properly: ${messageOf(cause)}.`);
    } finally {
      await this.#unlock();
    }
  }

  /** Records that arrive during a write are written together after it. */
  #append(members: readonly Buffer[], line: LineToCome): Promise<void> {
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
      await this.#write(batch);
      for (const { resolve } of batch) resolve();
    } catch (cause) {
      const trouble = new DirectoryTrouble(messageOf(cause), { cause });
      for (const { reject } of batch) reject(trouble);
    }
  }

  async #write(batch: readonly WaitingRecord[]): Promise<void> {
    const { files, places, index, failures } = this.#opened;
    const writtenAt = await files.append(batch.map(({ members }) => members));
    const written = batch.map(({ line }, at) => ({ ...line, ...writtenAt[at]! }));
    const linesOf = (answered: boolean): string[] =>
      written.filter((one) => isAnswer(one) === answered).map(writeLine);
    await index.append(linesOf(true));
    await failures.append(linesOf(false));
    for (const one of written) {
      places.set(one.uri, { ...one, answered: isAnswer(one), fresh: true });
    }
    if (await files.syncSometimes()) await index.sync();
  }
}

/** A line of the index before the position of its record is known. */
type LineToCome = Omit<FetchedLine, "filename" | "offset" | "length">;

interface WaitingRecord {
  readonly members: readonly Buffer[];
  readonly line: LineToCome;
  readonly resolve: () => void;
  readonly reject: (cause: DirectoryTrouble) => void;
}

function isAnswer(line: LineToCome): boolean {
  return line.response !== undefined;
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
