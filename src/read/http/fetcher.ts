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
import { patience, systemClock } from "./host-queue.js";
import { type ClientOptions, usualBackOff } from "./host.js";
import { NamedHosts } from "./link-local.js";
import type { Transport } from "./open-transport.js";
import { PoliteClient } from "./polite-client.js";
import { Refusals, Statistics } from "./statistics.js";
import { doubtOf, type GetRequest, requestTarget } from "./transport.js";

/**
 * Returns the User-Agent: the program, its version, and an address for complaints about the load. Throws `UsageError`
 * for a contact that cannot be part of a header.
 */
function userAgent(contact?: string): string {
  if (contact === undefined) return `detect_off_topic/${version} (finds off-topic mementos)`;
  if (!/^[\x20-\x7e]{1,200}$/u.test(contact) || /[()]/u.test(contact)) {
    throw new UsageError(
      `--contact takes an e-mail address or a web address in plain ASCII, not "${contact}".`,
    );
  }
  return `detect_off_topic/${version} (+${contact})`;
}

/** Everything has a default that runs use. */
export interface FetcherOptions extends Partial<
  Pick<ClientOptions, "backOff" | "clock" | "limits" | "onNotice" | "pauses" | "random" | "signal">
> {
  /** Working directory (`-d`) and its input. Without it nothing is recorded. */
  readonly record?: { readonly directory: string; readonly input: DirectoryInput };
  /** True to fetch TimeMaps again that are recorded already (`--set refresh`). */
  readonly refresh?: boolean;
  /** True if only recorded answers are used and nothing is fetched (`--offline`). Needs a working directory. */
  readonly offline?: boolean;
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
}

interface PartRequest {
  readonly uri: string;
  readonly range: { readonly from: number; readonly to: number };
  /** Maximum number of bytes of the answer. A larger answer is a problem. */
  readonly most: number;
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
    part,
    { playback: whole(3), timemap: whole(10), api: whole(10) },
    (uri) => options.access?.headersFor(uri) ?? {},
  );
  return new RecordingFetcher(options, directory, transport, agent);
}

export class RecordingFetcher implements Fetcher {
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
    const { signal, record, given = [], maxBodyBytes: playback = 64 * MEBIBYTE } = options;
    this.#options = options;
    this.#directory = directory;
    this.#transport = transport;
    const closing = this.#closing.signal;
    this.#signal = signal === undefined ? closing : AbortSignal.any([signal, closing]);
    // Every request listens to this signal. Without this call, Node would report the listeners as a leak.
    setMaxListeners(0, this.#signal);
    this.#headers = { "user-agent": userAgentHeader, accept: "*/*", "accept-encoding": "gzip" };
    const lists = Math.max(playback, 512 * MEBIBYTE);
    this.#maxBodyBytes = { playback, timemap: lists, api: lists };
    if (record !== undefined) {
      this.download = (request) => this.#download(request, join(record.directory, DOWNLOADS));
    }
    const { clock = systemClock, limits = {}, pauses = patience } = options;
    const { backOff = usualBackOff, random = Math.random } = options;
    const { onNotice = () => undefined } = options;
    this.#client = new PoliteClient({
      ...{ clock, limits, pauses, backOff, random, onNotice, transport },
      signal: this.#signal,
      named: new NamedHosts(given),
      maxBodyBytes: this.#maxBodyBytes,
      statistics: this.statistics,
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
   * Requests a part of a file, the bytes from `range.from` up to `range.to`, with one GET. Nothing is
   * recorded.
   */
  part({ uri, range, most }: PartRequest): Promise<Outcome<FetchedResponse>> {
    const sent = {
      ...{ ...this.#headers, "accept-encoding": "identity" },
      range: `bytes=${range.from}-${range.to - 1}`,
    };
    return this.#client.get({ uri, requestClass: "playback" }, { headers: () => sent, most });
  }

  async #download(request: FileRequest, folder: string): Promise<Outcome<string>> {
    this.#signal.throwIfAborted();
    const { offline = false } = this.#options;
    if (this.#isDiskFull()) return unavailable(this.statistics.incomplete!);
    const plain = { ...this.#headers, "accept-encoding": "identity" };
    try {
      const outcome = await download(request, {
        ...{ folder, offline },
        get: async (uri, rangeNow, sink) => {
          const headers = (): GetRequest["headers"] => ({ ...plain, ...rangeNow() });
          const wanted = { uri, requestClass: "playback" } as const;
          const gotten = await this.#client.get(wanted, { headers, sink });
          if ("value" in gotten) this.#refusals.add(gotten.value, "playback");
          return gotten;
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

  /** Aborts running requests, waits for pending writes, and releases the directory. */
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
    if (recorded !== undefined && "response" in recorded) {
      if (offline || this.#holds(recorded, request)) {
        this.statistics.fromDirectory += 1;
        return { value: recorded.response };
      }
    } else if (offline) {
      return unavailable(recorded?.failure ?? "not in the working directory (--offline)");
    }
    // If the disk is full, anything fetched would be lost.
    return this.#isDiskFull()
      ? unavailable(this.statistics.incomplete!)
      : this.#fetchAndRecord(request);
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
    const isAgain = this.#options.refresh === true && requestClass === "timemap";
    return fresh || (final && !latest && !isAgain);
  }

  async #fetchAndRecord(request: FetchRequest): Promise<Outcome<FetchedResponse>> {
    const { uri, requestClass, memento, most } = request;
    try {
      const gotten = await this.#client.get(request, {
        headers: () => ({ ...this.#headers, ...request.headers }),
        most,
        keep: async (response, requestHeaders) =>
          this.#directory?.record({ uri, requestClass, requestHeaders, response, memento }),
      });
      if ("value" in gotten) {
        this.#refusals.add(gotten.value, requestClass);
        return { value: gotten.value };
      }
      const { message } = gotten.problem;
      const failedAt = new Date().toISOString();
      const failure = { uri, requestClass, message, failedAt };
      if (gotten.asked) await this.#directory?.recordFailure(failure);
      return { problem: gotten.problem };
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
