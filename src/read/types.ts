import type {
  Capture,
  DocumentFormat,
  Failure,
  InputItem,
  Outcome,
  PluginModule,
} from "../base/types.js";
import type { Match } from "../base/seed-match.js";

/** Settings and callbacks that every input receives. */
export interface InputContext {
  readonly signal: AbortSignal;
  /** Maximum size of a body in bytes. A larger page is reported as a problem and is never in memory. */
  readonly maxPageBytes: number;
  /** Tells whether 3xx captures are followed (redirect items), left out, or mementos themselves (`--status all`). */
  readonly redirects: "follow" | "skip" | "as-mementos";
  /** True to leave out captures that nobody opened as a page (`--pages document`). Only for WARC and WACZ files. */
  readonly documentsOnly?: boolean;
  /** Formats of captures that are mementos (`--formats`). Default: HTML only. */
  readonly formats?: readonly DocumentFormat[];
  /** True to look for the text that a browser rendered (`--text rendered`). Only for WARC and WACZ files. */
  readonly wantsRendered?: boolean;
  /** True to yield records with only the text of a page as mementos, also if `formats` has no `text`. */
  readonly takesTexts?: boolean;
  /**
   * Tells whether an answer with another capture than the requested one is judged (`keep`). By default it is a problem.
   */
  readonly substituted?: "refuse" | "keep";
  /** Fetches for inputs over HTTP, either with limits from the network or from the working directory. */
  readonly fetcher?: Fetcher;
  /**
   * Paths of the copies of sources in a working directory, by source. A source without a copy is read under its own
   * name.
   */
  readonly files?: ReadonlyMap<string, string>;
  /** Options for inputs over HTTP. */
  readonly http?: HttpInputOptions;
  /** Returns the input with a keyword, which an extension may define, for an input that reads as another one. */
  readonly inputOf?: ((keyword: string) => Promise<Input | undefined>) | undefined;
  /** Returns whether this process must score a TimeMap, if several processes share the work. Default: all TimeMaps. */
  readonly wants?: (of: Pick<Capture, "uriR" | "uriT">) => boolean;
  /** Called by an input that restricts itself to `http.seeds` and reports missing seeds. */
  readonly onOwnChoice?: () => void;
  /** Called for each seed that the input names, if seeds are requested (`seeds: "auto"`). */
  readonly onSeed?: (uriR: string) => void;
  /** Called by an input whose code failed for one of its sources. */
  readonly onFailure?: (failure: Failure) => void;
  /**
   * Tells whether an earlier run has read a file that the input finds while it reads, which is then left out
   * (`--history`).
   */
  readonly hasFile?: ((path: string) => Promise<boolean>) | undefined;
  /** Called during reading to show progress. */
  readonly onProgress?: (progress: InputProgress) => void;
  /**
   * Takes a TimeMap that an index lists, and reads only some of its captures (`--fetch changes`). Resolves when no more
   * of them are wanted for now. Absent if the input reads all captures itself.
   */
  readonly choose?: (timeMap: ListedTimeMap) => Promise<Chosen>;
}

/** A TimeMap as an index lists it, before any of its captures is read. */
export interface ListedTimeMap {
  /** Oldest first. */
  readonly captures: readonly ListedCapture[];
  /** Reads a content and returns an item for each capture that has it, in their order. */
  readonly read: (content: number) => Promise<readonly InputItem[]>;
  /** Called when no more captures will be read. */
  readonly end?: () => Promise<void>;
}

/** A capture of which only the line of an index is known. */
export interface ListedCapture {
  readonly capture: Capture;
  /** Number of its content. Captures with equal digests have the same one. */
  readonly content: number;
  /** Status and length in bytes of its content, if the index has them. */
  readonly status?: number;
  readonly length?: number;
}

/** Number of captures of a TimeMap that are not read. */
export interface Chosen {
  readonly inferred: number;
}

/** Members of the context that matter for one record. */
export type RecordContext = Pick<
  InputContext,
  "maxPageBytes" | "redirects" | "formats" | "takesTexts"
