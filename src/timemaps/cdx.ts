import { nonEmptyLines } from "./cdxj.js";
import type { Collector } from "./collector.js";

/** Letters of the CDX header: N massaged URL, b date, a original URL (archive.org/web/researcher/cdx_legend.php). */
const legend = { date: "b", original: "a" } as const;

/**
 * CDX, fields separated by spaces, with ` CDX N b a ...` as first line or without; then `urlkey timestamp original
 * ...`. URLs with spaces are put together again from the number of fields that the other lines have.
 */
export function readCdx(text: string, into: Collector, resumesAt: (key: string) => void): void {
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
  const dateAt = header === undefined ? 1 : header.indexOf(legend.date);
  const originalAt = header === undefined ? 2 : header.indexOf(legend.original);
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
    into.addCapture(row[dateAt + shift] ?? "", original);
  }
}

/** With `showResumeKey` the last line, behind an empty one, says where to go on; unlike a row it has one field. */
function resumptionKey(text: string, lines: readonly string[]): string | undefined {
  const last = lines.at(-1);
  if (last === undefined || lines.length < 2 || /\s/.test(last)) return undefined;
  const before = text.slice(0, text.lastIndexOf(last));
  const gap = before.slice(before.trimEnd().length);
  return gap.split("\n").length > 2 ? last : undefined;
}
