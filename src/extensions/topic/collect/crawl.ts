import { hash53 } from "../../../base/math/sketch.js";
import { surt } from "../../../base/uri.js";
import { Turns } from "../../../run/setup/until-aborted.js";
import type { CollectionSettings, TopicMeasure } from "../../../score/settings/topic-types.js";
import type { TopicProfile } from "../profile/types.js";
import { Directories, directoryOfSurt, NearDuplicates } from "../profile/document.js";
import { allVoting, TopicJudge } from "../profile/judge.js";
import {
  type PageCandidate,
  type CrawlFigures,
  groupOfCandidate,
  harvestOf,
  type UnreadPage,
} from "./candidates.js";
import type { CrawlOrder } from "./frontier.js";
import { Frontier, type Waiting } from "./frontier.js";
import type { Web, WebPage } from "./web.js";

interface CrawlOptions {
  readonly topic: TopicProfile;
  /** Number of measures that must recognise a page. Default: the number in the topic. */
  readonly agree?: number;
  readonly starts: readonly string[];
  /** Maximum number of pages that are opened, including those that fail. */
  readonly visits: number;
  /** Default: best. */
  readonly order?: CrawlOrder;
  readonly signal?: AbortSignal;
  readonly onVisit?: (visited: number) => void;
}

/** The best candidates come first. */
export interface Crawl {
  readonly figures: CrawlFigures;
  readonly candidates: readonly PageCandidate[];
  /** Pages that could not be read. There are at most {@link MOST_UNREAD}. */
  readonly unread: readonly UnreadPage[];
}

/**
 * Runs a focused crawl ("Collecting domain specific documents", section 4). It opens the most promising page, compares
 * the page with the topic, and lets the page's links inherit its score, until no page is left or the maximum number has
 * been opened. The same web gives the same candidates.
 */
export async function crawl(web: Web, options: CrawlOptions): Promise<Crawl> {
  const run = new CrawlRun(web, options);
  await run.toTheEnd();
  return run.result();
}

/** A page that was compared but not recognised. It can still become a candidate because of its directory. */
interface EvaluatedPage {
  readonly key: string;
  readonly page: Omit<PageCandidate, "group">;
}

class CrawlRun {
  readonly #web: Web;
  readonly #options: CrawlOptions;
  readonly #settings: CollectionSettings;
  readonly #judge: TopicJudge;
  /** The three stores of the paper: pages to open, opened pages, recommended pages. */
  readonly #frontier: Frontier;
  readonly #visited = new Set<string>();
  readonly #candidates: PageCandidate[] = [];
  readonly #rest: EvaluatedPage[] = [];
  readonly #directories = new Directories();
  readonly #nearDuplicates = new NearDuplicates();
  readonly #texts = new Set<number>();
  readonly #names = new Set<string>();
  /** Tells for each page that was compared with the topic whether it was recognised. */
  readonly #harvest: boolean[] = [];
  #opened = 0;
  #failed = 0;
  #duplicates = 0;
  readonly #unread: UnreadPage[] = [];

  constructor(web: Web, options: CrawlOptions) {
    const { topic, agree, order = "best", starts } = options;
    this.#web = web;
    this.#options = options;
    this.#settings = { measures: allVoting, agree };
    this.#judge = new TopicJudge(topic, this.#settings);
    this.#frontier = new Frontier(order);
    for (const uriR of starts) this.#frontier.add(surt(uriR), uriR, 1);
  }

