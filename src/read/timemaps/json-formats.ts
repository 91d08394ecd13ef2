import { text as string } from "../../base/codec.js";
import { isObject, type JsonRecord, parseObject } from "../../base/json.js";
import { type TimeMapCollector, jsonText } from "./document.js";

/**
 * Reads a Memento JSON TimeMap (mementoweb.org/guide/timemap-json), which may be paged (`pages.next`) or an index
 * (`timemap_index`). In the Time Travel API, `uri` is an array, in which every URI-M is a memento with that datetime.
 * Returns false if the object is not such a TimeMap.
 */
export function readMementoJson(value: JsonRecord, into: TimeMapCollector): boolean {
  const { mementos, timemap_index: index, pages } = value;
  const originalUri = value["original_uri"];
  if ([mementos, index, pages, originalUri].every((each) => each === undefined)) return false;
  if (typeof originalUri === "string") into.setUriR(originalUri);
  const self =
    value["self"] ??
    (isObject(value["timemap_uri"]) ? value["timemap_uri"]["json_format"] : undefined);
  if (typeof self === "string") into.setSelf(self);
  if (isObject(mementos)) readMementos(mementos, into);
  for (const page of [
    ...(Array.isArray(index) ? (index as readonly unknown[]) : []),
    ...(isObject(pages) ? [pages["prev"], pages["next"]] : []),
  ]) {
    if (isObject(page)) for (const uri of uris(page["uri"])) into.addPage(uri);
  }
  return true;
}

function readMementos(mementos: JsonRecord, into: TimeMapCollector): void {
  const { list, first, last } = mementos;
  const listed = Array.isArray(list) ? (list as readonly unknown[]) : [];
  for (const entry of listed) addEntry(entry, into);
  // `first` and `last` repeat entries of the list, but a document may have only these two.
  if (listed.length === 0)
    for (const entry of [first, last]) if (entry !== undefined) addEntry(entry, into);
}

function addEntry(entry: unknown, into: TimeMapCollector): void {
  const found = isObject(entry) ? uris(entry["uri"]) : [];
  if (!isObject(entry) || found.length === 0) {
    into.trouble.add("mementos without a usable URI-M", jsonText(entry));
    return;
  }
  for (const uri of found) into.addMemento(uri, string.read(entry["datetime"]));
}

function uris(value: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.filter(string.is);
}
const metaLine = /^[!@](\w+)\s+(.*)$/s;
const mementoLine = /^(\d{4,14})\s+(\{.*)$/s;
const indexLine = /^(\S+) (\d{14}) (\{.*)$/s;

/**
 * Reads a CDXJ TimeMap as MemGator and ipwb write it: `!meta {...}` lines, then `YYYYMMDDhhmmss {"uri": ..., "rel":
 * ...}`. ipwb writes `"datetime"="..."`, which is not JSON. In this case URI and datetime are extracted from the line.
 */
export function readCdxjTimeMap(text: string, into: TimeMapCollector): void {
  for (const line of nonEmptyLines(text)) {
    const meta = metaLine.exec(line);
    const memento = mementoLine.exec(line);
    if (meta !== null) {
      if (meta[1] === "meta") into.setUriR(field(meta[2]!, "original_uri") ?? "");
      if (meta[1] === "id") into.setSelf(field(meta[2]!, "uri") ?? "");
    } else if (memento === null) {
      into.trouble.add("lines that are not CDXJ", line);
    } else {
      const rel = field(memento[2]!, "rel")?.toLowerCase().split(/\s+/);
      if (rel !== undefined && !rel.includes("memento")) continue;
      const key = memento[1]!;
      into.addMemento(
        field(memento[2]!, "uri") ?? "",
        key.length === 14 ? key : field(memento[2]!, "datetime"),
      );
    }
  }
}

/** Reads pywb's CDXJ index: `SURT YYYYMMDDhhmmss {"url": ..., "mime": ...}`, one line per capture. */
export function readCdxjIndex(text: string, into: TimeMapCollector): void {
  for (const line of nonEmptyLines(text)) {
    const capture = indexLine.exec(line);
    if (capture === null) into.trouble.add("lines that are not CDXJ", line);
    else {
      const [, , timestamp = "", json = ""] = capture;
      const text = (name: string): string => field(json, name) ?? "";
      into.addCapture(timestamp, text("url"), text("digest"), text("status"));
    }
  }
}

/** Reads captures as JSON objects, one per line, as in pywb's `output=json`. */
export function readCaptureObjects(objects: Iterable<unknown>, into: TimeMapCollector): void {
  for (const object of objects) {
    const timestamp = isObject(object) ? object["timestamp"] : undefined;
    const url = isObject(object) ? (object["url"] ?? object["original"]) : undefined;
    if (isObject(object) && typeof timestamp === "string" && typeof url === "string") {
      const status = object["status"] ?? object["statuscode"];
      into.addCapture(timestamp, url, textOf(object["digest"]), textOf(status));
    } else into.trouble.add("captures without timestamp or URL", jsonText(object));
  }
}

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** Yields the lines of a text that are not blank, without white space at both ends. */
export function* nonEmptyLines(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf("\n", at);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(at, end).trim();
    if (line !== "") yield line;
    at = end + 1;
  }
}

/** Returns a string field of a JSON object, or of text that is nearly one. */
function field(json: string, name: string): string | undefined {
  const record = parseObject(json);
  if (record !== undefined) return string.read(record[name]);
  const at = json.indexOf(`"${name}"`);
  return at === -1 ? undefined : /^\s*[:=]\s*"([^"]*)"/.exec(json.slice(at + name.length + 2))?.[1];
}
/**
 * Letters of the columns in a CDX header: b date, a original URL, s status, k digest
 * (archive.org/web/researcher/cdx_legend.php).
 */
