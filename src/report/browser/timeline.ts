import { type PageTimeMap, STRIP } from "../page-data.js";
import { type Chart, drawChart } from "./chart.js";
import { readMemento } from "./data.js";
import { details } from "./details.js";
import { element, focusAgain, fold, stepButton } from "./dom.js";
import { archiveHref, LINK_OUT, type ShownMemento } from "./memento-text.js";
import type { ReviewModel } from "./review/review-model.js";
import { seedDecisions } from "./review/seed-decisions.js";
import { scrollToReasons } from "./side-by-side.js";
import { windowControl } from "./strip.js";
import { MOST_SHOWN, type MementoRange, placesAround } from "./time-columns.js";
import { counted, grouped, patternTitle, shortened, undecidedTitles, visible } from "./words.js";

/** Number of panels that are shown at first. */
const MOST_PANELS = 4;

/** A seed over time: verdicts and scores of its captures, and one of them with what is known of it. */
export class Timeline {
  readonly section: HTMLElement;
  readonly #model: ReviewModel;
  readonly #place: number;
  readonly #timeMap: PageTimeMap;
  readonly #body = element("div");
  readonly #details = element("div.chosen-memento");
  readonly #panels: Set<number>;
  #shown: MementoRange;
  #mementos: readonly ShownMemento[] = [];
  /** Place of the selected memento in the TimeMap. */
  #chosen: number;
  #chart: Chart | undefined;

  constructor(model: ReviewModel, place: number) {
    this.#model = model;
    this.#place = place;
    this.#timeMap = model.head.timeMaps[place]!;
    const { seed, strip } = this.#timeMap;
    this.#chosen = Math.max(strip.indexOf(STRIP.offTopic), 0);
    this.#shown = placesAround(this.#chosen, strip.length);
    this.#read();
    this.#panels = new Set(this.#usualPanels());
    this.section = element(
      "section.timeline",
      { "aria-label": `Timeline of ${shortened(seed, 120)}` },
      this.#about(),
      model.head.measures.length > 1 ? this.#measures() : undefined,
      this.#body,
      this.#details,
    );
  }

  /** Draws the timeline at the width that it has, at the selected capture or at another one. */
  draw(capture = this.#chosen): void {
    const { measures } = this.#model.head;
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
        width,
      },
      measures.map(({ name }) => name),
      "Captures over time. Arrow keys go from capture to capture.",
      (place) => this.#choose(from + place),
    );
    const parts = [
      ...(strip.length > MOST_SHOWN
        ? [windowControl(this.#timeMap, this.#shown, (place) => this.#choose(place))]
        : []),
      this.#chart.svg,
    ];
    this.#body.replaceChildren(...parts);
    this.#choose(strip[capture] === undefined ? this.#chosen : capture);
  }

  #read(): void {
    const { from, count } = this.#shown;
    const places = Array.from({ length: count }, (_, at) => from + at);
    this.#mementos = places.flatMap((place) => readMemento(this.#place, place) ?? []);
  }

  #choose(place: number): void {
    const { from, count } = this.#shown;
    const { strip } = this.#timeMap;
    if ((place < from || place >= from + count) && place >= 0 && place < strip.length) {
      this.#shown = placesAround(place, strip.length);
      this.#read();
      this.draw(place);
      return;
    }
    const memento = this.#mementos[place - from];
    if (memento === undefined) return;
    this.#chosen = place;
    this.#chart?.choose(place - from, false);
    focusAgain(this.#details, "data-step", () => this.#showDetails(memento));
  }

  #showDetails(memento: ShownMemento): void {
    const place = this.#chosen;
    const beside = memento.beside && readMemento(this.#place, memento.beside.place);
    const again = (): void => this.#choose(place);
    this.#details.replaceChildren(
      this.#steps(),
      seedDecisions(this.#model, this.#place, place, again),
      ...details(memento, beside, this.#model.head),
    );
    scrollToReasons(this.#details);
  }

  /**
   * Returns the measures to show at first: the measures with a vote, or all measures if no measure has a vote. The
   * measures with the most off-topic verdicts come first.
   */
  #usualPanels(): number[] {
    const offTopic = new Map<number, number>();
    const voting = new Set<number>();
    for (const { measure, topicStatus } of this.#mementos.flatMap(({ scores }) => scores)) {
      const said = Number(topicStatus === "off-topic");
      offTopic.set(measure, (offTopic.get(measure) ?? 0) + said);
      if (topicStatus !== undefined) voting.add(measure);
    }
    const used = [...offTopic.keys()].sort((a, b) => offTopic.get(b)! - offTopic.get(a)! || a - b);
    const shown = voting.size > 0 ? used.filter((each) => voting.has(each)) : used;
    return shown.slice(0, MOST_PANELS);
  }

  #about(): HTMLElement {
    const { uriT, strip, offTopic, offRuns, pattern, notice, inferred } = this.#timeMap;
    const href = archiveHref(uriT);
    const facts = [
      counted(strip.length, "capture"),
      `${grouped(offTopic)} off-topic${offTopic > 0 ? ` in ${counted(offRuns, "run")}` : ""}`,
      ...undecidedTitles(this.#timeMap),
      ...(inferred === undefined ? [] : [`${grouped(inferred)} not read, but inferred`]),
      `pattern: ${patternTitle(pattern)}`,
      ...(notice === undefined ? [] : [`notice: ${notice}`]),
    ];
    // The TimeMap of captures in files has no address, and its name says no more than the seed.
    const source =
      href === undefined
        ? []
        : [" · ", element("a", { href, ...LINK_OUT }, `TimeMap ${shortened(uriT, 160)}`)];
    return element("p.about", facts.join(" · "), ...source);
  }

  /** Returns boxes that choose the measures whose scores are drawn. */
  #measures(): HTMLElement {
    const boxes = this.#model.head.measures.map(({ name }, place) => {
      const box = element("input", { type: "checkbox", checked: this.#panels.has(place) });
      box.addEventListener("change", () => {
        if (box.checked) this.#panels.add(place);
        else this.#panels.delete(place);
        this.draw();
      });
      return element("label", box, ` ${visible(name)}`);
    });
    return fold("panels", "Measures", ...boxes);
  }

  #steps(): HTMLElement {
    const { strip } = this.#timeMap;
    const chosen = this.#chosen;
    const before = chosen === 0 ? -1 : strip.lastIndexOf(STRIP.offTopic, chosen - 1);
    const after = strip.indexOf(STRIP.offTopic, chosen + 1);
    const step = (label: string, place: number): HTMLElement =>
      stepButton(label, strip[place] === undefined ? undefined : () => this.#choose(place));
    return element(
      "div.row.steps",
      step("‹ off-topic", before),
      step("‹ capture", chosen - 1),
      step("capture ›", chosen + 1),
      step("off-topic ›", after),
    );
  }
}
