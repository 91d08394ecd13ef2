import {
  type PageHead,
  type PageMeasure,
  type PageTimeMap,
  PART_SIZE,
  STRIP,
} from "../page-data.js";
import type { Layout } from "./chart-model.js";
import { type Chart, drawChart } from "./chart.js";
import { readMemento, readPart } from "./data.js";
import { details } from "./details.js";
import { badge, button, columnHead, element, folded, row, table } from "./dom.js";
import {
  archiveHref,
  evidenceLines,
  LINK_OUT,
  mementoHref,
  type ShownMemento,
} from "./memento-text.js";
import type { Tooltip } from "./tooltip.js";
import {
  counted,
  dateTitle,
  grouped,
  patternTitle,
  scoreTitle,
  shortened,
  visible,
} from "./words.js";

/** The mementos of a chart as a table, made when it is first opened. */
export function mementoTable(
  mementos: readonly ShownMemento[],
  measures: readonly PageMeasure[],
): HTMLElement {
  const box = folded("memento-table", "These mementos as a table");
  box.addEventListener(
    "toggle",
    () => box.append(element("div", { class: "scroll" }, tableOf(mementos, measures))),
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
      element("td", {}, badge(overall)),
      ...shown.map((measure) => {
        const each = scores.find((score) => score.measure === measure);
        const isOff = each?.topicStatus === "off-topic";
        return element(
          "td",
          { class: isOff ? "number off" : "number" },
          each?.score === undefined ? "–" : `${isOff ? "✕ " : ""}${scoreTitle(each.score)}`,
        );
      }),
      element("td", {}, element("bdi", {}, said.join("; "))),
    );
  });
  return table(undefined, heads, rows);
}

/** Panels shown at once unless the reader asks for more. */
const MOST_PANELS = 4;

/** The timeline of one TimeMap, with everything that belongs to it. */
export class Timeline {
  readonly section: HTMLElement;
  readonly #head: PageHead;
  readonly #place: number;
  readonly #timeMap: PageTimeMap;
  readonly #tooltip: Tooltip;
  readonly #body = element("div");
  readonly #details = element("div", { class: "chosen-memento" });
  readonly #first: ShownMemento | undefined;
  readonly #panels: Set<number>;
  #layout: Layout = "date";
  #part = 0;
  #mementos: readonly ShownMemento[] = [];
  #chosen = 0;
  #chart: Chart | undefined;

  constructor(head: PageHead, place: number, tooltip: Tooltip) {
    this.#head = head;
    this.#place = place;
    this.#timeMap = head.timeMaps[place]!;
    this.#tooltip = tooltip;
    const { first, seed } = this.#timeMap;
    this.#first = first === undefined ? undefined : readMemento(place, first);
    this.#panels = new Set(this.#usualPanels());
    this.section = element(
      "section",
      { class: "timeline", "aria-label": `Timeline of ${shortened(seed, 120)}` },
      this.#about(),
      this.#controls(),
      this.#body,
      this.#details,
    );
    this.#openPart(0);
  }

  /** Draws again, for instance when the window has another width. */
  draw(): void {
    const { measures } = this.#head;
    const start = this.#part * PART_SIZE;
    const first = this.#timeMap.first;
    const isFirstHere = first !== undefined && Math.floor(first / PART_SIZE) === this.#part;
    const width = Math.min(Math.max(this.section.clientWidth || 900, 300), 1400);
    this.#chart = drawChart(
      {
        mementos: this.#mementos,
        first: isFirstHere ? first - start : undefined,
        measures: [...this.#panels]
          .sort((a, b) => a - b)
          .map((each) => ({ place: each, measure: measures[each]! })),
        layout: this.#layout,
        width,
      },
      measures.map(({ name }) => name),
      "Mementos over time. Arrow keys go from memento to memento, Enter opens one in its archive.",
      {
        chosen: (place) => this.#choose(place, false),
        shown: (place, anchor) => {
          const memento = place === undefined ? undefined : this.#mementos[place];
          if (memento === undefined || anchor === undefined) this.#tooltip.hide();
          else this.#tooltip.show(memento, anchor);
        },
      },
    );
    this.#body.replaceChildren(this.#chart.svg, mementoTable(this.#mementos, measures));
    this.#choose(this.#chosen, false);
  }

