import { type PageHead, type PageMeasure, type PageTimeMap, STRIP } from "../page-data.js";
import type { Layout } from "./chart-model.js";
import { type Chart, drawChart } from "./chart.js";
import { readMemento } from "./data.js";
import { details } from "./details.js";
import type { ReviewModel } from "./review/review-model.js";
import { seedDecisions } from "./review/seed-decisions.js";
import {
  badge,
  button,
  columnHead,
  element,
  focusAgain,
  folded,
  row,
  scrollable,
  table,
} from "./dom.js";
import {
  archiveHref,
  evidenceLines,
  LINK_OUT,
  mementoHref,
  type ShownMemento,
} from "./memento-text.js";
import { exported } from "./table-export.js";
import { scrollToReasons } from "./side-by-side.js";
import { windowControl } from "./strip.js";
import { MOST_SHOWN, type MementoRange, placesAround } from "./time-columns.js";
import type { Tooltip } from "./tooltip.js";
import {
  counted,
  dateTitle,
  grouped,
  patternTitle,
  scoreTitle,
  shortened,
  undecidedTitles,
  visible,
} from "./words.js";

/** Returns the table of the mementos in a chart. The table is filled when the user first opens it. */
function mementoTable(
  mementos: readonly ShownMemento[],
  measures: readonly PageMeasure[],
): HTMLElement {
  const box = folded("memento-table", "These captures as a table");
  box.addEventListener(
    "toggle",
    () => box.append(scrollable("Mementos", tableOf(mementos, measures))),
    { once: true },
  );
  return box;
}

function tableOf(mementos: readonly ShownMemento[], measures: readonly PageMeasure[]): HTMLElement {
  const shown = [
    ...new Set(mementos.flatMap(({ scores }) => scores.map(({ measure }) => measure))),
  ];
  const heads = [
    columnHead("memento-datetime"),
    columnHead("verdict"),
    ...shown.map((each) => columnHead(visible(measures[each]?.name ?? ""), "number")),
    columnHead("evidence"),
  ];
  const rows = mementos.map((memento) => {
    const { date, overall, problem, scores } = memento;
    const href = mementoHref(memento);
    const when = dateTitle(date);
    const said = evidenceLines(memento).map(({ title, text }) => `${title}: ${text}`);
    if (problem !== undefined) said.unshift(visible(problem));
    return row(
      href === undefined ? when : element("a", { href, ...LINK_OUT }, when),
      element("td", badge(overall)),
      ...shown.map((measure) => {
        const each = scores.find((score) => score.measure === measure);
        const isOff = each?.topicStatus === "off-topic";
        return element(
          "td",
          { class: isOff ? "number off" : "number" },
          each?.score === undefined ? "–" : `${isOff ? "✕ " : ""}${scoreTitle(each.score)}`,
        );
      }),
      element("td", element("bdi", said.join("; "))),
    );
  });
  return exported("Captures", table(undefined, heads, rows));
}

/** Number of panels that are shown at first. */
const MOST_PANELS = 4;

export class Timeline {
  readonly section: HTMLElement;
  readonly #head: PageHead;
  readonly #model: ReviewModel;
  readonly #place: number;
  readonly #timeMap: PageTimeMap;
  readonly #tooltip: Tooltip;
  readonly #body = element("div");
  readonly #details = element("div.chosen-memento");
  readonly #panels: Set<number>;
  #layout: Layout = "date";
  #shown: MementoRange;
  #mementos: readonly ShownMemento[] = [];
  /** Place of the selected memento in the TimeMap. */
  #chosen: number;
  #chart: Chart | undefined;

  constructor(head: PageHead, model: ReviewModel, place: number, tooltip: Tooltip) {
    this.#head = head;
    this.#model = model;
    this.#place = place;
    this.#timeMap = head.timeMaps[place]!;
    this.#tooltip = tooltip;
    const { seed, strip } = this.#timeMap;
    this.#chosen = Math.max(strip.indexOf(STRIP.offTopic), 0);
    this.#shown = placesAround(this.#chosen, MOST_SHOWN, strip.length);
    this.#read();
    this.#panels = new Set(this.#usualPanels());
    this.section = element(
      "section.timeline",
      { "aria-label": `Timeline of ${shortened(seed, 120)}` },
      this.#about(),
      this.#controls(),
      this.#body,
      this.#details,
    );
    this.draw();
  }

