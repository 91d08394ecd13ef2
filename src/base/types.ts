/** Any JSON value: the only kind of value that may cross from map to reduce. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** A JSON object whose keys are known to be ours (settings, feature options), never page text. */
export type JsonObject = Readonly<Record<string, Json>>;

/** The module that a definition is from (`--plugin`). */
export interface PluginModule {
  /** Of its file, without the folder. */
  readonly name: string;
  /** The start of the SHA-256 digest of its file. */
  readonly digest: string;
  /** Where worker threads load it from. */
  readonly url: string;
}

/** Where the bytes of a capture stand, so that a person can look at them. */
export interface Source {
  /** Path as the user gave it, `-` for standard input; of a file in a WACZ `crawl.wacz!/archive/data.warc.gz`. */
  readonly file: string;
  /** Byte offset in that file of the record, or of the gzip member that holds it. */
  readonly offset: number;
  /** Set where `offset` is no byte, but the number of the item: of an input of one's own. */
  readonly unit?: "item";
  /** Where a member holds several records: byte offset of this one in the decompressed member. */
  readonly inflated?: number;
}

/** Everything known of one capture apart from its body. The names are those of RFC 7089 and of the WARC standard. */
export interface Capture {
  readonly uriR: string;
  /** ISO 8601 in UTC, `YYYY-MM-DDTHH:MM:SS[.fraction]Z`, whatever precision the source gave. */
  readonly mementoDatetime: string;
  /** Given by archives; WARC input derives one from date and URI-R (SPEC: `from-warc::...`). */
  readonly uriM?: string;
  /** Given by archives; WARC input derives one from the URI-R of the earliest memento. */
  readonly uriT?: string;
  /** HTTP status of the archived response; absent where there was no HTTP response (`resource` records, HTTP/0.9). */
  readonly status?: number;
  /** The archived Content-Type header, unparsed. */
  readonly contentType?: string;
  /** What it was read as by its content, where that is not HTML (`--formats`). */
  readonly format?: Exclude<DocumentFormat, "html">;
  /** What the archive guessed (`X-Archive-Guessed-Charset`): used when neither BOM, header nor `<meta>` says it. */
  readonly guessedCharset?: string;
  /** WARC-Record-ID without its angle brackets. */
  readonly recordId?: string;
  /** WARC-Payload-Digest as written (`sha1:...`); computed by us where the record has none. */
  readonly digest?: string;
  readonly source?: Source;
  /** What stood in for this capture's own body (a redirect's target, a revisit's original). */
  readonly via?: Via;
  /** Remarks for people: a fallback taken, a coding that could not be undone, a truncation. */
  readonly notes?: readonly string[];
}

/** How the content of a capture was found in another capture. */
export interface Via {
  /** substitute: the archive answered with another capture than the one asked for. */
  readonly kind: "redirect" | "revisit" | "substitute";
  /** The archived 3xx status, for redirects. */
  readonly status?: number;
  /** URI-R of the capture whose content stands in. */
  readonly uriR: string;
  readonly mementoDatetime: string;
  /** URI-M that was read in the end (inputs over HTTP). */
  readonly uriM?: string;
  readonly source?: Source;
}

/** The trouble with one memento or one score: data, not an exception. */
export interface Problem {
  /** access: it failed. extract: it could not be read as a page. score: no score is defined. */
  readonly stage: "access" | "extract" | "score";
  readonly message: string;
  /** Set where code failed, ours or that of a plug-in: `measure outlinks (mine.mjs)`. */
  readonly failed?: string;
}

/** That code failed, ours or that of a plug-in, whatever it was given. */
export interface Failure {
  /** `measure outlinks (mine.mjs)`. */
  readonly what: string;
  /** What was thrown, with the places in the code. */
  readonly stack: string;
}

/** A value, or why there is none. */
export type Outcome<T> = { readonly value: T } | { readonly problem: Problem };

