import { type PlacedText, type PlacedValue, parsePlaced } from "../../base/placed-yaml.js";
import { UsageError } from "../../base/errors.js";
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

const MEMBERS = ["kind", "title", "note", "strong", "weak", "words", "markup"] as const;
type Member = (typeof MEMBERS)[number];

/** Kinds that are found by counting words. */
const COUNTED = ["spam", "placeholder", "blank"];

/**
 * Parses a file of signs: JSON or YAML in the form of `src/page/signs/signs.json` (`docs/signs.schema.json`). `file` is its name in
 * messages. Throws a `UsageError` with line and column for a file that is not of this form.
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
  const placed = await parsePlaced(text, file);
  const { root, wrong } = placed;
  if (root.kind !== "list" || root.items.length === 0) {
    throw wrong(root, "a list of kinds is missing. Write - kind: NAME, then its phrases");
  }
  if (root.items.length > MOST_KINDS) {
    throw wrong(root.items[MOST_KINDS]!, `there are more than ${MOST_KINDS} kinds`);
  }
  const reader = new SignReader(placed);
  const kinds = root.items.map((item) => reader.kindOf(item));
  const digest = createHash("sha256").update(JSON.stringify(kinds)).digest("hex").slice(0, 16);
  return { digest, kinds };
}

class SignReader {
  readonly #wrong: PlacedText["wrong"];
  readonly #names = new Set<string>();
  #phrases = 0;

  constructor({ wrong }: PlacedText) {
    this.#wrong = wrong;
  }

  kindOf(item: PlacedValue): OwnKind {
    if (item.kind !== "map") throw this.#wrong(item, "a kind is a map. Write kind: NAME");
    const given = new Map<Member, PlacedValue>();
    for (const [name, value] of item.members) {
      if (!isMember(name.text)) {
        const known = MEMBERS.join(", ");
        throw this.#wrong(
          name,
          `${quoted(name.text)} is no member of a kind. Choose from: ${known}`,
        );
      }
      given.set(name.text, value);
    }
    const [name, title, note, words] = (["kind", "title", "note", "words"] as const).map((member) =>
      given.get(member),
    );
    if (name === undefined) throw this.#wrong(item, "this kind has no name. Write kind: NAME");
    const kind = this.#nameOf(name);
    if (note !== undefined) this.#textOf(note, "a note");
    if (words !== undefined && !COUNTED.includes(kind)) {
      const counted = COUNTED.join(", ");
      throw this.#wrong(
        words,
        `words are counted for these kinds only: ${counted}. Write strong or weak`,
      );
    }
    const before = this.#phrases;
    const read = {
      kind,
      ...(title !== undefined && { title: this.#titleOf(title) }),
      strong: this.#byLanguage(given.get("strong")),
      weak: this.#byLanguage(given.get("weak")),
      words: this.#byLanguage(words),
      markup: this.#listOf(given.get("markup"), (mark) => mark.trim().toLowerCase()),
    };
    const hasPhrases = this.#phrases > before;
    if (hasPhrases && kind === "shell") {
      throw this.#wrong(name, "kind shell is found by frames and forwards, so it has no phrases");
    }
    const isBuiltIn = signTable.some((one) => one.kind === kind);
    if (hasPhrases || isBuiltIn) return read;
    throw this.#wrong(item, `kind ${kind} has no phrases. Write strong: {en: [PHRASE]}`);
  }

  #nameOf(value: PlacedValue): string {
    const name = this.#textOf(value, "the name of a kind");
    if (!/^[a-z][a-z0-9-]{0,39}$/u.test(name)) {
      const form = "has up to 40 small letters, digits and hyphens, a letter first";
      throw this.#wrong(value, `the name of a kind ${form}, not ${quoted(name)}`);
    }
    if (this.#names.has(name)) {
      throw this.#wrong(value, `kind ${name} is there twice. Put its phrases together`);
    }
    this.#names.add(name);
    return name;
  }

  #titleOf(value: PlacedValue): string {
    const title = this.#textOf(value, "a title").trim();
    if (title !== "" && title.length <= LONGEST_TITLE && !isOdd(title)) return title;
    throw this.#wrong(value, `a title is one line of 1 to ${LONGEST_TITLE} characters`);
  }

  #textOf(value: PlacedValue, what: string): string {
    if (value.kind === "text") return value.text;
    throw this.#wrong(value, `${what} is text`);
  }

  /** Returns the phrases of all languages, each once. */
  #byLanguage(value: PlacedValue | undefined): string[] {
    if (value === undefined) return [];
    if (value.kind !== "map") {
      throw this.#wrong(value, "phrases are given by language. Write {en: [PHRASE, PHRASE]}");
    }
    return [...new Set(value.members.flatMap(([, list]) => this.#listOf(list, tidy)))];
  }

  #listOf(value: PlacedValue | undefined, usual: (phrase: string) => string): string[] {
    if (value === undefined) return [];
    if (value.kind !== "list")
      throw this.#wrong(value, "phrases are a list. Write [PHRASE, PHRASE]");
    return value.items.map((item) => {
      this.#phrases += 1;
      if (this.#phrases > MOST_PHRASES) {
        throw this.#wrong(item, `there are more than ${MOST_PHRASES} phrases`);
      }
      const phrase = usual(this.#textOf(item, "a phrase").normalize("NFC"));
      const { length } = phrase.replace(/\*$/u, "");
      if (length >= 2 && length <= LONGEST_PHRASE && !isOdd(phrase)) return phrase;
      throw this.#wrong(
        item,
        `a phrase is UTF-8 text of 2 to ${LONGEST_PHRASE} characters, not ${quoted(phrase)}`,
      );
    });
  }
}

const isMember = (name: string): name is Member => (MEMBERS as readonly string[]).includes(name);

/** True for text with control characters, and for text that was not UTF-8. */
const isOdd = (text: string): boolean => text.includes("\u{fffd}") || /\p{Cc}/u.test(text);

const quoted = (text: string): string => JSON.stringify(text.slice(0, 40));
