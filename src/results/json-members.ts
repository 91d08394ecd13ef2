import { UsageError } from "../errors.js";

/** A member of an object of objects: `{ outer: { inner: value } }`. */
export interface JsonMember {
  readonly outer: string;
  readonly inner: string;
  readonly value: unknown;
}

/** Longest member, in characters, that is held: more than any memento has. */
export const MAX_MEMBER: number = 16 * 1024 * 1024;

/**
 * The members of one JSON object of objects, one at a time and in bounded memory, however large the text is. `parse`
 * makes a value of the text of a small object. Throws a `UsageError` that names `file` where the text is not of that
 * shape or ends too early.
 */
export async function* jsonMembers(
  chunks: AsyncIterable<string> | Iterable<string>,
  file: string,
  parse: (text: string) => unknown,
): AsyncGenerator<JsonMember> {
  const scanner = new MemberScanner(file, parse);
  for await (const chunk of chunks) yield* scanner.take(chunk);
  scanner.end();
}

/** Follows depth and strings only; what stands between is left to the parser. */
class MemberScanner {
  readonly #file: string;
  readonly #parse: (text: string) => unknown;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #ended = false;
  #pending = "";
  #outer = "";
  #read = 0;

  constructor(file: string, parse: (text: string) => unknown) {
    this.#file = file;
    this.#parse = parse;
  }

  *take(chunk: string): Generator<JsonMember> {
    let start = 0;
    for (let i = 0; i < chunk.length; i += 1) {
      const code = chunk.charCodeAt(i);
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (code === 0x5c) this.#escaped = true;
        else if (code === 0x22) this.#inString = false;
        continue;
      }
      if (code === 0x22) {
        this.#inString = true;
        continue;
      }
      const opens = code === 0x7b || code === 0x5b;
      const closes = code === 0x7d || code === 0x5d;
      // Deeper than a member's own key everything is its value.
      const isOuter = this.#depth < 2 || (this.#depth === 2 && (closes || code === 0x2c));
      if (isOuter && (opens || closes || code === 0x2c)) {
        yield* this.#boundary(this.#pending + chunk.slice(start, i), code);
        this.#pending = "";
        start = i + 1;
      }
      if (opens) this.#depth += 1;
      if (closes) this.#depth -= 1;
      if (closes && this.#depth === 0) this.#ended = true;
    }
    this.#pending += chunk.slice(start);
    this.#read += chunk.length;
    if (this.#pending.length > MAX_MEMBER) throw this.#wrong("has a member that is far too long");
    if (this.#ended && this.#pending.trim() !== "") throw this.#wrong("goes on after its end");
  }

  end(): void {
    if (this.#ended) return;
    if (this.#depth > 0) throw this.#wrong("ends in the middle");
    const isEmpty = this.#pending.trim() === "";
    throw this.#wrong(isEmpty ? "is empty" : "is not an object of TimeMaps");
  }

  /** Text up to a brace or comma that belongs to one of the two outer objects. */
  *#boundary(text: string, code: number): Generator<JsonMember> {
    const isBlank = text.trim() === "";
    if (this.#ended) throw this.#wrong("goes on after its end");
    if (this.#depth === 2) {
      if (code === 0x5d) throw this.#wrong("is malformed");
      if (isBlank) return;
      const [entry] = this.#entries(`{${text}}`);
      if (entry === undefined) throw this.#wrong("is malformed");
      yield { outer: this.#outer, inner: entry[0], value: entry[1] };
      return;
    }
    if (code === 0x5b || code === 0x5d || (this.#depth === 0 && code !== 0x7b)) {
      throw this.#wrong("is not an object of TimeMaps");
    }
    if (code === 0x7b && this.#depth === 1) {
      this.#outer = this.#entries(`{${text}null}`)[0]?.[0] ?? "";
    } else if (!isBlank) {
      throw this.#wrong("is not an object of TimeMaps");
    }
  }

  #entries(text: string): [string, unknown][] {
    try {
      return Object.entries(this.#parse(text) as object);
    } catch (cause) {
      throw this.#wrong("is malformed", cause);
    }
  }

  #wrong(what: string, cause?: unknown): UsageError {
    return new UsageError(
      `${this.#file} ${what} (near character ${this.#read}). Give results as JSON or JSON Lines.`,
      { cause },
    );
  }
}
