import { UsageError } from "../../base/errors.js";
import { isObject } from "../../base/json.js";
import { createHash } from "../../base/platform/machine.js";
import type { OwnSignKind, OwnSigns } from "../types.js";
import { tidy } from "./find-signs.js";

/** Limit that distinguishes a list of signs from other text, and bounds the time of the search on a page. */
const MOST_BYTES = 1_000_000;
const LONGEST_PHRASE = 200;
const LONGEST_TITLE = 100;
/** Text without control characters, which was UTF-8. */
const TITLE = new RegExp(`^[^\\p{Cc}\\ufffd]{1,${LONGEST_TITLE}}$`, "u");
const PHRASE = new RegExp(`^[^\\p{Cc}\\ufffd]{2,${LONGEST_PHRASE}}$`, "u");

const MEMBERS = ["kind", "title", "note", "strong", "weak", "words", "markup"];
const NAME = /^[a-z][a-z0-9-]{0,39}$/u;

/** Kinds that are found by counting words. */
const COUNTED = ["spam", "placeholder", "blank"];

/**
 * Parses a file of signs: JSON or YAML in the form of `src/page/signs/signs.json` (`docs/signs.schema.json`). `file` is its name in
 * messages. Throws a `UsageError` for a file that is not of this form.
 *
 * @example
 * ```js
 * const signs = await parseSigns("[{kind: withdrawn, strong: {en: [This page was withdrawn]}}]", "signs.yaml");
 * console.log(signs.kinds[0]?.strong.join());
 * // this page was withdrawn
 * ```
 */
export async function parseSigns(text: string, file: string): Promise<OwnSigns> {
  if (text.length > MOST_BYTES) {
    throw new UsageError(`${file} is no list of signs: it is larger than ${MOST_BYTES / 1e6} MB.`);
  }
  const items = await parsedYaml(text, file);
  if (!Array.isArray(items) || items.length === 0) {
    throw new UsageError(
      `${file}: a list of kinds is missing. Write - kind: NAME, then its phrases.`,
    );
  }
  const kinds = items.map((item: unknown, at) => kindOf(item, `${file}, kind ${at + 1}`));
  const digest = createHash("sha256").update(JSON.stringify(kinds)).digest("hex").slice(0, 16);
  return { digest, kinds };
}

/** Returns the values of a YAML or JSON text. Numbers, dates and words such as `no` are text, as they are written. */
async function parsedYaml(text: string, file: string): Promise<unknown> {
  // This module is loaded only here, because it is seldom needed.
  const { FAILSAFE_SCHEMA, load, YAMLException } = await import("js-yaml");
  try {
    return load(text, { schema: FAILSAFE_SCHEMA });
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause;
    const { mark, reason } = cause as { mark?: { line: number }; reason: string };
    const line = mark === undefined ? "" : `, line ${mark.line + 1}`;
    throw new UsageError(`${file}${line}: ${reason.replace(/\s+/gu, " ").slice(0, 120)}.`, {
      cause,
    });
  }
}

function kindOf(item: unknown, numbered: string): OwnSignKind {
  if (!isObject(item)) throw new UsageError(`${numbered}: a kind is a map. Write kind: NAME.`);
  const { kind, title, strong, weak, words, markup } = item;
  const isNamed = typeof kind === "string" && NAME.test(kind);
  const place = isNamed ? numbered.replace(/\d+$/u, kind) : numbered;
  const wrong = (what: string): UsageError => new UsageError(`${place}: ${what}.`);
  const other = Object.keys(item).find((name) => !MEMBERS.includes(name));
  if (other !== undefined) {
    const known = MEMBERS.join(", ");
    throw wrong(`${quoted(other)} is no member of a kind. Choose from: ${known}`);
  }
  if (!isNamed) {
    const form = "up to 40 small letters, digits and hyphens, a letter first";
    throw wrong(`the name of a kind has ${form}. Write kind: NAME`);
  }
  const trimmed = typeof title === "string" ? title.trim() : "";
  if (title !== undefined && !TITLE.test(trimmed)) {
    throw wrong(`a title is one line of 1 to ${LONGEST_TITLE} characters`);
  }
  if (words !== undefined && !COUNTED.includes(kind)) {
    const counted = COUNTED.join(", ");
    throw wrong(`words are counted for these kinds only: ${counted}. Write strong or weak`);
  }
  const listOf = (list: unknown, usual: (phrase: string) => string): string[] => {
    if (!Array.isArray(list)) throw wrong("phrases are a list. Write [PHRASE, PHRASE]");
    return list.map((written: unknown) => {
      const phrase = typeof written === "string" ? usual(written.normalize("NFC")) : "";
      if (PHRASE.test(phrase.replace(/\*$/u, ""))) return phrase;
      throw wrong(
        `a phrase is UTF-8 text of 2 to ${LONGEST_PHRASE} characters, not ${quoted(phrase)}`,
      );
    });
  };
  const byLanguage = (lists: unknown = {}): string[] => {
    if (!isObject(lists)) {
      throw wrong("phrases are given by language. Write {en: [PHRASE, PHRASE]}");
    }
    return [...new Set(Object.values(lists).flatMap((list) => listOf(list, tidy)))];
  };
  return {
    kind,
    ...(title !== undefined && { title: trimmed }),
    strong: byLanguage(strong),
    weak: byLanguage(weak),
    words: byLanguage(words),
    markup: markup === undefined ? [] : listOf(markup, (mark) => mark.trim().toLowerCase()),
  };
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 40));
