import { UsageError } from "../../base/errors.js";
import { type JsonRecord, parseObject } from "../../base/json.js";
import { parseDatetime } from "../../base/datetime.js";
import { isPageUri } from "../../base/uri.js";
import type { CdxField, CdxFilter } from "../types.js";

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

/** Letters of a CDX header (archive.org/web/researcher/cdx_legend.php) for the fields that are used. */
const LEGEND: Readonly<Record<string, CdxLineField>> = {
  b: "timestamp",
  a: "url",
  m: "mime",
  s: "status",
  k: "digest",
  S: "length",
  V: "offset",
  g: "filename",
};
type CdxLineField = CdxField | "offset" | "length";

/** Columns of CDX files without a header, by the number of columns. */
const USUAL: ReadonlyMap<number, string> = new Map([
  [9, "N b a m s k r V g"],
  [10, "N b a m s k r M V g"],
  [11, "N b a m s k r M S V g"],
]);

/** ArchiveWeb.page adds milliseconds to the 14 digits of a date. */
const CDXJ = /^\S+ (\d{14})(?:\d{3})? ?(\{.*)$/su;

/** Matches a line of a CDX service with JSON output. */
const JSON_LINE = /^\{.*"timestamp": ?"\d{14}".*\}\s*$/su;

/** Returns `undefined` if it is not the line of an index. */
export function lineReader(first: string): ReadLine | undefined {
  if (/^![\w-]+\s/u.test(first) || CDXJ.test(first)) return readCdxj;
  if (JSON_LINE.test(first)) return readJson;
  const header = /^([^\w\n])?CDX((?:[^\w\n][a-zA-Z])+)\s*$/u.exec(first);
  if (header !== null) {
    const separator = header[1] ?? header[2]![0]!;
    return columnReader(header[2]!.slice(1).split(separator), separator);
  }
  const columns = USUAL.get(first.split(" ").length);
  return columns === undefined || !/^\S+ \d{14} /u.test(first)
    ? undefined
    : columnReader(columns.split(" "), " ");
}

function readCdxj(line: string): ReturnType<ReadLine> {
  if (line.startsWith("!")) return undefined;
  const [, timestamp, json = ""] = CDXJ.exec(line) ?? [];
  const fields = parseObject(json);
  if (timestamp === undefined || fields === undefined) return "lines that are not CDXJ";
  return ofFields(timestamp, fields);
}

function readJson(line: string): ReturnType<ReadLine> {
  const fields = parseObject(line);
  if (fields === undefined) return "lines that are not JSON";
  const { timestamp } = fields;
  return ofFields(typeof timestamp === "string" ? timestamp : "", fields);
}

function ofFields(timestamp: string, fields: JsonRecord): ReturnType<ReadLine> {
  const text = (name: string): string => {
    const value = fields[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  return captureOf((name) => (name === "timestamp" ? timestamp : text(name)));
}

function columnReader(letters: readonly string[], separator: string): ReadLine {
  const at = new Map<CdxLineField, number>();
  for (const [letter, field] of Object.entries(LEGEND)) {
    const found = letters.indexOf(letter);
    if (found >= 0) at.set(field, found);
  }
  return (line) => {
    if (/^[^\w\n]?CDX[^\w\n]/u.test(line)) return undefined;
    const cells = line.split(separator);
    if (cells.length !== letters.length) return "lines without as many fields as the header";
    return captureOf((field) => cells[at.get(field) ?? -1] ?? "");
  };
}

function captureOf(field: (name: CdxLineField) => string): ReturnType<ReadLine> {
  const [timestamp, url, mime] = [field("timestamp"), field("url"), field("mime")];
  const [status, digest, filename] = [field("status"), field("digest"), field("filename")];
  const [offset, length] = [field("offset"), field("length")];
  // Crawlers also index DNS answers and other records that are not pages.
  if (/^[a-z][a-z0-9+.-]*:/iu.test(url) && !isPageUri(url)) return undefined;
  if (!isPageUri(url)) return "lines without a URI";
  const mementoDatetime = /^\d{14}$/u.test(timestamp) ? parseDatetime(timestamp) : undefined;
  if (mementoDatetime === undefined) return "lines without a date";
  if (!/^\d{1,15}$/u.test(offset) || filename === "" || filename === "-") {
    return "lines that do not say where the record is";
  }
  return {
    uriR: url,
    mementoDatetime,
    mime: mime.toLowerCase(),
    ...(/^[1-9]\d{2}$/u.test(status) && { status: Number(status) }),
    ...(!NOTHING.has(digest) && { digest }),
    filename,
    offset: Number(offset),
    ...(/^[1-9]\d{0,14}$/u.test(length) && { length: Number(length) }),
  };
}

/** Values for an unknown field. */
const NOTHING: ReadonlySet<string> = new Set(["", "-", "unk", "warc/revisit"]);

export const isRevisit = ({ mime }: Pick<IndexedCapture, "mime">): boolean =>
  mime === "warc/revisit";

/** Fields by the names that CDX services use. */
const FIELDS: ReadonlyMap<string, CdxField> = new Map([
  ...(["url", "mime", "status", "digest", "timestamp", "filename"] as const).map(
    (name) => [name, name] as const,
  ),
  ["original", "url"],
  ["mimetype", "mime"],
  ["statuscode", "status"],
]);

/** Parses `--set cdx-filter`: `[!]FIELD:REGEX`, as CDX services do. Throws `UsageError`. */
export function parseCdxFilter(text: string): CdxFilter {
  const [, not, name = "", expression = ""] = /^(!?)(\w+):(.+)$/su.exec(text) ?? [];
  const field = FIELDS.get(name.toLowerCase());
  if (field === undefined) {
    throw new UsageError(
      `--set cdx-filter takes [!]FIELD:REGEX, such as status:200 or '!mime:image/.*' (fields: ${[...FIELDS.keys()].join(", ")}), not "${text}".`,
    );
  }
  try {
    return { field, pattern: new RegExp(`^(?:${expression})$`, "u"), isNegative: not === "!" };
  } catch (cause) {
    throw new UsageError(`--set cdx-filter=${text}: "${expression}" is not a regular expression.`, {
      cause,
    });
  }
}

/** Returns whether a capture passes all filters. An unknown field passes, such as type and status of a revisit. */
export function passes(capture: IndexedCapture, filters: readonly CdxFilter[]): boolean {
  return filters.every(({ field, pattern, isNegative }) => {
    const value = valueOf(capture, field);
    return NOTHING.has(value) || pattern.test(value) !== isNegative;
  });
}

function valueOf(capture: IndexedCapture, field: CdxField): string {
  switch (field) {
    case "url":
      return capture.uriR;
    case "timestamp":
      return capture.mementoDatetime.replace(/\D/gu, "").slice(0, 14);
    case "status":
      return capture.status === undefined ? "" : String(capture.status);
    case "mime":
    case "digest":
    case "filename":
      return capture[field] ?? "";
  }
}
