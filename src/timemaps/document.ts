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
/** One memento as a TimeMap lists it. */
export interface TimeMapEntry {
  readonly uriM: string;
  /** ISO 8601, as in `Capture`. */
  readonly mementoDatetime: string;
  /** What an index says of the content: of equal digests one is fetched. */
  readonly content?: IndexedContent;
}

/** What an archive's index says of the content of a capture. */
export interface IndexedContent {
  /** SHA-1 as a rule; without the name of the algorithm, in capital letters. */
  readonly digest: string;
  /** Absent where the index does not say it, as for revisits. */
  readonly status?: number;
}

/** The syntaxes that archives write TimeMaps in. */
export type TimeMapSyntax =
  | "link-format"
  | "memento-json"
  | "cdxj-timemap"
  | "wayback-json"
  | "cdx"
  | "cdxj-index";

/** What one TimeMap document says, in its own order. */
export interface TimeMapDocument {
  readonly kind: "timemap";
  readonly syntax: TimeMapSyntax;
  /** Absent when neither the document nor its URI says it. */
  readonly uriR?: string;
  /** The URI-T that the document gives itself. */
  readonly self?: string;
  /** Each URI-M once. */
  readonly mementos: readonly TimeMapEntry[];
  /** URI-Ts of further pages, or of the parts of an index: to be followed. Alternates are not among them. */
  readonly pages: readonly string[];
  /** True when the document lists TimeMaps and no memento. */
  readonly isIndex: boolean;
  /** How many entries repeated an earlier URI-M. */
  readonly duplicates: number;
  /** What was wrong with it, one line for each kind of trouble. */
  readonly warnings: readonly string[];
}

/** Something else came in place of a TimeMap. */
export interface NotATimeMap {
  readonly kind: "not-a-timemap";
  /** What it is, for people: `HTML, a bot check ("Session Verification")`. */
  readonly what: string;
}