>;

/** Options of the inputs, all of which are optional and have a default. */
export interface HttpInputOptions {
  /** First datetime of mementos to score: 4 to 14 digits of `YYYYMMDDhhmmss`. */
  readonly from?: string;
  /** Last datetime of mementos to score, inclusive: 4 to 14 digits, which mean the end of their unit. */
  readonly to?: string;
  /** Maximum number of mementos of a TimeMap to score, oldest first. */
  readonly limit?: number;
  /** Number of mementos of a TimeMap to score, spread evenly over time. */
  readonly sample?: number;
  /**
   * Seeds whose TimeMaps to score, for an Archive-It collection or WARC files (`--seeds FILE`). `auto` means the seeds
   * that the WACZ names.
   */
  readonly seeds?: readonly string[] | "auto";
  /** Rule by which the URI-R of a capture is compared with a seed (`--match`). Default: `exact`. */
  readonly match?: Match;
  /** Folder or URI in which files of an index are also searched for (`--warc-base`). */
  readonly warcBase?: string;
  /** Name of standard input in results (`--name`). Default: `-`. */
  readonly streamName?: string;
  /** Archive for plain URI-Rs, and for saved TimeMaps without URI-Ms (`--archive`). */
  readonly archive?: ArchiveChoice;
  /** Base URIs of Archive-It for tests and mirrors, without a trailing slash. */
  readonly archiveIt?: {
    /** Default `https://archive-it.org`. */
    readonly collections?: string;
    /** Default `https://partner.archive-it.org`. */
    readonly partner?: string;
    /** Default `https://wayback.archive-it.org`. */
    readonly wayback?: string;
  };
  /** URI of the list of files of a WASAPI service. Default `https://partner.archive-it.org/wasapi/v1/webdata`. */
  readonly wasapi?: string;
  /**
   * Maximum number of memento requests of one host that run at the same time. The fetcher controls rate and
   * concurrency. Default 64.
   */
  readonly window?: number;
}

/** Addresses of an archive's services. */
export interface ArchiveChoice {
  /** Prefix of the archive's URI-Ms before the timestamp, with a slash at the end. */
  readonly replay: string;
  /** URI-T with `{uri}` instead of the URI-R. */
  readonly timeMap: string;
  /** Query of the archive's CDX service with `{uri}` and `{match}`. */
  readonly cdx: string;
}

/** Progress of an input. */
export type InputProgress = FileProgress | ArchiveProgress;

/** Progress of an input of files. */
export interface FileProgress {
  readonly bytesRead: number;
  /** Total size. Unknown for streams. */
  readonly bytesTotal?: number;
}

/** Progress of an input over HTTP. Failures count as fetched. */
export interface ArchiveProgress {
  readonly timeMaps: number;
  /** Total number of TimeMaps (seeds of the collection). */
  readonly timeMapsTotal?: number;
  readonly mementos: number;
  /** Number of mementos to fetch in the TimeMaps fetched so far. */
  readonly mementosListed: number;
  /** Number of mementos among them that need not be fetched (`--fetch changes`). */
  readonly inferred?: number;
}

/** Class of a request, by which the rate limits of a host differ. */
export type RequestClass = "timemap" | "playback" | "api";

/** A GET request. */
export interface FetchRequest {
  readonly uri: string;
  readonly requestClass: RequestClass;
  readonly headers?: Readonly<Record<string, string>>;
  /** Requested memento as its TimeMap lists it. The working directory records it together with the answer. */
  readonly memento?: Pick<Capture, "uriR" | "uriM" | "uriT">;
  /** Maximum number of bytes of the answer. A larger one is a problem. Default: by the class of the request. */
  readonly most?: number;
  /** True if the answer of an earlier run is used only offline, because the list that it gives grows. */
  readonly latest?: boolean;
}

