import { parseDatetime } from "../../mementos/datetime.js";
import { links, relations } from "../../timemaps/link-format.js";
import type { FetchRequest, RequestClass } from "../../types.js";
import { version } from "../../version.js";
import { requestTarget } from "../request-target.js";
import { responseHeader } from "../response-header.js";
import type { WireResponse } from "../transport.js";
import { sha1Digest } from "./digest.js";
import { fieldLines, newRecordId, type Fields, type WarcRecord } from "./warc-record.js";

/** The marker: a warcinfo field of this name and value says that URI-Ms were fetched, and how they are described. */
export const WORKING_DIRECTORY_MARK: readonly [name: string, value: string] = [
  "detect-off-topic-working-directory",
  "1",
];

/** A request and the answer to it. */
export interface Exchange {
  /** As it was asked: WARC-Target-URI. */
  readonly uri: string;
  readonly requestClass: RequestClass;
  /** What was asked for, as its TimeMap lists it. */
  readonly memento?: FetchRequest["memento"];
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly response: WireResponse;
}

/** A request that brought no answer. */
export interface Failure {
  readonly uri: string;
  readonly requestClass: RequestClass;
  readonly message: string;
  /** ISO 8601. */
  readonly failedAt: string;
}

/** The record that begins a file of the working directory. */
export function warcinfoRecord(filename: string, userAgent: string, date: string): WarcRecord {
  const fields: Fields = [
    ["software", `detect_off_topic/${version}`],
    ["format", "WARC File Format 1.1"],
    [
      "conformsTo",
      "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
    ],
    ["http-header-user-agent", userAgent],
    WORKING_DIRECTORY_MARK,
    [
      "description",
      "Mementos and TimeMaps as fetched from web archives: target URIs are URI-Ms, dates are those of fetching",
    ],
  ];
  return record("warcinfo", [["WARC-Filename", filename]], "application/warc-fields", date, fields);
}

/**
 * Request, metadata and response, in this order: whoever reads the response has read what it is, and a file cut off
 * anywhere holds no response without its metadata.
 */
export function exchangeRecords(exchange: Exchange): readonly [WarcRecord, WarcRecord, WarcRecord] {
  const { uri, response } = exchange;
  const date = response.fetchedAt;
  const responseId = newRecordId();
  const about: Fields = [
    ["WARC-Target-URI", uri],
    ["WARC-Concurrent-To", responseId],
  ];
  const head = httpHead(`HTTP/1.1 ${response.status} ${response.statusText}`, response.headers);
  return [
    httpRecord("request", newRecordId(), about, date, requestHead(exchange)),
    record(
      "metadata",
      [...about, ["WARC-Refers-To", responseId]],
      "application/warc-fields",
      date,
      metadataFields(exchange),
    ),
    httpRecord(
      "response",
      responseId,
      [
        ["WARC-Target-URI", uri],
        ["WARC-Payload-Digest", sha1Digest(response.body)],
      ],
      date,
      head,
      response.body,
    ),
  ];
}

/** The metadata record that stands for an answer that never came. */
export function failureRecord({ uri, requestClass, message, failedAt }: Failure): WarcRecord {
  const fields: Fields = [
    ["request-class", requestClass],
    ["failure", message],
  ];
  const about: Fields = [["WARC-Target-URI", uri]];
  return record("metadata", about, "application/warc-fields", failedAt, fields);
}

function metadataFields({ uri, requestClass, memento, response }: Exchange): Fields {
  const fields: (readonly [string, string])[] = [["request-class", requestClass]];
  const dated = responseHeader(response, "memento-datetime");
  if (dated === undefined) return fields;
  // The TimeMap says under which names the memento goes; of what a redirect led to the archive says.
  const uriM = memento?.uriM ?? uri;
  const uriR = memento?.uriR ?? linkTo("original", response);
  const uriT = memento?.uriT ?? linkTo("timemap", response);
  fields.push(["uri-m", uriM], ["memento-datetime", parseDatetime(dated) ?? dated]);
  if (uriR !== undefined) fields.push(["uri-r", uriR]);
  if (uriT !== undefined) fields.push(["uri-t", uriT]);
  return fields;
}

function linkTo(relation: string, response: WireResponse): string | undefined {
  for (const [name, value] of response.headers) {
    if (name.toLowerCase() !== "link") continue;
    for (const link of links(value, () => undefined)) {
      if (relations(link).has(relation)) return link.uri;
    }
  }
  return undefined;
}

function requestHead({ uri, requestHeaders }: Exchange): Buffer {
  const { path = "/", host = "" } = requestTarget(uri) ?? {};
  return httpHead(`GET ${path} HTTP/1.1`, [["Host", host], ...Object.entries(requestHeaders)]);
}

function httpHead(firstLine: string, headers: Fields): Buffer {
  // HTTP headers are bytes; Latin-1 gives back those that came.
  return Buffer.from(`${firstLine}\r\n${fieldLines(headers)}\r\n`, "latin1");
}

function httpRecord(
  type: "request" | "response",
  id: string,
  headers: Fields,
  date: string,
  ...block: readonly Uint8Array[]
): WarcRecord {
  const contentType = `application/http; msgtype=${type}`;
  return {
    headers: [...common(type, id, date), ...headers, ["Content-Type", contentType]],
    block: Buffer.concat(block),
  };
}

function record(
  type: string,
  headers: Fields,
  contentType: string,
  date: string,
  fields: Fields,
): WarcRecord {
  return {
    headers: [...common(type, newRecordId(), date), ...headers, ["Content-Type", contentType]],
    block: Buffer.from(fieldLines(fields)),
  };
}

function common(type: string, id: string, date: string): Fields {
  return [
    ["WARC-Type", type],
    ["WARC-Record-ID", id],
    ["WARC-Date", date],
  ];
}
