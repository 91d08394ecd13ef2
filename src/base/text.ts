import type { Source, TopicStatus } from "./types.js";

/** Returns a number with its noun: `1 memento`, `2 mementos`, `1 leaf`, `2 leaves`. */
export const counted = (number: number, one: string, more = `${one}s`): string =>
  `${number} ${number === 1 ? one : more}`;
/** Returns a whole number with its digits in groups of three: `6,000`. */
export const grouped = (number: number): string =>
  String(number).replace(/\B(?=(?:\d{3})+$)/gu, ",");
/** Compares texts by their UTF-16 code units. */
export const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
export const placeText = ({ file, offset, unit }: Source): string =>
  `${file}, ${unit ?? "byte"} ${offset}`;

/**
 * Characters that are invisible or that change how the text around them is displayed or broken into lines: control and
 * format characters (ESC, TAB, line ends, U+0080 to U+009F, bidirectional controls), line and paragraph separators,
 * single surrogates, private use characters and noncharacters.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/**
 * Replacement of an unprintable character. `mark` is U+FFFD, for people. `percent` is its percent-encoded bytes, for
 * URIs, which stay equivalent. `json` is an escape, for JSON text, whose value stays the same. It keeps line ends of
 * the layout.
 */
export type PrintableForm = "mark" | "percent" | "json";

/**
 * Makes text safe to print. Every writer uses it, because hostile text in URIs and messages must not forge lines or
 * control a terminal.
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

/**
 * Returns the beginning of a text, made safe to print. It has at most `most` characters, with an ellipsis if it was
 * cut.
 */
export function printableStart(text: string, most: number): string {
  // A code point has at most two code units, so a longer slice is never needed.
  const characters = Array.from(text.slice(0, 2 * most + 2));
  const isCut = characters.length > most || text.length > 2 * most + 2;
  return printable(isCut ? `${characters.slice(0, most - 1).join("")}…` : text);
}

/** Returns a character as the percent-encoded bytes of its UTF-8 form. */
export function percentEncoded(character: string): string {
  return Array.from(
    new TextEncoder().encode(character),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
  ).join("");
}

/** Returns a character as JSON writes it in ASCII. */
export function jsonEscape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
}
export interface TsvRow {
  /** Line number in the file, from 1. */
  readonly number: number;
  /** Fields without the white space and quotes around them. */
  readonly fields: readonly string[];
}

/**
 * Yields the rows of a tab-separated text from a person or a spreadsheet, which may have any line ends and quoted
 * fields. Skips empty lines, lines that begin with `#`, and a byte order mark.
 */
export function* tsvRows(text: string): Generator<TsvRow> {
  // A carriage return alone ends lines in files of old spreadsheets only, which have no line feed.
  const lines = text.replace(/^\u{feff}/u, "").split(text.includes("\n") ? "\n" : "\r");
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    yield { number: at + 1, fields: line.split("\t").map(unquoted) };
  }
}

/** Removes quotes. Spreadsheets quote a field that contains a comma or a quote, and double the quotes inside it. */
function unquoted(field: string): string {
  const text = field.trim();
  const isQuoted = text.length > 1 && text.startsWith('"') && text.endsWith('"');
  return isQuoted ? text.slice(1, -1).replaceAll('""', '"').trim() : text;
}

/**
 * Returns the status for a label of gold data or of overrides, which is `1` or `on-topic`, `0` or `off-topic`. Returns
 * undefined for other labels.
 */
export function labelledStatus(label: string): TopicStatus | undefined {
  const word = label.toLowerCase();
  if (word === "1" || word === "on-topic") return "on-topic";
  return word === "0" || word === "off-topic" ? "off-topic" : undefined;
}

/**
 * Yields the rows of a CSV text (RFC 4180). Quoted fields may contain separators, line ends and doubled quotes. Empty
 * lines are left out. The separator may also be a semicolon, as in spreadsheets of many countries, or a tab.
 */
export function* csvRows(
  csv: string,
  separator: "," | ";" | "\t" = ",",
): Generator<readonly string[], undefined> {
  const text = csv.replace(/^\uFEFF/, "");
  const field = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"?)?([^${separator}\r\n]*)(${separator}|\r\n?|\n|$)`,
    "gy",
  );
  let row: string[] = [];
  for (let at = 0; at < text.length; at = field.lastIndex) {
    const [, quoted = "", plain = "", end] = field.exec(text)!;
    row.push(quoted.replaceAll('""', '"') + plain);
    if (end === separator && field.lastIndex < text.length) continue;
    if (end === separator) row.push("");
    if (row.length > 1 || row[0] !== "") yield row;
    row = [];
  }
  return undefined;
}

/** Number of characters at the beginning of a text in which a report searches for passages that differ. */
export const EXCERPT = 8000;

/**
 * Returns `text.charCodeAt(at)`, for loops over many texts. V8 stores strings in many forms (flat, joined, sliced, one
 * or two bytes a character), and after four of them it looks the method up at each call. A call by name through the
 * prototype is inlined.
 */
export const codeUnitAt = (text: string, at: number): number =>
  String.prototype.charCodeAt.call(text, at);

/**
 * Returns the Unicode normal form of a text. Of a run of more than 30 combining marks it keeps the first 30, which is the
 * limit of the Stream-Safe Text Format (UAX #15, section 13). V8 takes quadratic time to sort such a run, which is
 * hours for a megabyte.
 */
export function normalised(text: string, form: "NFC" | "NFKC" | "NFKD"): string {
  return (text.length > 30 && LONG_RUN.test(text) ? text.replace(LONG_RUNS, "$1") : text).normalize(
    form,
  );
}

/** Halfwidth kana marks are letters that become marks when they are normalised. */
const LONG_RUN = /[\p{M}\uff9e\uff9f]{31}/u;
const LONG_RUNS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** Begins the message about a capture that the end of its file cuts off. */
export const CUT_OFF = "cut off";

/** Begins the note of a capture that has only the text of its page. */
export const TEXT_ONLY = "text only";

/** Tells whether bytes have an ASCII character more than `most` times. */
export function hasMore(bytes: Uint8Array, character: string, most: number): boolean {
  if (bytes.length <= most) return false;
  const code = character.charCodeAt(0);
  let count = 0;
  for (let at = bytes.indexOf(code); at >= 0 && count <= most; at = bytes.indexOf(code, at + 1)) {
    count += 1;
  }
  return count > most;
}
