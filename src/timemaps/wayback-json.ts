import { readCaptureObjects } from "./cdxj.js";
import type { Collector } from "./collector.js";
import { jsonText } from "./trouble.js";

/** Columns of a CDX server's answer when no header row names them. */
const usual = ["urlkey", "timestamp", "original"];

/**
 * The Wayback Machine's `/timemap/json` and its CDX server's `output=json`: an array of rows, the first of them the
 * column names. A row `[]` announces one with the key to resume at. It is not the Memento JSON TimeMap.
 */
export function readWaybackJson(
  rows: readonly unknown[],
  into: Collector,
  resumesAt: (key: string) => void,
): void {
  if (rows.length > 0 && !Array.isArray(rows[0])) {
    readCaptureObjects(rows, into);
    return;
  }
  const first = (rows[0] ?? []) as readonly unknown[];
  const named = first.includes("timestamp");
  const columns: readonly unknown[] = named ? first : usual;
  const timestampAt = columns.indexOf("timestamp");
  const originalAt = columns.indexOf("original");
  for (let i = named ? 1 : 0; i < rows.length; i += 1) {
    const row = rows[i];
    if (!Array.isArray(row)) {
      into.trouble.add("rows that are no array", jsonText(row));
    } else if (row.length === 0) {
      const key: unknown = (rows[i + 1] as readonly unknown[] | undefined)?.[0];
      if (typeof key === "string") resumesAt(key);
      return;
    } else {
      const cells = row as readonly unknown[];
      const timestamp = cells[timestampAt];
      const original = originalAt === -1 ? "" : cells[originalAt];
      into.addCapture(
        typeof timestamp === "string" ? timestamp : "",
        typeof original === "string" ? original : "",
      );
    }
  }
}