/** A file to download into the working directory. */
export interface FileRequest {
  /** Name in the working directory: a plain file name. */
  readonly name: string;
  /** URIs of identical copies, which are tried in this order. */
  readonly locations: readonly string[];
  /** Size in bytes, if it is known. */
  readonly size?: number | undefined;
  /** Hexadecimal checksums by the name of their algorithm. */
  readonly checksums: Readonly<Record<string, string>>;
}

/** An answer as the server sent it. The body has the transmitted bytes, with content codings in place. */
export interface FetchedResponse {
  readonly uri: string;
  readonly status: number;
  /** Words behind the status. Only the working directory keeps them. */
  readonly statusText?: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** Time of fetching in ISO 8601. It is the time of an earlier run if the answer comes from the working directory. */
  readonly fetchedAt: string;
}

/**
 * Fetches within the limits of hosts, records answers, and answers again from the record. Does not follow redirects.
 */
export interface Fetcher {
  /** Fetches a URI. A failure of the archive is a problem with one line of text. Rejects only if aborted. */
  fetch(request: FetchRequest): Promise<Outcome<FetchedResponse>>;
  /**
   * Downloads a file into the working directory, unless it is there already, and returns its path. Absent if there is
   * no working directory.
   */
  readonly download?: (request: FileRequest) => Promise<Outcome<string>>;
}

/** Receives a file or folder that cannot be read. The others are read nevertheless. */
export type OnUnread = (item: Extract<InputItem, { readonly kind: "damage" }>) => void;

/** A source of captures. Users select it by its keyword: `-i keyword=argument`. */
export interface Input {
  readonly keyword: string;
  readonly title: string;
  /** One paragraph for help and docs/reference.md. */
  readonly summary: string;
  /** Form of the argument in help: `FILE[,FILE...]`. */
  readonly argument: string;
  /** A working command line for help and docs/reference.md. */
  readonly example: string;
  /**
   * Patterns that select this input if no keyword is given. They are for a name or URI, and for the start of a file
   * (Latin-1).
   */
  readonly recognises?: { readonly name?: RegExp; readonly start?: RegExp };
  /** True for the one input that reads names that no input recognises. */
  readonly takesOthers?: true;
  /** Plug-in that defines the input. Absent for built-in inputs. */
  readonly plugin?: PluginModule;
  /** True if `read` needs `context.fetcher`. */
  readonly usesHttp: boolean;
  /** True if sources that are no URIs are files, of which a working directory keeps copies. */
  readonly takesFiles?: true;
  /** True if `read` calls `context.wants` before it fetches, and leaves out the TimeMaps of other processes itself. */
  readonly asksWhatIsWanted?: true;
  /** True if `read` applies `from`, `to`, `limit` and `sample` of `context.http`. */
  readonly choosesMementos?: true;
  /** True if `read` finds the files itself and calls `context.hasFile` for each of them. */
  readonly findsFiles?: true;
  /** True if the whole input is read before the requested seeds are selected from it. */
  readonly namesSeeds?: true;
  /**
   * Checks the argument before any work starts. Throws `UsageError`. The result is passed to `read`. `onUnread` receives
   * what was found in a folder or by a pattern and cannot be read, which is not passed to `read`.
   */
  prepare(
    values: readonly string[],
    options?: HttpInputOptions,
    onUnread?: OnUnread,
  ): Promise<readonly string[]>;
  /**
   * Returns URIs on the hosts that `read` asks, for an input that also asks others than those of its sources. The logins
   * of the user are for these hosts.
   */
  hosts?(sources: readonly string[], options?: HttpInputOptions): readonly string[];
  /** Returns the sources that are files, and alone determine their items. By default there are none. */
  plainFiles?(sources: readonly string[]): readonly string[];
  /** Yields all items in any order, because the shuffle sorts them. Never throws for bad data. */
  read(sources: readonly string[], context: InputContext): AsyncIterable<InputItem>;
}

/** Evidence for the encoding of a page, in the order in which browsers trust it. */
export type CharsetEvidence = "bom" | "header" | "meta" | "detected" | "default";
