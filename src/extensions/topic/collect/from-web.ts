import { toFourteenDigits } from "../../../base/datetime.js";
import type { InputItem } from "../../../base/types.js";
import type { FeatureRecord } from "../../../page/types.js";
import { fetchMemento } from "../../../read/archives/fetch-memento.js";
import type { RecordingFetcher } from "../../../read/http/fetcher.js";
import { uriROf } from "../../../read/timemaps/uri.js";
import type { ArchiveChoice } from "../../../read/types.js";
import { checkedSettings } from "../../../run/detect.js";
import { openBody, pageLimits, pageReader, type PageReader } from "../../../run/records/extract.js";
import type { TopicProfile } from "../profile/types.js";
import type { Settings } from "../../../score/settings/types.js";
import { collectChoices, type OpenedPage, PageMaker, type Web } from "./web.js";

/**
 * Number of pages requested at the same time. It is independent of `--set concurrency`, because the order of a crawl
 * depends on it.
 */
const PAGES_AT_ONCE = 4;

interface ArchiveOptions {
  readonly fetcher: RecordingFetcher;
  readonly archive: ArchiveChoice;
  /** Date in ISO 8601. The capture nearest to it is requested. */
  readonly near: string;
  readonly maxPageSize?: number;
}

/** Pages of an archive near a date. The archive redirects a request for that date to the nearest capture. */
export class ArchiveWeb implements Web {
  readonly atOnce: number = PAGES_AT_ONCE;
  readonly #options: ArchiveOptions;
  readonly #settings: Settings;
  readonly #maker: PageMaker;
  readonly #reader: PageReader;

  constructor(topic: TopicProfile, options: ArchiveOptions) {
    this.#options = options;
    const { maxPageSize } = options;
    const { settings, definitions } = checkedSettings({ ...collectChoices(topic), maxPageSize });
    this.#settings = settings;
    this.#maker = new PageMaker(settings, definitions);
    const { requests } = this.#maker;
    const limits = pageLimits(settings.maxPageBytes);
    const setup = { requests, language: settings.preprocessing.language, limits };
    this.#reader = pageReader(setup, definitions.features);
  }

  async open(uriR: string): Promise<OpenedPage> {
    const { fetcher, archive, near } = this.#options;
    const wanted = {
      ...{ uriR, mementoDatetime: near },
      uriM: `${archive.replay}${toFourteenDigits(near)}/${uriR}`,
    };
    const { maxPageBytes, formats } = this.#settings;
    const item = await fetchMemento(wanted, {
      ...{ fetcher, redirects: "follow", substituted: "keep" },
      ...{ maxPageBytes, formats },
    });
    const page = await this.#read(item);
    if ("problem" in page) return page;
    // The links of a page that is not raw lead to the archive.
    const original = (link: string): string =>
      (link.startsWith(archive.replay) ? uriROf(link) : undefined) ?? link;
    return { ...page, links: [...new Set(page.links.map(original))] };
  }

  /** Extracts from a response the features that collecting needs, in this thread. */
  async #read(item: InputItem): Promise<OpenedPage> {
    if (item.kind === "missed") return { problem: item.problem.message };
    if (item.kind === "other") return { problem: `not a page (${item.reason})` };
    if (item.kind !== "memento") return { problem: "a redirect that leads nowhere" };
    const { features, ...taken } = this.#reader(await openBody(item, this.#settings));
    const record: FeatureRecord = {
      ...{ key: item.capture.uriR, tie: "", ...taken },
      features: features.map((text) => JSON.parse(text) as FeatureRecord["features"][number]),
    };
    return this.#maker.page(record, item.capture.uriM ?? "");
  }
}
