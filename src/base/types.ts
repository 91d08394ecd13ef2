/** Any JSON value. Only such values may be passed from map to reduce. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** JSON object whose keys are ours (settings, options of features), and never text of pages. */
export type JsonObject = Readonly<Record<string, Json>>;

/** Module from which a definition comes (`--plugin`). */
export interface PluginModule {
  /** File name without its folder. */
  readonly name: string;
  /** Beginning of the SHA-256 digest of the file. */
  readonly digest: string;
  /** URL from which worker threads load the module. */
  readonly url: string;
}

/** Place of a capture's bytes, with which a person can find them. */
export interface Source {
  /**
   * Path as the user gave it. It is `-` for standard input, and `crawl.wacz!/archive/data.warc.gz` for a file in a
   * WACZ.
   */
  readonly file: string;
  /** Byte offset in that file of the record, or of the gzip member that contains the record. */
  readonly offset: number;
  /** Set if `offset` is the number of an item instead of a byte. Inputs of plug-ins have such places. */
  readonly unit?: "item";
  /** Byte offset of the record in the decompressed gzip member. Set if the member contains several records. */
  readonly inflated?: number;
}

/** Everything known about a capture except its body. The names are those of RFC 7089 and of the WARC standard. */
export interface Capture {
  /** URI-R: the address of the page on the web. */
  readonly uriR: string;
  /** ISO 8601 in UTC, `YYYY-MM-DDTHH:MM:SS[.fraction]Z`, with any precision of the source. */
  readonly mementoDatetime: string;
  /** URI-M. Archives provide it. WARC input derives it from date and URI-R (`from-warc::...`). */
  readonly uriM?: string;
  /** URI-T. Archives provide it. WARC input derives it from the URI-R of the earliest memento. */
  readonly uriT?: string;
  /** HTTP status of the archived response. Absent if there was no HTTP response (`resource` records, HTTP/0.9). */
  readonly status?: number;
  /** Archived Content-Type header, unparsed. */
  readonly contentType?: string;
  /** Format in which the content was read, if it is not HTML (`--formats`). */
  readonly format?: Exclude<DocumentFormat, "html">;
  /**
   * Character encoding that the archive guessed (`X-Archive-Guessed-Charset`). It is used if neither a byte order mark
   * nor the header nor a `<meta>` element declares an encoding.
   */
  readonly guessedCharset?: string;
  /** WARC-Record-ID without angle brackets. */
  readonly recordId?: string;
  /** WARC-Payload-Digest as written (`sha1:...`). It is computed if the record has none. */
  readonly digest?: string;
  /** File of the capture and the byte at which its record begins. Absent for captures that an archive has sent. */
  readonly source?: Source;
  /** Capture whose content replaces this capture's own body: the target of a redirect or the original of a revisit. */
  readonly via?: Via;
  /** Headers of the answer that show who answered or why: `cf-mitigated: challenge`. Absent if there are none. */
  readonly headers?: readonly string[];
  /** URI-R of a capture that redirects to this capture, which was captured right after it. */
  readonly reachedFrom?: string;
  /**
   * Set for a capture that was not read: the URI-Ms of the captures before and after it by which it is judged. Only one
   * of them where the other side has no capture that was read. In a line that is not judged yet, the sort keys of these captures.
   */
  readonly inferredFrom?: readonly string[];
  /** URI-R of the newest name of a page that has moved, under which its captures are grouped (`--aliases`). */
  readonly continuesAs?: string;
  /** Reason why only a part of the page is stored: `Content-Length says 6,000 bytes, 300 are stored`. */
  readonly incomplete?: string;
  /** Remarks for people, for example about a fallback, a content coding that could not be decoded, or truncation. */
  readonly notes?: readonly string[];
}

/** Facts of a capture that tell of its content. A revisit or redirect takes them over from the capture in `via`. */
export const FACTS_OF_CONTENT = ["contentType", "format", "headers", "incomplete"] as const;

/** Capture that provided the content of another capture, and the reason. */
export interface Via {
  /**
   * `redirect`: the target of a 3xx answer. `revisit`: the original of a revisit record. `substitute`: the archive
   * answered with another capture than the requested one.
   */
  readonly kind: "redirect" | "revisit" | "substitute";
  /** Archived 3xx status of a redirect. */
  readonly status?: number;
  /** URI-R of the capture that provided the content. */
  readonly uriR: string;
  readonly mementoDatetime: string;
  /** URI-M that was finally read (inputs over HTTP). */
  readonly uriM?: string;
  readonly source?: Source;
}

/** Problem with one memento or one score. It is data, not an exception. */
export interface Problem {
  /**
   * `access`: the capture could not be fetched or read. `extract`: it could not be read as a page. `score`: no score is
   * defined.
   */
  readonly stage: "access" | "extract" | "score";
  readonly message: string;
  /**
   * Name of the code that failed, which can be ours or a plug-in's: `measure outlinks (mine.mjs)`. Absent if no code
   * failed.
   */
  readonly failed?: string;
  /** Why a seed has no capture: `no page` if its captures are no pages, or `unknown`. Absent for any other problem. */
  readonly reason?: string;
}

/** Failure of our code or of a plug-in's code, which shows nothing about the data. */
export interface Failure {
  /** Name of the code: `measure outlinks (mine.mjs)`. */
  readonly what: string;
  /** Stack of the thrown error. */
  readonly stack: string;
}

/** A value, or the problem that prevented it. */
export type Outcome<T> = { readonly value: T } | { readonly problem: Problem };

