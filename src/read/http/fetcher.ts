import { setMaxListeners } from "node:events";
import { unavailable, UsageError } from "../../base/errors.js";
import { endsWhereBroken } from "../coding/content-coding.js";
import type { Outcome } from "../../base/types.js";
import type { FetchedResponse, Fetcher, FetchRequest, RequestClass } from "../types.js";
import { version } from "../../base/version.js";
import type { Access } from "./access.js";
import type { DirectoryInput } from "./directory/manifest.js";
import {
  DirectoryTrouble,
  type Recorded,
  WorkingDirectory,
} from "./directory/working-directory.js";
import {
  type Clock,
  HostQueue,
  patience,
  type PausePolicy,
  systemClock,
  type Turn,
} from "./host-queue.js";
import { type BackOff, Host, type Tries, usualBackOff, type Verdict } from "./host.js";
import { type LimitChoices, limitsFor } from "./limits.js";
import { Refusals, Statistics } from "./statistics.js";
import {
  type Answer,
  doubtful,
  doubtOf,
  encodedBody,
  requestTarget,
  type RequestTarget,
  type Transport,
  type Wanted,
  type WireResponse,
} from "./transport.js";

/**
 * How requests introduce themselves: the program, its version and whom to ask when they are a burden. Throws a
 * `UsageError` for a contact that cannot stand in a header.
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
/** How fetching is to be done; everything may be left out. */
export interface FetcherOptions {
  /** The working directory (`-d`) and the input that it is for; without it nothing is recorded. */
  readonly record?: { readonly directory: string; readonly input: DirectoryInput };
  /** TimeMaps are fetched again, whatever is on record (`--refresh`). */
  readonly refresh?: boolean;
  /** The web itself is asked, which has no mementos: any answer that is no error stands when a run continues. */
  readonly live?: boolean;
  /** Nothing is fetched: the record answers, or a problem does (`--offline`). Needs a working directory. */
  readonly offline?: boolean;
  readonly signal?: AbortSignal;
  /** `--rate`, `--concurrency`, and how many processes share the address. */
  readonly limits?: LimitChoices;
  /** Milliseconds for connecting, for waiting for headers, and for silence within a body (`--timeout`). Default 60 s. */
  readonly timeoutMs?: number;
  /** Milliseconds for a whole answer. Default three times `timeoutMs` for a memento, ten times for a TimeMap. */
  readonly wholeTimeoutMs?: number;
  /** What opens private collections; sent to no host that it is not for, and never recorded. */
  readonly access?: Pick<Access, "headersFor">;
  /** E-mail or web address for the User-Agent (`--contact`). */
  readonly contact?: string;
  /** Larger bodies of mementos are problems, in bytes. Default 64 MiB; TimeMaps may have 512 MiB. */
  readonly maxBodyBytes?: number;
  /** A new WARC file is begun after this many bytes. Default 1 GB. */
  readonly fileBytes?: number;
  /** What a user needs to know at once: pauses, hosts given up, records lost. */
  readonly onNotice?: (message: string) => void;
  readonly pauses?: PausePolicy;
  readonly backOff?: BackOff;
  readonly clock?: Clock;
  /** Numbers from 0 up to 1, for the jitter of retries. */
  readonly random?: () => number;
}

/** What is asked of a file. */
interface PartRequest {
  readonly uri: string;
  readonly range: { readonly from: number; readonly to: number };
  readonly headers?: Readonly<Record<string, string>>;
  /** More bytes are a problem. */
  readonly most: number;
}

/** A fetcher that is to be closed when nothing more is wanted of it. */
export interface FetcherHandle extends Fetcher {
  readonly statistics: Readonly<Statistics>;
  /** Stops what is running, waits for what is being written, and gives the directory back. */
  close(): Promise<void>;
}

/** A part of a file, and how long it took. */
type FetchedPart = FetchedResponse & Pick<WireResponse, "tookMs">;

const MEBIBYTE = 1024 * 1024;
/** Patience where `--timeout` is not given. */
export const DEFAULT_TIMEOUT_MS = 60_000;

