import { looksLikeHtml } from "../../base/content-type.js";
import { memoise } from "../../base/math/memo.js";
import { isAscii, isUtf8, latin1 } from "../../base/platform/machine.js";
import { utf16Mark, utf16Of } from "../../base/utf16.js";
import type { CharsetEvidence } from "../types.js";
import { detectCharset } from "./charset-detector.js";
import { printable } from "./content-coding.js";
import { decodeAs } from "./decode.js";
import { encodedOnce, inReadingOrder } from "./repair.js";

/**
 * Matches what may hide or be a declaration, as in "prescan a byte stream to determine its encoding" of the HTML standard: comments
 * (`<!-->` is a whole one), tags with their attributes, and other markup. A tag that is cut off at the end of the page has no `>`.
 */
const MARKUP =
  /<!(?=--)(?:[^]*?-->|[^]*)|<(\/?[a-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)(>?)|<[!/?][^>]*>?/giu;
const META_ATTRIBUTE = /([^\s/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/gu;
const XML_DECLARATION = /^\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*(["'])([^"'>]{1,64})\1/iu;

/**
 * Yields the encoding labels that the page's own markup gives, in order: `<meta charset>`, `<meta
 * http-equiv=content-type>` and the XML declaration. `start` is the beginning of the page, decoded as Latin-1.
 */
function* declaredLabels(start: string): Generator<string> {
  for (const [, tag = "", attributes = "", end] of start.matchAll(MARKUP)) {
    const label = tag.toLowerCase() === "meta" && end === ">" ? labelOfMeta(attributes) : undefined;
    if (label !== undefined) yield label;
  }
  const xml = XML_DECLARATION.exec(start)?.[2];
  if (xml !== undefined) yield xml;
}

function labelOfMeta(attributes: string): string | undefined {
  const values = new Map<string, string>();
  for (const [, given = "", double, single, bare] of attributes.matchAll(META_ATTRIBUTE)) {
    const name = given.toLowerCase();
    if (!values.has(name)) values.set(name, (double ?? single ?? bare ?? "").toLowerCase());
  }
  const { charset, content = "" } = Object.fromEntries(values);
  const isType = values.get("http-equiv") === "content-type";
  return charset ?? (isType ? charsetParameter(content) : undefined);
}

const parameter = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,"']+))/iu;

/** Returns the charset in the value of a Content-Type header, or of a `<meta>` that replaces one. */
function charsetParameter(contentType: string): string | undefined {
  const found = parameter.exec(contentType);
  return found?.[1] ?? found?.[2] ?? found?.[3];
}

export interface DecodedText {
  readonly html: string;
  /** WHATWG name of the encoding, in lower case. */
  readonly name: string;
  readonly from: CharsetEvidence;
  readonly notes: readonly string[];
}

/**
 * Decodes bytes as browsers do. The encoding comes from the byte order mark, the HTTP header, the page's own
 * declaration, or the guess of the archive, in this order. Without any of these, it is UTF-8 if the bytes are valid
 * UTF-8, and is otherwise detected from the bytes. Unlike in browsers, a declaration that the bytes contradict is
 * ignored with a note, because readers of the old web chose another charset by hand in this case. A name that is not a
 * WHATWG label is ignored in the same way. Invalid bytes become U+FFFD.
 */
export function decodeText(
  bytes: Uint8Array,
  contentType: string | undefined,
  guessedCharset?: string,
): DecodedText {
  const notes: string[] = [];
  const header = charsetParameter(contentType ?? "");
  const declared =
    byteOrderMark(bytes) ??
    unlessUtf16(labelled(header, "header", "the HTTP header names", notes), bytes, notes) ??
    fromMarkup(bytes, notes) ??
    unlessUtf16(labelled(guessedCharset, "detected", "the archive guessed", notes), bytes, notes);
  const { name, from } =
    declared === undefined ? fromBytes(bytes) : unlessContradicted(declared, bytes, notes);
  return { html: repaired(decodeAs(bytes, name), name, bytes, notes), name, from, notes };
}

/** Returns a text whose letters are those that the page was to show, and adds a note if they were others. */
function repaired(html: string, name: string, bytes: Uint8Array, notes: string[]): string {
  if (name === "utf-8") {
    const once = encodedOnce(html, bytes);
    if (once !== undefined) notes.push("the page was encoded in UTF-8 twice, which is undone");
    return once ?? html;
  }
  // Pages in logical order are declared so too.
  if (name !== "iso-8859-8" || detectCharset(bytes, name) !== name) return html;
  notes.push("the page was in visual order (iso-8859-8): its lines were turned");
  return inReadingOrder(html);
}

/**
 * Returns a declared encoding if it agrees with the bytes about UTF-16, which shows in its bytes 0. A page in any other
 * encoding has none. Returns undefined for a page that is not in UTF-16 although it is declared so, such as a page in ASCII.
 */
function unlessUtf16(
  declared: Encoding | undefined,
  bytes: Uint8Array,
  notes: string[],
): Encoding | undefined {
  if (declared === undefined) return undefined;
  const found = utf16Of(bytes);
  const isDeclared = declared.name.startsWith("utf-16");
  if (found === undefined && isDeclared && isInBytes(bytes)) {
    notes.push(`the page is said to be in ${declared.name} but is not`);
    return undefined;
  }
  if (found === undefined || found === declared.name) return declared;
  notes.push(`the page is said to be in ${declared.name} but is in ${found}`);
  return { name: found, from: "detected" };
}

interface Encoding {
  readonly name: string;
  readonly from: CharsetEvidence;
}

function byteOrderMark(bytes: Uint8Array): Encoding | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return { name: "utf-8", from: "bom" };
  const name = utf16Mark(bytes);
  return name === undefined ? undefined : { name, from: "bom" };
}

/** Tells whether a page is in an encoding with a byte for each ASCII character. */
const isInBytes = (bytes: Uint8Array): boolean =>
  isUtf8(withoutCutCharacter(bytes)) || looksLikeHtml(bytes);

/** Returns the encoding of a label. If the label is unknown, adds a note that names its source. */
function labelled(
  label: string | undefined,
  from: CharsetEvidence,
  says: string,
  notes: string[],
): Encoding | undefined {
  if (label === undefined) return undefined;
  const name = encodingOf(label);
  if (name !== undefined) return { name, from };
  notes.push(`${says} an unknown charset: "${printable(label)}"`);
  return undefined;
}

/**
 * Number of bytes to search for a declaration. The standard requires 1,024, but browsers also accept a later
 * declaration.
 */
const declarationWithin = 64 * 1024;

function fromMarkup(bytes: Uint8Array, notes: string[]): Encoding | undefined {
  const start = latin1(bytes.subarray(0, declarationWithin));
  if (!/charset|encoding/iu.test(start)) return undefined;
  for (const label of declaredLabels(start)) {
    const found = labelled(label, "meta", "the page names", notes);
    // A declaration that can be read as ASCII is not in UTF-16. For this case the standard requires UTF-8.
    if (found !== undefined)
      return found.name.startsWith("utf-16") ? { ...found, name: "utf-8" } : found;
  }
  return undefined;
}

function fromBytes(bytes: Uint8Array): Encoding {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return { name: utf16, from: "detected" };
  if (isAscii(bytes)) {
    return bytes.includes(ESCAPE) && shiftsToJapanese(latin1(bytes))
      ? { name: "iso-2022-jp", from: "detected" }
      : { name: "windows-1252", from: "default" };
  }
  if (isUtf8(withoutCutCharacter(bytes))) return { name: "utf-8", from: "detected" };
  const { characters, strays } = surveyOf(bytes);
  return { name: characters > strays ? "utf-8" : detectCharset(bytes), from: "detected" };
}

const ESCAPE = 0x1b;
const shiftsToJapanese = (text: string): boolean =>
  text.includes("\x1b$B") || text.includes("\x1b$@");

/** Number of UTF-8 characters that cannot occur by chance in words of another charset. */
const MANY = 4;

/** Returns the declared encoding, unless the bytes cannot be in it. In that case, returns the encoding of the bytes. */
function unlessContradicted(declared: Encoding, bytes: Uint8Array, notes: string[]): Encoding {
  if (declared.from === "bom" || declared.name.startsWith("utf-16") || isAscii(bytes))
    return declared;
  if (declared.name === "utf-8" && isUtf8(withoutCutCharacter(bytes))) return declared;
  const name = contradiction(declared.name, bytes);
  if (name === undefined || name === declared.name) return declared;
  notes.push(`the page is said to be in ${declared.name} but is in ${name}`);
  return { name, from: "detected" };
}

/** Returns the encoding of a page whose bytes contradict the declared encoding. Returns `undefined` if they do not. */
function contradiction(declared: string, bytes: Uint8Array): string | undefined {
  const { characters, strays, neighbours } = surveyOf(bytes);
  if (declared === "utf-8") return characters < strays ? detectCharset(bytes) : undefined;
  if (characters >= MANY && characters > 10 * strays) return "utf-8";
  // Servers and editors declare windows-1252 for pages in all languages. In the languages that really use it, most
  // letters are ASCII, and bytes beyond ASCII seldom follow each other.
  if (declared === "windows-1252" && strays >= MANY && neighbours > strays / 3)
    return detectCharset(bytes, declared);
  return undefined;
}

interface ByteSurvey {
  /** Number of characters in UTF-8. */
  readonly characters: number;
  /** Number of bytes that belong to no UTF-8 character, and how many of them directly follow another such byte. */
  readonly strays: number;
  readonly neighbours: number;
}

const NO_BREAK_SPACE = 0xa0;
/** Number of characters and invalid bytes after which counting stops, because a page is in one charset. */
const ENOUGH = 1_000;
/** Number of bytes to skip at once if all of them are ASCII. */
const STRIDE = 1_024;

function surveyOf(bytes: Uint8Array): ByteSurvey {
  let [characters, strays, neighbours] = [0, 0, 0];
  let lastStray = -2;
  for (let at = 0; at < bytes.length && characters + strays < ENOUGH; at++) {
    if (at % STRIDE === 0 && isAscii(bytes.subarray(at, at + STRIDE))) {
      at += STRIDE - 1;
      continue;
    }
    const byte = bytes[at]!;
    if (byte < 0x80) continue;
    const more = byte < 0xc2 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : byte < 0xf5 ? 3 : 0;
    let seen = 0;
    while (seen < more && (bytes[at + 1 + seen]! & 0xc0) === 0x80) seen++;
    if (more > 0 && seen === more) {
      characters++;
      at += more;
    } else if (byte !== NO_BREAK_SPACE) {
      strays++;
      if (lastStray === at - 1) neighbours++;
      lastStray = at;
    }
  }
  return { characters, strays, neighbours };
}

/** Returns the bytes without an incomplete UTF-8 character at the end, because a page may be cut off within one. */
function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - back);
    if (byte < 0x80) return bytes;
  }
  return bytes;
}

/** Returns `undefined` for an unknown label. */
const encodingOf = memoise((label) => {
  const key = label.trim().toLowerCase();
  return key === "x-user-defined" ? "windows-1252" : textDecoderName(key);
}, 1000);

function textDecoderName(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
}
