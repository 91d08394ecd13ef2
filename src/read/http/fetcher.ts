import { setMaxListeners } from "node:events";
import { join } from "node:path";
import { unavailable, UsageError } from "../../base/errors.js";
import type { Outcome } from "../../base/types.js";
import type {
  FetchedResponse,
  Fetcher,
  FetchRequest,
  FileRequest,
  RequestClass,
} from "../types.js";
import { version } from "../../base/version.js";
import type { Access } from "./access.js";
import { type DirectoryInput, DOWNLOADS } from "./directory/manifest.js";
import { download } from "./download.js";
import {
  DirectoryTrouble,
  type RecordedAnswer,
  WorkingDirectory,
} from "./directory/working-directory.js";
import { type Clock, patience, type PausePolicy, systemClock } from "./host-queue.js";
import { type BackOff, usualBackOff } from "./host.js";
import { NamedHosts } from "./link-local.js";
import type { LimitChoices } from "./limits.js";
import { type Keep, PoliteClient } from "./polite-client.js";
import { Refusals, Statistics } from "./statistics.js";
import {
  type BodySink,
  doubtOf,
  requestTarget,
  type Transport,
  type GetRequest,
  type WireResponse,
} from "./transport.js";

/**
 * Returns the User-Agent: the program, its version, and an address for complaints about the load. Throws `UsageError`
 * for a contact that cannot be part of a header.
 */
export function userAgent(contact?: string): string {
  if (contact === undefined) return `detect_off_topic/${version} (finds off-topic mementos)`;
  if (!/^[\x20-\x7e]{1,200}$/u.test(contact) || /[()]/u.test(contact)) {
    throw new UsageError(
      `--contact takes an e-mail address or a web address in plain ASCII, not "${contact}".`,
    );
  }
  return `detect_off_topic/${version} (+${contact})`;
}
export interface FetcherOptions {
  /** Working directory (`-d`) and its input. Without it nothing is recorded. */
  readonly record?: { readonly directory: string; readonly input: DirectoryInput };
  /** True to fetch TimeMaps again that are recorded already (`--set refresh`). */
  readonly refresh?: boolean;
  /** True if only recorded answers are used and nothing is fetched (`--offline`). Needs a working directory. */
  readonly offline?: boolean;
  readonly signal?: AbortSignal;
  /** Limits of `--rate` and `--concurrency`, and the number of processes that share the IP address. */
  readonly limits?: LimitChoices;
  /** Timeout in milliseconds for connecting, for headers, and for a pause within a body (`--timeout`). Default 60 s. */
  readonly timeoutMs?: number;
  /**
   * Timeout in milliseconds for a whole answer. Default three times `timeoutMs` for a memento, ten times for a TimeMap.
   */
  readonly wholeTimeoutMs?: number;
  /** URIs that the user has given. Their hosts may have link-local addresses. */
  readonly given?: readonly string[];
  /** Credentials for private collections. They are sent only to their hosts and never recorded. */
  readonly access?: Pick<Access, "headersFor">;
  /** E-mail or web address in the User-Agent (`--contact`). */
  readonly contact?: string;
  /** Maximum size of the body of a memento in bytes. Default 64 MiB. TimeMaps may have 512 MiB. */
  readonly maxBodyBytes?: number;
  /** Size in bytes at which a new WARC file is begun. Default 1 GB. */
  readonly fileBytes?: number;
  /** Called with messages that the user needs at once: pauses, hosts that are given up, lost records. */
  readonly onNotice?: (message: string) => void;
  readonly pauses?: PausePolicy;
  readonly backOff?: BackOff;
  readonly clock?: Clock;
  /** Returns numbers from 0 up to 1, for the jitter of retries. */
  readonly random?: () => number;
}

interface PartRequest {
  readonly uri: string;
  readonly range?: { readonly from: number; readonly to: number };
  readonly headers?: Readonly<Record<string, string>>;
  /** Maximum number of bytes of the answer. A larger answer is a problem. */
  readonly most: number;
}

/** A fetcher that the caller must close. */
export interface FetcherHandle extends Fetcher {
  readonly statistics: Readonly<Statistics>;
  /** Aborts running requests, waits for pending writes, and releases the directory. */
  close(): Promise<void>;
}

const MEBIBYTE = 1024 * 1024;
/** Default of `--timeout` in milliseconds. */
const DEFAULT_TIMEOUT_MS = 60_000;