/** Opens a fetcher. Throws a `UsageError` when the working directory cannot be used. */
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
  // Undici is a quarter of all that a small run would load.
  const { openTransport } = await import("./open-transport.js");
  const transport = openTransport(
    { part, whole: { playback: whole(3), timemap: whole(10), api: whole(10) } },
    (uri) => options.access?.headersFor(uri) ?? {},
  );
  return new RecordingFetcher(options, directory, transport, agent);
}

/** A fetcher by which files are read too. */
export class RecordingFetcher implements FetcherHandle {
  readonly statistics: Statistics = new Statistics();
  readonly #options: FetcherOptions;
  readonly #directory: WorkingDirectory | undefined;
  readonly #closing = new AbortController();
  readonly #signal: AbortSignal;
  readonly #transport: Transport;
  readonly #client: PoliteClient;
  readonly #refusals = new Refusals(this.statistics);
  readonly #headers: Readonly<Record<string, string>>;
  readonly #maxBodyBytes: Readonly<Record<RequestClass, number>>;
  /** A URI that is wanted twice at once is fetched once. */
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
    // Each request listens to it.
    setMaxListeners(0, this.#signal);
    this.#headers = { "user-agent": userAgentHeader, accept: "*/*", "accept-encoding": "gzip" };
    this.#maxBodyBytes = bodyLimits(options.maxBodyBytes ?? 64 * MEBIBYTE);
    this.#transport = transport;
    this.#client = new PoliteClient({
      transport,
      clock: options.clock ?? systemClock,
      signal: this.#signal,
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

  /** One GET for a part of a file, in bytes from `range.from` up to `range.to`; nothing of it is recorded. */
  async part({
    uri,
    range: { from, to },
    headers,
    most,
  }: PartRequest): Promise<Outcome<FetchedPart>> {
    const range = `bytes=${from}-${to - 1}`;
    const sent = { ...this.#headers, "accept-encoding": "identity", ...headers, range };
    const keep: Keep = () => Promise.resolve();
    const outcome = await this.#client.get({ uri, requestClass: "playback" }, sent, keep, most);
    if (!("value" in outcome)) return outcome;
    const { value } = outcome;
    return { value: { ...withoutStatusText(value), tookMs: value.tookMs } };
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error("the fetcher is closed"));
    // What has come in is still written down.
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
    // A full disk would lose whatever is fetched.
    if (this.#directory !== undefined && this.statistics.incomplete?.startsWith(DISK) === true) {
      return unavailable(this.statistics.incomplete);
    }
    return this.#fetchAndRecord(request);
  }

  /** What is on record; an answer whose body cannot be relied on is not one. */
  async #recorded({ uri, requestClass }: FetchRequest): Promise<Recorded | undefined> {
    const recorded = await this.#directory?.find(uri);
    if (recorded === undefined || !("response" in recorded)) return recorded;
    const failure = doubtOf(recorded.response, this.#maxBodyBytes[requestClass]);
    return failure === undefined ? recorded : { failure };
  }

  #holds(
    { final, fresh, response }: Extract<Recorded, { response: unknown }>,
    { requestClass }: FetchRequest,
  ): boolean {
    const { refresh = false, live = false } = this.#options;
    if (fresh || (live && response.status < 400)) return true;
    return final && !(refresh && requestClass === "timemap");
  }

  async #fetchAndRecord(request: FetchRequest): Promise<Outcome<FetchedResponse>> {
    const { uri, requestClass, memento } = request;
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
      const outcome = await this.#client.get(request, sent, keep);
      if ("value" in outcome) {
        const value = withoutStatusText(outcome.value);
        await this.#refusals.add(value, requestClass);
        return { value };
      }
      const { message } = outcome.problem;
      const failedAt = new Date().toISOString();
      const failure = { uri, requestClass, message, failedAt };
      if (outcome.asked) await this.#directory?.recordFailure(failure);
      return { problem: outcome.problem };
    } catch (cause) {
      this.#signal.throwIfAborted();
      if (!(cause instanceof DirectoryTrouble)) throw cause;
      this.statistics.incomplete ??= `${DISK}: ${cause.message}; make room and run again with the same -d to continue`;
      return unavailable(this.statistics.incomplete);
    }
  }
}

const DISK = "cannot write to the working directory";

function bodyLimits(playback: number): Readonly<Record<RequestClass, number>> {
  const lists = Math.max(playback, 512 * MEBIBYTE);
  return { playback, timemap: lists, api: lists };
}

