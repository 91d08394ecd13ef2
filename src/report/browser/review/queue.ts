import type { Look } from "../../list-count.js";
import type { PageHead } from "../../page-data.js";
import {
  type FacetName,
  type FilteredQueue,
  filterQueue,
  placesOf,
  type QueueFilter,
  type ReviewCase,
} from "./cases.js";
import type { ReviewModel } from "./review-model.js";

const NO_FILTER = { facets: new Map<FacetName, string>(), query: "" };

/** The filtered cases, and the current case and memento. */
export class CaseQueue {
  filter: QueueFilter = { look: "case", ...NO_FILTER };
  shown: FilteredQueue = { cases: [], counts: new Map() };
  /** Place of the shown memento of the current case in its TimeMap. */
  place = 0;
  readonly #head: PageHead;
  readonly #model: ReviewModel;
  #current: ReviewCase | undefined;
  #isAtEnd = false;

  constructor(head: PageHead, model: ReviewModel) {
    this.#head = head;
    this.#model = model;
  }

  get current(): ReviewCase | undefined {
    return this.#current;
  }

  /** Whether the last open case is decided. No case is then current until the reviewer chooses one. */
  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  /** Index of the current case among the filtered cases; -1 if the filter excludes the current case. */
  get at(): number {
    return this.#current === undefined ? -1 : this.shown.cases.indexOf(this.#current);
  }

  get open(): readonly ReviewCase[] {
    return this.shown.cases.filter((each) => this.#model.isOpen(each));
  }

  /** Without a current case, the first open case becomes current unless all are decided. */
  refresh(): void {
    const seedOf = ({ timeMap }: ReviewCase): string => this.#head.timeMaps[timeMap]!.seed;
    const { cases } = this.#model;
    this.shown = filterQueue(cases, this.filter, (each) => this.#model.stateOf(each), seedOf);
    if (this.#current !== undefined) return;
    const [first] = this.open;
    if (first === undefined) this.finish();
    else this.goTo(first);
  }

  goTo(each: ReviewCase): void {
    if (this.#current !== each) this.place = each.place;
    this.#current = each;
    this.#isAtEnd = false;
    // A case of another list, such as one that is decided no more, brings its list.
    if (each.look !== this.filter.look) this.filter = { ...NO_FILTER, look: each.look };
    this.#model.opened(each);
  }

  finish(): void {
    this.#current = undefined;
    this.#isAtEnd = true;
  }

  /** Shows a list from its first open case on, without a filter. */
  show(look: Look): void {
    this.filter = { ...NO_FILTER, look };
    this.#current = undefined;
    this.refresh();
  }

  /** Without an identifier, the first case becomes current at the next refresh. */
  goToId(id: string | undefined): void {
    this.#current = undefined;
    this.#isAtEnd = false;
    const found = this.#model.cases.find((each) => each.id === id);
    if (found !== undefined) this.goTo(found);
  }

  /** Returns false if there is no such case. */
  step(by: number): boolean {
    const { at } = this;
    const next = this.shown.cases[at < 0 ? 0 : at + by];
    if (next !== undefined) this.goTo(next);
    return next !== undefined;
  }

  /** Returns false if there is no such memento. */
  look(by: number): boolean {
    if (this.#current === undefined) return false;
    const places = placesOf(this.#head, this.#current);
    const next = places[places.indexOf(this.place) + by];
    this.place = next ?? this.place;
    return next !== undefined;
  }

  /** Selects a value of a facet; an empty value removes the selection. */
  choose(name: FacetName, value: string): void {
    const facets = new Map(this.filter.facets);
    if (value === "") facets.delete(name);
    else facets.set(name, value);
    this.filter = { ...this.filter, facets };
    this.#current = undefined;
    this.#isAtEnd = false;
  }

  /** Returns the next open case after the current case. The search continues at the first case after the last case. */
  nextOpen(): ReviewCase | undefined {
    const { cases } = this.shown;
    const { at } = this;
    const after = [...cases.slice(at + 1), ...cases.slice(0, Math.max(at, 0))];
    return after.find((each) => this.#model.isOpen(each));
  }

  /**
   * Returns the place at which the current case is split: the shown memento, or else the first change of text, or else
   * the second memento.
   */
  splitPlace(): number | undefined {
    const each = this.#current;
    if (each?.look !== "case") return undefined;
    if (this.place > each.from) return this.place;
    return each.breaks[0] ?? placesOf(this.#head, each)[1];
  }
}