/** Throws `UsageError` if the working directory cannot be used. */
export async function openFetcher(options: FetcherOptions = {}): Promise<RecordingFetcher> {
  const { record, offline = false, onNotice = () => undefined } = options;
  if (offline && record === undefined) {
    throw new UsageError("--offline reads a working directory: name it with -d.");
  }
  const agent = userAgent(options.contact);
  const directory =
    record === undefined
      ? undefined
      : await WorkingDirectory.open({
          ...record,
          readOnly: offline,
          fileBytes: options.fileBytes ?? 1e9,
          userAgent: agent,
          onNotice,
        });
  const part = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const whole = (parts: number): number => options.wholeTimeoutMs ?? parts * part;
  // Loaded only here: undici is a quarter of all the code that a small run would load.
  const { openTransport } = await import("./open-transport.js");
  const transport = openTransport(
    { part, whole: { playback: whole(3), timemap: whole(10), api: whole(10) } },
    (uri) => options.access?.headersFor(uri) ?? {},
  );
  return new RecordingFetcher(options, directory, transport, agent);
}

export class RecordingFetcher implements FetcherHandle {
  readonly statistics: Statistics = new Statistics();
  readonly download?: NonNullable<Fetcher["download"]>;
  readonly #options: FetcherOptions;
  readonly #directory: WorkingDirectory | undefined;
  readonly #closing = new AbortController();
  readonly #signal: AbortSignal;
  readonly #transport: Transport;
  readonly #client: PoliteClient;
  readonly #refusals = new Refusals(this.statistics);
  readonly #headers: Readonly<Record<string, string>>;
  readonly #maxBodyBytes: Readonly<Record<RequestClass, number>>;
  /** Running requests by URI, so that a URI that is requested twice at the same time is fetched once. */
  readonly #underWay = new Map<string, Promise<Outcome<FetchedResponse>>>();

