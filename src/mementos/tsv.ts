import type { TopicStatus } from "../types.js";

/** A row of a tab-separated file. */
export interface TsvRow {
  /** Line in the file, from 1. */
  readonly number: number;
  /** Fields without the white space and the quotes around them. */
  readonly fields: readonly string[];
}

/**
 * Rows of a tab-separated text as people and spreadsheets write it: any line ends, fields in quotes; empty lines, lines
 * that begin with `#` and a byte order mark are passed over.
 */
export function* tsvRows(text: string): Generator<TsvRow> {
  // Only old spreadsheets end lines with a return alone; elsewhere one is white space at the end of a line.
  const lineEnd = text.includes("\n") ? "\n" : "\r";
  let start = text.startsWith("\u{feff}") ? 1 : 0;
  for (let number = 1; start <= text.length; number += 1) {
    const end = text.indexOf(lineEnd, start);
    const line = text.slice(start, end < 0 ? text.length : end);
    start = end < 0 ? text.length + 1 : end + 1;
    if (line.trim() === "" || line.startsWith("#")) continue;
    yield { number, fields: line.split("\t").map(unquoted) };
  }
}

/** Spreadsheets put a field in quotes that has a comma or a quote in it, and double the quotes inside. */
function unquoted(field: string): string {
  const text = field.trim();
  const isQuoted = text.length > 1 && text.startsWith('"') && text.endsWith('"');
  return isQuoted ? text.slice(1, -1).replaceAll('""', '"').trim() : text;
}

const LABELS: ReadonlyMap<string, TopicStatus> = new Map([
  ["1", "on-topic"],
  ["on-topic", "on-topic"],
  ["0", "off-topic"],
  ["off-topic", "off-topic"],
]);

/** What a label of gold data or of overrides means: `1` or `on-topic`, `0` or `off-topic`; undefined for others. */
export function labelledStatus(label: string): TopicStatus | undefined {
  return LABELS.get(label.toLowerCase());
}
