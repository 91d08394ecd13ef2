import { groupBy } from "../../base/math/group-by.js";
import { type PageHead, STRIP, UNKNOWN_KIND } from "../page-data.js";
import { button, element, uriText } from "./dom.js";
import {
  chosenTimeMaps,
  type ListChoice,
  type SeedFacts,
  type Shown,
  SHOWN,
  SORT_KEYS,
  type SortKey,
} from "./list-order.js";
import type { ReviewModel } from "./review/review-model.js";
import type { RouteChoice } from "./routes.js";
import { seedFilter } from "./seed-filter.js";
import { drawStrip } from "./strip.js";
import { spanOf, type TimeSpan } from "./time-columns.js";
import { Timeline } from "./timeline.js";
import {
  counted,
  grouped,
  offWhen,
  PATTERNS,
  patternTitle,
  shortened,
  unsureOf,
  visible,
} from "./words.js";

const USUAL: ListChoice = {
  ...{ query: "", pattern: "", kind: "", show: "", year: "" },
  ...{ sort: "offTopic", descending: true },
};

const ROWS = 100;

interface Column {
  readonly key: SortKey;
  readonly title: string;
  readonly className: string;
  /** Noun after the number where the table has no heads, as on a phone. */
  readonly noun?: string;
  /** Verdict of the captures that the number counts. A press on it opens the timeline at the first of them. */
  readonly counts?: RegExp;
  /** Returns the text of the cell of the TimeMap at a place. */
  readonly text: (place: number) => string;
}

/** The list of seeds with sorting, filter and pages. A row opens its timeline. */
export class SeedList {
  readonly section: HTMLElement;
  readonly #model: ReviewModel;
  readonly #filter: ReturnType<typeof seedFilter>;
  readonly #columns: readonly Column[];
  readonly #facts: SeedFacts;
  readonly #headRow = element("tr");
  readonly #body = element("tbody");
  readonly #status = element("p.status-line", { role: "status" });
  readonly #pages = element("nav.pages", { "aria-label": "Pages of the list" });
  /** Open timelines by place of their TimeMap. They stay open and unchanged when the list is sorted. */
  readonly #open = new Map<number, Timeline>();
  readonly #rows = new Map<number, HTMLElement>();
  readonly #span: TimeSpan;
  readonly #noted: (choice: RouteChoice) => void;
  #choice: ListChoice = USUAL;
  #start = 0;

  /** Calls `noted` with each choice, whose keys are the names in the fragment of the URI. */
  constructor(model: ReviewModel, noted: (choice: RouteChoice) => void) {
    const { head } = model;
    this.#model = model;
    this.#noted = noted;
    const kinds = kindsOfTimeMaps(head);
    this.#facts = {
      kinds: (place) => kinds.get(place) ?? [],
      isOpen: (place) => model.counts().open.has(place),
      decided: (place) => model.decidedIn(place),
      leftOut: (place) => model.leftOutOf(place),
    };
    this.#columns = columnsOf(head, this.#facts);
    this.#span = spanOf(head) ?? { from: 0, to: 1 };
    const names = [...new Set([...kinds.values()].flat())].sort();
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
    const show = (Object.keys(SHOWN) as Shown[]).find((each) => each === named("show"));
    this.#choice = {
      query: timeMap?.seed ?? named("query"),
      pattern: PATTERNS.find(({ pattern }) => pattern === named("pattern"))?.pattern ?? "",
      kind: named("kind"),
      show: show ?? "",
      year: named("year"),
      sort: SORT_KEYS.find((each) => each === named("sort")) ?? USUAL.sort,
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
    const isUsual = sort === USUAL.sort && descending === USUAL.descending;
    this.#noted({ ...filter, ...(!isUsual && { sort, order: descending ? "down" : "up" }) });
  }

  #chosen(): number[] {
    return chosenTimeMaps(this.#model.head.timeMaps, this.#choice, this.#facts);
  }

  #show(): void {
    const all = this.#model.head.timeMaps.length;
    const places = this.#chosen();
    this.#filter.show(this.#choice);
    const shown = places.slice(this.#start, this.#start + ROWS);
    this.#headRow.replaceChildren(
      ...this.#columns.map((column) => this.#columnHead(column)),
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
    const of = places.length === all ? "" : ` of ${grouped(all)}`;
    const range =
      places.length > ROWS
        ? `, ${grouped(this.#start + 1)} to ${grouped(this.#start + shown.length)} shown`
        : "";
    this.#status.textContent = `${counted(places.length, "seed")}${of}${range}`;
    this.#showPages(places.length);
  }

  #showDecided(): void {
    const at = this.#columns.findIndex(({ key }) => key === "decided");
    for (const [place, row] of this.#rows) {
      row.children[at]!.textContent = this.#columns[at]!.text(place);
    }
  }

  /** All strips share the axis, which covers the whole collection. */
  #axisTitle(): string {
    const years = [this.#span.from, this.#span.to].map((time) => new Date(time).getUTCFullYear());
    return this.#span.from === 0 ? "Timeline" : `Timeline, ${[...new Set(years)].join(" to ")}`;
  }

  #columnHead({ key, title, className }: Column): HTMLElement {
    const { sort, descending } = this.#choice;
    const isSorted = sort === key;
    const order = descending ? "descending" : "ascending";
    const sortBy = (): void => {
      const isText = key === "seed" || key === "pattern";
      this.#choose({ sort: key, descending: isSorted ? !descending : !isText });
      // The heads are created again, so the pressed head must get the focus back.
      const at = this.#columns.findIndex((each) => each.key === key);
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
    const timeMap = this.#model.head.timeMaps[place]!;
    const [, ...columns] = this.#columns;
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
      ...columns.map(({ className, noun, counts, text }) => {
        const at = counts === undefined ? -1 : timeMap.strip.search(counts);
        const number =
          at < 0
            ? text(place)
            : button(text(place), () => this.#openAt(place, at), { class: "plain" });
        return element("td", { class: className, "data-noun": noun }, number);
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
    const cell = element("td", { colspan: this.#columns.length + 1 }, timeline.section);
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

function columnsOf({ timeMaps }: PageHead, facts: SeedFacts): readonly Column[] {
  const column = (
    key: SortKey,
    title: string,
    className: string,
    text: Column["text"],
    more: Pick<Column, "noun" | "counts"> = {},
  ): Column => ({ key, title, className, text, ...more });
  const at = (place: number): PageHead["timeMaps"][number] => timeMaps[place]!;
  const offTopic = new RegExp(STRIP.offTopic, "u");
  const unsure = new RegExp(STRIP.unsure, "u");
  return [
    column("seed", "Seed", "seed", (place) => visible(at(place).seed)),
    column("mementos", "Captures", "number", (place) => grouped(at(place).strip.length), {
      ...{ noun: "captures", counts: /./u },
    }),
    column("offTopic", "Off-topic", "number off-count", (place) => grouped(at(place).offTopic), {
      ...{ noun: "off-topic", counts: offTopic },
    }),
    column("unsure", "Unsure", "number", (place) => grouped(unsureOf(at(place))), {
      ...{ noun: "unsure", counts: unsure },
    }),
    column("pattern", "Pattern", "pattern", (place) => patternTitle(at(place).pattern)),
    column("since", "What, when", "what", (place) =>
      [...facts.kinds(place).map(visible), ...offWhen(at(place))].join(", "),
    ),
    // A circle says that a decision is needed.
    column(
      "decided",
      "Decided",
      "number",
      (place) => `${grouped(facts.decided(place))}${facts.isOpen(place) ? " ○" : ""}`,
      { noun: "decided" },
    ),
  ];
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
