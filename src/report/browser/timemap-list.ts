import { groupBy } from "../../base/math/group-by.js";
import { CASE_FLAGS, type PageHead, type PageTimeMap } from "../page-data.js";
import { drawStrip } from "./strip.js";
import { daysOf, spanOf, stripColumns, type TimeSpan } from "./time-columns.js";
import { button, element, folded, uriText } from "./dom.js";
import {
  chosenTimeMaps,
  type ListChoice,
  type NamesByTimeMap,
  SORT_KEYS,
  type SortKey,
} from "./list-order.js";
import type { ReviewModel } from "./review/review-model.js";
import { exportButtons } from "./table-export.js";
import { Timeline } from "./timeline.js";
import type { Tooltip } from "./tooltip.js";
import {
  counted,
  grouped,
  offWhen,
  PATTERNS,
  patternTitle,
  percent,
  shortened,
  unsureOf,
  UNKNOWN_KIND,
  visible,
} from "./words.js";

const STRIP_WIDTH = 180;
/** Width in pixels of the widest phone, as in report.css. */
const PHONE = 720;

/** Returns the distinct kinds of the off-topic cases of each TimeMap, in order of time, by the place of the TimeMap. */
function kindsOfTimeMaps({ cases, kinds }: PageHead): NamesByTimeMap {
  const others = CASE_FLAGS.unsure | CASE_FLAGS.onTopic;
  const isOffTopic = (at: number): boolean => ((cases.flags[at] ?? 0) & others) === 0;
  const places = [...cases.kind.keys()]
    .filter(isOffTopic)
    .sort((a, b) => cases.from[a]! - cases.from[b]!);
  const found = groupBy(places, (at) => cases.timeMap[at]!);
  return new Map(
    [...found].map(([timeMap, own]) => [
      timeMap,
      [...new Set(own.map((at) => kinds[cases.kind[at]!] ?? UNKNOWN_KIND))],
    ]),
  );
}

/** Returns the distinct names of all TimeMaps, sorted. */
const allNames = (names: NamesByTimeMap): string[] =>
  [...new Set([...names.values()].flat())].sort();

interface ListFilter {
  readonly form: HTMLElement;
  show(choice: ListChoice): void;
}

/** Calls `changed` at each change. */
function listFilter(
  timeMaps: readonly PageTimeMap[],
  kinds: readonly string[],
  changed: (change: Partial<ListChoice>) => void,
): ListFilter {
  const query = element("input", {
    type: "search",
    placeholder: "part of a URI or a kind",
    spellcheck: "false",
  });
  query.addEventListener("input", () => changed({ query: query.value }));
  const known = new Set(timeMaps.map(({ pattern }) => pattern ?? "none"));
  const select = element(
    "select",
    element("option", { value: "" }, "any pattern"),
    ...PATTERNS.filter(({ pattern }) => known.has(pattern)).map(({ pattern, title }) =>
      element("option", { value: pattern }, title),
    ),
  );
  select.addEventListener("change", () => changed({ pattern: patternNamed(select.value) }));
  const kind = element(
    "select",
    element("option", { value: "" }, "any kind"),
    ...kinds.map((each) => element("option", { value: each }, visible(each))),
  );
  kind.addEventListener("change", () => changed({ kind: kind.value }));
  const open = element("input", { type: "checkbox" });
  open.addEventListener("change", () => changed({ open: open.checked }));
  const more = folded(
    "more-filters",
    "Filters",
    element("label", "Pattern ", select),
    kinds.length === 0 ? undefined : element("label", "Kind ", kind),
    element("label", open, " needs a decision"),
  );
  // On a phone the filters would fill the first screen.
  more.open = window.innerWidth > PHONE;
  const form = element("form.filter", { role: "search" }, element("label", "Find ", query), more);
  // Enter in the field would submit the form and leave the page.
  form.addEventListener("submit", (event) => event.preventDefault());
  return {
    form,
    show(choice) {
      // Text that the user is typing must not be replaced.
      if (query.value.trim() !== choice.query.trim()) query.value = choice.query;
      select.value = choice.pattern;
      kind.value = choice.kind;
      open.checked = choice.open;
      if (choice.pattern !== "" || choice.kind !== "" || choice.open) more.open = true;
    },
  };
}

const patternNamed = (name: string): ListChoice["pattern"] =>
  PATTERNS.find((each) => each.pattern === name)?.pattern ?? "";
const USUAL: ListChoice = {
  ...{ query: "", pattern: "", kind: "", open: false },
  ...{ sort: "offTopic", descending: true },
};

const ROWS = 100;

