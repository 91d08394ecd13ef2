import type { Look } from "../../list-count.js";
import type { ReviewCase } from "./cases.js";
import {
  type FacetName,
  type FilteredQueue,
  filterQueue,
  type QueueFilter,
} from "./queue-filter.js";
import type { ReviewModel } from "./review-model.js";

const NO_FILTER = { facets: new Map<FacetName, string>(), query: "" };

/** The filtered cases, and the current case and memento. */
export class CaseQueue {
  filter: QueueFilter = { look: "case", ...NO_FILTER };
  shown: FilteredQueue = { cases: [], counts: new Map() };
  /** Place of the shown memento of the current case in its TimeMap. */
  place = 0;
  readonly #model: ReviewModel;
  #current: ReviewCase | undefined;

  constructor(model: ReviewModel) {
    this.#model = model;
  }

  /** Absent at the end of a list, whose last open case is decided, until the reviewer chooses one. */
  get current(): ReviewCase | undefined {
    return this.#current;
  }

  /** Index of the current case among the filtered cases; -1 if the filter excludes it. */
  get at(): number {
    return this.#current === undefined ? -1 : this.shown.cases.indexOf(this.#current);
  }

  get open(): readonly ReviewCase[] {
    return this.shown.cases.filter((each) => this.#model.isOpen(each));
  }

  /** Filters the cases. Without a current case, the first open one becomes current. */
  refresh(): void {
    const { cases, head } = this.#model;
    this.shown = filterQueue(
      cases,
      this.filter,
      (each, name) =>
        name === "decision"
          ? this.#model.stateOf(each)
          : name === "verdict"
            ? each.computed
            : each.kind,
      ({ timeMap }) => head.timeMaps[timeMap]!.seed,
    );
    if (this.#current === undefined) this.goTo(this.open[0]);
  }

  /** Without a case, the list is at its end. */
  goTo(each: ReviewCase | undefined): void {
    if (each !== undefined && this.#current !== each) {
      const { places } = this.#model.toDecide(each);
      this.place = places.includes(each.place) ? each.place : places[0]!;
    }
    this.#current = each;
    if (each === undefined) return;
    // A case of another list, such as one that is decided no more, brings its list.
    if (each.look !== this.filter.look) this.filter = { ...NO_FILTER, look: each.look };
    this.#model.opened(each);
  }

  /** Without an identifier, the first open case becomes current at the next refresh. */
  goToId(id: string | undefined): void {
    this.goTo(this.#model.cases.find((each) => each.id === id));
  }

  /** Shows the list of the filter from its first open case on at the next refresh. */
  choose(filter: Partial<QueueFilter>): void {
    this.filter = { ...this.filter, ...filter };
    this.#current = undefined;
  }

  /** Chooses a list without a filter. */
  chooseList(look: Look): void {
    this.choose({ ...NO_FILTER, look });
  }

  /** Selects a value of a facet; an empty value removes the selection. */
  chooseFacet(name: FacetName, value: string): void {
    const facets = new Map(this.filter.facets);
    if (value === "") facets.delete(name);
    else facets.set(name, value);
    this.choose({ facets });
  }

  /** Returns false if there is no such case. */
  step(by: number): boolean {
    const next = this.shown.cases[this.at < 0 ? 0 : this.at + by];
    if (next !== undefined) this.goTo(next);
    return next !== undefined;
  }

  /** Returns false if there is no such memento. */
  look(by: number): boolean {
    const places = this.#current?.places ?? [];
    const next = places[places.indexOf(this.place) + by];
    this.place = next ?? this.place;
    return next !== undefined;
  }

  /**
   * Returns the next open case after the current case, first what is asked because a check of its seed is off-topic. The
   * search continues at the first case after the last case.
   */
  nextOpen(): ReviewCase | undefined {
    const { at, shown } = this;
    const { look, timeMap } = this.#current ?? {};
    const beside = this.#model.cases.filter(
      (each) => each.besideCheck !== undefined && each.timeMap === timeMap && each.look === look,
    );
    const after = [...shown.cases.slice(at + 1), ...shown.cases.slice(0, Math.max(at, 0))];
    return [...beside, ...after].find((each) => each !== this.#current && this.#model.isOpen(each));
  }

  /**
   * Returns the place at which the current case is split: the shown memento, or else the first change of text, or else
   * the second memento.
   */
  splitPlace(): number | undefined {
    const each = this.#current;
    if (each?.look !== "case" && each?.besideCheck === undefined) return undefined;
    const [first = 0, second] = each.places;
    return this.place > first ? this.place : (each.breaks[0] ?? second);
  }
}
