import type { Decision, Label } from "../../../write/decisions.js";
import { LOOKS } from "../../list-count.js";
import { readMemento } from "../data.js";
import { evidenceOf, scoreFacts } from "../details.js";
import { element, focusAgain, fold, stepButton, switchedOff, uriText } from "../dom.js";
import type { ShownMemento } from "../memento-text.js";
import { filmStrip } from "../pictures.js";
import { seedAddress } from "../routes.js";
import { scrollToReasons } from "../side-by-side.js";
import { drawStrip } from "../strip.js";
import { counted, dateTitle, dayTitle, grouped, shortened, visible } from "../words.js";
import { caseSentence } from "./case-sentence.js";
import { dayOf, type ReviewCase } from "./cases.js";
import { type Command, commandButton } from "./keys.js";
import { pair, PAIR_VIEWS, type PairView, pairViews } from "./pair.js";
import type { CaseQueue } from "./queue.js";
import { ANSWERS, type ReviewModel } from "./review-model.js";

/** The first screen of the review: verdict, buttons, the two captures and the history of the seed. */
export class CaseScreen {
  readonly element: HTMLElement;
  readonly notices = element("div.notices");
  readonly status = element("p.status-line", { role: "status" });
  /** Evidence and scores of the capture, for the part below. */
  readonly facts = element("div.facts-box");
  readonly comment = element("input", { type: "text", autocomplete: "off", dir: "auto" });
  readonly #undo: HTMLButtonElement;
  readonly #model: ReviewModel;
  readonly #queue: CaseQueue;
  readonly #act: (command: Command) => void;
  readonly #seed = element("h2", { id: "review-title" });
  readonly #position = element("span.position");
  readonly #unfiled = element("span.unfiled.remark");
  readonly #sentence = element("p.sentence");
  /** Reasons and decisions that somebody should see before the captures. */
  readonly #why = element("div.why");
  readonly #deciding: ReadonlyMap<Label, HTMLButtonElement>;
  readonly #begin: HTMLButtonElement;
  readonly #views = new Map<PairView, HTMLButtonElement>();
  readonly #viewChoices = element("div.row.choices", { role: "group", "aria-label": "View" });
  readonly #steps = element("div.row.steps");
  readonly #pair = element("div.pair-box");
  readonly #history = element("div.history");
  #view: PairView;

