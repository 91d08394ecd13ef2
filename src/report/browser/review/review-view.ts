import type { Label } from "../../../write/decisions.js";
import { type Look, LOOKS } from "../../list-count.js";
import type { PageHead } from "../../page-data.js";
import { readMemento } from "../data.js";
import { button, element, focusAgain, switchedOff, uriText } from "../dom.js";
import { mementoHref } from "../memento-text.js";
import { scrollToReasons } from "../side-by-side.js";
import { dayTitle, grouped, shortened } from "../words.js";
import { CaseActions } from "./case-actions.js";
import { captureSteps, caseFacts, history } from "./case-card.js";
import { caseList } from "./case-list.js";
import {
  caseSentence,
  dayOf,
  FACETS,
  type FacetName,
  type RemovalFormat,
  type ReviewCase,
} from "./cases.js";
import {
  type Command,
  commandButton,
  conflictList,
  facetPanel,
  isTyping,
  keysHelp,
  listenToKeys,
  ReviewMenu,
  unfiledTitle,
} from "./decision-bar.js";
import { copyRemovals, loadedSentence, saveDecisions } from "./decision-files.js";
import { howToMakePictures, pair, PAIR_VIEWS, type PairView, pairViews } from "./pair.js";
import { CaseQueue } from "./queue.js";
import { reviewLayout } from "./review-layout.js";
import type { DecisionServer, ReviewModel } from "./review-model.js";
import { endedNotice, endOfList } from "./review-notices.js";
import { storedName, storeName } from "./reviewer-name.js";
import { hasManyOfAKind } from "./sheet-view.js";

export class ReviewView {
  readonly section: HTMLElement;
  readonly #head: PageHead;
  readonly #server: DecisionServer | undefined;
  readonly #noted: (choice: Readonly<Record<string, string>>, isStep: boolean) => void;
  readonly #model: ReviewModel;
  readonly #menu: ReviewMenu;
  readonly #notice = element("div.notices");
  readonly #seed = element("h2", { id: "review-title" });
  readonly #position = element("span.position");
  readonly #unfiled = element("span.unfiled.remark");
  readonly #sentence = element("p.sentence");
  readonly #deciding = new Map(
    (["off-topic", "on-topic", "unsure"] as const).map((label) => [
      label,
      commandButton(label, () => this.#act[label]()),
    ]),
  );
  readonly #beginButton = commandButton("begin", () => this.#act.begin());
  readonly #undoButton = commandButton("undo", () => this.#actions.undo());
  readonly #status = element("p.status-line", { role: "status" });
  readonly #views = new Map<PairView, HTMLButtonElement>();
  readonly #viewChoices = element("div.choices", { role: "group", "aria-label": "View" });
  readonly #steps = element("div.step-box");
  readonly #pair = element("div.pair-box");
  readonly #history = element("div.history");
  readonly #facts = element("div.facts-box");
  readonly #facets = element("div.facets");
  readonly #lists = element("div.choices", { role: "group", "aria-label": "List" });
  readonly #list = element("div.cases");
  readonly #help = keysHelp();
  readonly #query = element("input", { type: "search", spellcheck: "false", dir: "auto" });
  readonly #comment = element("input", { type: "text", autocomplete: "off", dir: "auto" });
  readonly #queue: CaseQueue;
  readonly #actions: CaseActions;
  #view: PairView;
  /** Whether the view has been opened. Its parts are created when it is first opened. */
  #isShown = false;
  #isWaiting = false;

