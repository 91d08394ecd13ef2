import type { LoadOptions } from "js-yaml";
import { UsageError } from "../../base/errors.js";
import { isObject } from "../../base/json.js";
import { createHash } from "../../base/platform/machine.js";
import type { OwnKind, OwnSigns } from "../types.js";
import { tidy } from "./find-signs.js";
import { signTable } from "./sign-table.js";

/*
 * Limits that distinguish a list of signs from other text, and bound the time of the search on a page.
 */
const MOST_BYTES = 1_000_000;
const MOST_KINDS = 200;
const MOST_PHRASES = 10_000;
const LONGEST_PHRASE = 200;
const LONGEST_TITLE = 100;
/**
 * A list of objects of lists has half as many levels, because the parser counts a level twice where a key may begin.
 */
const MOST_LEVELS = 20;

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
  if (items.length > MOST_KINDS) {
    throw new UsageError(`${file}: there are more than ${MOST_KINDS} kinds.`);
  }
  const kinds = items.map((item: unknown, at) => kindOf(item, `${file}, kind ${at + 1}`));
  const names = kinds.map(({ kind }) => kind);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) {
    throw new UsageError(`${file}: kind ${twice} is there twice. Put its phrases together.`);
  }
  if (kinds.flatMap(phrasesOf).length > MOST_PHRASES) {
    throw new UsageError(`${file}: there are more than ${MOST_PHRASES} phrases.`);
  }
  const digest = createHash("sha256").update(JSON.stringify(kinds)).digest("hex").slice(0, 16);
  return { digest, kinds };
}

/** Returns the values of a YAML or JSON text. Numbers, dates and words such as `no` are text, as they are written. */
async function parsedYaml(text: string, file: string): Promise<unknown> {
  // This module is loaded only here, because it is seldom needed.
  const { FAILSAFE_SCHEMA, load, YAMLException } = await import("js-yaml");
  const options: LoadOptions & { readonly maxDepth: number } = {
    ...{ schema: FAILSAFE_SCHEMA, maxDepth: MOST_LEVELS },
  };
  try {
    return load(text, options);
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause;
    const { mark, reason } = cause as { mark?: { line: number }; reason: string };
    const line = mark === undefined ? "" : `, line ${mark.line + 1}`;
    throw new UsageError(`${file}${line}: ${reason.replace(/\s+/gu, " ").slice(0, 120)}.`, {
      cause,
    });
  }
}

const phrasesOf = ({ strong, weak, words, markup }: OwnKind): readonly string[] =>
  [strong, weak, words, markup].flat();

function kindOf(item: unknown, numbered: string): OwnKind {
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
  if (title !== undefined && !isTitle(title)) {
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
      const { length } = phrase.replace(/\*$/u, "");
      if (length >= 2 && length <= LONGEST_PHRASE && !isOdd(phrase)) return phrase;
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
  const read: OwnKind = {
    kind,
    ...(title !== undefined && { title: title.trim() }),
    strong: byLanguage(strong),
    weak: byLanguage(weak),
    words: byLanguage(words),
    markup: markup === undefined ? [] : listOf(markup, (mark) => mark.trim().toLowerCase()),
  };
  const hasPhrases = phrasesOf(read).length > 0;
  if (hasPhrases && kind === "shell") {
    throw wrong("kind shell is found by frames and forwards, so it has no phrases");
  }
  if (hasPhrases || signTable.some((one) => one.kind === kind)) return read;
  throw wrong("it has no phrases. Write strong: {en: [PHRASE]}");
}

const isTitle = (value: unknown): value is string =>
  typeof value === "string" &&
  value.trim() !== "" &&
  value.trim().length <= LONGEST_TITLE &&
  !isOdd(value.trim());

/** True for text with control characters, and for text that was not UTF-8. */
const isOdd = (text: string): boolean => text.includes("\u{fffd}") || /\p{Cc}/u.test(text);

const quoted = (text: string): string => JSON.stringify(text.slice(0, 40));
