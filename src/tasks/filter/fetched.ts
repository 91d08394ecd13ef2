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
  type WarcRecord,
} from "../../read/http/directory/records.js";
import type { WireResponse } from "../../read/http/transport.js";
import { parseDatetime } from "../../base/datetime.js";
import { counted, printable } from "../../base/text.js";
import { header } from "../../read/timemaps/response.js";
import { uriROf } from "../../read/timemaps/uri.js";
import { idOf, sha1Digest } from "../../read/warc/digest.js";
import type { Fields } from "../../read/warc/record-format.js";
import { readRecords } from "../../read/warc/record-reader.js";
import { CollectionWriter, type CopyTarget } from "./collection.js";
import { freeName } from "./files.js";
import type { FilterOptions } from "./filter-files.js";
import { exactly, type LeftOut, type LeftOuts } from "./left-out.js";
import { leftOutRecord, OWN_FILE, warcinfo } from "./made-records.js";

/** Number of bytes that are read of a description, which has only a few URIs. */
const DESCRIPTION_BYTES = 1 << 16;
const LONGEST = 1 << 28;

interface FetchedMemento {
  readonly uriM: string;
  readonly uriR: string;
  readonly uriT?: string;
  readonly mementoDatetime: string;
  readonly response: WireResponse;
  readonly recordId: string;
  readonly file: string;
  readonly offset: number;
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
      about = readFields(await block.head(DESCRIPTION_BYTES));
      refersTo = fields.get("warc-refers-to") ?? "";
    }
    const recordId = fields.get("warc-record-id") ?? "";
    if (type !== "response" || recordId !== refersTo) continue;
    const mementoDatetime = parseDatetime(about.get("memento-datetime") ?? "");
    const [uriM, uriR] = [about.get("uri-m"), about.get("uri-r")];
    if (mementoDatetime === undefined || uriM === undefined || uriR === undefined) continue;
    const { data, trouble } = await block.take(LONGEST);
    if (data === undefined || trouble !== undefined) continue;
    const response = readResponse({ headers: fields, block: data });
    if (response === undefined) continue;
    const { offset } = source;
    yield {
      uriM,
      uriR,
      uriT: about.get("uri-t"),
      mementoDatetime,
      response,
      recordId,
      file,
      offset,
    };
  }
}

/** Returns a memento as a record of the original capture, and a metadata record with its provenance. */
async function captureRecords(
  memento: FetchedMemento,
): Promise<readonly [response: WarcRecord, provenance: WarcRecord]> {
  const { uriR, uriM, uriT, mementoDatetime, response, recordId, file, offset } = memento;
  const { body, contentEncoding, notes } = await bodyOf(memento);
  const block = Buffer.concat([headOf(response, body.length, contentEncoding), body]);
  const id = idOf(Buffer.from(`${recordId} ${uriR} ${mementoDatetime}`));
  const common: FieldList = [
    ["WARC-Date", mementoDatetime],
    ["WARC-Target-URI", uriR],
  ];
  const provenance: FieldList = [
    ["uri-m", uriM],
    ...(uriT === undefined ? [] : ([["uri-t", uriT]] as const)),
    ["fetched-from", response.uri],
    ["fetched-at", response.fetchedAt],
    ["fetched-as", `${recordId} ${file} ${offset}`],
    ...notes.map((note): FieldList[number] => ["note", note]),
  ];
  const about = Buffer.from(fieldLines(provenance));
  return [
    {
      headers: [
        ["WARC-Type", "response"],
        ["WARC-Record-ID", id],
        ...common,
        ["WARC-Payload-Digest", sha1Digest(body)],
        ["Content-Type", "application/http; msgtype=response"],
      ],
      block,
    },
    {
      headers: [
        ["WARC-Type", "metadata"],
        ["WARC-Record-ID", idOf(Buffer.concat([Buffer.from(id), about]))],
        ...common,
        ["WARC-Refers-To", id],
        ["WARC-Concurrent-To", id],
        ["Content-Type", "application/warc-fields"],
      ],
      block: about,
    },
  ];
}

interface Body {
  readonly body: Uint8Array;
  readonly contentEncoding?: string;
  readonly notes: readonly string[];
}