/** The HTTP body as archived, with the codings that are still to be undone (in a worker: they cost time). */
export interface EncodedBody {
  readonly bytes: Uint8Array;
  readonly transferEncoding?: string;
  readonly contentEncoding?: string;
  /** The text that a browser showed when the page was crawled, or that a PDF and the like has: a paragraph a line. */
  readonly rendered?: string;
  /** What it is read as, where that is not HTML. */
  readonly format?: Exclude<DocumentFormat, "html">;
  /** Why it cannot be read, where that is known. */
  readonly trouble?: BodyTrouble;
}

/** Why a body cannot be read. */
export interface BodyTrouble {
  readonly message: string;
  /** Set where a faster or larger machine may read it. */
  readonly dependsOnMachine?: true;
}

/** What documents may be: pages in markup, plain text, PDF and PostScript files; `zip`: what a zip or gzip file has in it. */
export type DocumentFormat = "html" | "text" | "pdf" | "postscript" | "zip";

/** What a revisit record says of the capture that it repeats (WARC 1.1, section 6.7). */
export interface RevisitTarget {
  readonly profile: "identical-payload-digest" | "server-not-modified" | "unknown";
  readonly recordId?: string;
  readonly uriR?: string;
  /** Same form as `mementoDatetime`. */
  readonly mementoDatetime?: string;
  readonly digest?: string;
}

/** What inputs yield, one for every record that they read: nothing is dropped without a word. */
export type InputItem =
  /** A page, body included. */
  | {
      readonly kind: "memento";
      readonly capture: Capture;
      readonly body: EncodedBody;
      /** Called with what is made of it; without anything, where the settings leave it out. */
      readonly onExtracted?: (page?: ExtractedPage) => void;
    }
  /** A page of which an earlier run has the features; without them where the settings leave it out. */
  | { readonly kind: "extracted"; readonly capture: Capture; readonly page?: ExtractedPage }
  /** A page that failed; it is a row of the output. */
  | { readonly kind: "missed"; readonly capture: Capture; readonly problem: Problem }
  /** A revisit: its body is that of another capture, perhaps one that has not been read yet. */
  | { readonly kind: "revisit"; readonly capture: Capture; readonly target: RevisitTarget }
  /** A 3xx answer: refers to the capture of its target. `location` is absolute, or undefined when absent or malformed. */
  | {
      readonly kind: "redirect";
      readonly capture: Capture;
      readonly location: string | undefined;
    }
  /** A capture that is not a page (an image, a PDF): counted; known by name only because a revisit may point to it. */
  | { readonly kind: "other"; readonly capture: Capture; readonly reason: string }
  /** A record that is not a capture at all (request, warcinfo, dns): counted by reason. */
  | { readonly kind: "skipped"; readonly reason: string }
  /** Bytes lost that cannot be tied to one memento: reported with file and byte offset. */
  | { readonly kind: "damage"; readonly source: Source; readonly message: string }
  /** A whole TimeMap that failed (inputs over HTTP). */
  | { readonly kind: "missed-timemap"; readonly uriT: string; readonly problem: Problem };

/** What came of a page. `features` are outcomes written as JSON, in the order of the requests. */
export interface ExtractedPage {
  /** The capture with the notes that reading the page added. */
  readonly capture: Capture;
  readonly problem?: Problem;
  readonly features: readonly string[];
  /** Features that failed, where any did. */
  readonly failures?: readonly Failure[];
  /** Set when a process with more memory may make something else of it. */
  readonly dependsOnMemory?: true;
}

/** How the URI-R of a capture is compared with a seed; the words are those of archives' CDX services. */
export type Match = "exact" | "prefix" | "host" | "domain";

/**
 * Distinct terms and how often each occurs, in parallel lists. Lists, not an object: pages do contain the word
 * "constructor".
 */
export type CountedTerms = {
  readonly terms: readonly string[];
  readonly counts: readonly number[];
};

/** A verdict, of a measure or overall. */
export type TopicStatus = "on-topic" | "off-topic";

/** An overall verdict; `unsure` with `abstain`, and for a page that only holds frames or forwards. */
export type OverallStatus = TopicStatus | "unsure";
