import type { Capture, InputItem, Outcome } from "./captures.js";

/** What every input is told besides its argument. */
export interface InputContext {
  readonly signal: AbortSignal;
  /** Bodies above this many bytes are never held; such a page is reported, not measured. */
  readonly maxPageBytes: number;
  /** Whether 3xx captures are followed (redirect items), left out, or mementos themselves (`--status all`). */
  readonly redirects: "follow" | "skip" | "as-mementos";
  /** Whether an answer that is another capture than the one asked for is judged (`keep`); absent: it is an error row. */
  readonly substituted?: "refuse" | "keep";
  /** Answers requests for inputs that need HTTP: from the network, politely, or from the working directory. */
  readonly fetcher?: Fetcher;
  /** Where sources that are files are read, if not under their own names: copies in a working directory. */
  readonly files?: ReadonlyMap<string, string>;
  /** What inputs over HTTP are told besides. */
  readonly http?: HttpInputOptions;
  /** Whether a TimeMap is this process's to score, where several share the work; absent: all are. */
  readonly wants?: (of: Pick<Capture, "uriR" | "uriT">) => boolean;
  /** Called as reading goes on, for progress only. */
  readonly onProgress?: (progress: InputProgress) => void;
  /**
   * Called when all items of a TimeMap have been taken; what belongs to it may still come from another one
   * (`--group-by surt`).
   */
  readonly onTimeMapEnd?: (of: Pick<Capture, "uriR" | "uriT">) => void;
}

/** Choices of the inputs that read from web archives; each has a default, so that all may be left out. */
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
  /** Only these seeds of an Archive-It collection (`--seeds FILE`). */
  readonly seeds?: readonly string[];
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

/** How far the TimeMaps of an input are fetched; what could not be had counts as fetched. */
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
  /** True when `read` needs `context.fetcher`. */
  readonly usesHttp: boolean;
  /** True when `read` asks `context.wants` before it fetches, and leaves the TimeMaps of others out itself. */
  readonly asksWhatIsWanted?: true;
  /** True when `read` goes by `from`, `to`, `limit` and `sample` of `context.http`. */
  readonly choosesMementos?: true;
  /** Checks the argument before any work starts; throws `UsageError`. The result goes to `read`. */
  prepare(values: readonly string[]): Promise<readonly string[]>;
  /** Reads everything, in the order that is cheapest; the shuffle sorts. Never throws for bad data. */
  read(sources: readonly string[], context: InputContext): AsyncIterable<InputItem>;
}
