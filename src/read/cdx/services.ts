import { isObject } from "../../base/json.js";
import { jsonText, type TimeMapCollector } from "../timemaps/document.js";
import { nonEmptyLines } from "../timemaps/json-formats.js";
import { columnsOf, fieldsOf, readCdxj, usualLetters } from "./line.js";

/* Answers of CDX services, and files from them, as TimeMaps. Unlike an index of files they name no file and no offset. */

/** Reads pywb's CDXJ index: `SURT YYYYMMDDhhmmss {"url": ..., "mime": ...}`, one line per capture. */
export function readCdxjIndex(text: string, into: TimeMapCollector): void {
  for (const line of nonEmptyLines(text)) {
    const fields = readCdxj(line);
    if (fields === undefined) into.trouble.add("lines that are not CDXJ", line);
    else into.addCapture(fields);
  }
}

/** Reads captures as JSON objects, one per line, as in pywb's `output=json`. */
export function readCaptureObjects(objects: Iterable<unknown>, into: TimeMapCollector): void {
  for (const object of objects) {
    const fields = isObject(object) ? fieldsOf(object) : undefined;
    if (fields?.("timestamp") && fields("url")) into.addCapture(fields);
    else into.trouble.add("captures without timestamp or URL", jsonText(object));
  }
}

/**
 * Reads CDX with fields separated by spaces. The first line may be a header ` CDX N b a ...`. Without a header, the
 * columns are `urlkey timestamp original ...`. A URL with spaces, and its key, have surplus fields.
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
  const at = columnsOf(header ?? usualLetters(width));
  const [dateAt, urlAt] = [at("timestamp"), at("url")];
  if (dateAt === -1) {
    into.trouble.add("CDX headers without a date column (b)", header?.join(" ") ?? "");
    return;
  }
  for (const row of rows) {
    const surplus = Math.max(0, row.length - width);
    const found = row.findIndex((field, i) => i >= dateAt && /^\d{14}$/.test(field));
    const inKey = Math.max(0, Math.min(surplus, found - dateAt));
    row.splice(0, inKey);
    row.splice(urlAt, 0, row.splice(urlAt, surplus - inKey + 1).join("%20"));
    into.addCapture((name) => row[at(name)] ?? "");
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
const USUAL_NAMES = ["urlkey", "timestamp", "original"];

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
  const isNamed = first.includes("timestamp");
  const names = isNamed ? first.map((name) => (typeof name === "string" ? name : "")) : USUAL_NAMES;
  for (let i = isNamed ? 1 : 0; i < rows.length; i += 1) {
    const row = rows[i];
    if (!Array.isArray(row)) {
      into.trouble.add("rows that are not arrays", jsonText(row));
    } else if (row.length === 0) {
      const key: unknown = (rows[i + 1] as readonly unknown[] | undefined)?.[0];
      if (typeof key === "string") resumesAt(key);
      return;
    } else {
      const cells = row as readonly unknown[];
      into.addCapture(fieldsOf(Object.fromEntries(names.map((name, at) => [name, cells[at]]))));
    }
  }
}
