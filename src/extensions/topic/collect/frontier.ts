import FlatQueue from "flatqueue";

/**
 * `mean` goes by the mean score of the pages that link to a page (the paper). `best` adds one link of score 0 to that
 * mean, so that five good pages count for more than one. `breadth` keeps the order in which pages were found.
 */
export const crawlOrders = ["best", "mean", "breadth"] as const;

export type CrawlOrder = (typeof crawlOrders)[number];

export interface Waiting {
  readonly uriR: string;
  /** Score that the page inherits from the pages that link to it. */
  readonly score: number;
  /** First pages that link to the page. Empty for a start page. */
  readonly parents: readonly string[];
}

interface FrontierEntry extends Waiting {
  readonly key: string;
  /** Number of pages that were found before this page. */
  readonly order: number;
  readonly sum: number;
  readonly count: number;
  /** The page with the lowest value is next. */
  readonly rank: number;
}

/** Maximum number of pages to open. Beyond it the worse half is forgotten. */
const MOST_WAITING = 1_000_000;
const MOST_PARENTS = 10;
/** Scores are rounded to six digits. Among equal scores the page that was found first comes first. */
const SCORE_STEPS = 1e6;
const ORDERS = 2 ** 31;

/** Queue of pages to open, the best first. A page inherits the scores of the pages that link to it. */
export class Frontier {
  readonly #order: CrawlOrder;
  readonly #mostWaiting: number;
  readonly #entries = new Map<string, FrontierEntry>();
  /** A page whose score has changed is in the queue several times, and only the entry in `#entries` is valid. */
  #queue = new FlatQueue<FrontierEntry>();
  #found = 0;

  constructor(order: CrawlOrder, mostWaiting = MOST_WAITING) {
    this.#order = order;
    this.#mostWaiting = mostWaiting;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** A start page has no parent. */
  add(key: string, uriR: string, score: number, parent?: string): void {
    const known = this.#entries.get(key);
    const { order = this.#found++, parents = [], sum = 0, count = 0 } = known ?? {};
    const inherited = (sum + score) / (count + (this.#order === "mean" ? 1 : 2));
    const entry: FrontierEntry = {
      ...{ key, order, sum: sum + score, count: count + 1, score: inherited },
      uriR: known?.uriR ?? uriR,
      parents:
        parent === undefined || parents.length >= MOST_PARENTS ? parents : [...parents, parent],
      rank: this.#rank(inherited, order),
    };
    this.#entries.set(key, entry);
    this.#queue.push(entry, entry.rank);
    if (this.#entries.size > this.#mostWaiting) this.#keepBest(this.#mostWaiting / 2);
    else if (this.#queue.length > 3 * this.#mostWaiting) this.#keepBest(this.#mostWaiting);
  }

  /** Removes the best page and returns it. */
  next(): Waiting | undefined {
    for (let entry = this.#queue.pop(); entry !== undefined; entry = this.#queue.pop()) {
      if (this.#entries.get(entry.key) !== entry) continue;
      this.#entries.delete(entry.key);
      return entry;
    }
    return undefined;
  }

  #rank(score: number, order: number): number {
    const steps = this.#order === "breadth" ? 0 : SCORE_STEPS - Math.round(score * SCORE_STEPS);
    return steps * ORDERS + order;
  }

  #keepBest(most: number): void {
    const best = [...this.#entries.values()].sort((a, b) => a.rank - b.rank).slice(0, most);
    this.#entries.clear();
    this.#queue = new FlatQueue<FrontierEntry>();
    for (const entry of best) {
      this.#entries.set(entry.key, entry);
      this.#queue.push(entry, entry.rank);
    }
  }
}
