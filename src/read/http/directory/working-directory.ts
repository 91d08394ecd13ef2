import { mkdir } from "node:fs/promises";
import { messageOf, whileWriting } from "../../../base/errors.js";
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
  readonly #unlock: (() => Promise<void>) | undefined;
  readonly #options: WorkingDirectoryOptions;
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(
    { files, index }: Awaited<ReturnType<typeof loadDirectory>>,
    options: WorkingDirectoryOptions,
    unlock?: () => Promise<void>,
  ) {
    this.#files = files;
    this.#index = index;
    this.#options = options;
    this.#unlock = unlock;
  }

  /** Throws `UsageError` if the directory is in use, was made for another input, or is not writable. */
  static async open(options: WorkingDirectoryOptions): Promise<WorkingDirectory> {
    const { directory, input, readOnly } = options;
    if (readOnly) {
      await readManifest(directory);
      await claimDirectory(directory, input);
      return new WorkingDirectory(await loadDirectory(options), options);
    }
    return whileWriting(
      `the working directory ${directory}`,
      "Give a folder that you may write to.",
      async () => {
        await mkdir(directory, { recursive: true });
        const unlock = await takeLock(directory);
        try {
          await claimDirectory(directory, input);
          await keepFiles(directory, input);
          return new WorkingDirectory(await loadDirectory(options), options, unlock);
        } catch (cause) {
          await unlock();
          throw cause;
        }
      },
    );
  }

  /** Returns the recorded answer of a URI. Returns `undefined` if none was recorded, or if its record cannot be read now. */
  async find(uri: string): Promise<RecordedAnswer | undefined> {
    const place = this.#index.get(uri);
    if (place === undefined) return undefined;
    const { answered, final, fresh } = place;
    const bytes = await this.#files.read(place);
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
   * Waits for pending writes, writes the index and releases the lock. Failures are only reported, because no caller can
   * handle them any more.
   */
  async close(): Promise<void> {
    await this.#writing;
    try {
      await this.#files.close();
      if (this.#unlock !== undefined) await this.#index.save();
    } catch (cause) {
      const { directory, onNotice } = this.#options;
      onNotice(`${directory} was not closed properly: ${messageOf(cause)}.`);
    } finally {
      this.#index.close();
      await this.#unlock?.();
    }
  }

  /** Records are written one after the other. */
  #append(members: readonly Buffer[], record: IndexedRecord): Promise<void> {
    const written = this.#writing.then(async () => {
      try {
        this.#index.add(record, await this.#files.append(members), true);
      } catch (cause) {
        throw new DirectoryTrouble(messageOf(cause), { cause });
      }
    });
    this.#writing = written.catch(() => undefined);
    return written;
  }
}
