/** Where the bytes of a capture stand, so that a person can look at them. */
export interface Source {
  /** Path as the user gave it, or `-` for standard input. */
  readonly file: string;
  /** Byte offset in that file of the record, or of the gzip member that holds it. */
  readonly offset: number;
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
  /** What the archive guessed (`X-Archive-Guessed-Charset`): used when neither BOM, header nor `<meta>` tells. */
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
  /** access: it could not be had. extract: it could not be read as a page. score: no score is defined. */
  readonly stage: "access" | "extract" | "score";
  readonly message: string;
}

/** A value, or why there is none. */
export type Outcome<T> = { readonly value: T } | { readonly problem: Problem };

/** The HTTP body as archived, with the codings that are still to be undone (in a worker: they cost time). */
export interface EncodedBody {
  readonly bytes: Uint8Array;
  readonly transferEncoding?: string;
  readonly contentEncoding?: string;
}

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
  | { readonly kind: "memento"; readonly capture: Capture; readonly body: EncodedBody }
  /** A page that could not be had; it is a row of the output. */
  | { readonly kind: "missed"; readonly capture: Capture; readonly problem: Problem }
  /** A revisit: its body is that of another capture, perhaps one that has not been read yet. */
  | { readonly kind: "revisit"; readonly capture: Capture; readonly target: RevisitTarget }
  /** A 3xx answer: stands for the capture of its target. `location` is absolute, or undefined when absent or malformed. */
  | {
      readonly kind: "redirect";
      readonly capture: Capture;
      readonly location: string | undefined;
    }
  /** A capture that is no page (an image, a PDF): counted; known by name only because a revisit may point to it. */
  | { readonly kind: "other"; readonly capture: Capture; readonly reason: string }
  /** A record that is no capture at all (request, warcinfo, dns): counted by reason. */
  | { readonly kind: "skipped"; readonly reason: string }
  /** Bytes lost that cannot be tied to one memento: reported with file and byte offset. */
  | { readonly kind: "damage"; readonly source: Source; readonly message: string }
  /** A whole TimeMap that could not be had (inputs over HTTP). */
  | { readonly kind: "missed-timemap"; readonly uriT: string; readonly problem: Problem };
