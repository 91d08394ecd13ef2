import type {
  Capture,
  DocumentFormat,
  Failure,
  InputItem,
  Match,
  Outcome,
  PluginModule,
} from "../base/types.js";

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

/** Where the encoding was found of a page, in the order in which browsers believe it. */
export type CharsetEvidence = "bom" | "header" | "meta" | "detected" | "default";
