import { stat } from "node:fs/promises";
import type { RequestClass } from "../../types.js";
import { sha1Digest } from "../../warc/digest.js";
import { header } from "../../timemaps/response.js";
import { isFinal } from "../transport.js";
import { DirectoryIndex, type IndexedRecord } from "./directory-index.js";
import type { DirectoryInput } from "./manifest.js";
import { readFields, readRecord, readResponse } from "./records.js";
import { type ScanEnd, scanMembers, WarcFiles, type WarcFilesOptions } from "./warc-files.js";

export interface WorkingDirectoryOptions extends WarcFilesOptions {
  readonly input: DirectoryInput;
  /** True if nothing may be written, not even a lock. */
  readonly readOnly: boolean;
  readonly onNotice: (message: string) => void;
}

/**
 * Opens the files of a directory, repairs the incomplete end that a killed run leaves, and adds missing lines to the
 * index.
 */
export async function loadDirectory(
  options: WorkingDirectoryOptions,
): Promise<{ readonly files: WarcFiles; readonly index: DirectoryIndex }> {
  const { directory, readOnly, onNotice } = options;
  const files = await WarcFiles.open(options);
  const sizes = await Promise.all(
    files.names.map(async (_, file) => (await stat(files.path(file))).size),
  );
  let index = new DirectoryIndex(directory);
  let indexed = index.load(files.names, sizes);
  if (indexed === undefined) {
    onNotice(`The index of ${directory} does not match its files and is rebuilt.`);
    if (!readOnly) await index.remove();
    index = new DirectoryIndex(directory);
    indexed = sizes.map(() => 0);
  }
  if (!readOnly) await index.openForAppending();
  let end: FileEnd | undefined;
  for (const [file, offset] of indexed.entries()) {
    end = await addRecords(index, files, file, offset);
    if (end.how === "complete") continue;
    const lost = sizes[file]! - end.good;
    onNotice(`${files.path(file)}: the last ${lost} bytes are not a whole record (${end.how}).`);
  }
  // Only an incomplete end, which a killed run leaves, is removed. Damage in the middle of a file is kept, so that the
  // user can examine it.
  const isGood = end !== undefined && end.how !== "damaged";
  if (!readOnly && isGood) await files.continueAt(end!.good);
  return { files, index };
}

interface FileEnd {
  /** Number of bytes up to the end of the last complete response, failure or warcinfo. */
  readonly good: number;
  readonly how: ScanEnd;
}

/** Adds the records of a file from `offset` on to the index. */
async function addRecords(
  index: DirectoryIndex,
  files: WarcFiles,
  file: number,
  offset: number,
): Promise<FileEnd> {
  const members = scanMembers(await files.reader(file), offset);
  let requestClass: RequestClass = "playback";
  let good = offset;
  for (;;) {
    const next = await members.next();
    if (next.done === true) return { good, how: next.value };
    const { bytes, ...place } = next.value;
    const record = readRecord(bytes);
    if (record === undefined) return { good, how: "damaged" };
    const about = {
      uri: record.headers.get("warc-target-uri") ?? "",
      fetchedAt: record.headers.get("warc-date") ?? "",
      ...{ filename: files.names[file]!, file, ...place },
    };
    const type = record.headers.get("warc-type");
    if (type === "metadata") {
      const fields = readFields(record.block);
      const named = fields.get("request-class");
      requestClass = named === "timemap" || named === "api" ? named : "playback";
      if (!fields.has("failure")) continue;
      await index.add([{ ...about, final: false }], false);
    } else if (type === "response") {
      const response = readResponse(record);
      const line = response && { ...about, ...answerFacts(response, requestClass) };
      if (line !== undefined) await index.add([line], false);
    } else if (type === "request") continue;
    good = place.offset + place.length;
  }
}

/** Returns what the index says of an answer besides its place. */
export const answerFacts = (
  response: NonNullable<ReturnType<typeof readResponse>>,
  requestClass: RequestClass,
): Pick<IndexedRecord, "final" | "response"> => ({
  final: isFinal(response, requestClass),
  response: {
    status: response.status,
    contentType: header(response, "content-type"),
    digest: sha1Digest(response.body),
  },
});
