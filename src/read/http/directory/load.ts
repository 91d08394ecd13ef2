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
  const paths = files.names.map((_, file) => files.path(file));
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  const index = new DirectoryIndex(directory, files.names);
  const indexed = index.load(sizes);
  if (indexed === undefined) {
    onNotice(`The index of ${directory} does not match its files and is rebuilt.`);
  }
  let end: FileEnd | undefined;
  for (const [file, path] of paths.entries()) {
    end = await addRecords(index, path, file, indexed?.[file] ?? 0);
    if (end.how === "complete") continue;
    const lost = sizes[file]! - end.good;
    onNotice(`${path}: the last ${lost} bytes are not a whole record (${end.how}).`);
  }
  // Only an incomplete end, which a killed run leaves, is removed. Damage in the middle of a file is kept, so that the
  // user can examine it.
  if (!readOnly && end !== undefined && end.how !== "damaged") await files.continueAt(end.good);
  return { files, index };
}

interface FileEnd {
  /** Number of bytes up to the end of the last complete response, failure or warcinfo. */
  readonly good: number;
  readonly how: ScanEnd;
}

async function addRecords(
  index: DirectoryIndex,
  path: string,
  file: number,
  from: number,
): Promise<FileEnd> {
  const members = scanMembers(path, from);
  let requestClass: RequestClass = "playback";
  let good = from;
  for (;;) {
    const next = await members.next();
    if (next.done === true) return { good, how: next.value };
    const { bytes, offset, length } = next.value;
    const record = readRecord(bytes);
    if (record === undefined) return { good, how: "damaged" };
    const uri = record.headers.get("warc-target-uri") ?? "";
    const fetchedAt = record.headers.get("warc-date") ?? "";
    const place = { file, offset, length };
    const type = record.headers.get("warc-type");
    if (type === "metadata") {
      const fields = readFields(record.block);
      const named = fields.get("request-class");
      requestClass = named === "timemap" || named === "api" ? named : "playback";
      if (!fields.has("failure")) continue;
      index.add({ uri, fetchedAt, final: false }, place, false);
    } else if (type === "response") {
      const response = readResponse(record);
      const facts = response && answerFacts(response, requestClass);
      if (facts !== undefined) index.add({ uri, fetchedAt, ...facts }, place, false);
    } else if (type === "request") continue;
    good = offset + length;
  }
}

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
