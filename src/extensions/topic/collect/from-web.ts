import { toFourteenDigits } from "../../../base/datetime.js";
import { unavailable } from "../../../base/errors.js";
import type { InputItem, Outcome } from "../../../base/types.js";
import type { FeatureRecord } from "../../../page/types.js";
import type { LanguageDetector } from "../../../page/words/language-detector.js";
import { fetchMemento } from "../../../read/archives/fetch-memento.js";
import { whyNoPage } from "../../../read/captures/why-no-page.js";
import type { FetcherHandle } from "../../../read/http/fetcher.js";
import { bodyText, header, redirectTarget } from "../../../read/timemaps/response.js";
import { uriROf } from "../../../read/timemaps/uri.js";
import type { ArchiveChoice, FetchedResponse, RawRule } from "../../../read/types.js";
import { checkedSettings } from "../../../run/detect.js";
import {
  bindFeatures,
  type BoundFeature,
  extractFeatures,
  loadFor,
  openBody,
  pageLimits,
} from "../../../run/records/extract.js";
import type { TopicProfile } from "../../../score/settings/topic-types.js";
import type { Settings } from "../../../score/settings/types.js";
import { setTimeout as sleep } from "node:timers/promises";
import robotsParser from "robots-parser";
import { parse } from "tldts";
import { collectChoices, type OpenedPage, PageMaker, type Web } from "./web.js";

/**
 * Number of pages requested at the same time. It is independent of `--set concurrency`, because the order of a crawl
 * depends on it.
 */
const AT_ONCE = 4;

/** Extracts from a response the features that collecting needs, in this thread. */
class FetchedPageReader {
  readonly settings: Settings;
  readonly #maker: PageMaker;
  readonly #bound: readonly BoundFeature[];
  readonly #detect: LanguageDetector | undefined;

  private constructor(
    settings: Settings,
    maker: PageMaker,
    bound: readonly BoundFeature[],
    detect: LanguageDetector | undefined,
  ) {
    this.settings = settings;
    this.#maker = maker;
    this.#bound = bound;
    this.#detect = detect;
  }

  static async open(topic: TopicProfile, maxPageSize?: number): Promise<FetchedPageReader> {
    const { settings, definitions } = checkedSettings({ ...collectChoices(topic), maxPageSize });
    const maker = new PageMaker(settings, definitions);
    const { language } = settings.preprocessing;
    const bound = bindFeatures(maker.requests, definitions.features, language);
    return new FetchedPageReader(settings, maker, bound, await loadFor(bound));
  }

  async read(item: InputItem): Promise<OpenedPage> {
    if (item.kind === "missed") return { problem: item.problem.message };
    if (item.kind === "other") return { problem: `not a page (${item.reason})` };
    if (item.kind !== "memento") return { problem: "a redirect that leads nowhere" };
    const limits = pageLimits(this.settings.maxPageBytes);
    const body = await openBody(item, this.settings);
    const { features, ...taken } = extractFeatures(body, this.#bound, limits, {
      detect: this.#detect,
    });
    const record: FeatureRecord = {
      ...{ key: item.capture.uriR, tie: "", ...taken },
      features: features.map((text) => JSON.parse(text) as FeatureRecord["features"][number]),
    };
    return this.#maker.page(record, item.capture.uriM ?? "");
  }
}

interface ArchiveOptions {
  readonly fetcher: FetcherHandle;
  readonly archive: ArchiveChoice;
  /** Date in ISO 8601. The capture nearest to it is requested. */
  readonly near: string;
  readonly rawRules?: readonly RawRule[];
  readonly maxPageSize?: number;
}

/** Pages of an archive near a date. The archive redirects a request for that date to the nearest capture. */
export class ArchiveWeb implements Web {
  readonly atOnce: number = AT_ONCE;
  readonly #reader: FetchedPageReader;
  readonly #options: ArchiveOptions;

  private constructor(reader: FetchedPageReader, options: ArchiveOptions) {
    this.#reader = reader;
    this.#options = options;
  }

  static async open(topic: TopicProfile, options: ArchiveOptions): Promise<ArchiveWeb> {
    return new ArchiveWeb(await FetchedPageReader.open(topic, options.maxPageSize), options);
  }

  async open(uriR: string): Promise<OpenedPage> {
    const { fetcher, archive, near, rawRules } = this.#options;
    const wanted = {
      ...{ uriR, mementoDatetime: near },
      uriM: `${archive.replay}${toFourteenDigits(near)}/${uriR}`,
    };
    const { maxPageBytes, formats } = this.#reader.settings;
    const item = await fetchMemento(wanted, {
      ...{ fetcher, rawRules, redirects: "follow", substituted: "keep" },
      ...{ maxPageBytes, formats },
    });
    const page = await this.#reader.read(item);
    if ("problem" in page) return page;
    // The links of a page that is not raw lead to the archive.
    const original = (link: string): string =>
      (link.startsWith(archive.replay) ? uriROf(link) : undefined) ?? link;
    return { ...page, links: [...new Set(page.links.map(original))] };
  }
}

interface LiveOptions {
  readonly fetcher: FetcherHandle;
  /** Start pages. They may be on any host, while links are followed to public hosts only. */
  readonly starts: readonly string[];
  readonly signal?: AbortSignal;
  readonly maxPageSize?: number;
}

const ROBOT = "detect_off_topic";
const MOST_REDIRECTS = 5;
/** Maximum length of robots.txt that is parsed: RFC 9309, section 2.5, requires parsers to read 500 kibibytes. */
const ROBOTS_CHARACTERS = 500 * 1024;
/** Maximum crawl delay in seconds. A host that requires a longer delay is not visited. */
const LONGEST_DELAY = 60;

