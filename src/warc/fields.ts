import { isAscii, isUtf8 } from "node:buffer";

/**
 * Header fields of a WARC record or of an HTTP message, in their order. Names match in any letter case; folded lines
 * are joined; lines that are no field are passed over.
 */
export class Fields {
  readonly #names: readonly string[];
  readonly #values: readonly string[];

  private constructor(names: readonly string[], values: readonly string[]) {
    this.#names = names;
    this.#values = values;
  }

  static of(entries: readonly (readonly [name: string, value: string])[]): Fields {
    return new Fields(
      entries.map(([name]) => name.toLowerCase()),
      entries.map(([, value]) => value),
    );
  }

  /** Parses lines that end in CRLF or LF. */
  static parse(bytes: Buffer): Fields {
    const names: string[] = [];
    const values: string[] = [];
    for (const line of textOf(bytes).split("\n")) {
      const last = values.length - 1;
      if ((line.startsWith(" ") || line.startsWith("\t")) && last >= 0) {
        values[last] = `${values[last]!} ${line.trim()}`.trim();
        continue;
      }
      const colon = line.indexOf(":");
      if (colon <= 0) continue;
      names.push(line.slice(0, colon).trim().toLowerCase());
      values.push(line.slice(colon + 1).trim());
    }
    return new Fields(names, values);
  }

  /** The first value of a field (name in lower case); undefined where it is absent or empty. */
  get(name: string): string | undefined {
    const at = this.#names.indexOf(name);
    const value = at < 0 ? "" : this.#values[at]!;
    return value === "" ? undefined : value;
  }

  /** The last value of a field that is not empty: of several Content-Types, browsers take that one. */
  last(name: string): string | undefined {
    for (let at = this.#names.length - 1; at >= 0; at -= 1) {
      if (this.#names[at] === name && this.#values[at] !== "") return this.#values[at];
    }
    return undefined;
  }

  /** The first value of each field. */
  toMap(): ReadonlyMap<string, string> {
    const map = new Map<string, string>();
    this.#names.forEach((name, at) => {
      if (!map.has(name)) map.set(name, this.#values[at]!);
    });
    return map;
  }

  /** All values of a field as one list (RFC 9110, section 5.3). */
  list(name: string): string | undefined {
    const found = this.#values.filter((value, at) => this.#names[at] === name && value !== "");
    return found.length === 0 ? undefined : found.join(", ");
  }
}

/** Header bytes as text: UTF-8 where they are, else Latin-1, so that no byte is lost. */
export function textOf(bytes: Buffer): string {
  return !isAscii(bytes) && isUtf8(bytes) ? bytes.toString("utf8") : bytes.toString("latin1");
}

/**
 * Where the header that begins at `from` ends, past its empty line; lines end in CRLF or LF. -1 when the empty line is
 * not in these bytes.
 */
export function endOfHeader(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    const lineEnd = bytes.indexOf(0x0a, at);
    if (lineEnd < 0) return -1;
    if (lineEnd === at || (lineEnd === at + 1 && bytes[at] === 0x0d)) return lineEnd + 1;
    at = lineEnd + 1;
  }
}