const legend = { date: "b", original: "a", status: "s", digest: "k" } as const;
/** Indexes of these columns without a header: urlkey, timestamp, original, mimetype, statuscode, digest. */
const places = { date: 1, original: 2, status: 4, digest: 5 } as const;

/**
 * Reads CDX with fields separated by spaces. The first line may be a header ` CDX N b a ...`. Without a header, the
 * columns are `urlkey timestamp original ...`. A URL with spaces is joined again according to the number of fields of
 * the other lines.
 */
export function readCdx(
  text: string,
  into: TimeMapCollector,
  resumesAt: (key: string) => void,
): void {
  const lines = [...nonEmptyLines(text)];
  const header = /^CDX\s/.test(lines[0] ?? "") ? lines.shift()!.split(/\s+/).slice(1) : undefined;
  const key = resumptionKey(text, lines);
  if (key !== undefined) {
    lines.pop();
    resumesAt(key);
  }
  const rows = lines.map((line) => line.split(/\s+/));
  const width =
    header?.length ?? rows.reduce((least, row) => Math.min(least, row.length), Infinity);
  const at = (name: keyof typeof legend): number =>
    header === undefined ? places[name] : header.indexOf(legend[name]);
  const dateAt = at("date");
  const originalAt = at("original");
  if (header !== undefined && dateAt === -1) {
    into.trouble.add("CDX headers without a date column (b)", header.join(" "));
    return;
  }
  for (const row of rows) {
    const surplus = Math.max(0, row.length - width);
    const found = row.findIndex(
      (field, i) => i >= dateAt && i <= dateAt + surplus && /^\d{14}$/.test(field),
    );
    const shift = found === -1 ? 0 : found - dateAt;
    const original =
      originalAt === -1 ? "" : row.slice(originalAt + shift, originalAt + surplus + 1).join("%20");
    // Status and digest come after the URL, which may have any number of spaces.
    const cell = (name: "status" | "digest"): string =>
      at(name) > originalAt ? (row[at(name) + surplus] ?? "") : "";
    into.addCapture(row[dateAt + shift] ?? "", original, cell("digest"), cell("status"));
  }
}

/** With `showResumeKey` the key is the last line, after an empty line. Unlike a row, it has one field. */
function resumptionKey(text: string, lines: readonly string[]): string | undefined {
  const last = lines.at(-1);
  if (last === undefined || lines.length < 2 || /\s/.test(last)) return undefined;
  const before = text.slice(0, text.lastIndexOf(last));
  const gap = before.slice(before.trimEnd().length);
  return gap.split("\n").length > 2 ? last : undefined;
}
/** Columns of an answer of a CDX server without a header row. */
const usual = ["urlkey", "timestamp", "original"];

/**
 * Reads the Wayback Machine's `/timemap/json` and its CDX server's `output=json`, which are an array of rows. The first
 * row has the column names. After an empty row `[]`, the last row has the key for the next page. This is not the
 * Memento JSON TimeMap.
 */
export function readWaybackJson(
  rows: readonly unknown[],
  into: TimeMapCollector,
  resumesAt: (key: string) => void,
): void {
  if (rows.length > 0 && !Array.isArray(rows[0])) {
    readCaptureObjects(rows, into);
    return;
  }
  const first = (rows[0] ?? []) as readonly unknown[];
  const named = first.includes("timestamp");
  const columns: readonly unknown[] = named ? first : usual;
  for (let i = named ? 1 : 0; i < rows.length; i += 1) {
    const row = rows[i];
    if (!Array.isArray(row)) {
      into.trouble.add("rows that are not arrays", jsonText(row));
    } else if (row.length === 0) {
      const key: unknown = (rows[i + 1] as readonly unknown[] | undefined)?.[0];
      if (typeof key === "string") resumesAt(key);
      return;
    } else {
      const cells = row as readonly unknown[];
      const cell = (name: string): string => textOf(cells[columns.indexOf(name)]);
      into.addCapture(cell("timestamp"), cell("original"), cell("digest"), cell("statuscode"));
    }
  }
}
