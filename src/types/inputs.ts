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
  /** Given by archives; WARC input derives one from date and URI-R (`from-warc::...`). */
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
/** A part of a file of records, which any thread can read: the files of an input are their parts in order. */
export interface FilePart {
  readonly kind: "part";
  /** As `Source.file` has it. */
  readonly place: string;
  /** The range of bytes that it is about: where it really begins and ends, reading shows. */
  readonly from: number;
  readonly to: number;
  /** True where a record is known to begin at `from`. */
  readonly isExact?: true;
  /** Items at its beginning that have been read already. */
  readonly skip?: number;
  /** Its share of the bytes of all sources. */
  readonly bytes: number;
}

/** What an input reads, as parts of files of about as many bytes as were asked for. */
export interface InputParts {
  readonly bytesTotal: number;
  /** Items that are no part of a file stand before all parts, but for damage and what is skipped. */
  readonly found: AsyncIterable<InputItem | FilePart>;
}

/** Files of this machine, all of which an input reads through its cache. */
export interface PlainFiles {
  readonly files: readonly string[];
  /** How the names of other files in their folders end: they are counted. */
  readonly otherSuffixes: readonly string[];
}

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

/** Knows what was made of files in earlier runs. */
export interface FileCache {
  /** The items of a file: those that are kept, else those that `read` yields, which are kept then. */
  items(path: string, read: () => AsyncIterable<InputItem>): AsyncIterable<InputItem>;
  /** Keeps nothing more. */
  close(): void;
}

/** What every input gets besides its argument. */
export interface InputContext {
  readonly signal: AbortSignal;
  /** Bodies above this many bytes are never held; such a page is reported, not measured. */
  readonly maxPageBytes: number;
  /** Whether 3xx captures are followed (redirect items), left out, or mementos themselves (`--status all`). */
  readonly redirects: "follow" | "skip" | "as-mementos";
  /** Whether captures that nobody opened as a page are left out (`--pages document`): WARC and WACZ files only. */
  readonly documentsOnly?: boolean;
  /** Which captures are mementos (`--formats`); absent: HTML only. */
  readonly formats?: readonly DocumentFormat[];
  /** Whether the text that a browser showed is looked for (`--text rendered`): WARC and WACZ files only. */
  readonly wantsRendered?: boolean;
  /** Whether an answer that is another capture than the one asked for is judged (`keep`); absent: it is an error row. */
  readonly substituted?: "refuse" | "keep";
  /** Answers requests for inputs that need HTTP: from the network, politely, or from the working directory. */
  readonly fetcher?: Fetcher;
  /** Where sources that are files are read, if not under their own names: copies in a working directory. */
  readonly files?: ReadonlyMap<string, string>;
  /** What inputs over HTTP get besides. */
  readonly http?: HttpInputOptions;
  /** Whether a TimeMap is this process's to score, where several share the work; absent: all are. */
  readonly wants?: (of: Pick<Capture, "uriR" | "uriT">) => boolean;
  /** Called by an input that chooses the seeds of `http.seeds` itself and reports those that it does not have. */
  readonly onOwnChoice?: () => void;
  /** Called for each seed that the input names, where they are asked for (`seeds: "auto"`). */
  readonly onSeed?: (uriR: string) => void;
  /** Called by an input whose code failed at one of its sources. */
  readonly onFailure?: (failure: Failure) => void;
  /** Where items of earlier runs are kept: WARC and WACZ files only. */
  readonly cache?: Pick<FileCache, "items">;
  /** Called during reading, for progress only. */
  readonly onProgress?: (progress: InputProgress) => void;
}

/** Choices of the inputs; each has a default, so that all may be left out. */
export interface HttpInputOptions {
  /** Score mementos from this date on: 4 to 14 digits of `YYYYMMDDhhmmss`. */
  readonly from?: string;
  /** Score mementos up to and including this date: 4 to 14 digits, the rest meaning "to its end". */
  readonly to?: string;
  /** Score at most this many mementos of a TimeMap, oldest first. */
  readonly limit?: number;
  /** Score this many mementos of a TimeMap, spread evenly over time. */
  readonly sample?: number;
  /** The user's rules for raw mementos (`--raw-rules FILE`); they go before the built-in ones. */
  readonly rawRules?: readonly RawRule[];
  /** Whether the files in a WACZ are compared with the digests that it has of them (`--verify`). */
  readonly verify?: boolean;
  /**
   * Only the TimeMaps of these seeds, of an Archive-It collection or of WARC files (`--seeds FILE`); auto: those that
   * WACZ and warcinfo name.
   */
  readonly seeds?: readonly string[] | "auto";
  /** How the URI-R of a capture is compared with a seed (`--match`). Default exact. */
  readonly match?: Match;
  /** Where the files that an index names are looked for, too (`--warc-base`). */
  readonly warcBase?: string;
  /** What standard input is called in results (`--name`). Default `-`. */
  readonly streamName?: string;
  /** Which lines of an index are taken (`--cdx-filter`): all of these must hold. */
  readonly cdxFilters?: readonly CdxFilter[];
  /** Where plain URI-Rs, and saved TimeMaps without URI-Ms, are looked up (`--archive`). */
  readonly archive?: ArchiveChoice;
  /** Whether captures are fetched, too, whose digest an index gives for another capture of the TimeMap. */
  readonly refetchDuplicates?: boolean;
  /** Where Archive-It is, for tests and mirrors; no trailing slash. */
  readonly archiveIt?: {
    /** Default `https://archive-it.org`. */
    readonly collections?: string;
    /** Default `https://partner.archive-it.org`. */
    readonly partner?: string;
    /** Default `https://wayback.archive-it.org`. */
    readonly wayback?: string;
  };
  /** Memento requests in flight at most, of one host; its rate and concurrency are the fetcher's. Default 64. */
  readonly window?: number;
}