function fromRecord(
  recorded: Recorded | undefined,
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

interface PoliteClientOptions extends Required<
  Pick<FetcherOptions, "backOff" | "clock" | "limits" | "onNotice" | "pauses" | "random" | "signal">
> {
  readonly transport: Transport;
  readonly maxBodyBytes: Readonly<Record<RequestClass, number>>;
  readonly statistics: Statistics;
}

/** Writes an answer down. */
type Keep = (response: WireResponse, sent: Wanted["headers"]) => Promise<void>;

/** An answer, a problem after trying, or a problem without having asked (a host given up, a URI that cannot be asked). */
type Gotten = Outcome<WireResponse> & { readonly asked: boolean };

/** Gets URIs as the limits of their hosts permit and tries again what is transient. */
class PoliteClient {
  readonly #options: PoliteClientOptions;
  readonly #hosts = new Map<string, Host>();

  constructor(options: PoliteClientOptions) {
    this.#options = options;
  }

  /**
   * One URI, after as many tries as it takes; `headers` go over the wire as they are, but for Accept-Encoding once a body
   * could not be relied on. Where there is an answer in the
   * end, it is returned whatever its status, after `keep` is done with it: until then it counts as in flight, so that
   * no more is lost by a kill than what hosts may be asked at once. A body of more than `most` bytes is a problem. Rejects when aborted, and when `keep` does.
   */
  async get(
    { uri, requestClass }: FetchRequest,
    headers: Readonly<Record<string, string>>,
    keep: Keep,
    most: number = this.#options.maxBodyBytes[requestClass],
  ): Promise<Gotten> {
    const { clock, signal, statistics } = this.#options;
    const target = requestTarget(uri);
    if (target === undefined) return refused(`not an http or https URI: ${uri}`);
    const host = this.#host(target);
    const tries: Tries = { failures: 0, limited: 0 };
    for (;;) {
      const admission = await host.queue.enter(requestClass);
      if ("refusal" in admission) return refused(admission.refusal);
      const plain: Readonly<Record<string, string>> =
        tries.broken === undefined ? {} : { "accept-encoding": "identity" };
      const wanted = { uri, requestClass, headers: { ...headers, ...plain }, maxBodyBytes: most };
      const verdict = await this.#try(wanted, host, admission.turn, tries, keep);
      if ("outcome" in verdict) return { ...verdict.outcome, asked: true };
      statistics.retries += 1;
      if (verdict.againAfterMs > 0) await clock.sleep(verdict.againAfterMs, signal);
    }
  }

  async #try(wanted: Wanted, host: Host, turn: Turn, tries: Tries, keep: Keep): Promise<Verdict> {
    const { transport, statistics, signal } = this.#options;
    try {
      statistics.requests += 1;
      const answer = sameEnd(
        await transport.get(wanted, signal),
        tries.broken,
        wanted.maxBodyBytes,
      );
      if ("response" in answer) statistics.bytes += answer.response.body.length;
      const verdict = host.judge(answer, turn, tries);
      if ("outcome" in verdict && "value" in verdict.outcome)
        await keep(verdict.outcome.value, wanted.headers);
      return verdict;
    } finally {
      turn.leave();
    }
  }

  #host({ host: name, hostname }: RequestTarget): Host {
    const known = this.#hosts.get(name);
    if (known !== undefined) return known;
    const { limits, pauses, clock, signal } = this.#options;
    const queue = new HostQueue({ limits: limitsFor(hostname, limits), pauses, clock, signal });
    const host = new Host({ ...this.#options, name, queue });
    this.#hosts.set(name, host);
    return host;
  }
}

/** A page that ends where the coded body broke off before is not a whole page, however well it is sent. */
function sameEnd(answer: Answer, broken: WireResponse | undefined, most: number): Answer {
  if ("trouble" in answer || broken === undefined) return answer;
  const { response } = answer;
  if (!endsWhereBroken(encodedBody(response), encodedBody(broken), most)) return answer;
  return { trouble: doubtful("the archived body itself is cut off or damaged", response) };
}

const refused = (message: string): Gotten => ({ ...unavailable(message), asked: false });