/** Insertions of the archive's replay are removed. */
async function bodyOf({ uriM, uriR, mementoDatetime, response }: FetchedMemento): Promise<Body> {
  const options = { redirects: "as-mementos", maxPageBytes: LONGEST, substituted: "keep" } as const;
  const item = await mementoItem(
    { uriM, uriR, mementoDatetime },
    {
      ...{ response, mementoDatetime, answered: mementoDatetime },
      archivedRedirect: undefined,
      hops: 0,
    },
    options,
  );
  if (item.kind === "memento") {
    const { bytes, contentEncoding } = item.body;
    return { body: bytes, contentEncoding, notes: item.capture.notes ?? [] };
  }
  const contentEncoding = header(response, "content-encoding");
  return { body: response.body, contentEncoding, notes: [] };
}

const ORIGINAL = /^x-archive-orig-/iu;
/**
 * Fields about the encoding of the body and about the connection. They are replaced, because they describe the
 * archive's response.
 */
const OF_MESSAGE =
  /^(?:content-(?:length|encoding|type)|transfer-encoding|connection|keep-alive|location)$/iu;

/** Returns the archived HTTP head, as far as the archive provides it (`X-Archive-Orig-...`). */
function headOf(
  response: WireResponse,
  length: number,
  contentEncoding: string | undefined,
): Buffer {
  const { status, statusText, headers } = response;
  const contentType = archivedContentType(response);
  const location = header(response, "location");
  const originals = headers.flatMap(([name, value]): FieldList => {
    const own = name.replace(ORIGINAL, "");
    return own === name || OF_MESSAGE.test(own) ? [] : [[own, value]];
  });
  const fields: FieldList = [
    ...originals,
    ...(contentType === undefined ? [] : ([["Content-Type", contentType]] as const)),
    ...(contentEncoding === undefined ? [] : ([["Content-Encoding", contentEncoding]] as const)),
    ...(location === undefined ? [] : ([["Location", uriROf(location) ?? location]] as const)),
    ["Content-Length", String(length)],
  ];
  return Buffer.from(`HTTP/1.1 ${status} ${statusText}\r\n${fieldLines(fields)}\r\n`, "latin1");
}

interface FilteredFetched {
  readonly captures: number;
  readonly leftOut: number;
  /** Mementos of the results that are not in the directories. */
  readonly missing: readonly LeftOut[];
}

/**
 * Writes the mementos that runs with `-d` have fetched as original captures, with URI-R and memento-datetime. Each has
 * a metadata record with its provenance. Captures that the results leave out are not written.
 */
export async function filterFetched(
  directories: readonly string[],
  leftOuts: LeftOuts,
  target: CopyTarget,
  { date, about, pages, signal }: FilterOptions,
): Promise<FilteredFetched> {
  const files = await fetchedFiles(directories);
  const writer = new CollectionWriter(target, date, signal);
  const names = new Set<string>();
  const written = new Set<string>();
  const places = new Map<LeftOut, { readonly file: string; readonly offset: number }>();
  const sources = files.map((file): FieldList[number] => [
    "source-file",
    printable(file, "percent"),
  ]);
  async function* recordsOf(file: string, name: string): AsyncGenerator<WarcRecord> {
    yield warcinfo(date, name, [
      ["description", "Mementos fetched from web archives, as the captures that these showed"],
      ["source-file", printable(file, "percent")],
    ]);
    for await (const memento of fetchedMementos(file)) {
      signal.throwIfAborted();
      const leftOut = leftOuts.ofUriM(memento.uriM);
      if (leftOut !== undefined) {
        places.set(leftOut, memento);
      } else if (!written.has(exactly(memento))) {
        written.add(exactly(memento));
        yield* await captureRecords(memento);
      }
    }
  }
  for (const file of files) {
    const name = freeName(basename(file), names);
    names.add(name);
    await writer.addRecords(name, recordsOf(file, name));
  }
  async function* ownRecords(): AsyncGenerator<WarcRecord> {
    const info = warcinfo(date, OWN_FILE, [
      ...about,
      [
        "description",
        `What ${counted(directories.length, "working directory", "working directories")} hold, as captures.`,
      ],
      ["left-out-captures", String(places.size)],
      ...sources,
    ]);
    yield await Promise.resolve(info);
    yield leftOutRecord(date, info, places);
  }
  await writer.addRecords(OWN_FILE, ownRecords());
  await writer.finish(pages);
  const missing = leftOuts.all.filter((each) => !places.has(each));
  return { captures: written.size, leftOut: places.size, missing };
}
