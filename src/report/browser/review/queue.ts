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

/** The cases that a filter leaves, and which case and memento the reader looks at. */
export class ReviewQueue {
  filter: QueueFilter = { facets: new Map(), query: "" };
  shown: FilteredQueue = { cases: [], counts: new Map() };
  /** The memento of the current case that is looked at: its place in the TimeMap. */
  place = 0;
  readonly #head: PageHead;
  readonly #model: ReviewModel;
  #current: ReviewCase | undefined;

  constructor(head: PageHead, model: ReviewModel) {
    this.#head = head;
    this.#model = model;
  }

  get current(): ReviewCase | undefined {
    return this.#current;
  }

  /** Where the current case stands among those that are shown, -1 where it does not. */
  get at(): number {
    return this.#current === undefined ? -1 : this.shown.cases.indexOf(this.#current);
  }

  /** Cases that are shown and not decided. */
  get open(): readonly ReviewCase[] {
    return this.shown.cases.filter((each) => this.#model.isOpen(each));
  }

  /** Filters the cases as they are now. Without a current case the first one becomes it. */
  refresh(): void {
    const seedOf = ({ timeMap }: ReviewCase): string => this.#head.timeMaps[timeMap]!.seed;
    const { cases } = this.#model;
    this.shown = filterQueue(cases, this.filter, (each) => this.#model.stateOf(each), seedOf);
    const [first] = this.shown.cases;
    if (this.#current === undefined && first !== undefined) this.goTo(first);
  }

  goTo(each: ReviewCase): void {
    if (this.#current !== each) this.place = each.from;
    this.#current = each;
    this.#model.opened(each);
  }

  /** Goes to the case with an identifier; without one, to the first when the queue is filtered next. */
  goToId(id: string | undefined): void {
    this.#current = undefined;
    const found = this.#model.cases.find((each) => each.id === id);
    if (found !== undefined) this.goTo(found);
  }

  /** Goes on by a number of cases; whether there is one. */
  step(by: number): boolean {
    const { at } = this;
    const next = this.shown.cases[at < 0 ? 0 : at + by];
    if (next !== undefined) this.goTo(next);
    return next !== undefined;
  }

  /** Looks at another memento of the current case; whether there is one. */
  look(by: number): boolean {
    if (this.#current === undefined) return false;
    const places = placesOf(this.#head, this.#current);
    const next = places[places.indexOf(this.place) + by];
    this.place = next ?? this.place;
    return next !== undefined;
  }

  /** Chooses the value of a facet; the empty one takes it back. */
  choose(name: FacetName, value: string): void {
    const facets = new Map(this.filter.facets);
    if (value === "") facets.delete(name);
    else facets.set(name, value);
    this.filter = { ...this.filter, facets };
    this.#current = undefined;
  }

  /** The next open case after the current one, from the start again after the last. */
  nextOpen(): ReviewCase | undefined {
    const { cases } = this.shown;
    const { at } = this;
    const after = [...cases.slice(at + 1), ...cases.slice(0, Math.max(at, 0))];
    return after.find((each) => this.#model.isOpen(each));
  }

  /** Where the current case is split: at the memento that is looked at, else where its text changes, else after its first. */
  splitPlace(): number | undefined {
    const each = this.#current;
    if (each === undefined) return undefined;
    if (this.place > each.from) return this.place;
    return each.breaks[0] ?? placesOf(this.#head, each)[1];
  }
}
