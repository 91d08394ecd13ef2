import type { RequestClass } from "../../types.js";
import { responseHeader } from "../response-header.js";
import { isSettled } from "../settled.js";
import type { CdxjLine } from "./cdxj-line.js";
import { sha1Digest } from "./digest.js";
import { scanMembers, type Member, type ScanEnd } from "./members.js";
import { readRecord, readResponse, type ReadRecord } from "./read-record.js";
import type { WarcFiles } from "./warc-files.js";
import { readFields } from "./warc-record.js";

/** How far a file can be relied on. */
export interface FileEnd {
  /** Bytes up to the end of the last response, failure or warcinfo that is whole. */
  readonly good: number;
  readonly end: ScanEnd;
}

/** Reads the records of a file from `offset` on, of which the index knows nothing: the lines that it lacks. */
export async function* unindexedLines(
  files: WarcFiles,
  file: number,
  offset: number,
): AsyncGenerator<CdxjLine, FileEnd> {
  const filename = files.names[file]!;
  const members = scanMembers(await files.reader(file), offset);
  let requestClass: RequestClass = "playback";
  let good = offset;
  for (;;) {
    const next = await members.next();
    if (next.done === true) return { good, end: next.value };
    const member = next.value;
    const record = readRecord(member.bytes);
    if (record === undefined) return { good, end: "damaged" };
    const type = record.headers.get("warc-type");
    if (type === "metadata") {
      const fields = readFields(record.block.toString("utf8"));
      requestClass = classOf(fields.get("request-class"));
      if (!fields.has("failure")) continue;
      yield { ...placeOf(record, member, filename), settled: false };
    } else if (type === "response") {
      const line = responseLine(record, member, filename, requestClass);
      if (line !== undefined) yield line;
    } else if (type === "request") continue;
    good = member.offset + member.length;
  }
}

function responseLine(
  record: ReadRecord,
  member: Member,
  filename: string,
  requestClass: RequestClass,
): CdxjLine | undefined {
  const response = readResponse(record);
  if (response === undefined) return undefined;
  return {
    ...placeOf(record, member, filename),
    settled: isSettled(response, requestClass),
    response: {
      status: response.status,
      contentType: responseHeader(response, "content-type"),
      digest: sha1Digest(response.body),
    },
  };
}

function placeOf(
  record: ReadRecord,
  { offset, length }: Member,
  filename: string,
): Pick<CdxjLine, "uri" | "fetchedAt" | "filename" | "offset" | "length"> {
  const uri = record.headers.get("warc-target-uri") ?? "";
  const fetchedAt = record.headers.get("warc-date") ?? "";
  return { uri, fetchedAt, filename, offset, length };
}

function classOf(text: string | undefined): RequestClass {
  return text === "timemap" || text === "api" ? text : "playback";
}
