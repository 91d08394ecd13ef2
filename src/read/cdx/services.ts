import { isObject, parseObject } from "../../base/json.js";
import { field, nonEmptyLines } from "../timemaps/json-formats.js";
import { type IndexedFields, jsonText, type TimeMapCollector } from "../timemaps/document.js";
import { type CdxColumn, columnsOf, splitCdxj, textOf, usualColumns } from "./line.js";

/* Answers of CDX services, and files from them, as TimeMaps. Unlike an index of files they name no file and no offset. */

/** Reads pywb's CDXJ index: `SURT YYYYMMDDhhmmss {"url": ..., "mime": ...}`, one line per capture. */
export function readCdxjIndex(text: string, into: TimeMapCollector): void {
  for (const line of nonEmptyLines(text)) {
    const found = splitCdxj(line);
    if (found === undefined) into.trouble.add("lines that are not CDXJ", line);
    else {
      const { timestamp, json } = found;
      const members = parseObject(json);
      const text = (name: string): string =>
        members === undefined ? (field(json, name) ?? "") : textOf(members[name]);
      into.addCapture(timestamp, text("url"), {
        ...{ digest: text("digest"), status: text("status") },
        ...{ length: text("length"), mime: text("mime") },
      });
    }
  }
}

/** Reads captures as JSON objects, one per line, as in pywb's `output=json`. */
export function readCaptureObjects(objects: Iterable<unknown>, into: TimeMapCollector): void {
  for (const object of objects) {
    const timestamp = isObject(object) ? object["timestamp"] : undefined;
    const url = isObject(object) ? (object["url"] ?? object["original"]) : undefined;
    if (isObject(object) && typeof timestamp === "string" && typeof url === "string") {
      into.addCapture(timestamp, url, {
        digest: textOf(object["digest"]),
        status: textOf(object["status"] ?? object["statuscode"]),
        length: textOf(object["length"]),
        mime: textOf(object["mime"] ?? object["mimetype"]),
      });
    } else into.trouble.add("captures without timestamp or URL", jsonText(object));
  }
}

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
  const columns = header === undefined ? usualColumns(width) : columnsOf(header);
  const at = (name: CdxColumn): number => columns.get(name) ?? -1;
  const [dateAt, originalAt] = [at("timestamp"), at("url")];
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
    // The other fields come after the URL, which may have any number of spaces.
    const cell = (name: keyof IndexedFields): string =>
      at(name) > originalAt ? (row[at(name) + surplus] ?? "") : "";
    into.addCapture(row[dateAt + shift] ?? "", original, {
      ...{ digest: cell("digest"), status: cell("status") },
      ...{ length: cell("length"), mime: cell("mime") },
    });
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
      into.addCapture(cell("timestamp"), cell("original"), {
        ...{ digest: cell("digest"), status: cell("statuscode") },
        ...{ length: cell("length"), mime: cell("mimetype") },
      });
    }
  }
}