  draw(): void {
    const { measures } = this.#head;
    const { from, count } = this.#shown;
    const { first, strip } = this.#timeMap;
    const isFirstHere = first !== undefined && first >= from && first < from + count;
    const width = Math.min(Math.max(this.section.clientWidth || 900, 300), 1400);
    this.#chart = drawChart(
      {
        mementos: this.#mementos,
        first: isFirstHere ? first - from : undefined,
        measures: [...this.#panels]
          .sort((a, b) => a - b)
          .map((each) => ({ place: each, measure: measures[each]! })),
        layout: this.#layout,
        width,
      },
      measures.map(({ name }) => name),
      "Captures over time. Arrow keys go from capture to capture.",
      {
        chosen: (place) => this.#choose(from + place),
        shown: (place, anchor) => {
          const memento = place === undefined ? undefined : this.#mementos[place];
          if (memento === undefined || anchor === undefined) this.#tooltip.hide();
          else this.#tooltip.show(memento, anchor);
        },
      },
    );
    this.#body.replaceChildren(
      ...(strip.length > MOST_SHOWN
        ? [windowControl(this.#timeMap, this.#shown, (places) => this.#showPlaces(places))]
        : []),
      this.#chart.svg,
      mementoTable(this.#mementos, measures),
    );
    this.#choose(this.#chosen);
  }

  /** The pressed button gets the focus back. */
  #showPlaces(places: MementoRange): void {
    const focused = document.activeElement?.textContent;
    this.#shown = places;
    this.#read();
    const isChosenHere = this.#chosen >= places.from && this.#chosen < places.from + places.count;
    if (!isChosenHere) this.#chosen = places.from;
    this.draw();
    [...this.#body.querySelectorAll("button")]
      .find(({ textContent }) => textContent === focused)
      ?.focus();
  }

  #read(): void {
    const { from, count } = this.#shown;
    this.#mementos = Array.from({ length: count }, (_, at) =>
      readMemento(this.#place, from + at),
    ).filter((memento) => memento !== undefined);
  }

  #choose(place: number): void {
    const { from, count } = this.#shown;
    if (place < from || place >= from + count) {
      this.#chosen = place;
      this.#shown = placesAround(place, count, this.#timeMap.strip.length);
      this.#read();
      this.draw();
      return;
    }
    const memento = this.#mementos[place - from];
    if (memento === undefined) return;
    this.#chosen = place;
    this.#chart?.choose(place - from, false);
    const beside = memento.beside && readMemento(this.#place, memento.beside.place);
    const again = (pressed: string): void => {
      this.#choose(place);
      focusAgain(this.#details, "data-decide", pressed);
    };
    this.#details.replaceChildren(
      this.#steps(),
      seedDecisions(this.#head, this.#model, this.#place, place, again),
      ...details(memento, beside, this.#head),
    );
    scrollToReasons(this.#details);
  }

  /**
   * Returns the measures to show at first: the measures with a vote, or all measures if no measure has a vote. The
   * measures with the most off-topic verdicts come first.
   */
  #usualPanels(): number[] {
    const { measures } = this.#head;
    const offTopic = new Map<number, number>();
    for (const { measure, topicStatus } of this.#mementos.flatMap(({ scores }) => scores)) {
      const said = Number(topicStatus === "off-topic");
      offTopic.set(measure, (offTopic.get(measure) ?? 0) + said);
    }
    const used = [...offTopic.keys()].sort((a, b) => offTopic.get(b)! - offTopic.get(a)! || a - b);
    const voting = used.filter(
      (each) => measures[each]?.threshold !== undefined || measures[each]?.cut !== undefined,
    );
    return (voting.length > 0 ? voting : used).slice(0, MOST_PANELS);
  }

  #about(): HTMLElement {
    const { uriT, strip, offTopic, offRuns, pattern, notice, inferred } = this.#timeMap;
    const href = archiveHref(uriT);
    const facts = [
      counted(strip.length, "capture"),
      `${grouped(offTopic)} off-topic${offTopic > 0 ? ` in ${counted(offRuns, "run")}` : ""}`,
      ...undecidedTitles([this.#timeMap]),
      ...(inferred === undefined ? [] : [`${grouped(inferred)} not read, but inferred`]),
      `pattern: ${patternTitle(pattern)}`,
      ...(notice === undefined ? [] : [`notice: ${notice}`]),
    ];
    return element(
      "p.about",
      `${facts.join(" · ")} · `,
      href === undefined
        ? element("code", shortened(uriT.replace(/^from-warc::timemap::/u, ""), 160))
        : element("a", { href, ...LINK_OUT }, `TimeMap ${shortened(uriT, 160)}`),
    );
  }

  #controls(): HTMLElement {
    const layout = element(
      "select",
      element("option", { value: "date" }, "by date"),
      element("option", { value: "order" }, "evenly"),
    );
    layout.addEventListener("change", () => {
      this.#layout = layout.value === "order" ? "order" : "date";
      this.draw();
    });
    const line = element("div.controls", element("label", "Spaced ", layout));
    if (this.#head.measures.length > 1) line.append(this.#panelChoice());
    return line;
  }

  #panelChoice(): HTMLElement {
    const boxes = [...this.#head.measures.entries()].flatMap(
      ([place, { name, scored, failed }]) => {
        if (scored + failed === 0) return [];
        const box = element("input", { type: "checkbox", checked: this.#panels.has(place) });
        box.addEventListener("change", () => {
          if (box.checked) this.#panels.add(place);
          else this.#panels.delete(place);
          this.draw();
        });
        return [element("label", box, ` ${visible(name)}`)];
      },
    );
    return folded("panels", "Measures", ...boxes);
  }

  #steps(): HTMLElement {
    const { strip } = this.#timeMap;
    const before = this.#chosen === 0 ? -1 : strip.lastIndexOf(STRIP.offTopic, this.#chosen - 1);
    const after = strip.indexOf(STRIP.offTopic, this.#chosen + 1);
    const make = (label: string, place: number): HTMLElement => {
      const isThere = place >= 0 && place < strip.length;
      // A button with `disabled` would lose the focus, so `aria-disabled` is used instead.
      return button(label, () => (isThere ? this.#go(label, place) : undefined), {
        "aria-disabled": isThere ? undefined : "true",
      });
    };
    return element(
      "div.steps",
      make("‹ off-topic", before),
      make("‹ capture", this.#chosen - 1),
      make("capture ›", this.#chosen + 1),
      make("off-topic ›", after),
    );
  }

  /** The buttons are created again, so the pressed button must get the focus back. */
  #go(label: string, place: number): void {
    this.#choose(place);
    const again = [...this.#details.querySelectorAll("button")].find(
      ({ textContent }) => textContent === label,
    );
    again?.focus();
  }
}
