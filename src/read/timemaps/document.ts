import { urlOf } from "../../base/uri.js";
import { parseDatetime } from "../../base/datetime.js";
import type { LineFields } from "../cdx/line.js";
import { uriMParts, uriTParts, type UriTParts } from "./uri.js";

/** Maximum number of characters of a damaged entry in a message. */
const shown = 120;

/** Counts faults by kind and keeps the first example, so that a million bad lines give one line of text. */
export class TroubleCount {
  readonly #kinds = new Map<string, { count: number; first: string }>();

  /** `kind` is in the plural: `mementos without a usable date`. */
  add(kind: string, example: string): void {
    const known = this.#kinds.get(kind);
    if (known === undefined) this.#kinds.set(kind, { count: 1, first: excerpt(example) });
    else known.count += 1;
  }

  /** Returns one line per kind, in the order of first occurrence. */
  lines(): readonly string[] {
    return [...this.#kinds].map(
      ([kind, { count, first }]) => `${kind}: ${count} (first: ${first})`,
    );
  }
}

/** Returns a part of a JSON document as text for a message. It may be absent, or nested too deep for JSON.stringify. */
export function jsonText(part: unknown): string {
  if (part === undefined) return "nothing";
  try {
    return JSON.stringify(part);
  } catch {
    return "JSON that is nested too deep";
  }
}

/** Returns the beginning of a text on one line, for messages. */
export function excerpt(text: string): string {
  const line = text
    .slice(0, shown + 1)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > shown ? `${line.slice(0, shown)}...` : line;
}

export interface TimeMapEntry {
  readonly uriM: string;
  /** ISO 8601, as in `Capture`. */
  readonly mementoDatetime: string;
  /** Description of the content in the archive's index. Of several mementos with equal digests only one is fetched. */
  readonly content?: IndexedContent;
  /** Archived HTTP status in the archive's index. */
  readonly status?: number;
  /** Bytes of the record in the archive, as its index says. Absent for a revisit, whose record has no body. */
  readonly length?: number;
}

export interface IndexedContent {
  /** Digest of the content, usually SHA-1. It is in capital letters, without the name of the algorithm. */
  readonly digest: string;
  /** Absent if the index does not contain it, as for revisits. */
  readonly status?: number;
}

/** Content of one TimeMap document, in the order of the document. */
export interface TimeMapDocument {
  readonly kind: "timemap";
  /** Absent if neither the document nor its URI contains it. */
  readonly uriR?: string;
  readonly self?: string;
  /** Mementos, each URI-M once. */
  readonly mementos: readonly TimeMapEntry[];
  /** URI-Ts of further pages, or of the parts of an index, which must be followed. Alternates are not included. */
  readonly pages: readonly string[];
  /** True if the document lists only TimeMaps and no memento. */
  readonly isIndex: boolean;
  /** Number of entries that repeat an earlier URI-M. */
  readonly duplicates: number;
  /** Faults of the document, one line per kind. */
  readonly warnings: readonly string[];
}

export interface NotATimeMap {
  readonly kind: "not-a-timemap";
  /** Description of the document for people: `HTML, a bot check ("Session Verification")`. */
  readonly what: string;
}

/** Earliest possible datetime, because the first web page is of December 1990. */
const BEGINNING = "1990-12-20T00:00:00Z";
const ONE_DAY = 86_400_000;

const isPossible = (datetime: string): boolean =>
  datetime >= BEGINNING && Date.parse(datetime) <= Date.now() + ONE_DAY;

/**
 * If the date is absent, unreadable or impossible (before the web, or in the future), it is replaced by the 14 digits
 * of the URI-M. `doubt` is the kind of fault in the date, in the plural, because a count precedes it in messages. Returns
 * `undefined` if there is no date at all.
 */
