import { groupBy } from "../../base/math/group-by.js";
import { type PageHead, UNKNOWN_KIND } from "../page-data.js";
import { button, element, uriText } from "./dom.js";
import {
  cellText,
  chosenTimeMaps,
  SEED_COLUMNS,
  type ListChoice,
  type ListedSeed,
  SHOWN_SEEDS,
} from "./list-order.js";
import type { ReviewModel } from "./review/review-model.js";
import type { RouteChoice } from "./routes.js";
import { seedFilter } from "./seed-filter.js";
import { drawStrip } from "./strip.js";
import { spanOf, type TimeSpan } from "./time-columns.js";
import { Timeline } from "./timeline.js";
import { counted, grouped, shortened, visible } from "./words.js";

const USUAL_CHOICE: ListChoice = {
  ...{ query: "", pattern: "", kind: "", show: "", year: "" },
  ...{ sort: "offTopic", descending: true },
};

const ROWS = 100;

/** The list of seeds with sorting, filter and pages. A row opens its timeline. */
export class SeedTable {
  readonly section: HTMLElement;
  readonly #model: ReviewModel;
  readonly #filter: ReturnType<typeof seedFilter>;
  readonly #kinds: ReadonlyMap<number, readonly string[]>;
  readonly #headRow = element("tr");
  readonly #body = element("tbody");
  readonly #status = element("p.status-line", { role: "status" });
  readonly #pages = element("nav.row", { "aria-label": "Pages of the list" });
  /** Open timelines by place of their TimeMap. They stay open and unchanged when the list is sorted. */
  readonly #open = new Map<number, Timeline>();
  readonly #rows = new Map<number, HTMLElement>();
  readonly #span: TimeSpan;
  readonly #noted: (choice: RouteChoice) => void;
  #choice: ListChoice = USUAL_CHOICE;
  #start = 0;

