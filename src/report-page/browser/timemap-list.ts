import { type PageHead, type PageTimeMap, STRIP } from "../page-data.js";
import { button, element, svgElement } from "./dom.js";
import { chosenTimeMaps, type ListChoice, type SortKey, stripColumns } from "./list-order.js";
import { Timeline } from "./timeline.js";
import type { Tooltip } from "./tooltip.js";
import { counted, grouped, PATTERNS, patternTitle, percent, shortened, visible } from "./words.js";

const WIDTH = 180;
const HEIGHT = 18;

/** A TimeMap in little: a low line where mementos are on-topic, a tall block where off-topic, a gap without verdict. */
export function strip(verdicts: string): SVGSVGElement {
  const columns = stripColumns(verdicts, WIDTH / 2);
  const width = WIDTH / Math.max(columns.length, 1);
  const bars = (wanted: string, top: number): string => {
    let path = "";
    for (let at = 0; at < columns.length; at += 1) {
      if (columns[at] !== wanted) continue;
      const left = (at * width).toFixed(1);
      const wide = Math.max(width - (width > 4 ? 1 : 0), 0.5).toFixed(1);
      path += `M${left} ${top}h${wide}V${HEIGHT - 2}H${left}z`;
    }
    return path;
  };
  return svgElement(
    "svg",
    {
      class: "strip",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      width: WIDTH,
      height: HEIGHT,
      "aria-hidden": "true",
    },
    svgElement("path", { class: "strip-on", d: bars(STRIP.onTopic, HEIGHT - 6) }),
    svgElement("path", { class: "strip-off", d: bars(STRIP.offTopic, 1) }),
  );
}
/** The fields above the list. */
export interface ListFilter {
  readonly form: HTMLElement;
  choosePattern(pattern: string): void;
}

/** Fields that say which TimeMaps are listed; `changed` is called at each change. */
export function listFilter(
  timeMaps: readonly PageTimeMap[],
  changed: (change: Partial<ListChoice>) => void,
): ListFilter {
  const query = element("input", {
    type: "search",
    placeholder: "part of a URI",
    spellcheck: "false",
  });
  query.addEventListener("input", () => changed({ query: query.value }));
  const known = new Set(timeMaps.map(({ pattern }) => pattern ?? "none"));
  const select = element(
    "select",
    {},
    element("option", { value: "" }, "any pattern"),
    ...PATTERNS.filter(({ pattern }) => known.has(pattern)).map(({ pattern, title, meaning }) =>
      element("option", { value: pattern }, `${title}: ${meaning}`),
    ),
  );
  const choose = (): void => {
    const pattern = PATTERNS.find((each) => each.pattern === select.value)?.pattern ?? "";
    changed({ pattern });
  };
  select.addEventListener("change", choose);
  const form = element(
    "form",
    { class: "filter", role: "search" },
    element("label", {}, "Find ", query),
    element("label", {}, "Pattern ", select),
  );
  // Enter in the field must not leave the page.
  form.addEventListener("submit", (event) => event.preventDefault());
  return {
    form,
    choosePattern(pattern) {
      select.value = pattern;
      choose();
    },
  };
}
/** Rows on the page at once. */
const ROWS = 100;

const COLUMNS: readonly {
  readonly key: SortKey;
  readonly title: string;
  readonly className: string;
}[] = [
  { key: "seed", title: "Seed", className: "seed" },
  { key: "mementos", title: "Mementos", className: "number" },
  { key: "offTopic", title: "Off-topic", className: "number" },
  { key: "share", title: "Share", className: "number" },
  { key: "pattern", title: "Pattern", className: "pattern" },
  { key: "from", title: "From – to", className: "dates" },
];

/** The list of TimeMaps: sorted, filtered, a page of rows at a time, each row opening its timeline. */
export class TimeMapList {
  readonly section: HTMLElement;
  readonly #head: PageHead;
  readonly #tooltip: Tooltip;
  readonly #filter: ListFilter;
  readonly #headRow = element("tr");
  readonly #body = element("tbody");
  readonly #told = element("p", { class: "told", role: "status" });
  readonly #pages = element("nav", { class: "pages", "aria-label": "Pages of the list" });
  /** Timelines that are open, by place of their TimeMap: they stay as they are when the list is sorted. */
  readonly #open = new Map<number, Timeline>();
  #choice: ListChoice = { query: "", pattern: "", sort: "offTopic", descending: true };
  #start = 0;

