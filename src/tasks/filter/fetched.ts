import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { archivedContentType, mementoItem } from "../../read/archives/memento-item.js";
import { UsageError } from "../../base/errors.js";
import { DOWNLOADS, readManifest } from "../../read/http/directory/manifest.js";
import {
  fieldLines,
  type FieldList,
  readFields,
  readResponse,
  record,
  type WarcRecord,
} from "../../read/http/directory/records.js";
import type { FetchedResponse } from "../../read/types.js";
import { parseDatetime } from "../../base/datetime.js";
import { counted, printable } from "../../base/text.js";
import type { Source } from "../../base/types.js";
import { header } from "../../read/timemaps/response.js";
import { uriROf } from "../../read/timemaps/uri.js";
import { idOf, sha1Digest } from "../../read/warc/digest.js";
import type { Fields } from "../../read/warc/record-format.js";
import { readRecords } from "../../read/warc/record-reader.js";
import { freeName } from "./files.js";
import { type About, leftOutRecord, OWN_FILE, warcinfo } from "./made-records.js";
import type { Output } from "./output.js";
import type { LeftOut } from "./scan.js";
import { captureKey, type Row, type Verdicts } from "./verdicts.js";

/** Number of bytes that are read of a description, which has only a few URIs. */
const DESCRIPTION_HEAD = 1 << 16;
const LONGEST_FETCHED = 1 << 28;

interface FetchedMemento {
  readonly uriM: string;
  readonly uriR: string;
  readonly uriT: string | undefined;
  readonly mementoDatetime: string;
  readonly response: FetchedResponse;
  readonly recordId: string;
  readonly source: Source;
}

/** Throws a `UsageError` for a folder that is not a working directory, or that has no WARC files. */
async function fetchedFiles(directories: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const directory of directories) {
    const { keyword } = await readManifest(directory);
    if (keyword === "wasapi") {
      throw new UsageError(
        `${directory} holds WARC files as they were downloaded. Give them: -i warc=${directory}/${DOWNLOADS}.`,
      );
    }
    const names = readdirSync(directory).filter((name) => name.endsWith(".warc.gz"));
    if (names.length === 0) throw new UsageError(`${directory} holds nothing that was fetched.`);
    files.push(...names.sort().map((name) => join(directory, name)));
  }
  return files;
}

/** Archived redirects are mementos, too. */
async function* fetchedMementos(file: string): AsyncGenerator<FetchedMemento> {
  let about: Fields = new Map();
  let refersTo = "";
  for await (const found of readRecords(file)) {
    if (found.kind !== "record") continue;
    const { fields, block, source } = found;
    const type = fields.get("warc-type");
    if (type === "metadata") {
      about = readFields(await block.head(DESCRIPTION_HEAD));
      refersTo = fields.get("warc-refers-to") ?? "";
    }
    const recordId = fields.get("warc-record-id") ?? "";
    if (type !== "response" || recordId !== refersTo) continue;
    const mementoDatetime = parseDatetime(about.get("memento-datetime") ?? "");
    const [uriM, uriR] = [about.get("uri-m"), about.get("uri-r")];
    if (mementoDatetime === undefined || uriM === undefined || uriR === undefined) continue;
    const { data, trouble } = await block.take(LONGEST_FETCHED);
    if (data === undefined || trouble !== undefined) continue;
    const response = readResponse({ headers: fields, block: data });
    if (response === undefined) continue;
    const uriT = about.get("uri-t");
    yield { uriM, uriR, uriT, mementoDatetime, response, recordId, source };
  }
}

/** Returns a memento as a record of the original capture, and a metadata record with its provenance. */
function captureRecords(
  memento: FetchedMemento,
): readonly [response: WarcRecord, provenance: WarcRecord] {
  const { uriR, uriM, uriT, mementoDatetime, response, recordId, source } = memento;
  const { body, contentEncoding, notes } = archivedBody(memento);
  const block = Buffer.concat([archivedHead(response, body.length, contentEncoding), body]);
  const id = idOf(Buffer.from(`${recordId} ${uriR} ${mementoDatetime}`));
  const uri: FieldList = [["WARC-Target-URI", uriR]];
  const provenance: FieldList = [
    ["uri-m", uriM],
    ...fieldOf("uri-t", uriT),
    ["fetched-from", response.uri],
    ["fetched-at", response.fetchedAt],
    ["fetched-as", `${recordId} ${source.file} ${source.offset}`],
    ...notes.flatMap((note) => fieldOf("note", note)),
  ];
  const about = Buffer.from(fieldLines(provenance));
  const named: FieldList = [...uri, ["WARC-Payload-Digest", sha1Digest(body)]];
  const names: FieldList = [...uri, ["WARC-Refers-To", id], ["WARC-Concurrent-To", id]];
  const aboutId = idOf(Buffer.concat([Buffer.from(id), about]));
  return [
    record("response", named, "application/http; msgtype=response", mementoDatetime, block, id),
    record("metadata", names, "application/warc-fields", mementoDatetime, about, aboutId),
  ];
}

