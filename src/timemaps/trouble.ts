/** How much of a damaged entry is shown. */
const shown = 120;

/** Counts trouble by kind and remembers the first example, so that a million bad lines make one line of text. */
export class TroubleCount {
  readonly #kinds = new Map<string, { count: number; first: string }>();

  /** `kind` is in the plural: `mementos without a usable date`. */
  add(kind: string, example: string): void {
    const known = this.#kinds.get(kind);
    if (known === undefined) this.#kinds.set(kind, { count: 1, first: excerpt(example) });
    else known.count += 1;
  }

  /** One line for each kind, in the order of first sight. */
  lines(): readonly string[] {
    return [...this.#kinds].map(
      ([kind, { count, first }]) => `${kind}: ${count} (first: ${first})`,
    );
  }
}

/** A part of a JSON document as text: it may be absent, or nested too deep to be written again. */
export function jsonText(part: unknown): string {
  if (part === undefined) return "nothing";
  try {
    return JSON.stringify(part);
  } catch {
    return "JSON that is nested too deep";
  }
}

/** The beginning of a text on one line, for messages. */
export function excerpt(text: string): string {
  const line = text
    .slice(0, shown + 1)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > shown ? `${line.slice(0, shown)}...` : line;
}