  constructor(head: PageHead, tooltip: Tooltip) {
    this.#head = head;
    this.#tooltip = tooltip;
    this.#filter = listFilter(head.timeMaps, (change) => {
      this.#choice = { ...this.#choice, ...change };
      this.#start = 0;
      this.#show();
    });
    this.section = element(
      "section",
      { "aria-labelledby": "list-title" },
      element("h2", { id: "list-title" }, "TimeMaps"),
      this.#filter.form,
      this.#told,
      element(
        "div",
        { class: "list" },
        element("table", { class: "timemaps" }, element("thead", {}, this.#headRow), this.#body),
      ),
      this.#pages,
    );
    this.#show();
  }

  /** Lists the TimeMaps of a pattern only. */
  showPattern(pattern: string): void {
    this.#filter.choosePattern(pattern);
    this.section.scrollIntoView();
  }

  /** Draws what is open again. */
  redraw(): void {
    for (const timeline of this.#open.values()) if (timeline.section.isConnected) timeline.draw();
  }

  #show(): void {
    const { timeMaps } = this.#head;
    const places = chosenTimeMaps(timeMaps, this.#choice);
    const shown = places.slice(this.#start, this.#start + ROWS);
    this.#headRow.replaceChildren(
      ...COLUMNS.map((column) => this.#columnHead(column)),
      element("th", { scope: "col", class: "strip-cell" }, "Timeline"),
    );
    this.#body.replaceChildren(...shown.flatMap((place) => this.#rows(place)));
    const of = places.length === timeMaps.length ? "" : ` of ${grouped(timeMaps.length)}`;
    const range =
      places.length > ROWS
        ? `, ${grouped(this.#start + 1)} to ${grouped(this.#start + shown.length)} shown`
        : "";
    this.#told.textContent = `${counted(places.length, "TimeMap")}${of}${range}`;
    this.#showPages(places.length);
  }

  #columnHead({ key, title, className }: (typeof COLUMNS)[number]): HTMLElement {
    const { sort, descending } = this.#choice;
    const isSorted = sort === key;
    const arrow = isSorted ? (descending ? "\u{a0}▼" : "\u{a0}▲") : "";
    const cell = element("th", {
      scope: "col",
      class: className,
      "aria-sort": isSorted ? (descending ? "descending" : "ascending") : undefined,
    });
    cell.append(
      button(
        `${title}${arrow}`,
        () => {
          const isText = key === "seed" || key === "pattern" || key === "from";
          this.#choice = {
            ...this.#choice,
            sort: key,
            descending: isSorted ? !descending : !isText,
          };
          this.#start = 0;
          this.#show();
          // The heads are made again: the focus stays on this one.
          const at = COLUMNS.findIndex((each) => each.key === key);
          this.#headRow.querySelectorAll("button").item(at).focus();
        },
        { class: "plain" },
      ),
    );
    return cell;
  }

  #rows(place: number): HTMLElement[] {
    const {
      seed,
      onTopic,
      offTopic,
      strip: verdicts,
      pattern,
      from,
      to,
    } = this.#head.timeMaps[place]!;
    const open = this.#open.get(place);
    const opener = button(shortened(seed, 90), () => this.#toggle(place, row, opener), {
      class: "plain opener",
      "aria-expanded": open === undefined ? "false" : "true",
      title: visible(seed).slice(0, 500),
    });
    const dates = [from, to].map((date) => date?.slice(0, 10) ?? "");
    const row: HTMLElement = element(
      "tr",
      { class: offTopic > 0 ? "timemap has-off" : "timemap" },
      element("th", { scope: "row", class: "seed" }, element("bdi", {}, opener)),
      element(
        "td",
        { class: "number", "data-noun": verdicts.length === 1 ? "memento" : "mementos" },
        grouped(verdicts.length),
      ),
      element("td", { class: "number off-count" }, grouped(offTopic)),
      element("td", { class: "number" }, percent(offTopic, onTopic + offTopic)),
      element("td", { class: "pattern" }, patternTitle(pattern)),
      element("td", { class: "dates" }, dates[0] === dates[1] ? dates[0] : dates.join(" – ")),
      element("td", { class: "strip-cell" }, strip(verdicts)),
    );
    return open === undefined ? [row] : [row, timelineRow(open)];
  }

  #toggle(place: number, row: HTMLElement, opener: HTMLElement): void {
    const open = this.#open.get(place);
    if (open !== undefined) {
      this.#open.delete(place);
      row.nextElementSibling?.remove();
      this.#tooltip.hide();
    } else {
      const timeline = new Timeline(this.#head, place, this.#tooltip);
      this.#open.set(place, timeline);
      row.after(timelineRow(timeline));
      // Its width is known now.
      timeline.draw();
    }
    opener.setAttribute("aria-expanded", open === undefined ? "true" : "false");
  }

  #showPages(count: number): void {
    const turn = (label: string, start: number): HTMLElement =>
      button(
        label,
        () => {
          this.#start = start;
          this.#show();
          this.section.scrollIntoView();
        },
        { disabled: start < 0 || start >= count },
      );
    this.#pages.replaceChildren(
      ...(count > ROWS
        ? [turn("‹ previous", this.#start - ROWS), turn("next ›", this.#start + ROWS)]
        : []),
    );
  }
}

const timelineRow = (timeline: Timeline): HTMLElement =>
  element(
    "tr",
    { class: "opened" },
    element("td", { colspan: COLUMNS.length + 1 }, timeline.section),
  );