const fieldOf = (name: string, value: string | undefined): FieldList =>
  value === undefined ? [] : [[name, value]];

/** Returns the body without what the archive's replay has put in. */
function archivedBody({ uriM, uriR, mementoDatetime, response }: FetchedMemento): {
  readonly body: Uint8Array;
  readonly contentEncoding?: string;
  readonly notes: readonly string[];
} {
  const item = mementoItem(
    { uriM, uriR, mementoDatetime },
    { response, mementoDatetime, answered: mementoDatetime, archivedRedirect: undefined, hops: 0 },
    { redirects: "as-mementos", maxPageBytes: LONGEST_FETCHED, substituted: "keep" },
  );
  if (item.kind === "memento") {
    const { bytes, contentEncoding } = item.body;
    return { body: bytes, contentEncoding, notes: item.capture.notes ?? [] };
  }
  const contentEncoding = header(response, "content-encoding");
  return { body: response.body, contentEncoding, notes: [] };
}

/**
 * Fields about the encoding of the body and about the connection. They are replaced, because they describe the
 * archive's response.
 */
const OF_MESSAGE =
  /^(?:content-(?:length|encoding|type)|transfer-encoding|connection|keep-alive|location)$/iu;

/** Returns the archived HTTP head, as far as the archive provides it (`X-Archive-Orig-...`). */
function archivedHead(
  response: FetchedResponse,
  length: number,
  contentEncoding: string | undefined,
): Buffer {
  const { status, statusText = "", headers } = response;
  const location = header(response, "location");
  const originals = headers.flatMap(([name, value]) => {
    const own = name.replace(/^x-archive-orig-/iu, "");
    return own === name || OF_MESSAGE.test(own) ? [] : fieldOf(own, value);
  });
  const fields: FieldList = [
    ...originals,
    ...fieldOf("Content-Type", archivedContentType(response)),
    ...fieldOf("Content-Encoding", contentEncoding),
    ...fieldOf("Location", location && (uriROf(location) ?? location)),
    ["Content-Length", String(length)],
  ];
  return Buffer.from(`HTTP/1.1 ${status} ${statusText}\r\n${fieldLines(fields)}\r\n`, "latin1");
}

/**
 * Writes the mementos that runs with `-d` have fetched as original captures, with URI-R and memento-datetime. Each has
 * a metadata record with its provenance. Captures that the results leave out are not written.
 */
export async function copyFetched(
  directories: readonly string[],
  verdicts: Verdicts,
  output: Output,
  about: About,
): Promise<{ readonly captures: number; readonly leftOut: ReadonlyMap<Row, LeftOut> }> {
  const names = new Set<string>();
  const written = new Set<string>();
  const leftOut = new Map<Row, LeftOut>();
  async function* recordsOf(file: string, name: string): AsyncGenerator<WarcRecord> {
    yield warcinfo({ ...about, fields: [] }, name, [
      ["description", "Mementos fetched from web archives, as the captures that these showed"],
      ["source-file", printable(file, "percent")],
    ]);
    for await (const memento of fetchedMementos(file)) {
      output.signal.throwIfAborted();
      const row = verdicts.leftOutOfUriM(memento.uriM);
      if (row !== undefined) {
        leftOut.set(row, { row, recordId: row.recordId, source: memento.source });
      } else if (!written.has(captureKey(memento))) {
        written.add(captureKey(memento));
        yield* captureRecords(memento);
      }
    }
  }
  const files = await fetchedFiles(directories);
  for (const file of files) {
    const name = freeName(basename(file), names);
    names.add(name);
    await output.addRecords(name, recordsOf(file, name));
  }
  const what = counted(directories.length, "working directory", "working directories");
  const info = warcinfo(about, OWN_FILE, [
    ["description", `What ${what} hold, as captures.`],
    ["left-out-captures", String(leftOut.size)],
    ...files.map((file): FieldList[number] => ["source-file", printable(file, "percent")]),
  ]);
  await output.addRecords(OWN_FILE, [info, leftOutRecord(about.date, info, [...leftOut.values()])]);
  return { captures: written.size, leftOut };
}
