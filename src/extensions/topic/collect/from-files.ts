import { hash53 } from "../../../base/math/sketch.js";
import { Spill } from "../../../base/shuffle.js";
import { surt } from "../../../base/uri.js";
import type { FeatureRecord, RecordGroup } from "../../../page/types.js";
import { definitionsIn } from "../../../run/collection/survey.js";
import { checkedRun, openRun } from "../../../run/detect.js";
import type { DetectOptions } from "../../../run/detect-options.js";
import { groupLines } from "../../../run/reduce/reduce.js";
import { extractRecords } from "../../../run/map.js";
import { mementoLines } from "../../../run/reduce/reduce.js";
import { RunningTally } from "../../../run/setup/tally.js";
import { Turns } from "../../../run/setup/until-aborted.js";
import { namesOf } from "../../../score/verdict/survey.js";
import type { TopicProfile } from "../profile/types.js";
import { collectChoices, type OpenedPage, PageMaker, type Web } from "./web.js";

/** Maximum number of links to a page that are kept, because the paper considers ten. */
const MOST_IN_LINKS = 10;
/** Maximum number of links from all captures of one page together. */
const MOST_LINKS_OF_PAGE = 5_000;

/** All captures of a page are treated as one page. */
export class FilesWeb implements Web {
  readonly atOnce: number = 1;
  /**
   * A line for each page. It has the page's links, TAB, and the page without its links or the reason why there is no
   * page.
   */
  readonly #lines = new Spill<string>("collect-", 0, (line) => line);
  readonly #uris: string[] = [];
  readonly #ids = new Map<number, number>();
  /** The numbers of up to {@link MOST_IN_LINKS} pages that link to each page. */
  #inLinks = new Int32Array();
  #inLinkCounts = new Uint8Array();
  /**
   * First page of each host, at which a crawl without `--start` begins. It is the home page if the home page was captured.
   */
  readonly firsts: string[] = [];

  /**
   * A page is represented by the capture nearest to `near`, or by default by the first capture. Its links come from all
   * captures. The caller must close the result. Throws a `UsageError` for a bad choice.
   */
  static async open(
    topic: TopicProfile,
    options: DetectOptions,
    near: string | undefined,
  ): Promise<FilesWeb> {
    const run = await openRun(checkedRun({ ...options, ...collectChoices(topic) }));
    const maker = new PageMaker(run.settings, { ...run, evidence: definitionsIn(run.evidence) });
    const records = await extractRecords(run, new RunningTally());
    const web = new FilesWeb();
    const turns = new Turns();
    const rest = async (): Promise<void> => {
      await turns.take();
      run.signal.throwIfAborted();
    };
    try {
      const groups = groupLines(mementoLines(records.sorted(), []), {
        memoryBytes: run.memoryBytes / 4,
        onDuplicate: () => undefined,
      });
      for await (const group of groups) {
        web.#add(group, maker, near);
        await rest();
      }
      web.#inLinks = new Int32Array(MOST_IN_LINKS * web.size);
      web.#inLinkCounts = new Uint8Array(web.size);
      for (let id = 0; id < web.size; id += 1) {
        web.#linkFrom(id);
        await rest();
      }
      return web;
    } catch (cause) {
      web.close();
      throw cause;
    } finally {
      records.close();
    }
  }

  get size(): number {
    return this.#uris.length;
  }

  open(uriR: string): Promise<OpenedPage> {
    const id = this.#idOf(uriR);
    if (id === undefined) return Promise.resolve({ problem: "it is not in the files" });
    const line = this.#lines.at(id)!;
    const tab = line.indexOf("\t");
    const links = JSON.parse(line.slice(0, tab)) as readonly string[];
    return Promise.resolve({ ...(JSON.parse(line.slice(tab + 1)) as OpenedPage), links });
  }

  has(uriR: string): boolean {
    return this.#idOf(uriR) !== undefined;
  }

  inLinks(uriR: string): readonly string[] {
    const id = this.#idOf(uriR);
    if (id === undefined) return [];
    const from = id * MOST_IN_LINKS;
    const known = this.#inLinks.subarray(from, from + this.#inLinkCounts[id]!);
    return Array.from(known, (at) => this.#uris[at]!);
  }

  close(): void {
    this.#lines.close();
  }

  #idOf(uriR: string): number | undefined {
    return this.#ids.get(hash53(surt(uriR)));
  }

  #add(group: RecordGroup, maker: PageMaker, near: string | undefined): void {
    const { uriMs } = namesOf(group);
    const links = new Set<string>();
    let best: { record: FeatureRecord; uriM: string; rank: number } | undefined;
    let at = 0;
    for (const record of group.records()) {
      const uriM = uriMs[at++] ?? "";
      for (const link of maker.links(record)) if (links.size < MOST_LINKS_OF_PAGE) links.add(link);
      const rank = rankOfCapture(record, near);
      if (best === undefined || rank < best.rank) best = { record, uriM, rank };
    }
    if (best === undefined) return;
    const { uriR } = best.record.capture;
    const key = surt(uriR);
    // A URI-R may have TimeMaps in several archives.
    if (this.#ids.has(hash53(key))) return;
    const id = this.#uris.length;
    this.#ids.set(hash53(key), id);
    const host = hostOfSurt(key);
    if (id === 0 || hostOfSurt(surt(this.#uris[id - 1]!)) !== host) this.firsts.push(uriR);
    this.#uris.push(uriR);
    const page = { ...maker.page(best.record, best.uriM), links: undefined };
    this.#lines.add("", () => `${JSON.stringify([...links])}\t${JSON.stringify(page)}`, 1);
  }

  #linkFrom(id: number): void {
    const line = this.#lines.at(id)!;
    const links = JSON.parse(line.slice(0, line.indexOf("\t"))) as readonly string[];
    for (const link of links) {
      const target = this.#idOf(link);
      if (target === undefined || target === id) continue;
      const count = this.#inLinkCounts[target]!;
      const place = target * MOST_IN_LINKS + count;
      const isKnown = count > 0 && this.#inLinks[place - 1] === id;
      if (isKnown || count === MOST_IN_LINKS) continue;
      this.#inLinks[place] = id;
      this.#inLinkCounts[target] = count + 1;
    }
  }
}

const hostOfSurt = (key: string): string => key.split(")", 1)[0]!;

/**
 * The capture with the lowest rank is used. A capture that cannot be read or has no 2xx status is used only if there is
 * no other.
 */
function rankOfCapture({ problem, capture }: FeatureRecord, near: string | undefined): number {
  const { status = 200, mementoDatetime } = capture;
  const date = Date.parse(mementoDatetime);
  const distance = near === undefined ? date + 1e14 : Math.abs(date - Date.parse(near));
  return problem === undefined && status < 300 ? distance : distance + 1e15;
}