  /** Calls `noted` with each choice, whose keys are the names in the fragment of the URI. */
  constructor(model: ReviewModel, noted: (choice: RouteChoice) => void) {
    const { head } = model;
    this.#model = model;
    this.#noted = noted;
    this.#kinds = kindsOfTimeMaps(head);
    this.#span = spanOf(head) ?? { from: 0, to: 1 };
    const names = [...new Set([...this.#kinds.values()].flat())].sort();
    this.#filter = seedFilter(head, names, (change) => this.#choose(change));
    // The rows stay, so that a seed that is being decided does not leave the list.
    model.listen(() => this.#showDecided());
    this.section = element(
      "section",
      { "aria-labelledby": "list-title" },
      element("h2", { id: "list-title" }, "Seeds"),
      this.#filter.form,
      this.#status,
      element("div.list", element("table.timemaps", element("thead", this.#headRow), this.#body)),
      this.#pages,
    );
    this.#show();
  }

  /** Shows the choice in the fragment of the URI. It may name a seed, whose timeline opens at a capture. */
  apply(choice: ReadonlyMap<string, string>): void {
    const named = (name: string): string => choice.get(name) ?? "";
    const place = Number(named("seed") || NaN);
    const timeMap = this.#model.head.timeMaps[place];
    const known = <T extends string>(names: readonly T[], name: string, usual: T): T =>
      names.find((each) => each === named(name)) ?? usual;
    this.#choice = {
      query: timeMap?.seed ?? named("query"),
      pattern: named("pattern"),
      kind: named("kind"),
      show: known(Object.keys(SHOWN_SEEDS), "show", ""),
      year: named("year"),
      sort: known(
        SEED_COLUMNS.map(({ key }) => key),
        "sort",
        USUAL_CHOICE.sort,
      ),
      descending: named("order") !== "up",
    };
    this.#start = 0;
    this.#show();
    if (timeMap !== undefined) this.#openAt(place, Number(named("capture")));
    else this.redraw();
  }

  redraw(): void {
    for (const timeline of this.#open.values()) if (timeline.section.isConnected) timeline.draw();
  }

  #choose(change: Partial<ListChoice>): void {
    this.#choice = { ...this.#choice, ...change };
    this.#start = 0;
    this.#show();
    const { sort, descending, ...filter } = this.#choice;
    const isUsual = sort === USUAL_CHOICE.sort && descending === USUAL_CHOICE.descending;
    this.#noted({ ...filter, ...(!isUsual && { sort, order: descending ? "down" : "up" }) });
  }

  #seedAt(place: number): ListedSeed {
    return {
      timeMap: this.#model.head.timeMaps[place]!,
      kinds: this.#kinds.get(place) ?? [],
      isOpen: this.#model.counts().open.has(place),
      decided: this.#model.decidedIn(place),
      leftOut: this.#model.leftOutOf(place),
    };
  }

  #show(): void {
    const seeds = this.#model.head.timeMaps.map((_, place) => this.#seedAt(place));
    const places = chosenTimeMaps(seeds, this.#choice);
    this.#filter.show(this.#choice);
    const shown = places.slice(this.#start, this.#start + ROWS);
    this.#headRow.replaceChildren(
      ...SEED_COLUMNS.map((column, at) => this.#columnHead(column, at)),
      element("th.strip-cell", { scope: "col" }, this.#axisTitle()),
    );
    this.#rows.clear();
    for (const place of shown) this.#rows.set(place, this.#row(place));
    this.#body.replaceChildren(
      ...shown.flatMap((place) => {
        const open = this.#open.get(place);
        return [this.#rows.get(place)!, ...(open === undefined ? [] : [this.#opened(open)])];
      }),
    );
    const of = places.length === seeds.length ? "" : ` of ${grouped(seeds.length)}`;
    const range =
      places.length > ROWS
        ? `, ${grouped(this.#start + 1)} to ${grouped(this.#start + shown.length)} shown`
        : "";
    this.#status.textContent = `${counted(places.length, "seed")}${of}${range}`;
    this.#showPages(places.length);
  }

  #showDecided(): void {
    const at = SEED_COLUMNS.findIndex(({ key }) => key === "decided");
    for (const [place, row] of this.#rows) {
      row.children[at]!.textContent = cellText(SEED_COLUMNS[at]!, this.#seedAt(place));
    }
  }

  /** All strips share the axis, which covers the whole collection. */
  #axisTitle(): string {
    const years = [this.#span.from, this.#span.to].map((time) => new Date(time).getUTCFullYear());
    return this.#span.from === 0 ? "Timeline" : `Timeline, ${[...new Set(years)].join(" to ")}`;
  }

  #columnHead({ key, title, className }: (typeof SEED_COLUMNS)[number], at: number): HTMLElement {
    const { sort, descending } = this.#choice;
    const isSorted = sort === key;
    const order = descending ? "descending" : "ascending";
    const sortBy = (): void => {
      const isText = key === "seed" || key === "pattern";
      this.#choose({ sort: key, descending: isSorted ? !descending : !isText });
      // The heads are created again, so the pressed head must get the focus back.
      this.#headRow.querySelectorAll("button").item(at).focus();
    };
    const arrow = isSorted ? (descending ? "\u{a0}▼" : "\u{a0}▲") : "";
    return element(
      "th",
      { scope: "col", class: className, "aria-sort": isSorted ? order : undefined },
      button(`${title}${arrow}`, sortBy, { class: "plain" }),
    );
  }

  #row(place: number): HTMLElement {
    const seed = this.#seedAt(place);
    const { timeMap } = seed;
    const [, ...columns] = SEED_COLUMNS;
    const opener = button("", () => this.#toggle(place), {
      class: "plain opener",
      "aria-expanded": String(this.#open.has(place)),
      title: visible(timeMap.seed).slice(0, 500),
    });
    opener.append(uriText(shortened(timeMap.seed, 90)));
    return element(
      "tr",
      { class: timeMap.offTopic > 0 ? "timemap has-off" : "timemap" },
      element("th.seed", { scope: "row" }, opener),
      ...columns.map((column) => {
        const { className, noun, counts } = column;
        const at = counts === undefined ? -1 : timeMap.strip.search(counts);
        const text = cellText(column, seed);
        const press = (): void => this.#openAt(place, at);
        const shown = at < 0 ? text : button(text, press, { class: "plain" });
        return element("td", { class: className, "data-noun": noun }, shown);
      }),
      element("td.strip-cell", drawStrip(timeMap, { width: 180, span: this.#span }).svg),
    );
  }

  #toggle(place: number): void {
    if (!this.#open.has(place)) {
      this.#openAt(place);
      return;
    }
    const row = this.#rows.get(place);
    this.#open.delete(place);
    row?.nextElementSibling?.remove();
    row?.querySelector(".opener")?.setAttribute("aria-expanded", "false");
  }

  /** Opens a timeline, at a capture if one is given. */
  #openAt(place: number, capture?: number): void {
    const row = this.#rows.get(place);
    if (row === undefined) return;
    const known = this.#open.get(place);
    const timeline = known ?? new Timeline(this.#model, place);
    if (known === undefined) {
      this.#open.set(place, timeline);
      row.after(this.#opened(timeline));
      row.querySelector(".opener")?.setAttribute("aria-expanded", "true");
    }
    // The width is known only after the row is part of the page.
    timeline.draw(capture);
  }

  #opened(timeline: Timeline): HTMLElement {
    const cell = element("td", { colspan: SEED_COLUMNS.length + 1 }, timeline.section);
    return element("tr.opened", cell);
  }

  #showPages(count: number): void {
    const turn = (label: string, start: number): HTMLElement => {
      const go = (): void => {
        this.#start = start;
        this.#show();
        this.section.scrollIntoView();
      };
      return button(label, go, { disabled: start < 0 || start >= count });
    };
    const turns = [turn("‹ previous", this.#start - ROWS), turn("next ›", this.#start + ROWS)];
    this.#pages.replaceChildren(...(count > ROWS ? turns : []));
  }
}

/** Returns the distinct kinds of the off-topic cases of each TimeMap, in order of time, by the place of the TimeMap. */
function kindsOfTimeMaps({ cases }: PageHead): ReadonlyMap<number, readonly string[]> {
  const offTopic = cases
    .filter(({ computed }) => computed === "off-topic")
    .sort((a, b) => a.place - b.place);
  const found = groupBy(offTopic, ({ timeMap }) => timeMap);
  return new Map(
    [...found].map(([timeMap, own]) => [
      timeMap,
      [...new Set(own.map(({ kind = UNKNOWN_KIND }) => kind))],
    ]),
  );
}