interface Robots {
  readonly allows: (uri: string) => boolean;
  readonly delay: number;
  /** Reason why nothing may be requested, if it is not a rule of the file. */
  readonly refusal?: string;
}

const refused = (refusal: string): Robots => ({ allows: () => false, delay: 0, refusal });

/** Pages of the live web. Pages that robots.txt forbids are not requested. */
export class LiveWeb implements Web {
  readonly atOnce: number = AT_ONCE;
  readonly #reader: FetchedPageReader;
  readonly #options: LiveOptions;
  readonly #startHosts: ReadonlySet<string>;
  readonly #robots = new Map<string, Promise<Robots>>();
  /** For each origin, a promise that resolves when the next request may be sent. */
  readonly #turns = new Map<string, Promise<unknown>>();

  private constructor(reader: FetchedPageReader, options: LiveOptions) {
    this.#reader = reader;
    this.#options = options;
    this.#startHosts = new Set(options.starts.map((uri) => new URL(uri).host));
  }

  static async open(topic: TopicProfile, options: LiveOptions): Promise<LiveWeb> {
    return new LiveWeb(await FetchedPageReader.open(topic, options.maxPageSize), options);
  }

  async open(uriR: string): Promise<OpenedPage> {
    const answer = await this.#follow(uriR, (uri) => this.#ask(uri));
    if ("problem" in answer) return { problem: answer.problem.message };
    const { uri, status, body, fetchedAt } = answer.value;
    const contentType = header(answer.value, "content-type");
    const capture = { uriR: uri, uriM: uri, mementoDatetime: fetchedAt, status, contentType };
    const contentEncoding = header(answer.value, "content-encoding");
    const encoded = { bytes: body, contentEncoding };
    const { formats } = this.#reader.settings;
    const reason = whyNoPage(
      { contentType, formats, body: encoded },
      () => contentType ?? "no media type",
    );
    return this.#reader.read(
      reason === undefined
        ? { kind: "memento", capture, body: encoded }
        : { kind: "other", capture, reason },
    );
  }

  /**
   * Returns true for public hosts and for hosts of start pages, because a link must not lead into the private network
   * of the user.
   */
  has(uriR: string): boolean {
    const { host, hostname } = new URL(uriR);
    return this.#startHosts.has(host) || parse(hostname).isIcann === true;
  }

  async #follow(
    uriR: string,
    ask: (uri: string) => Promise<Outcome<FetchedResponse>>,
  ): Promise<Outcome<FetchedResponse>> {
    let uri = uriR;
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      if (!this.has(uri)) return unavailable(`${uri} is not on a public host`);
      const answer = await ask(uri);
      if ("problem" in answer) return answer;
      const target = redirectTarget(answer.value);
      if (target === undefined) return answer;
      uri = target;
    }
    return unavailable(`more than ${MOST_REDIRECTS} redirects, the last to ${uri}`);
  }

  async #ask(uri: string): Promise<Outcome<FetchedResponse>> {
    const { origin } = new URL(uri);
    let robots = this.#robots.get(origin);
    if (robots === undefined) this.#robots.set(origin, (robots = this.#robotsOf(origin)));
    const { allows, delay, refusal = "forbids it" } = await robots;
    if (!allows(uri)) return unavailable(`robots.txt of ${origin} ${refusal}`);
    return delay === 0 ? this.#fetch(uri) : this.#inTurn(origin, delay, uri);
  }

  /**
   * Requests pages of an origin one after the other, `delay` seconds apart. An answer from the working directory needs
   * no delay.
   */
  async #inTurn(origin: string, delay: number, uri: string): Promise<Outcome<FetchedResponse>> {
    const { fetcher, signal } = this.#options;
    const before = this.#turns.get(origin) ?? Promise.resolve();
    const answer = before.then(() => this.#fetch(uri));
    const { requests } = fetcher.statistics;
    const isAsked = (): boolean => fetcher.statistics.requests > requests;
    const after = answer.then(() => (isAsked() ? sleep(1000 * delay, undefined, { signal }) : 0));
    // The caller that awaits the answer gets its failure.
    this.#turns.set(
      origin,
      after.catch(() => undefined),
    );
    return answer;
  }

  async #robotsOf(origin: string): Promise<Robots> {
    const address = `${origin}/robots.txt`;
    const answer = await this.#follow(address, (uri) => this.#fetch(uri));
    // RFC 9309, section 2.3.1: everything is allowed if there is no robots.txt, and nothing is allowed if it cannot be
    // fetched.
    if ("problem" in answer) return refused(`cannot be read: ${answer.problem.message}`);
    if (answer.value.status >= 500) {
      return refused(`cannot be read: HTTP status ${answer.value.status}`);
    }
    if (answer.value.status >= 400) return { allows: () => true, delay: 0 };
    const text = bodyText(answer.value);
    if ("problem" in text) return refused(`cannot be read: ${text.problem.message}`);
    try {
      const robots = robotsParser(address, text.value.slice(0, ROBOTS_CHARACTERS));
      const delay = Math.max(0, robots.getCrawlDelay(ROBOT) ?? 0);
      if (delay > LONGEST_DELAY) return refused(`asks for a delay of ${delay} s`);
      return { allows: (uri) => robots.isAllowed(uri, ROBOT) !== false, delay };
    } catch {
      // The parser throws for user agents that are named like members of objects, such as `constructor`. A file that
      // cannot be parsed allows nothing.
      return refused("cannot be understood");
    }
  }

  #fetch(uri: string): Promise<Outcome<FetchedResponse>> {
    return this.#options.fetcher.fetch({ uri, requestClass: "playback" });
  }
}