  /**
   * Calls `noted` with the current choice, whose keys are the names in the fragment of the URI. `isStep` is true if the
   * back button must return to the previous choice.
   */
  constructor(
    head: PageHead,
    model: ReviewModel,
    noted: (choice: Readonly<Record<string, string>>, isStep: boolean) => void,
    server?: DecisionServer,
  ) {
    this.#head = head;
    this.#server = server;
    this.#noted = noted;
    this.#model = model;
    model.listen((problem) => {
      this.#show();
      if (problem !== undefined) this.#say(`Not saved: ${problem}`);
    });
    this.#queue = new CaseQueue(head, model);
    this.#actions = new CaseActions(head, model, this.#queue, (text) => this.#say(text));
    model.name = storedName();
    const views = pairViews(head, server);
    this.#view = views[0]!;
    for (const view of views) this.#offer(view);
    server?.archived?.whenScreenshots(() => this.#offer("picture"));
    this.#menu = new ReviewMenu(model.name, {
      command: (command) => this.#act[command](),
      load: (text, name) => this.#load(text, name),
      copy: (form) => this.#copy(form),
      agreeWithAll: () => void this.#actions.agreeWithAll(),
      named: (name) => this.#rename(name),
    });
    this.section = reviewLayout(
      {
        ...{
          notice: this.#notice,
          seed: this.#seed,
          unfiled: this.#unfiled,
          position: this.#position,
        },
        ...{ menu: this.#menu.element, sentence: this.#sentence },
        ...{ decide: [...this.#deciding.values(), this.#beginButton], undo: this.#undoButton },
        ...{ status: this.#status, lists: this.#lists },
        ...{ views: this.#viewChoices, steps: this.#steps, pair: this.#pair },
        ...{ history: this.#history, comment: this.#comment, facts: this.#facts, list: this.#list },
        ...{ query: this.#query, facets: this.#facets, help: this.#help },
      },
      (command) => this.#act[command](),
    );
    this.#listen();
  }

  /** Shows the choice in the fragment of the URI. */
  apply(choice: ReadonlyMap<string, string>): void {
    const names = Object.keys(FACETS) as FacetName[];
    const facets = new Map(
      names.flatMap((name) => {
        const value = choice.get(name) ?? "";
        return value === "" ? [] : [[name, value] as const];
      }),
    );
    const look = (Object.keys(LOOKS) as Look[]).find((each) => each === choice.get("list"));
    this.#queue.filter = { look: look ?? "case", facets, query: choice.get("query") ?? "" };
    this.#queue.goToId(choice.get("case"));
    this.#isShown = true;
    this.#render();
  }

  #listen(): void {
    this.#query.addEventListener("input", () => {
      this.#queue.filter = { ...this.#queue.filter, query: this.#query.value };
      this.#show();
      this.#note(false);
    });
    this.#comment.addEventListener("change", () => {
      this.#actions.annotate(this.#comment.value.trim());
    });
    for (const field of [this.#comment, this.#query]) {
      field.addEventListener("keydown", ({ key }) => {
        if (key === "Enter" || key === "Escape") field.blur();
      });
    }
    const isShown = (): boolean => this.section.isConnected && !this.section.matches(".view-off");
    listenToKeys(isShown, (command) => {
      if (!DECIDING.has(command) || this.#isOnScreen()) this.#act[command]();
    });
    document.addEventListener("keydown", ({ key, target }) => {
      const isElsewhere = target instanceof HTMLElement && target.closest(".film, .view") !== null;
      if (!isShown() || isTyping(target) || isElsewhere) return;
      if (key === "ArrowRight") this.#look(1);
      if (key === "ArrowLeft") this.#look(-1);
    });
    window.addEventListener("beforeunload", (event) => {
      if (this.#model.unfiled > 0) event.preventDefault();
    });
  }

  readonly #act: Readonly<Record<Command, () => void>> = {
    "off-topic": () => this.#decide("off-topic"),
    "on-topic": () => this.#decide("on-topic"),
    unsure: () => this.#decide("unsure"),
    begin: () => this.#decide("begin"),
    next: () => this.#step(1),
    previous: () => this.#step(-1),
    picture: () => this.#choose("picture"),
    text: () => this.#choose("text"),
    page: () => this.#choose("page"),
    batch: () => void this.#actions.decideBatch(),
    split: () => this.#actions.split(),
    undo: () => this.#actions.undo(),
    comment: () => this.#comment.focus(),
    filter: () => this.#query.focus(),
    replay: () => this.#replay(),
    save: () => this.#save(),
    help: () => this.#help.showModal(),
  };

  /** A key decides only what the reviewer sees. Otherwise the case is shown, and the key has to be pressed again. */
  #isOnScreen(): boolean {
    // At the end of a list there is nothing to decide, and the action does nothing.
    if (this.#queue.current === undefined) return true;
    const { top, bottom } = this.#sentence.getBoundingClientRect();
    const isSeen = bottom > 0 && top < window.innerHeight;
    if (!isSeen) {
      this.#showScreen();
      this.#say("The case was not on the screen. Press the key again to decide it.");
    }
    return isSeen;
  }

  #showScreen(): void {
    this.#seed.scrollIntoView({ block: "nearest" });
    if (this.#seed.getBoundingClientRect().top > window.innerHeight / 2) {
      this.#seed.scrollIntoView({ block: "start" });
    }
  }

  // Display

  /** Shows the decisions and the filtered cases after the present action is complete. */
  #show(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    queueMicrotask(() => {
      this.#isWaiting = false;
      this.#render();
    });
  }

  #render(): void {
    const model = this.#model;
    if (!this.#isShown) return;
    this.#queue.refresh();
    const { filter, shown } = this.#queue;
    if (this.#query.value !== filter.query) this.#query.value = filter.query;
    const facet = document.activeElement?.getAttribute("data-facet");
    this.#facets.replaceChildren(
      ...facetPanel(shown, filter, (name, value) => {
        this.#queue.choose(name, value);
        this.#show();
        this.#note(true);
      }),
    );
    // The buttons are created again, so the pressed button must get the focus back.
    focusAgain(this.#facets, "data-facet", facet);
    this.#menu.show(this.#actions.agreeable().length);
    switchedOff(this.#undoButton, !model.canUndo);
    this.#unfiled.textContent = unfiledTitle(model);
    this.#unfiled.classList.toggle("some", model.unfiled > 0);
    this.#showLists();
    this.#showCurrent();
  }

  #showNotices(): void {
    const model = this.#model;
    const end = {
      ...{ model, head: this.#head, server: this.#server, look: this.#queue.filter.look },
      show: (look: Look) => this.#showList(look),
    };
    this.#notice.replaceChildren(
      ...endedNotice(model, () => this.#save()),
      ...conflictList(model.conflicts),
      ...(this.#queue.isAtEnd ? [endOfList(end)] : []),
    );
  }

  #showLists(): void {
    const focused = document.activeElement?.getAttribute("data-list");
    const { lists } = this.#model.counts();
    this.#lists.replaceChildren(
      ...(Object.keys(LOOKS) as Look[]).flatMap((look) => {
        const { decided, all } = lists[look];
        if (all === 0 && look !== "case") return [];
        const title = `${LOOKS[look]} (${grouped(decided)} of ${grouped(all)})`;
        const isShown = look === this.#queue.filter.look;
        const attributes = { "aria-pressed": String(isShown), "data-list": look };
        return [button(title, () => this.#showList(look), attributes)];
      }),
    );
    if (hasManyOfAKind(this.#model)) {
      const link = element("a", { href: "#sheet" }, "Contact sheet");
      this.#lists.append(element("nav", { "aria-label": "More" }, link));
    }
    focusAgain(this.#lists, "data-list", focused);
  }

  #showList(look: Look): void {
    this.#queue.show(look);
    this.#say("");
    this.#note(true);
    this.#showScreen();
  }

  #showCurrent(): void {
    const focused = document.activeElement?.getAttribute("data-case");
    const { cases } = this.#queue.shown;
    this.#list.replaceChildren(
      caseList(
        this.#head,
        cases,
        Math.max(this.#queue.at, 0),
        (each) => this.#model.stateOf(each),
        (each) => {
          this.#queue.goTo(each);
          this.#showMoved();
          this.#showScreen();
        },
      ),
    );
    focusAgain(this.#list, "data-case", focused);
    this.#position.textContent = this.#actions.progress();
    this.#showNotices();
    this.#showCard();
  }

  #showCard(): void {
    const { current: each, place } = this.#queue;
    const memento = each && readMemento(each.timeMap, place);
    this.section.setAttribute("data-look", this.#queue.isAtEnd ? "end" : this.#queue.filter.look);
    if (each === undefined || memento === undefined) {
      this.#seed.textContent = `End of the list: ${LOOKS[this.#queue.filter.look].toLowerCase()}`;
      const parts = [this.#sentence, this.#steps, this.#pair, this.#history, this.#facts];
      for (const part of parts) part.replaceChildren();
      return;
    }
    // Only where a page changed may the captures before it be those of strangers.
    this.#beginButton.hidden = each.from === 0 || (each.isChange !== true && each.look === "case");
    const day = dayTitle(dayOf(this.#head, each.timeMap, each.from));
    this.#beginButton.firstChild!.textContent = `the seed begins on ${day} `;
    const decided = this.#model.labelOf(each);
    for (const [label, press] of this.#deciding) {
      press.setAttribute("aria-pressed", String(label === decided));
    }
    const focused = document.activeElement?.getAttribute("data-step");
    const decisions = this.#model.decisionsOn(memento.uriM);
    const look = (other: number): void => {
      this.#queue.place = other;
      this.#showCard();
    };
    const head = this.#head;
    this.#seed.replaceChildren(
      uriText(shortened(head.timeMaps[each.timeMap]!.seed, 120)),
      element("span.remark", ` ${dayTitle(dayOf(head, each.timeMap, place))}`),
    );
    this.#sentence.textContent = caseSentence(head, each, memento);
    const steps = captureSteps(head, each, place, look);
    this.#steps.replaceChildren(...(steps === undefined ? [] : [steps]));
    this.#showPair(each);
    this.#history.replaceChildren(...history(head, each, place, look));
    this.#facts.replaceChildren(...caseFacts(each, memento, head, decisions));
    focusAgain(this.section, "data-step", focused);
    if (document.activeElement !== this.#comment) {
      this.#comment.value = decisions.find(({ note }) => note !== undefined)?.note ?? "";
    }
  }

  #showPair(each: ReviewCase): void {
    for (const [view, press] of this.#views) {
      press.setAttribute("aria-pressed", String(view === this.#view));
    }
    this.#pair.replaceChildren(
      pair(each, {
        head: this.#head,
        server: this.#server,
        view: this.#view,
        place: this.#queue.place,
        labelAt: (timeMap, at) => this.#model.labelAt(timeMap, at),
      }),
    );
    scrollToReasons(this.#pair);
  }

  /** Adds the button of a view, unless it is there. A single view needs no button. */
  #offer(view: PairView): void {
    if (this.#views.has(view)) return;
    const press = commandButton(view, () => this.#choose(view), PAIR_VIEWS[view]);
    press.setAttribute("aria-pressed", String(view === this.#view));
    this.#views.set(view, press);
    this.#viewChoices.append(press);
    this.#viewChoices.hidden = this.#views.size < 2;
  }

  #choose(view: PairView): void {
    if (!this.#views.has(view)) {
      const without = {
        picture: `This page has no pictures. ${howToMakePictures(this.#head, this.#server)}`,
        text: "This page has no texts.",
        page: "This page has no archived pages: use the command review with -i.",
      };
      this.#say(without[view]);
      return;
    }
    this.#view = view;
    if (this.#queue.current !== undefined) this.#showPair(this.#queue.current);
  }

  #say(text: string): void {
    this.#status.textContent = text;
  }

  // Navigation

  #step(by: number): void {
    if (this.#queue.step(by)) this.#showMoved();
    else this.#say(by > 0 ? "This is the last case." : "This is the first case.");
  }

  #showMoved(): void {
    this.#showCurrent();
    this.#note(false);
  }

  #look(by: number): void {
    if (this.#queue.look(by)) this.#showCard();
  }

  #note(isStep: boolean): void {
    const { filter, current } = this.#queue;
    const facets = Object.fromEntries(filter.facets);
    const list = filter.look === "case" ? "" : filter.look;
    this.#noted({ list, ...facets, query: filter.query, case: current?.id ?? "" }, isStep);
  }

  #replay(): void {
    const { current, place } = this.#queue;
    const memento = current && readMemento(current.timeMap, place);
    const href = memento && mementoHref(memento);
    if (href === undefined)
      this.#say("This capture has no address: make the report with --replay.");
    else window.open(href, "_blank", "noopener,noreferrer");
  }

  #decide(label: Label | "begin"): void {
    const note = this.#comment.value.trim();
    const isMade =
      label === "begin" ? this.#actions.begin(note) : this.#actions.decide(label, note);
    if (!isMade) return;
    this.#comment.value = "";
    this.#note(false);
  }

  // Files

  #save(): void {
    if (this.#server !== undefined && !this.#model.hasEnded) {
      this.#say("Decisions are saved at once.");
      return;
    }
    saveDecisions(this.#model.fileText());
    this.#show();
    this.#say("Saved as decisions.tsv.");
  }

  #load(text: string, name: string): void {
    const loaded = this.#model.load(text);
    this.#say(loadedSentence(name, loaded));
  }

  /** Copies the filtered mementos whose decision is off-topic. */
  #copy(form: RemovalFormat): void {
    const mementos = this.#model.removed(this.#queue.shown.cases);
    void copyRemovals(mementos, form, this.#head.files).then((text) => this.#say(text));
  }

  #rename(name: string): void {
    this.#model.name = name.trim();
    if (!storeName(this.#model.name)) this.#say("The browser does not keep your name.");
  }
}

const DECIDING: ReadonlySet<Command> = new Set([
  ...(["off-topic", "on-topic", "unsure", "begin", "batch", "split"] as const),
]);
