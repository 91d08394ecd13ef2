import { parseDatetime } from "../../base/datetime.js";
import { uriMParts, uriTParts, type UriTParts } from "./uri.js";

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

export interface IndexedContent {
  /** SHA-1 as a rule; without the name of the algorithm, in capital letters. */
  readonly digest: string;
  /** Absent where the index does not say it, as for revisits. */
  readonly status?: number;
}

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

interface EntryDatetime {
  readonly mementoDatetime: string;
  /** What is odd about it, as a kind of trouble: reads on after a number. */
  readonly doubt?: string;
}

/** Before it there was no web to archive: the first page is of December 1990. */
const beginning = "1990-12-20T00:00:00Z";
const day = 86_400_000;

/**
 * Reads the date of an entry, in whichever form an archive writes it; the 14 digits of the URI-M stand in for one that
 * is absent, unreadable or impossible (before the web, in the future). undefined when there is none at all.
 */
function datetimeOf(
  written: string | undefined,
  uriM: string,
  now: number = Date.now(),
): EntryDatetime | undefined {
  const given = written === undefined ? undefined : parseDatetime(written);
  if (given !== undefined && isPossible(given, now)) return { mementoDatetime: given };
  const timestamp = uriMParts(uriM)?.timestamp ?? "";
  const digits = timestamp.length === 14 ? parseDatetime(timestamp) : undefined;
  if (digits !== undefined && isPossible(digits, now)) {
    return written === undefined || digits === given
      ? { mementoDatetime: digits }
      : {
          mementoDatetime: digits,
          doubt: "mementos whose date was taken from the URI-M, theirs being unusable",
        };
  }
  const left = given ?? digits;
  return left === undefined
    ? undefined
    : {
        mementoDatetime: left,
        doubt: "mementos with an impossible date (before the web, or in the future)",
      };
}

function isPossible(datetime: string, now: number): boolean {
  return datetime >= beginning && Date.parse(datetime) <= now + day;
}
const absolute = /^[a-z][a-z0-9+.-]*:/i;

/** Undefined for what is no digest: `-`, or too short to tell contents apart. */
function contentOf(digest: string, status: string): IndexedContent | undefined {
  const plain = digest.replace(/^[\w-]{1,20}:/u, "").toUpperCase();
  if (!/^[A-Z0-9+/=_-]{26,}$/u.test(plain)) return undefined;
  return { digest: plain, ...(/^[1-9]\d{2}$/u.test(status) && { status: Number(status) }) };
}

/** Gathers what a parser finds in one document: resolves URIs, reads dates, drops repetitions. */
export class Collector {
  readonly trouble: TroubleCount = new TroubleCount();
  readonly #base: string;
  readonly #about: UriTParts;
  readonly #seen = new Set<string>();
  readonly #mementos: TimeMapEntry[] = [];
  readonly #pages = new Set<string>();
  #duplicates = 0;
  #uriR: string | undefined;
  #self: string | undefined;
  #captureUriR: string | undefined;

  /** `base` is the URI that the document came from; empty for a file, whose archive `replayPrefix` may say. */
  constructor(base: string, replayPrefix?: string) {
    this.#base = base;
    this.#about = replayPrefix === undefined ? uriTParts(base) : { replayPrefix };
  }

  /** True when nothing of a TimeMap has been found yet. */
  get isEmpty(): boolean {
    return (
      this.#mementos.length === 0 &&
      this.#pages.size === 0 &&
      this.#uriR === undefined &&
      this.#self === undefined
    );
  }

  /** The first one given stays. */
  setUriR(uriR: string): void {
    if (uriR !== "") this.#uriR ??= uriR;
  }

  setSelf(uriT: string): void {
    this.#self ??= this.resolve(uriT);
  }

  /** A memento as listed; `datetime` in any of the forms that archives write. */
  addMemento(uri: string, datetime: string | undefined, content?: IndexedContent): void {
    const uriM = this.resolve(uri);
    if (uriM === undefined) {
      this.trouble.add("mementos without a usable URI-M", uri === "" ? "<>" : uri);
      return;
    }
    if (this.#seen.has(uriM)) {
      this.#duplicates += 1;
      return;
    }
    const read = datetimeOf(datetime, uriM);
    if (read === undefined) {
      this.trouble.add("mementos without a usable date", `${uriM} ${datetime ?? ""}`);
      return;
    }
    if (read.doubt !== undefined) this.trouble.add(read.doubt, `${uriM} ${datetime ?? ""}`);
    this.#seen.add(uriM);
    this.#mementos.push({
      uriM,
      mementoDatetime: read.mementoDatetime,
      ...(content !== undefined && { content }),
    });
  }

  /** A capture of an archive's index: its URI-M is the archive's replay prefix, the timestamp and the URI captured. */
  addCapture(timestamp: string, uriR: string, digest = "", status = ""): void {
    const { replayPrefix, uriR: asked } = this.#about;
    if (!/^\d{14}$/.test(timestamp)) {
      this.trouble.add("captures without a usable timestamp", `${timestamp} ${uriR}`);
      return;
    }
    const captured = uriR === "" ? (asked ?? "") : uriR;
    if (!/^(?:https?|ftp):\/\/[^/\s]/i.test(captured)) {
      this.trouble.add("captures of something that is not a page on the web", uriR);
      return;
    }
    if (replayPrefix === undefined) {
      this.trouble.add(
        "captures whose archive is not known: an index has no URI-Ms, give its URI or --archive",
        captured,
      );
      return;
    }
    this.#captureUriR ??= captured;
    const content = contentOf(digest, status);
    this.addMemento(`${replayPrefix}${timestamp}/${captured}`, timestamp, content);
  }

  addPage(uri: string): void {
    const uriT = this.resolve(uri);
    if (uriT === undefined || !/^https?:/iu.test(uriT)) {
      this.trouble.add("TimeMap pages without a usable URI-T", uri);
    } else if (uriT !== this.#base && uriT !== this.#self) this.#pages.add(uriT);
  }

  /** Absolute URIs stay as they are written, byte for byte: archives compare them so. */
  resolve(uri: string): string | undefined {
    const trimmed = uri.trim();
    if (trimmed === "") return undefined;
    if (absolute.test(trimmed)) return URL.canParse(trimmed) ? trimmed : undefined;
    return URL.canParse(trimmed, this.#base) ? new URL(trimmed, this.#base).href : undefined;
  }

  finish(syntax: TimeMapSyntax): TimeMapDocument {
    const uriR =
      this.#uriR ?? uriTParts(this.#self ?? "").uriR ?? this.#about.uriR ?? this.#captureUriR;
    this.#pages.delete(this.#self ?? "");
    return {
      kind: "timemap",
      syntax,
      uriR,
      self: this.#self,
      mementos: this.#mementos,
      pages: [...this.#pages],
      isIndex: this.#mementos.length === 0 && this.#pages.size > 0,
      duplicates: this.#duplicates,
      warnings: this.trouble.lines(),
    };
  }
}
