import { mkdir } from "node:fs/promises";
import { messageOf, UsageError } from "../../errors.js";
import type { FetchedResponse } from "../../types.js";
import { responseHeader } from "../response-header.js";
import { isSettled } from "../settled.js";
import type { CdxjFile } from "./cdxj-file.js";
import { writeCdxjLine, type CdxjLine } from "./cdxj-line.js";
import { sha1Digest } from "./digest.js";
import { loadDirectory, type Opened, type WorkingDirectoryOptions } from "./load-directory.js";
import { takeLock } from "./lock.js";
import { claimDirectory, readManifest } from "./manifest.js";
import type { PlaceIndex } from "./place-index.js";
import { readRecord, readResponse } from "./read-record.js";
import { exchangeRecords, failureRecord, type Exchange, type Failure } from "./records.js";
import type { WarcFiles } from "./warc-files.js";
import { readFields, warcMember } from "./warc-record.js";

/** A record could not be written: the disk is full, or the directory gone. */
export class DirectoryTrouble extends Error {
  override readonly name = "DirectoryTrouble";
}

/** What is recorded for a URI. */
export type Recorded =
  | { readonly response: FetchedResponse; readonly settled: boolean; readonly fresh: boolean }
  | { readonly failure: string };

/** A directory of WARC files with what was fetched, an index, a manifest and a lock. */
export class WorkingDirectory {
  readonly #files: WarcFiles;
  readonly #places: PlaceIndex;
  readonly #index: CdxjFile;
  readonly #failures: CdxjFile;
  readonly #unlock: () => Promise<void>;
  readonly #onNotice: (message: string) => void;
  readonly #directory: string;
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    opened: Opened,
    { directory, onNotice }: WorkingDirectoryOptions,
    unlock: () => Promise<void>,
  ) {
    this.#directory = directory;
    this.#onNotice = onNotice;
    this.#files = opened.files;
    this.#places = opened.places;
    this.#index = opened.index;
    this.#failures = opened.failures;
    this.#unlock = unlock;
  }

  /**
   * Opens or makes a working directory, and mends what a killed run left. Throws a `UsageError` when it is in use, or
   * made for another input, or cannot be used.
   */
  static async open(options: WorkingDirectoryOptions): Promise<WorkingDirectory> {
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
      return new WorkingDirectory(await loadDirectory(options), options, unlock);
    } catch (cause) {
      await unlock();
      throw cause;
    }
  }

  /** URIs on record. */
  get size(): number {
    return this.#places.size;
  }

  /** What is on record for a URI; undefined when nothing is, or when its record cannot be read any more. */
  async find(uri: string): Promise<Recorded | undefined> {
    const place = this.#places.get(uri);
    if (place === undefined) return undefined;
    const { offset, length, settled, fresh } = place;
    const bytes = await this.#files.read(place.file, offset, length);
    const record = bytes === undefined ? undefined : readRecord(bytes);
    if (record?.headers.get("warc-target-uri") !== uri) return undefined;
    if (!place.answered) {
      return { failure: readFields(record.block.toString("utf8")).get("failure") ?? "" };
    }
    const response = readResponse(record);
    return response === undefined ? undefined : { response, settled, fresh };
  }

  /** Writes a response down; resolves when a kill cannot take it away any more. Throws when the disk is full. */
  async record(exchange: Exchange): Promise<void> {
    const { uri, response, requestClass } = exchange;
    const members = await Promise.all(exchangeRecords(exchange).map(warcMember));
    await this.#append(members, this.#index, {
      uri,
      fetchedAt: response.fetchedAt,
      settled: isSettled(response, requestClass),
      response: {
        status: response.status,
        contentType: responseHeader(response, "content-type"),
        digest: sha1Digest(response.body),
      },
    });
  }

  /** Writes down that there was no answer. */
  async recordFailure(failure: Failure): Promise<void> {
    const { uri, failedAt } = failure;
    const member = await warcMember(failureRecord(failure));
    await this.#append([member], this.#failures, { uri, fetchedAt: failedAt, settled: false });
  }

  /** Waits for what is being written, puts the index in order, gives the lock back; trouble with it is only told. */
  async close(): Promise<void> {
    await this.#writing;
    try {
      await this.#files.close();
      await this.#index.close();
      await this.#failures.close();
    } catch (cause) {
      this.#onNotice(`${this.#directory} was not closed in good order: ${messageOf(cause)}.`);
    } finally {
      await this.#unlock();
    }
  }

  #append(
    members: readonly Buffer[],
    index: CdxjFile,
    line: Omit<CdxjLine, "filename" | "offset" | "length">,
  ): Promise<void> {
    const write = async (): Promise<void> => {
      const { file, filename, offset, length } = await this.#files.append(members);
      await index.append(writeCdxjLine({ ...line, filename, offset, length }));
      const answered = line.response !== undefined;
      const { settled } = line;
      this.#places.set(line.uri, { file, offset, length, answered, settled, fresh: true });
      if (await this.#files.syncSometimes()) await index.sync();
    };
    const done = this.#writing.then(write);
    this.#writing = done.catch(() => undefined);
    return done.catch((cause: unknown) => {
      throw new DirectoryTrouble(messageOf(cause), { cause });
    });
  }
}

async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
  } catch (cause) {
    throw new UsageError(`cannot make the directory ${directory}: ${messageOf(cause)}`);
  }
}
