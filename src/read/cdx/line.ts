import { mediaType } from "../../base/content-type.js";
import { parseDatetime, toFourteenDigits } from "../../base/datetime.js";
import { jsonLine, type JsonRecord, parseObject } from "../../base/json.js";
import { Shuffle } from "../../base/shuffle.js";
import { isPageUri } from "../../base/uri.js";
import { cdxKey } from "./key.js";

/** Letters of a CDX header (archive.org/web/researcher/cdx_legend.php) for the columns that are used. */
const LEGEND: Readonly<Record<string, string>> = {
  timestamp: "b",
  url: "a",
  mime: "m",
  status: "s",
  digest: "k",
  length: "S",
  offset: "V",
  filename: "g",
};

/** Columns at the beginning of CDX without a header, and all columns by their number. */
const USUAL = "N b a m s k";
const USUAL_BY_COUNT: ReadonlyMap<number, string> = new Map([
  [9, `${USUAL} r V g`],
  [10, `${USUAL} r M V g`],
  [11, `${USUAL} r M S V g`],
]);

/** Fields of a line by their names. A field that the line does not have is empty. */
export type LineFields = (name: string) => string;

/** The names that CDX services use, by those of pywb. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["url", "original"],
  ["mime", "mimetype"],
  ["status", "statuscode"],
]);

/** Returns the fields of a capture in JSON. CDXJ has the timestamp before the JSON. */
export function fieldsOf(members: JsonRecord, timestamp?: string): LineFields {
  return (name) => {
    if (name === "timestamp" && timestamp !== undefined) return timestamp;
    const value = members[name] ?? members[OTHER_NAMES.get(name) ?? name];
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
}

/** ArchiveWeb.page adds milliseconds to the 14 digits of a date. */
const CDXJ = /^\S+ (\d{14})(?:\d{3})? ?(\{.*)$/su;

/** Returns `undefined` for a line that is not CDXJ. */
export function readCdxj(line: string): LineFields | undefined {
  const [, timestamp, json = ""] = CDXJ.exec(line) ?? [];
  const members = parseObject(json);
  return members === undefined ? undefined : fieldsOf(members, timestamp);
}

/** Returns where the fields are in a line with these columns, by the letters of a header. */
export function columnsOf(letters: readonly string[]): (name: string) => number {
  const places = new Map(
    Object.entries(LEGEND).map(([name, letter]) => [name, letters.indexOf(letter)]),
  );
  return (name) => places.get(name) ?? -1;
}

/** Returns the letters of a CDX service's answer without a header. The seventh column of seven is the length. */
export const usualLetters = (count: number): readonly string[] =>
  (count === 7 ? `${USUAL} S` : (USUAL_BY_COUNT.get(count) ?? USUAL)).split(" ");

/** Returns `undefined` for text that is no number of bytes. */
export const bytesOf = (text: string): number | undefined =>
  /^\d{1,15}$/u.test(text) ? Number(text) : undefined;

/** Media types of a revisit and of a capture without a type, in all forms. */
const REVISIT = "warc/revisit";
const UNKNOWN = "unk";

export interface IndexedCapture {
  readonly uriR: string;
  /** Time in ISO 8601. */
  readonly mementoDatetime: string;
  /** Media type. It is `-` or `unk` if the index does not know it, and `warc/revisit` for a revisit. */
  readonly mime: string;
  readonly status?: number;
  readonly digest?: string;
  readonly filename: string;
  readonly offset: number;
  /** Size of the record in the file in bytes. */
  readonly length?: number;
}

/** Returns a text with the reason if it has no capture, or `undefined` if a line of this kind never has one. */
export type ReadLine = (line: string) => IndexedCapture | string | undefined;

/** Matches a line of a CDX service with JSON output. */
const JSON_LINE = /^\{.*"timestamp": ?"\d{14}".*\}\s*$/su;

/** Returns `undefined` if it is not the line of an index. */
export function lineReader(first: string): ReadLine | undefined {
  if (/^![\w-]+\s/u.test(first) || CDXJ.test(first)) return readCdxjCapture;
  if (JSON_LINE.test(first)) return readJson;
  const header = /^([^\w\n])?CDX((?:[^\w\n][a-zA-Z])+)\s*$/u.exec(first);
  if (header !== null) {
    const separator = header[1] ?? header[2]![0]!;
    return columnReader(header[2]!.slice(1).split(separator), separator);
  }
  const columns = USUAL_BY_COUNT.get(first.split(" ").length);
  return columns === undefined || !/^\S+ \d{14} /u.test(first)
    ? undefined
    : columnReader(columns.split(" "), " ");
}

function readCdxjCapture(line: string): ReturnType<ReadLine> {
  if (line.startsWith("!")) return undefined;
  const fields = readCdxj(line);
  return fields === undefined ? "lines that are not CDXJ" : captureOf(fields);
}

function readJson(line: string): ReturnType<ReadLine> {
  const members = parseObject(line);
  return members === undefined ? "lines that are not JSON" : captureOf(fieldsOf(members));
}

function columnReader(letters: readonly string[], separator: string): ReadLine {
  const at = columnsOf(letters);
  return (line) => {
    if (/^[^\w\n]?CDX[^\w\n]/u.test(line)) return undefined;
    const cells = line.split(separator);
    if (cells.length !== letters.length) return "lines without as many fields as the header";
    return captureOf((name) => cells[at(name)] ?? "");
  };
}

function captureOf(field: LineFields): ReturnType<ReadLine> {
  const [timestamp, url, mime] = [field("timestamp"), field("url"), field("mime")];
  const [status, digest, filename] = [field("status"), field("digest"), field("filename")];
  const [offset, length] = [bytesOf(field("offset")), bytesOf(field("length"))];
  // Crawlers also index DNS answers and other records that are not pages.
  if (/^[a-z][a-z0-9+.-]*:/iu.test(url) && !isPageUri(url)) return undefined;
  if (!isPageUri(url)) return "lines without a URI";
  const mementoDatetime = /^\d{14}$/u.test(timestamp) ? parseDatetime(timestamp) : undefined;
  if (mementoDatetime === undefined) return "lines without a date";
  if (offset === undefined || filename === "" || filename === "-") {
    return "lines that do not say where the record is";
  }
  return {
    uriR: url,
    mementoDatetime,
    mime: mime.toLowerCase(),
    ...(/^[1-9]\d{2}$/u.test(status) && { status: Number(status) }),
    ...(!NOTHING.has(digest) && { digest }),
    filename,
    offset,
    ...(length !== undefined && length > 0 && { length }),
  };
}

/** Values for an unknown field. */
const NOTHING: ReadonlySet<string> = new Set(["", "-", UNKNOWN, REVISIT]);

export const isRevisit = ({ mime }: Pick<IndexedCapture, "mime">): boolean => mime === REVISIT;

/** Members of a line that is written, in the order of pywb. */
export interface CdxjFields {
  readonly url: string;
  readonly mime: string;
  readonly status?: string;
  readonly digest?: string;
  readonly length?: string;
  readonly offset?: string;
  readonly filename?: string;
  /** Set in a working directory if a later run should request the URI again. */
  readonly settled?: "false";
}

export const mimeOf = (contentType: string | undefined, isRevisit = false): string =>
  isRevisit ? REVISIT : mediaType(contentType) || UNKNOWN;

/** Returns a line of a CDXJ index, without its line end. */
export const cdxjLine = (datetime: string, fields: CdxjFields): string =>
  `${cdxKey(fields.url)} ${toFourteenDigits(datetime)} ${jsonLine(fields)}`;

/** Maximum bytes of lines that are sorted in memory. More are sorted on disk. */
const MEMORY = 32 << 20;

export function* ended(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}

/** Sorts lines to an index, each with its line end. */
export async function* sortedIndex(lines: AsyncIterable<string>): AsyncGenerator<string> {
  const all = new Shuffle(MEMORY);
  try {
    for await (const line of lines) all.add(line);
    yield* ended(all.sorted());
  } finally {
    all.close();
  }
}
