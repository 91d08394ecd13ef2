/**
 * Characters that cannot be seen, or that change how the text around them is shown or cut into lines: control and
 * format characters (ESC, TAB, line ends, U+0080 to U+009F, bidirectional controls), line and paragraph separators,
 * lone surrogates, private use, noncharacters.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/**
 * What stands in place of an unprintable character. `mark`, for people: U+FFFD. `percent`, for URIs: its bytes
 * percent-encoded; it is the same URI still. `json`, for JSON text: an escape; it is the same value still, and the line
 * ends of the layout stay.
 */
export type PrintableForm = "mark" | "percent" | "json";

/** Text as every writer writes it: what strangers put into URIs and messages must not forge lines or steer a terminal. */
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
    Buffer.from(character, "utf8"),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
  ).join("");
}

function jsonEscape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
}