/** HTTP body as archived, with the codings that a worker thread must still decode, because decoding takes time. */
export interface EncodedBody {
  readonly bytes: Uint8Array;
  readonly transferEncoding?: string;
  readonly contentEncoding?: string;
  /** Number of bytes that the site announced, if that number can be compared with the bytes that are there. */
  readonly announced?: AnnouncedLength;
  /** Reason why a part of the body is certainly missing. */
  readonly cut?: string;
  /** Reason why a part of the body may be missing. A page that ends with its end tag is whole. */
  readonly doubt?: string;
  /** Text that the browser of the crawler displayed, or that a PDF or similar file contains, one paragraph per line. */
  readonly rendered?: string;
  /** The same, to be used only if the page has no text of its own, with the note that says so. */
  readonly shown?: { readonly text: string; readonly note: string };
  /** Header `Refresh` of the answer, which browsers read like the element meta of the page. */
  readonly refresh?: string;
  /** Format in which the body is read if it is not HTML. */
  readonly format?: Exclude<DocumentFormat, "html">;
  /** Set for a plain text of which each line is a block of a page. If it is `titled`, the first one is the title, as in WET files. */
  readonly lines?: "titled" | "untitled";
  /** Reason why the body cannot be read, if it is known. */
  readonly trouble?: string;
}

/** Content-Length of a site's answer. It counts the bytes as they were sent, or the bytes without their coding. */
export interface AnnouncedLength {
  readonly bytes: number;
  readonly of: "sent" | "decoded";
}

/**
 * Formats of documents: pages in markup, plain text, PDF files, and data with texts in it. `zip` means the
 * document inside a zip or gzip file.
 */
export type DocumentFormat = (typeof FORMATS)[number];

/** Values of `--formats`. */
export const FORMATS = ["html", "text", "pdf", "zip", "feed", "json", "sitemap"] as const;

/** Kind of a text without its page, which is the copy of a capture if the run has that capture. */
export interface TextOf {
  readonly kind: "conversion" | "browser";
  /** Record that a conversion was made of. */
  readonly recordId?: string;
}

/** Capture that a revisit record repeats, as the record describes it (WARC 1.1, section 6.7). */
export interface RevisitTarget {
  readonly profile: "identical-payload-digest" | "server-not-modified" | "unknown";
  readonly recordId?: string;
  readonly uriR?: string;
  /** Same form as `mementoDatetime` of a capture. */
  readonly mementoDatetime?: string;
  readonly digest?: string;
  /** Name of the file in which the original should be, as the revisit or its WACZ says. */
  readonly container?: string;
}

/** Item that an input yields. Every record that is read gives an item, so that no record is dropped silently. */
export type InputItem =
  /** A page with its body. `textOf` is set if it has only the text of its page. */
  | {
      readonly kind: "memento";
      readonly capture: Capture;
      readonly body: EncodedBody;
      readonly textOf?: TextOf;
    }
  /** A page that could not be fetched or read. It becomes a row of the output. */
  | { readonly kind: "missed"; readonly capture: Capture; readonly problem: Problem }
  /** A revisit. Its body is the body of another capture, which may not have been read yet. */
  | { readonly kind: "revisit"; readonly capture: Capture; readonly target: RevisitTarget }
  /**
   * A 3xx answer. Its content is the content of the capture of its target. `location` is absolute, or undefined if it
   * is missing or malformed.
   */
  | { readonly kind: "redirect"; readonly capture: Capture; readonly location: string | undefined }
  /**
   * A capture that is not a page, such as an image. It is counted, and kept by name only because a revisit may point to
   * it.
   */
  | { readonly kind: "other"; readonly capture: Capture; readonly reason: string }
  /** A capture that is not read, because those of `capture.inferredFrom` show what it is. */
  | { readonly kind: "inferred"; readonly capture: Capture }
  /** A record that is not a capture (request, warcinfo, dns). Counted by reason. */
  | { readonly kind: "skipped"; readonly reason: string }
  /**
   * Damage that cannot be assigned to one memento. Reported with file and byte offset. `isUnread` is set if the system
   * did not let the file be read, so that a later run may read it.
   */
  | {
      readonly kind: "damage";
      readonly source: Source;
      readonly message: string;
      readonly isUnread?: true;
    }
  /** A whole TimeMap that could not be fetched (inputs over HTTP). */
  | { readonly kind: "missed-timemap"; readonly uriT: string; readonly problem: Problem };

/**
 * Distinct terms and the number of times that each occurs, in parallel lists. An object is not used, because pages
 * contain words such as "constructor".
 */
export type CountedTerms = {
  readonly terms: readonly string[];
  readonly counts: readonly number[];
};

/** Verdict of a measure or of a memento as a whole. */
export type TopicStatus = "on-topic" | "off-topic";

/**
 * Overall verdict. `unsure` occurs with `abstain`, and for pages that contain only frames or forward to another page.
 */
export type OverallStatus = TopicStatus | "unsure";

/**
 * Reason why a capture is not the page that it should have been. `none`: the page was captured. `crawler blocked`: a
 * wall, login or filter answered instead of the page. `server fault`: the site was broken or unfinished. `page gone`:
 * the page no longer exists. `owner changed`: somebody else has the address. `page changed`: another page without a
 * known kind, or spam. `unreadable`: the capture could not be read.
 */
export type Fault = (typeof FAULTS)[number];

/** Causes of a bad capture, in the order of the results. */
export const FAULTS = [
  "none",
  "crawler blocked",
  "server fault",
  "page gone",
  "owner changed",
  "page changed",
  "unreadable",
] as const;