  constructor(
    model: ReviewModel,
    queue: CaseQueue,
    menu: HTMLElement,
    act: (command: Command) => void,
  ) {
    this.#model = model;
    this.#queue = queue;
    this.#act = act;
    this.#deciding = new Map(ANSWERS.map((label) => [label, commandButton(label, act)]));
    this.#begin = commandButton("begin", act);
    this.#undo = commandButton("undo", act);
    const views = pairViews(model);
    this.#view = views[0]!;
    for (const view of views) this.#offer(view);
    model.server?.archived?.whenScreenshots(() => this.#offer("picture"));
    const decide = { role: "group", "aria-label": "Decide" };
    this.element = element(
      "div.screen",
      this.notices,
      element(
        "div.row.case-head",
        ...[this.#seed, this.#unfiled, this.#position],
        commandButton("previous", act, "‹"),
        commandButton("next", act, "›"),
        menu,
      ),
      this.#sentence,
      this.#why,
      element(
        "div.row.decide-row",
        element("div.row.decide", decide, ...this.#deciding.values(), this.#begin),
        element("div.row.said", this.#undo, this.status),
      ),
      element("div.row.view-bar", this.#viewChoices, this.#steps),
      this.#pair,
      this.#history,
    );
  }

  /** Whether the sentence about the case is within the window. */
  get isSeen(): boolean {
    const { top, bottom } = this.#sentence.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  }

  scrollTo(): void {
    this.#seed.scrollIntoView({ block: "nearest" });
    if (this.#seed.getBoundingClientRect().top > window.innerHeight / 2) {
      this.#seed.scrollIntoView({ block: "start" });
    }
  }

  tell(position: string, unfiled: string): void {
    switchedOff(this.#undo, !this.#model.canUndo);
    this.#position.textContent = position;
    this.#unfiled.textContent = unfiled;
    this.#unfiled.classList.toggle("some", this.#model.unfiled > 0);
  }

  show(): void {
    const { current, place, filter } = this.#queue;
    const memento = current && readMemento(current.timeMap, place);
    if (current === undefined || memento === undefined) {
      this.#seed.textContent = `End of the list: ${LOOKS[filter.look].toLowerCase()}`;
      // The style hides what else there is of a case.
      this.#pair.replaceChildren();
      this.facts.replaceChildren();
      return;
    }
    focusAgain(this.element, "data-step", () => this.#showCase(current, memento));
    const decision = this.#model.decisionOn(memento.uriM);
    this.#why.replaceChildren(...whyOf(this.#model, current, memento));
    const { head } = this.#model;
    this.facts.replaceChildren(
      ...evidenceOf(memento, head),
      fold("folded-scores", "Scores", scoreFacts(memento.scores, head.measures)),
    );
    // The note of a row without a label is what compare --carry offers, which is no comment.
    const note = decision?.label === undefined ? undefined : decision.note;
    if (document.activeElement !== this.comment) this.comment.value = note ?? "";
  }

  /** Returns false if the page has nothing for the view. */
  choose(view: PairView): boolean {
    if (!this.#views.has(view)) return false;
    this.#view = view;
    if (this.#queue.current !== undefined) this.#showPair(this.#queue.current);
    return true;
  }

  #showCase(each: ReviewCase, memento: ShownMemento): void {
    const { head } = this.#model;
    const { timeMap, places, isChange, look } = each;
    const { place } = this.#queue;
    const dayAt = (at: number): string => dayTitle(dayOf(head, timeMap, at));
    this.#seed.replaceChildren(
      element(
        "a",
        { href: seedAddress(timeMap, place) },
        uriText(shortened(head.timeMaps[timeMap]!.seed, 120)),
      ),
      element("span.remark", ` ${dayAt(place)}`),
    );
    this.#sentence.textContent = caseSentence(head, each, memento);
    // Only where a page changed may the captures before it be those of strangers.
    this.#begin.hidden = places[0] === 0 || (!isChange && look === "case");
    this.#begin.firstChild!.textContent = `the seed begins on ${dayAt(places[0]!)} `;
    const decided = this.#model.stateOf(each);
    for (const [label, press] of this.#deciding) {
      press.setAttribute("aria-pressed", String(label === decided));
    }
    this.#steps.replaceChildren(...this.#stepsOf(each));
    this.#showPair(each);
    const own = new Set(places);
    const film = filmStrip(head, timeMap, place, own, (other) => this.#look(other));
    this.#history.replaceChildren(
      caseStrip(this.#model, each),
      ...(film === undefined ? [] : [film]),
    );
  }

  #look(place: number): void {
    this.#queue.place = place;
    this.show();
  }

  #showPair(each: ReviewCase): void {
    for (const [view, press] of this.#views) {
      press.setAttribute("aria-pressed", String(view === this.#view));
    }
    this.#pair.replaceChildren(pair(this.#model, each, this.#queue.place, this.#view));
    scrollToReasons(this.#pair);
  }

  /** Adds the button of a view, unless it is there. A single view needs no button. */
  #offer(view: PairView): void {
    if (this.#views.has(view)) return;
    const press = commandButton(view, this.#act, PAIR_VIEWS[view]);
    press.setAttribute("aria-pressed", String(view === this.#view));
    this.#views.set(view, press);
    this.#viewChoices.append(press);
    this.#viewChoices.hidden = this.#views.size < 2;
  }

  #stepsOf({ places, breaks }: ReviewCase): HTMLElement[] {
    if (places.length < 2) return [];
    const { place } = this.#queue;
    const at = places.indexOf(place);
    const step = (label: string, to: number | undefined): HTMLElement =>
      stepButton(label, to === undefined ? undefined : () => this.#look(to));
    const text = breaks.find((one) => one > place);
    return [
      step("‹ capture", places[at - 1]),
      step("capture ›", places[at + 1]),
      ...(text === undefined ? [] : [step("next text ›", text)]),
      element("span", `capture ${grouped(at + 1)} of ${grouped(places.length)}`),
    ];
  }
}

/** Returns what is decided, offered and doubtful of a case and of its capture that is shown. */
function whyOf(model: ReviewModel, each: ReviewCase, memento: ShownMemento): HTMLElement[] {
  const { timeMap, places, breaks, texts, besideCheck } = each;
  const { doubt, reason } = memento.evidence ?? {};
  const open = model.toDecide(each).places.length;
  const labels = places.flatMap((place) => model.labelAt(timeMap, place) ?? []);
  const said = ANSWERS.flatMap((label) => {
    const count = labels.filter((one) => one === label).length;
    return count === 0 ? [] : [`${grouped(count)} ${label}`];
  });
  const isPartly = model.isOpen(each) && labels.length > 0;
  const splits = "m splits it at the capture that is shown.";
  const lines = [
    isPartly &&
      `${said.join(", ")} by decision; a press decides the ${counted(open, "open capture")}.`,
    doubt ?? reason,
    breaks.length > 0 && `${counted(texts, "text")} differ within the run: ${splits}`,
    besideCheck !== undefined && places.length > 1 && `Where it is not one page, ${splits}`,
  ];
  const decision = model.decisionOn(memento.uriM);
  return [
    ...(decision === undefined ? [] : [decisionLine(decision)]),
    ...lines.flatMap((line) => (typeof line === "string" ? [element("p", visible(line))] : [])),
  ];
}

/** Returns a decision, or what `compare --carry` offers as one. */
function decisionLine({ label, by, at, note }: Decision): HTMLElement {
  const who = by === undefined ? "" : `${visible(by)}: `;
  const when = at === undefined ? "" : `, ${dateTitle(at)}`;
  const remark = note === undefined ? [] : [" — ", element("bdi", visible(note))];
  return element(
    "p.decided",
    label === undefined ? "not decided" : `${who}${label}${when}`,
    ...remark,
  );
}

/** Returns the captures of the seed over time, with the case in a frame. */
function caseStrip(model: ReviewModel, { timeMap, places }: ReviewCase): HTMLElement {
  const { head } = model;
  const all = head.timeMaps[timeMap]!;
  const [from, to] = [places[0]!, places.at(-1)!];
  const mark = { from, count: to - from + 1 };
  const { svg } = drawStrip(all, { width: 600, height: 24, mark, strip: model.stripOf(timeMap) });
  const years = [0, all.strip.length - 1].map((place) => dayOf(head, timeMap, place).slice(0, 4));
  const span = years[0] === years[1] ? years[0]! : years.join(" to ");
  return element(
    "div.case-strip",
    svg,
    element(
      "p.remark",
      `${counted(all.strip.length, "capture")}, ${span}; in the frame: this case`,
    ),
  );
}