  constructor(
    options: FetcherOptions,
    directory: WorkingDirectory | undefined,
    transport: Transport,
    userAgentHeader: string,
  ) {
    this.#options = options;
    this.#directory = directory;
    this.#signal =
      options.signal === undefined
        ? this.#closing.signal
        : AbortSignal.any([options.signal, this.#closing.signal]);
    // Every request listens to this signal. Without this call, Node would report the listeners as a leak.
    setMaxListeners(0, this.#signal);
    this.#headers = { "user-agent": userAgentHeader, accept: "*/*", "accept-encoding": "gzip" };
    this.#maxBodyBytes = bodyLimits(options.maxBodyBytes ?? 64 * MEBIBYTE);
    this.#transport = transport;
    const { record } = options;
    if (record !== undefined) {
      this.download = (request) => this.#download(request, join(record.directory, DOWNLOADS));
    }
    this.#client = new PoliteClient({
      transport,
      clock: options.clock ?? systemClock,
      signal: this.#signal,
      named: new NamedHosts(options.given ?? []),
      limits: options.limits ?? {},
      pauses: options.pauses ?? patience,
      backOff: options.backOff ?? usualBackOff,
      random: options.random ?? Math.random,
      maxBodyBytes: this.#maxBodyBytes,
      statistics: this.statistics,
      onNotice: options.onNotice ?? (() => undefined),
    });
  }

  async fetch(request: FetchRequest): Promise<Outcome<FetchedResponse>> {
    this.#signal.throwIfAborted();
    const uri = requestTarget(request.uri)?.uri;
    const outcome =
      uri === undefined
        ? unavailable(`not an http or https URI: ${request.uri}`)
        : await this.#once(uri, { ...request, uri });
    if ("problem" in outcome) {
      this.statistics.failures += 1;
      return outcome;
    }
    return { value: { ...outcome.value, uri: request.uri } };
  }

  /**
   * Requests a part of a file, the bytes from `range.from` up to `range.to`, or all of it, with one GET. Nothing is
   * recorded.
   */
  async part({ uri, range, headers, most }: PartRequest): Promise<Outcome<FetchedResponse>> {
    const sent = {
      ...{ ...this.#headers, "accept-encoding": "identity", ...headers },
      ...(range && { range: `bytes=${range.from}-${range.to - 1}` }),
    };
    const keep: Keep = () => Promise.resolve();
    const outcome = await this.#client.get({ uri, requestClass: "playback" }, sent, keep, most);
    if (!("value" in outcome)) return outcome;
    return { value: withoutStatusText(outcome.value) };
  }

  async #download(request: FileRequest, folder: string): Promise<Outcome<string>> {
    this.#signal.throwIfAborted();
    const { offline = false } = this.#options;
    if (this.#isDiskFull()) return unavailable(this.statistics.incomplete!);
    const plain = { ...this.#headers, "accept-encoding": "identity" };
    const keep: Keep = () => Promise.resolve();
    try {
      const outcome = await download(request, {
        ...{ folder, offline },
        get: async (uri, headers, sink) => {
          const headersNow = (): GetRequest["headers"] => ({ ...plain, ...headers() });
          const counting = countedBy(this.statistics, sink);
          const wanted = { uri, requestClass: "playback" } as const;
          const gotten = await this.#client.get(wanted, headersNow, keep, undefined, counting);
          if (!("value" in gotten)) return gotten;
          const value = withoutStatusText(gotten.value);
          this.#refusals.add(value, "playback");
          return { value };
        },
      });
      if ("value" in outcome) return outcome;
      this.statistics.failures += 1;
      if (outcome.again === true) {
        this.statistics.incomplete ??= `${request.name} could not be downloaded: ${outcome.problem.message}; run again with the same -d to continue`;
      }
      return outcome;
    } catch (cause) {
      return this.#unwritten(cause);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error("the fetcher is closed"));
    // Answers that have arrived are still recorded.
    await Promise.allSettled(this.#underWay.values());
    await this.#transport.close();
    await this.#directory?.close();
    this.#refusals.finish();
  }

  #once(uri: string, request: FetchRequest): Promise<Outcome<FetchedResponse>> {
    const same = this.#underWay.get(uri);
    if (same !== undefined) return same;
    const outcome = this.#answer(request).finally(() => this.#underWay.delete(uri));
    this.#underWay.set(uri, outcome);
    return outcome;
  }

  async #answer(request: FetchRequest): Promise<Outcome<FetchedResponse>> {
    const { offline = false } = this.#options;
    const recorded = await this.#recorded(request);
    if (offline) return fromRecord(recorded, this.statistics);
    if (recorded !== undefined && "response" in recorded && this.#holds(recorded, request)) {
      return fromRecord(recorded, this.statistics);
    }
    // If the disk is full, anything fetched would be lost.
    if (this.#directory !== undefined && this.#isDiskFull()) {
      return unavailable(this.statistics.incomplete!);
    }
    return this.#fetchAndRecord(request);
  }

  #isDiskFull(): boolean {
    return this.statistics.incomplete?.startsWith(DISK) === true;
  }

  /** An answer whose body may be incomplete counts as a failure. */
  async #recorded({ uri, requestClass }: FetchRequest): Promise<RecordedAnswer | undefined> {
    const recorded = await this.#directory?.find(uri);
    if (recorded === undefined || !("response" in recorded)) return recorded;
    const failure = doubtOf(recorded.response, this.#maxBodyBytes[requestClass]);
    return failure === undefined ? recorded : { failure };
  }

  #holds(
    { final, fresh }: Extract<RecordedAnswer, { response: unknown }>,
    { requestClass, latest = false }: FetchRequest,
  ): boolean {
    const { refresh = false } = this.#options;
    if (latest && !fresh) return false;
    if (fresh) return true;
    return final && !(refresh && requestClass === "timemap");
  }

  async #fetchAndRecord(request: FetchRequest): Promise<Outcome<FetchedResponse>> {
    const { uri, requestClass, memento, most } = request;
    const keep: Keep = async (response, requestHeaders) => {
      await this.#directory?.record({
        uri,
        requestClass,
        requestHeaders,
        response,
        memento,
      });
    };
    try {
      const sent = { ...this.#headers, ...request.headers };
      const outcome = await this.#client.get(request, sent, keep, most);
      if ("value" in outcome) {
        const value = withoutStatusText(outcome.value);
        this.#refusals.add(value, requestClass);
        return { value };
      }
      const { message } = outcome.problem;
      const failedAt = new Date().toISOString();
      const failure = { uri, requestClass, message, failedAt };
      if (outcome.asked) await this.#directory?.recordFailure(failure);
      return { problem: outcome.problem };
    } catch (cause) {
      return this.#unwritten(cause);
    }
  }

  /** Returns the problem of a working directory that cannot be written. Throws any other error. */
  #unwritten(cause: unknown): ReturnType<typeof unavailable> {
    this.#signal.throwIfAborted();
    if (!(cause instanceof DirectoryTrouble)) throw cause;
    this.statistics.incomplete ??= `${DISK}: ${cause.message}; make room and run again with the same -d to continue`;
    return unavailable(this.statistics.incomplete);
  }
}

const DISK = "cannot write to the working directory";

/** Returns a sink that also counts the bytes in the statistics. */
const countedBy = (statistics: Statistics, sink: BodySink): BodySink => ({
  takes: (answer) => sink.takes(answer),
  write: (bytes) => {
    statistics.bytes += bytes.length;
    return sink.write(bytes);
  },
});

function bodyLimits(playback: number): Readonly<Record<RequestClass, number>> {
  const lists = Math.max(playback, 512 * MEBIBYTE);
  return { playback, timemap: lists, api: lists };
}

function fromRecord(
  recorded: RecordedAnswer | undefined,
  statistics: Statistics,
): Outcome<FetchedResponse> {
  if (recorded === undefined) return unavailable("not in the working directory (--offline)");
  if ("failure" in recorded) return unavailable(recorded.failure);
  statistics.fromDirectory += 1;
  return { value: withoutStatusText(recorded.response) };
}

function withoutStatusText(response: FetchedResponse | WireResponse): FetchedResponse {
  const { uri, status, headers, body, fetchedAt } = response;
  return { uri, status, headers, body, fetchedAt };
}
