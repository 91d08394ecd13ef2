import type { Source, TopicStatus } from "./types.js";

/** A number with its noun, as people write it: `1 memento`, `2 mementos`, `1 leaf`, `2 leaves`. */
export const counted = (number: number, one: string, more = `${one}s`): string =>
  `${number} ${number === 1 ? one : more}`;
/** A place in an input, for people. */
export const placeText = ({ file, offset, unit }: Source): string =>
  `${file}, ${unit ?? "byte"} ${offset}`;

/**
 * Characters that cannot be seen, or that change how the text around them is shown or cut into lines: control and
 * format characters (ESC, TAB, line ends, U+0080 to U+009F, bidirectional controls), line and paragraph separators,
 * single surrogates, private use, noncharacters.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/**
 * What stands in place of an unprintable character. `mark`, for people: U+FFFD. `percent`, for URIs: its bytes
 * percent-encoded; it is the same URI still. `json`, for JSON text: an escape; it is the same value still, and the line
 * ends of the layout stay.
 */
export type PrintableForm = "mark" | "percent" | "json";

/**
 * Text as every writer writes it: what strangers put into URIs and messages must not forge lines or steer a terminal.
 *
 * @example
 * ```js
 * console.log(printable("http://museum.example/\u202e", "percent"));
 * // http://museum.example/%E2%80%AE
 * ```
 */
export function printable(text: string, form: PrintableForm = "mark"): string {
  return text.replace(UNPRINTABLE, FORMS[form]);
}

const FORMS: Readonly<Record<PrintableForm, (character: string) => string>> = {
  mark: () => "\u{fffd}",
  percent: percentEncoded,
  json: (character) => (character === "\n" ? character : jsonEscape(character)),
};

/** The same of the beginning of a text: at most so many characters, an ellipsis where it was cut. */
export function printableStart(text: string, most: number): string {
  // A code point takes two units at most: nothing longer is ever split into its characters.
  const characters = Array.from(text.slice(0, 2 * most + 2));
  const isCut = characters.length > most || text.length > 2 * most + 2;
  return printable(isCut ? `${characters.slice(0, most - 1).join("")}…` : text);
}

/** A character as the percent-encoded bytes of its UTF-8. */
export function percentEncoded(character: string): string {
  return Array.from(
    new TextEncoder().encode(character),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
  ).join("");
}

function jsonEscape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
}
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

/**
 * The rows of a CSV text (RFC 4180): quoted fields hold commas, line ends and doubled quotes. Empty lines are left out.
 * Spreadsheets of some countries, and of some people, separate by semicolons and tabs.
 */
export function* csvRows(
  csv: string,
  separator: "," | ";" | "\t" = ",",
): Generator<readonly string[], undefined> {
  const text = csv.replace(/^\uFEFF/, "");
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { field, end } =
      text[at] === '"' ? quotedField(text, at, separator) : plainField(text, at, separator);
    row.push(field);
    at = end + 1;
    if (text[end] === separator) {
      if (at >= text.length) row.push("");
      continue;
    }
    if (text[end] === "\r" && text[at] === "\n") at += 1;
    if (row.length > 1 || row[0] !== "") yield row;
    row = [];
  }
  if (row.length > 0) yield row;
  return undefined;
}

interface Field {
  readonly field: string;
  /** Index of the separator or line end behind it. */
  readonly end: number;
}

function plainField(text: string, start: number, separator: string): Field {
  let end = start;
  while (end < text.length && text[end] !== separator && !"\r\n".includes(text[end]!)) end += 1;
  return { field: text.slice(start, end), end };
}

function quotedField(text: string, start: number, separator: string): Field {
  const parts: string[] = [];
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return { field: parts.join("") + text.slice(at), end: text.length };
    parts.push(text.slice(at, quote));
    if (text[quote + 1] !== '"') {
      const rest = plainField(text, quote + 1, separator);
      return { field: parts.join("") + rest.field, end: rest.end };
    }
    parts.push('"');
    at = quote + 2;
  }
}

/** Characters of a text among which a report looks for passages that differ. */
export const EXCERPT = 8000;

/**
 * As `text.charCodeAt(at)`, for loops over many texts. V8 gives strings many shapes (flat, joined, sliced, of one byte or
 * two), and past four of them it looks the method up for each character; a method that is named is inlined.
 */
export const codeUnitAt = (text: string, at: number): number =>
  String.prototype.charCodeAt.call(text, at);