  async toTheEnd(): Promise<void> {
    const { visits, signal, onVisit } = this.#options;
    const turns = new Turns();
    while (this.#opened < visits) {
      signal?.throwIfAborted();
      const batch = this.#batch(Math.min(this.#web.atOnce, visits - this.#opened));
      if (batch.length === 0) return;
      this.#opened += batch.length;
      const opened = await Promise.all(batch.map(({ uriR }) => this.#web.open(uriR)));
      for (const [at, page] of opened.entries()) {
        if ("problem" in page) {
          this.#failed += 1;
          if (this.#unread.length < MOST_UNREAD)
            this.#unread.push({ "URI-R": batch[at]!.uriR, problem: page.problem });
        } else this.#take(page, batch[at]!);
      }
      onVisit?.(this.#opened);
      await turns.take();
    }
  }

  result(): Crawl {
    const all = [...this.#candidates, ...this.#ofDirectories()];
    all.sort((a, b) => b.score - a.score || a.visit - b.visit);
    const figures = {
      visited: this.#opened,
      evaluated: this.#harvest.length,
      failed: this.#failed,
      duplicates: this.#duplicates,
      waiting: this.#frontier.size,
      harvest: harvestOf(this.#harvest),
    };
    return { figures, candidates: all, unread: this.#unread };
  }

  #batch(size: number): Waiting[] {
    const batch: Waiting[] = [];
    while (batch.length < size) {
      const next = this.#frontier.next();
      if (next === undefined) break;
      this.#visited.add(surt(next.uriR));
      batch.push(next);
    }
    return batch;
  }

  #take(page: WebPage, { uriR: asked, parents }: Waiting): void {
    const key = surt(page.uriR);
    const isElsewhere = key !== surt(asked);
    // A redirect led to a page that has already been opened, or that is in this batch.
    if (isElsewhere && this.#visited.has(key)) return;
    this.#visited.add(key);
    const { evaluated, isRelevant } = this.#evaluate(page, key, parents);
    const isDuplicate = this.#isDuplicate(page, isRelevant);
    this.#harvest.push(isRelevant && !isDuplicate);
    // A duplicate has the same links as the page that it repeats.
    if (isDuplicate) {
      this.#duplicates += 1;
      return;
    }
    this.#directories.add(key, isRelevant);
    if (isRelevant) {
      const group = groupOfCandidate(evaluated.page["recognised by"]);
      this.#candidates.push({ ...evaluated.page, group });
    } else this.#rest.push(evaluated);
    const against = isRelevant ? this.#web.inLinks?.(page.uriR) : undefined;
    this.#follow([...page.links, ...(against ?? [])], evaluated);
  }

  /** Several links to the same page count once. */
  #follow(links: readonly string[], { page: { score, "URI-R": parent } }: EvaluatedPage): void {
    const byKey = new Map(links.map((link) => [surt(link), link]));
    for (const [key, link] of byKey) {
      if (this.#visited.has(key) || this.#web.has?.(link) === false) continue;
      this.#frontier.add(key, link, score, parent);
    }
  }

  #evaluate(
    { words, language, uriR, uriM, mementoDatetime, title }: WebPage,
    key: string,
    parents: readonly string[],
  ): { readonly evaluated: EvaluatedPage; readonly isRelevant: boolean } {
    const { outcomes, topicStatus, vote } = this.#judge.judge(words, language, key);
    const measures: Partial<Record<TopicMeasure, number>> = {};
    const recognised: TopicMeasure[] = [];
    const nearness: number[] = [];
    for (const [at, outcome] of outcomes.entries()) {
      const measure = this.#settings.measures[at]!.keyword;
      if ("problem" in outcome || measure === "directory") continue;
      const { score, topicStatus: status } = outcome.value;
      measures[measure] = roundedScore(score);
      if (status === "on-topic") recognised.push(measure);
      const threshold = vote?.thresholds[at];
      if (threshold !== undefined) nearness.push(score ** 2 / (score ** 2 + threshold ** 2));
    }
    const compared = {
      ...{ "URI-R": uriR, "URI-M": uriM, "memento-datetime": mementoDatetime, title, language },
      score: nearness.length === 0 ? 0 : roundedScore(mean(nearness)),
      ...{ measures, "recognised by": recognised, parents },
      visit: this.#harvest.length + 1,
    };
    return { evaluated: { key, page: compared }, isRelevant: topicStatus === "on-topic" };
  }

  /**
   * Returns true if a page repeats an earlier page. It repeats any earlier page with the same words. A relevant page
   * also repeats a recommended page with nearly the same words, or with the same name except for the suffix.
   */
  #isDuplicate({ words, uriR }: WebPage, isRelevant: boolean): boolean {
    const text = hash53(words.words.join(" "));
    const isKnown = words.words.length > 0 && this.#texts.has(text);
    this.#texts.add(text);
    if (isKnown || !isRelevant) return isKnown;
    const name = surt(uriR).replace(DOCUMENT_SUFFIX, "");
    if (this.#names.has(name) || this.#nearDuplicates.isKnown(words)) return true;
    this.#names.add(name);
    return false;
  }

  /**
   * Returns candidates by the paper's heuristic that a page in the directory of another recognised page is on-topic,
   * too.
   */
  #ofDirectories(): PageCandidate[] {
    const known = new Map(this.#directories.list());
    return this.#rest.flatMap(({ key, page }) => {
      const only = known.get(directoryOfSurt(key));
      return only === undefined || only === key ? [] : [{ ...page, group: "directory" as const }];
    });
  }
}

const MOST_UNREAD = 10_000;
/** Suffixes of the formats in which the same document may be offered. */
const DOCUMENT_SUFFIX = /\.(?:html?|xhtml|php|aspx?|jsp|pdf|ps|txt|zip|gz|ps\.gz)$/u;

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

const roundedScore = (number: number): number => Number(number.toFixed(4));