const COLUMNS: readonly {
  readonly key: SortKey;
  readonly title: string;
  readonly className: string;
}[] = [
  { key: "seed", title: "Seed", className: "seed" },
  { key: "mementos", title: "Captures", className: "number" },
  { key: "offTopic", title: "Off-topic", className: "number" },
  { key: "unsure", title: "Unsure", className: "number" },
  { key: "share", title: "Share", className: "number" },
  { key: "pattern", title: "Pattern", className: "pattern" },
  { key: "since", title: "What, when", className: "what" },
];

/** The list of TimeMaps with sorting, filter and pages. A row opens its timeline. */
export class TimeMapList {
  readonly section: HTMLElement;
  readonly #head: PageHead;
  readonly #model: ReviewModel;
  readonly #tooltip: Tooltip;
  readonly #filter: ListFilter;
  readonly #headRow = element("tr");
  readonly #body = element("tbody");
  readonly #status = element("p.status-line", { role: "status" });
  readonly #pages = element("nav.pages", { "aria-label": "Pages of the list" });
  /** Open timelines by place of their TimeMap. They stay open and unchanged when the list is sorted. */
  readonly #open = new Map<number, Timeline>();
  readonly #kindsOf: NamesByTimeMap;
  /** Cells with the numbers of decisions, by place of the TimeMap. */
  readonly #decided = new Map<number, HTMLElement>();
  readonly #span: TimeSpan;
  readonly #noted: (choice: Readonly<Record<string, string>>) => void;
  #choice: ListChoice = USUAL;
  #start = 0;

  /** Calls `noted` with each choice, whose keys are the names in the fragment of the URI. */
  constructor(
    head: PageHead,
    model: ReviewModel,
    tooltip: Tooltip,
    noted: (choice: Readonly<Record<string, string>>) => void,
  ) {
    this.#head = head;
    this.#model = model;
    this.#tooltip = tooltip;
    this.#noted = noted;
    this.#kindsOf = kindsOfTimeMaps(head);
    // The rows stay, so that a seed that is being decided does not leave the list.
    model.listen(() => {
      for (const [place, cell] of this.#decided) cell.textContent = this.#decidedTitle(place);
    });
    this.#span = spanOf(head) ?? { from: 0, to: 1 };
    this.#filter = listFilter(head.timeMaps, allNames(this.#kindsOf), (change) =>
      this.#choose(change),
    );
    this.section = element(
      "section",
      { "aria-labelledby": "list-title" },
      element("h2", { id: "list-title" }, "Seeds"),
      this.#filter.form,
      this.#status,
      exportButtons("Seeds", () => this.#exportedRows()),
      element("div.list", element("table.timemaps", element("thead", this.#headRow), this.#body)),
      this.#pages,
    );
    this.#show();
  }

  /** Shows the choice in the fragment of the URI. */
  apply(choice: ReadonlyMap<string, string>): void {
    const sort = SORT_KEYS.find((each) => each === choice.get("sort")) ?? USUAL.sort;
    this.#choice = {
      query: choice.get("query") ?? "",
      pattern: patternNamed(choice.get("pattern") ?? ""),
      kind: choice.get("kind") ?? "",
      open: choice.get("open") === "yes",
      sort,
      descending: choice.get("order") !== "up",
    };
    this.#start = 0;
    this.#show();
  }

  #choose(change: Partial<ListChoice>): void {
    this.#choice = { ...this.#choice, ...change };
    this.#start = 0;
    this.#show();
    const { query, pattern, kind, open, sort, descending } = this.#choice;
    const isUsual = sort === USUAL.sort && descending === USUAL.descending;
    this.#noted({
      ...{ query, pattern, kind, open: open ? "yes" : "" },
      ...(!isUsual && { sort, order: descending ? "down" : "up" }),
    });
  }