function datetimeOf(
  written: string | undefined,
  uriM: string,
): { readonly mementoDatetime: string; readonly doubt?: string } | undefined {
  const given = written === undefined ? undefined : parseDatetime(written);
  if (given !== undefined && isPossible(given)) return { mementoDatetime: given };
  const timestamp = uriMParts(uriM)?.timestamp ?? "";
  const digits = timestamp.length === 14 ? parseDatetime(timestamp) : undefined;
  if (digits !== undefined && isPossible(digits)) {
    const doubt = "mementos whose date was taken from the URI-M, theirs being unusable";
    const isSame = written === undefined || digits === given;
    return { mementoDatetime: digits, ...(!isSame && { doubt }) };
  }
  const mementoDatetime = given ?? digits;
  const doubt = "mementos with an impossible date (before the web, or in the future)";
  return mementoDatetime === undefined ? undefined : { mementoDatetime, doubt };
}

const absolute = /^[a-z][a-z0-9+.-]*:/i;

/** Returns nothing of a digest that is absent (`-`), or too short to distinguish contents. */
function indexedFacts(field: LineFields): Pick<TimeMapEntry, "content" | "status" | "length"> {
  const digest = field("digest")
    .replace(/^[\w-]{1,20}:/u, "")
    .toUpperCase();
  const status = /^[1-9]\d{2}$/u.test(field("status")) ? Number(field("status")) : undefined;
  const isRevisit = field("mime") === "warc/revisit";
  const length = /^[1-9]\d{0,14}$/u.test(field("length")) ? Number(field("length")) : undefined;
  const known = { ...(status !== undefined && { status }) };
  return {
    ...(/^[A-Z0-9+/=_-]{26,}$/u.test(digest) && { content: { digest, ...known } }),
    ...known,
    ...(length !== undefined && !isRevisit && { length }),
  };
}

/** Collects the entries that a parser finds in one document: resolves URIs, reads dates and drops repetitions. */
export class TimeMapCollector {
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

  /** `base` is the URI of the document. It is empty for a file. In this case `replayPrefix` may name its archive. */
  constructor(base: string, replayPrefix?: string) {
    this.#base = base;
    this.#about = replayPrefix === undefined ? uriTParts(base) : { replayPrefix };
  }

  get isEmpty(): boolean {
    return (
      this.#mementos.length === 0 &&
      this.#pages.size === 0 &&
      this.#uriR === undefined &&
      this.#self === undefined
    );
  }

  /** Sets the URI-R, unless an earlier call has set it. */
  setUriR(uriR: string): void {
    if (uriR !== "") this.#uriR ??= uriR;
  }

  setSelf(uriT: string): void {
    this.#self ??= this.resolve(uriT);
  }

  /** `datetime` may have any of the forms that archives write. */
  addMemento(uri: string, datetime: string | undefined, fields?: LineFields): void {
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
      ...(fields !== undefined && indexedFacts(fields)),
    });
  }

  /** The URI-M consists of the archive's replay prefix, the timestamp and the captured URI. */
  addCapture(fields: LineFields): void {
    const [timestamp, uriR] = [fields("timestamp"), fields("url")];
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
    this.addMemento(`${replayPrefix}${timestamp}/${captured}`, timestamp, fields);
  }

  addPage(uri: string): void {
    const uriT = this.resolve(uri);
    if (uriT === undefined || !/^https?:/iu.test(uriT)) {
      this.trouble.add("TimeMap pages without a usable URI-T", uri);
    } else if (uriT !== this.#base && uriT !== this.#self) this.#pages.add(uriT);
  }

  /** An absolute URI stays unchanged, byte for byte, because archives compare URIs byte by byte. */
  resolve(uri: string): string | undefined {
    const trimmed = uri.trim();
    if (trimmed === "") return undefined;
    if (absolute.test(trimmed)) return urlOf(trimmed) ? trimmed : undefined;
    return urlOf(trimmed, this.#base)?.href;
  }

  finish(): TimeMapDocument {
    const uriR =
      this.#uriR ?? uriTParts(this.#self ?? "").uriR ?? this.#about.uriR ?? this.#captureUriR;
    this.#pages.delete(this.#self ?? "");
    return {
      kind: "timemap",
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