  #openPart(part: number): void {
    this.#part = part;
    this.#mementos = readPart(this.#place, part);
    const offTopic = this.#mementos.findIndex(({ overall }) => overall === "off-topic");
    this.#chosen = Math.max(offTopic, 0);
    this.draw();
  }

  #choose(place: number, focus: boolean): void {
    const memento = this.#mementos[place];
    if (memento === undefined) return;
    this.#chosen = place;
    this.#chart?.choose(place, focus);
    this.#details.replaceChildren(this.#steps(), ...details(memento, this.#first, this.#head));
  }

  /** Measures that vote come first; others only where few do. */
  #usualPanels(): number[] {
    const { measures } = this.#head;
    const used = new Set(
      readPart(this.#place, 0).flatMap(({ scores }) => scores.map(({ measure }) => measure)),
    );
    const places = [...measures.keys()].filter((each) => used.has(each));
    const votes = (each: number): boolean =>
      measures[each]?.threshold !== undefined || measures[each]?.cut !== undefined;
    const voting = places.filter(votes);
    const others = places.filter((each) => !votes(each));
    return [...voting, ...others].slice(0, voting.length > 2 ? MOST_PANELS : MOST_PANELS - 1);
  }

  #about(): HTMLElement {
    const { uriT, strip, offTopic, offRuns, pattern, undecided } = this.#timeMap;
    const href = archiveHref(uriT);
    const facts = [
      counted(strip.length, "memento"),
      `${grouped(offTopic)} off-topic${offTopic > 0 ? ` in ${counted(offRuns, "run")}` : ""}`,
      ...(undecided > 0 ? [`${grouped(undecided)} without a verdict`] : []),
      `pattern: ${patternTitle(pattern)}`,
    ];
    return element(
      "p",
      { class: "about" },
      `${facts.join(" · ")} · `,
      href === undefined
        ? element("code", {}, shortened(uriT, 160))
        : element("a", { href, ...LINK_OUT }, `TimeMap ${shortened(uriT, 160)}`),
    );
  }

  #controls(): HTMLElement {
    const layout = element(
      "select",
      {},
      element("option", { value: "date" }, "by date"),
      element("option", { value: "order" }, "evenly"),
    );
    layout.addEventListener("change", () => {
      this.#layout = layout.value === "order" ? "order" : "date";
      this.draw();
    });
    const line = element("div", { class: "controls" }, element("label", {}, "Spaced ", layout));
    const parts = Math.ceil(this.#timeMap.strip.length / PART_SIZE);
    if (parts > 1) line.append(this.#partChoice(parts));
    if (this.#head.measures.length > 1) line.append(this.#panelChoice());
    return line;
  }

  #partChoice(parts: number): HTMLElement {
    const { strip } = this.#timeMap;
    const choice = element("select");
    for (let part = 0; part < parts; part += 1) {
      const from = part * PART_SIZE;
      const here = strip.slice(from, from + PART_SIZE);
      const offTopic = here.split(STRIP.offTopic).length - 1;
      choice.append(
        element(
          "option",
          { value: part },
          `${grouped(from + 1)}–${grouped(from + here.length)} (${grouped(offTopic)} off-topic)`,
        ),
      );
    }
    choice.addEventListener("change", () => this.#openPart(Number(choice.value)));
    return element("label", {}, "Mementos ", choice);
  }

  #panelChoice(): HTMLElement {
    const boxes = this.#head.measures.map(({ name }, place) => {
      const box = element("input", { type: "checkbox", checked: this.#panels.has(place) });
      box.addEventListener("change", () => {
        if (box.checked) this.#panels.add(place);
        else this.#panels.delete(place);
        this.draw();
      });
      return element("label", {}, box, ` ${visible(name)}`);
    });
    return folded("panels", "Measures", ...boxes);
  }

  /** Buttons that go from memento to memento. */
  #steps(): HTMLElement {
    const find = (step: number, isWanted: (memento: ShownMemento) => boolean): number => {
      let at = this.#chosen + step;
      while (at >= 0 && at < this.#mementos.length && !isWanted(this.#mementos[at]!)) at += step;
      return at;
    };
    const isOff = ({ overall }: ShownMemento): boolean => overall === "off-topic";
    const make = (label: string, place: number): HTMLElement =>
      button(label, () => this.#go(label, place), {
        disabled: place < 0 || place >= this.#mementos.length,
      });
    return element(
      "div",
      { class: "steps" },
      make("‹ off-topic", find(-1, isOff)),
      make("‹ memento", this.#chosen - 1),
      make("memento ›", this.#chosen + 1),
      make("off-topic ›", find(1, isOff)),
    );
  }

  /** The buttons are made again with each step; the one that was pressed keeps the focus. */
  #go(label: string, place: number): void {
    this.#choose(place, false);
    const again = [...this.#details.querySelectorAll("button")].find(
      ({ textContent }) => textContent === label,
    );
    again?.focus();
  }
}
