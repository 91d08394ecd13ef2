import type { WireResponse } from "../transport.js";
import { readFields } from "./warc-record.js";

/** A record of a working directory, taken apart. */
export interface ReadRecord {
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly block: Buffer;
}

/** Takes an inflated gzip member apart; undefined when it is no WARC record, or not whole. */
export function readRecord(bytes: Buffer): ReadRecord | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1 || !bytes.subarray(0, 5).equals(MAGIC)) return undefined;
  const headers = readFields(bytes.toString("utf8", 0, end));
  const length = Number(headers.get("content-length"));
  const start = end + 4;
  if (!Number.isSafeInteger(length) || length < 0 || bytes.length < start + length)
    return undefined;
  return { headers, block: bytes.subarray(start, start + length) };
}

/** The response in a response record; undefined when its block is no HTTP response as we write them. */
export function readResponse({ headers, block }: ReadRecord): WireResponse | undefined {
  const end = block.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = block.toString("latin1", 0, Math.max(end, 0)).split("\r\n");
  const [, status, statusText = ""] = /^HTTP\/1\.1 (\d{3}) (.*)$/u.exec(statusLine) ?? [];
  if (status === undefined || headers.get("warc-type") !== "response") return undefined;
  return {
    uri: headers.get("warc-target-uri") ?? "",
    status: Number(status),
    statusText,
    headers: lines.map((line) => {
      const colon = line.indexOf(": ");
      return [line.slice(0, colon), line.slice(colon + 2)] as const;
    }),
    body: block.subarray(end + 4),
    fetchedAt: headers.get("warc-date") ?? "",
  };
}

const MAGIC = Buffer.from("WARC/");
