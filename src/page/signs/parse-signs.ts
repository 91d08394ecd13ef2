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

const MEMBERS = ["kind", "title", "note", "strong", "weak", "words", "markup"] as const;
type Member = (typeof MEMBERS)[number];

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
  const reader = new SignReader(file);
  const kinds = items.map((item: unknown, at) => reader.kindOf(item, at + 1));
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

class SignReader {
  readonly #file: string;
  readonly #names = new Set<string>();
  #phrases = 0;
  /** The kind that is read, as messages name it. */
  #place = "";

  constructor(file: string) {
    this.#file = file;
  }

  kindOf(item: unknown, number: number): OwnKind {
    this.#place = `kind ${number}`;
    if (!isObject(item)) throw this.#wrong("a kind is a map. Write kind: NAME");
    for (const name of Object.keys(item)) {
      if (isMember(name)) continue;
      const known = MEMBERS.join(", ");
      throw this.#wrong(`${quoted(name)} is no member of a kind. Choose from: ${known}`);
    }
    const given: Partial<Record<Member, unknown>> = item;
    const { title, note, words } = given;
    if (given.kind === undefined) throw this.#wrong("this kind has no name. Write kind: NAME");
    const kind = this.#nameOf(given.kind);
    this.#place = `kind ${kind}`;
    if (note !== undefined) this.#textOf(note, "a note");
    if (words !== undefined && !COUNTED.includes(kind)) {
      const counted = COUNTED.join(", ");
      throw this.#wrong(`words are counted for these kinds only: ${counted}. Write strong or weak`);
    }
    const before = this.#phrases;
    const read = {
      kind,
      ...(title !== undefined && { title: this.#titleOf(title) }),
      strong: this.#byLanguage(given.strong),
      weak: this.#byLanguage(given.weak),
      words: this.#byLanguage(words),
      markup: this.#listOf(given.markup, (mark) => mark.trim().toLowerCase()),
    };
    const hasPhrases = this.#phrases > before;
    if (hasPhrases && kind === "shell") {
      throw this.#wrong("kind shell is found by frames and forwards, so it has no phrases");
    }
    const isBuiltIn = signTable.some((one) => one.kind === kind);
    if (hasPhrases || isBuiltIn) return read;
    throw this.#wrong("it has no phrases. Write strong: {en: [PHRASE]}");
  }

  #wrong(what: string): UsageError {
    return new UsageError(`${this.#file}, ${this.#place}: ${what}.`);
  }

  #nameOf(value: unknown): string {
    const name = this.#textOf(value, "the name of a kind");
    if (!/^[a-z][a-z0-9-]{0,39}$/u.test(name)) {
      const form = "has up to 40 small letters, digits and hyphens, a letter first";
      throw this.#wrong(`the name of a kind ${form}, not ${quoted(name)}`);
    }
    if (this.#names.has(name)) {
      throw this.#wrong(`kind ${name} is there twice. Put its phrases together`);
    }
    this.#names.add(name);
    return name;
  }

  #titleOf(value: unknown): string {
    const title = this.#textOf(value, "a title").trim();
    if (title !== "" && title.length <= LONGEST_TITLE && !isOdd(title)) return title;
    throw this.#wrong(`a title is one line of 1 to ${LONGEST_TITLE} characters`);
  }

  #textOf(value: unknown, what: string): string {
    if (typeof value === "string") return value;
    throw this.#wrong(`${what} is text`);
  }

  /** Returns the phrases of all languages, each once. */
  #byLanguage(value: unknown): string[] {
    if (value === undefined) return [];
    if (!isObject(value)) {
      throw this.#wrong("phrases are given by language. Write {en: [PHRASE, PHRASE]}");
    }
    return [...new Set(Object.values(value).flatMap((list) => this.#listOf(list, tidy)))];
  }

  #listOf(value: unknown, usual: (phrase: string) => string): string[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw this.#wrong("phrases are a list. Write [PHRASE, PHRASE]");
    return value.map((item: unknown) => {
      this.#phrases += 1;
      if (this.#phrases > MOST_PHRASES) {
        throw this.#wrong(`there are more than ${MOST_PHRASES} phrases`);
      }
      const phrase = usual(this.#textOf(item, "a phrase").normalize("NFC"));
      const { length } = phrase.replace(/\*$/u, "");
      if (length >= 2 && length <= LONGEST_PHRASE && !isOdd(phrase)) return phrase;
      throw this.#wrong(
        `a phrase is UTF-8 text of 2 to ${LONGEST_PHRASE} characters, not ${quoted(phrase)}`,
      );
    });
  }
}

const isMember = (name: string): name is Member => (MEMBERS as readonly string[]).includes(name);

/** True for text with control characters, and for text that was not UTF-8. */
const isOdd = (text: string): boolean => text.includes("\u{fffd}") || /\p{Cc}/u.test(text);

const quoted = (text: string): string => JSON.stringify(text.slice(0, 40));