/** Where an archive is asked for captures. */
export interface ArchiveChoice {
  /** What stands before timestamps in its URI-Ms, with a slash at the end. */
  readonly replay: string;
  /** Its URI-Ts, with `{uri}` in place of the URI-R. */
  readonly timeMap: string;
  /** Questions to its CDX service, with `{uri}` and `{match}`. */
  readonly cdx: string;
}

/** How the URI-R of a capture is compared with a seed; the words are those of archives' CDX services. */
export type Match = "exact" | "prefix" | "host" | "domain";

/** A condition on a field of an index. */
export interface CdxFilter {
  readonly field: CdxField;
  /** For the whole of the field. */
  readonly pattern: RegExp;
  /** True where lines that fit are left out. */
  readonly isNegative: boolean;
}

/** Fields of an index that can be asked for. */
export type CdxField = "url" | "mime" | "status" | "digest" | "timestamp" | "filename";

/**
 * How an archive's URI-Ms become the URIs of raw mementos: what was captured, without rewriting and banner.
 * Only the first timestamp segment of the path is touched.
 */
export interface RawRule {
  /** Name of the archive, for people. */
  readonly archive: string;
  /** Host names, without port; `*.example.org` means every host below, `*` any host. */
  readonly hosts: readonly string[];
  /** Only URI-Ms whose path starts so. */
  readonly pathPrefix?: string;
  /**
   * flag: `{timestamp}{flag}/`, as Wayback and pywb have it. segment: `raw/{timestamp}/`.
   * none: the archive has no raw mementos, its rewritten page is measured and says so.
   */
  readonly form: "flag" | "segment" | "none";
  /** The flag (default `id_`), or the path segment (default `raw`). */
  readonly value?: string;
  /** The host that has the raw mementos, where it is another one. */
  readonly rawHost?: string;
}

/** How far an input is. */
export type InputProgress = FileProgress | ArchiveProgress;

/** How far the files of an input are read. */
export interface FileProgress {
  readonly bytesRead: number;
  /** Unknown for streams. */
  readonly bytesTotal?: number;
}

/** How far the TimeMaps of an input are fetched; what failed counts as fetched. */
export interface ArchiveProgress {
  readonly timeMaps: number;
  /** How many there are (the seeds of a collection). */
  readonly timeMapsTotal?: number;
  readonly mementos: number;
  /** Mementos wanted of the TimeMaps fetched so far. */
  readonly mementosListed: number;
}

/** Which of a host's rates a request counts against. */
export type RequestClass = "timemap" | "playback" | "api";

/** One GET. */
export interface FetchRequest {
  readonly uri: string;
  readonly requestClass: RequestClass;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is asked for, as its TimeMap lists it: the working directory notes it beside the answer. */
  readonly memento?: Pick<Capture, "uriR" | "uriM" | "uriT">;
}

/** An answer as the server sent it: body bytes as on the wire, content codings not undone. */
export interface FetchedResponse {
  readonly uri: string;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** ISO 8601: when it was fetched (an earlier run, when it came from the working directory). */
  readonly fetchedAt: string;
}

/** Fetches politely, records what it gets, and answers again from the record. Redirects are not followed. */
export interface Fetcher {
  /** Never rejects for the archive's trouble: that is a problem with one line of text. Rejects when aborted. */
  fetch(request: FetchRequest): Promise<Outcome<FetchedResponse>>;
}

/** A place where captures come from; its keyword is what is typed in `-i keyword=argument`. */
export interface Input {
  readonly keyword: string;
  readonly title: string;
  /** One paragraph for help and docs/reference.md. */
  readonly summary: string;
  /** How the argument is written, as shown in help: `FILE[,FILE...]`. */
  readonly argument: string;
  /** A command line that works, for help and docs/reference.md. */
  readonly example: string;
  /** What it is known by where no keyword says so: how a name or a URI looks, what a file begins with (Latin-1). */
  readonly recognises?: { readonly name?: RegExp; readonly start?: RegExp };
  /** Set where it is not ours but of a plug-in. */
  readonly plugin?: PluginModule;
  /** True when `read` needs `context.fetcher`. */
  readonly usesHttp: boolean;
  /** True when `read` asks `context.wants` before it fetches, and leaves the TimeMaps of others out itself. */
  readonly asksWhatIsWanted?: true;
  /** True when `read` goes by `from`, `to`, `limit` and `sample` of `context.http`. */
  readonly choosesMementos?: true;
  /** True when all of it is read and only then the seeds asked for are chosen from it. */
  readonly namesSeeds?: true;
  /** Checks the argument before any work starts; throws `UsageError`. The result goes to `read`. */
  prepare(values: readonly string[], options?: HttpInputOptions): Promise<readonly string[]>;
  /** The same for several threads; undefined where one must read all of it. */
  parts?(sources: readonly string[], context: InputContext, bytes: number): InputParts | undefined;
  /** The files that alone decide what it gives; undefined where something else has a part in it. */
  plainFiles?(sources: readonly string[]): PlainFiles | undefined;
  /** Reads everything, in the order that is cheapest; the shuffle sorts. Never throws for bad data. */
  read(sources: readonly string[], context: InputContext): AsyncIterable<InputItem>;
}
