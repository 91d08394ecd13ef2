import { type Look, LOOKS } from "../../list-count.js";
import type { PageHead } from "../../page-data.js";
import { button, element, focusAgain, uriText } from "../dom.js";
import { counted, grouped, shortened, visible } from "../words.js";
import { capturesIn } from "./case-actions.js";
import { dayOf, type ReviewCase } from "./cases.js";
import type { CaseQueue } from "./queue.js";
import { type FacetName, facetNames, FACETS } from "./queue-filter.js";
import type { CaseState, ReviewModel } from "./review-model.js";

interface ListEvents {
  list(look: Look): void;
  case(each: ReviewCase): void;
  facet(name: FacetName, value: string): void;
  query(text: string): void;
}

/** The lists, the cases of the present list, and its filter. */
export class ReviewLists {
  readonly lists: HTMLElement;
  readonly filter: HTMLElement;
  readonly query = element("input", { type: "search", spellcheck: "false", dir: "auto" });
  readonly #model: ReviewModel;
  readonly #queue: CaseQueue;
  readonly #events: ListEvents;
  readonly #buttons = element("div.row.choices", { role: "group", "aria-label": "List" });
  readonly #cases = element("div.cases");
  readonly #facets = element("div.facets");

  constructor(model: ReviewModel, queue: CaseQueue, events: ListEvents) {
    this.#model = model;
    this.#queue = queue;
    this.#events = events;
    this.query.addEventListener("input", () => events.query(this.query.value));
    this.lists = element("section", { "aria-label": "Lists" }, this.#buttons, this.#cases);
    this.filter = element(
      "section",
      { "aria-label": "Filter" },
      element("h3", "Filter"),
      element("label", "Search ", this.query),
      this.#facets,
    );
  }

  show(): void {
    const { query } = this.#queue.filter;
    if (this.query.value !== query) this.query.value = query;
    focusAgain(this.#facets, "data-facet", () => this.#facets.replaceChildren(...this.#panel()));
    focusAgain(this.#buttons, "data-list", () => this.#buttons.replaceChildren(...this.#looks()));
    this.showCases();
  }

  showCases(): void {
    focusAgain(this.#cases, "data-case", () => this.#cases.replaceChildren(...this.#list()));
  }

  #looks(): HTMLElement[] {
    const { lists } = this.#model.counts();
    const looks = (Object.keys(LOOKS) as Look[]).filter(
      (look) => look === "case" || lists[look].all > 0,
    );
    return looks.map((look) => {
      const { decided, all } = lists[look];
      const title = `${LOOKS[look]} (${grouped(decided)} of ${grouped(all)})`;
      const isShown = look === this.#queue.filter.look;
      const attributes = { "aria-pressed": String(isShown), "data-list": look };
      return button(title, () => this.#events.list(look), attributes);
    });
  }

  /** Returns the cases around the current one. A heading precedes each batch. */
  #list(): HTMLElement[] {
    const { at, current, shown } = this.#queue;
    const { cases } = shown;
    const from = Math.max(0, Math.min(Math.max(at, 0) - AROUND, cases.length - 2 * AROUND));
    const listed = cases.slice(from, from + 2 * AROUND);
    const rows = listed.flatMap((each, place) => {
      const isFirst = each.batch !== undefined && each.batch !== cases[from + place - 1]?.batch;
      const made = element("li", this.#caseButton(each, each === current));
      return isFirst ? [element("li.case-group", batchTitle(cases, each)), made] : [made];
    });
    const list = element("ol.case-list", { "aria-label": "Cases" }, ...rows);
    if (listed.length === cases.length) return [list];
    const range = `${counted(cases.length, "case")}, ${from + 1} to ${from + listed.length} shown`;
    return [list, element("p.remark", range)];
  }

  #caseButton(each: ReviewCase, isCurrent: boolean): HTMLElement {
    const { head } = this.#model;
    const state = this.#model.stateOf(each);
    const made = button("", () => this.#events.case(each), {
      class: "case",
      "aria-current": isCurrent ? "true" : undefined,
      "data-case": each.id,
    });
    made.append(
      element("span.mark-of-case", { role: "img", "aria-label": state }, STATE_MARKS[state]),
      uriText(shortened(head.timeMaps[each.timeMap]!.seed, 60)),
      element("span.remark", caseTitle(head, each)),
    );
    return made;
  }

  /** Returns facets as buttons with counts. A press on the value that is selected removes the selection. */
  #panel(): HTMLElement[] {
    const { filter, shown } = this.#queue;
    return facetNames.flatMap((name) => {
      const own = filter.facets.get(name);
      const values = [...(shown.counts.get(name) ?? [])];
      if (own !== undefined && !values.some(([value]) => value === own)) values.push([own, 0]);
      if (values.length === 0) return [];
      values.sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
      const buttons = values.map(([value, count]) => {
        const isChosen = value === own;
        const made = button(visible(value), () => this.#events.facet(name, isChosen ? "" : value), {
          class: "facet-value",
          "aria-pressed": String(isChosen),
          "data-facet": `${name} ${value}`,
        });
        made.append(element("span.number", grouped(count)));
        return made;
      });
      return [element("fieldset.facet", element("legend", FACETS[name]), ...buttons)];
    });
  }
}

/** Number of listed cases before the current case, and number of listed cases after it. */
const AROUND = 25;

const STATE_MARKS: Readonly<Record<CaseState, string>> = {
  ...{ open: "○", "off-topic": "✕", "on-topic": "●", unsure: "?", several: "✕●" },
};

/** Returns a title such as `parked or for sale, 2018-01-27, 3 captures`. */
function caseTitle(head: PageHead, { timeMap, places, computed, kind }: ReviewCase): string {
  const what = kind === undefined ? computed : visible(kind);
  return [
    computed === "unsure" ? `unsure, ${what}` : what,
    dayOf(head, timeMap, places[0]!),
    ...(places.length > 1 ? [counted(places.length, "capture")] : []),
  ].join(", ");
}

/** Returns the heading of a batch: `parked or for sale, 14 captures of 9 seeds: look at three, accept all`. */
function batchTitle(cases: readonly ReviewCase[], { batch, kind = "" }: ReviewCase): string {
  const members = cases.filter((each) => each.batch === batch);
  const seeds = new Set(members.map(({ timeMap }) => timeMap)).size;
  const captures = counted(capturesIn(members), "capture");
  return `${visible(kind)}, ${captures} of ${counted(seeds, "seed")}: look at three, accept all`;
}