  redraw(): void {
    for (const timeline of this.#open.values()) if (timeline.section.isConnected) timeline.draw();
  }

  /** Returns the filtered seeds of all pages in the order of the list. */
  #exportedRows(): string[][] {
    const counted = ["captures", "off-topic", "unsure", "decided"];
    const heads = ["seed", ...counted, "pattern", "kinds of page", "off-topic when"];
    const { decidedIn } = this.#model.counts();
    const rows = this.#chosen().map((place) => {
      const timeMap = this.#head.timeMaps[place]!;
      const { seed, strip, offTopic, pattern } = timeMap;
      const kinds = (this.#kindsOf.get(place) ?? []).map(visible).join("; ");
      const decided = decidedIn.get(place) ?? 0;
      const counts = [strip.length, offTopic, unsureOf(timeMap), decided].map(String);
      return [visible(seed), ...counts, patternTitle(pattern), kinds, offWhen(timeMap).join("; ")];
    });
    return [heads, ...rows];
  }

  #chosen(): number[] {
    const { openTimeMaps } = this.#model.counts();
    const isOpen = (place: number): boolean => openTimeMaps.has(place);
    return chosenTimeMaps(this.#head.timeMaps, this.#choice, this.#kindsOf, isOpen);
  }

  /** Returns the number of decided captures, and whether a decision is needed. */
  #decidedTitle(place: number): string {
    const { decidedIn, openTimeMaps } = this.#model.counts();
    const decided = decidedIn.get(place) ?? 0;
    return `${grouped(decided)}${openTimeMaps.has(place) ? " ○" : ""}`;
  }

  #show(): void {
    const { timeMaps } = this.#head;
    const places = this.#chosen();
    this.#filter.show(this.#choice);
    const shown = places.slice(this.#start, this.#start + ROWS);
    this.#headRow.replaceChildren(
      ...COLUMNS.map((column) => this.#columnHead(column)),
      element("th.number", { scope: "col", title: "○: needs a decision" }, "Decided"),
      element("th.strip-cell", { scope: "col" }, this.#axisTitle()),
    );
    this.#decided.clear();
    this.#body.replaceChildren(...shown.flatMap((place) => this.#rows(place)));
    const of = places.length === timeMaps.length ? "" : ` of ${grouped(timeMaps.length)}`;
    const range =
      places.length > ROWS
        ? `, ${grouped(this.#start + 1)} to ${grouped(this.#start + shown.length)} shown`
        : "";
    this.#status.textContent = `${counted(places.length, "seed")}${of}${range}`;
    this.#showPages(places.length);
  }

  /** All strips share the axis, which covers the whole collection. */
  #axisTitle(): string {
    const years = [this.#span.from, this.#span.to].map((time) => new Date(time).getUTCFullYear());
    return this.#span.from === 0 ? "Timeline" : `Timeline, ${[...new Set(years)].join(" to ")}`;
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
          const isText = key === "seed" || key === "pattern";
          this.#choose({ sort: key, descending: isSorted ? !descending : !isText });
          // The heads are created again, so the pressed head must get the focus back.
          const at = COLUMNS.findIndex((each) => each.key === key);
          this.#headRow.querySelectorAll("button").item(at).focus();
        },
        { class: "plain" },
      ),
    );
    return cell;
  }

  #rows(place: number): HTMLElement[] {
    const timeMap = this.#head.timeMaps[place]!;
    const { seed, onTopic, offTopic, strip: verdicts, pattern } = timeMap;
    const kinds = this.#kindsOf.get(place) ?? [];
    const open = this.#open.get(place);
    const opener = button("", () => this.#toggle(place, row, opener), {
      class: "plain opener",
      "aria-expanded": open === undefined ? "false" : "true",
      title: visible(seed).slice(0, 500),
    });
    opener.append(uriText(shortened(seed, 90)));
    const decided = element("td.number", { "data-noun": "decided" }, this.#decidedTitle(place));
    this.#decided.set(place, decided);
    const row: HTMLElement = element(
      "tr",
      { class: offTopic > 0 ? "timemap has-off" : "timemap" },
      element("th.seed", { scope: "row" }, opener),
      element(
        "td.number",
        { "data-noun": verdicts.length === 1 ? "capture" : "captures" },
        grouped(verdicts.length),
      ),
      element("td.number.off-count", grouped(offTopic)),
      element("td.number", { "data-noun": "unsure" }, grouped(unsureOf(timeMap))),
      element("td.number", percent(offTopic, onTopic + offTopic)),
      element("td.pattern", patternTitle(pattern)),
      element("td.what", [...kinds.map(visible), ...offWhen(timeMap)].join(", ")),
      decided,
      element("td.strip-cell", this.#strip(place)),
    );
    return open === undefined ? [row] : [row, timelineRow(open)];
  }

  #strip(place: number): SVGSVGElement {
    const timeMap = this.#head.timeMaps[place]!;
    const columns = stripColumns(timeMap.strip, daysOf(timeMap), this.#span, STRIP_WIDTH / 2);
    return drawStrip(columns, STRIP_WIDTH);
  }

  #toggle(place: number, row: HTMLElement, opener: HTMLElement): void {
    const open = this.#open.get(place);
    if (open !== undefined) {
      this.#open.delete(place);
      row.nextElementSibling?.remove();
      this.#tooltip.hide();
    } else {
      const timeline = new Timeline(this.#head, this.#model, place, this.#tooltip);
      this.#open.set(place, timeline);
      row.after(timelineRow(timeline));
      // The width is known only after the row is part of the page.
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
  element("tr.opened", element("td", { colspan: COLUMNS.length + 2 }, timeline.section));
