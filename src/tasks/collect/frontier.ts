import FlatQueue from "flatqueue";
import type { CrawlOrder } from "../../command/choices.js";

/** A link that leads to a page, as far as is known before it is opened. */
export interface Waiting {
  readonly uriR: string;
  /** What it inherits from the pages that lead to it. */
  readonly score: number;
  /** The first pages that lead to it; none of where a crawl begins. */
  readonly parents: readonly string[];
}

interface Entry extends Waiting {
  readonly key: string;
  /** In which it was found. */
  readonly order: number;
  readonly sum: number;
  readonly count: number;
  /** Its place in the queue. */
  readonly rank: number;
}

/** Pages that wait at most; of more the worse half is forgotten. */
const MOST_WAITING = 1_000_000;
const MOST_PARENTS = 10;
/** Scores count with six digits; among equal ones the order of finding decides. */
const STEPS = 1e6;
const ORDERS = 2 ** 31;

/** The pages to be opened, best first: a link inherits the scores of the pages that lead to it. */
export class Frontier {
  readonly #order: CrawlOrder;
  readonly #mostWaiting: number;
  readonly #entries = new Map<string, Entry>();
  /** Entries that were given a new score stand in it more than once: only the one of their present rank counts. */
  #queue = new FlatQueue<Entry>();
  #found = 0;

  constructor(order: CrawlOrder, mostWaiting = MOST_WAITING) {
    this.#order = order;
    this.#mostWaiting = mostWaiting;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Takes a link that a page leads to, which has this score; without a parent the crawl begins there. */
  add(key: string, uriR: string, score: number, parent?: string): void {
    const known = this.#entries.get(key);
    const { order = this.#found++, parents = [], sum = 0, count = 0 } = known ?? {};
    const inherited = (sum + score) / (count + (this.#order === "mean" ? 1 : 2));
    const entry: Entry = {
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

  /** The best one, which waits no more. */
  next(): Waiting | undefined {
    for (let entry = this.#queue.pop(); entry !== undefined; entry = this.#queue.pop()) {
      if (this.#entries.get(entry.key) !== entry) continue;
      this.#entries.delete(entry.key);
      return entry;
    }
    return undefined;
  }

  #rank(score: number, order: number): number {
    const steps = this.#order === "breadth" ? 0 : STEPS - Math.round(score * STEPS);
    return steps * ORDERS + order;
  }

  #keepBest(most: number): void {
    const best = [...this.#entries.values()].sort((a, b) => a.rank - b.rank).slice(0, most);
    this.#entries.clear();
    this.#queue = new FlatQueue<Entry>();
    for (const entry of best) {
      this.#entries.set(entry.key, entry);
      this.#queue.push(entry, entry.rank);
    }
  }
}
