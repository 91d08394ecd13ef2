import { type Look, LOOKS } from "../../list-count.js";
import { readMemento } from "../data.js";
import { element } from "../dom.js";
import { mementoHref } from "../memento-text.js";
import { counted, grouped, visible } from "../words.js";
import { CaseActions } from "./case-actions.js";
import { CaseScreen } from "./case-screen.js";
import { endedNotice, endOfList } from "./end-of-list.js";
import { type Command, isTyping, keysHelp, listenToKeys } from "./keys.js";
import { type ReviewMenu, reviewMenu } from "./menu.js";
import { howToMakePictures, type PairView } from "./pair.js";
import { CaseQueue } from "./queue.js";
import { facetNames } from "./queue-filter.js";
import { ReviewLists } from "./review-lists.js";
import type { FileLoad, ReviewModel } from "./review-model.js";

/** The review: a case, the lists of cases with a filter, and what decides. */
export class ReviewView {
  readonly section: HTMLElement;
  readonly #model: ReviewModel;
  readonly #noted: (choice: Readonly<Record<string, string>>, isStep: boolean) => void;
  readonly #queue: CaseQueue;
  readonly #actions: CaseActions;
  readonly #menu: ReviewMenu;
  readonly #screen: CaseScreen;
  readonly #lists: ReviewLists;
  readonly #help = keysHelp();
  /** Whether the view has been opened. Its parts are created when it is first opened. */
  #isShown = false;
  #isWaiting = false;

  /**
   * Calls `noted` with the current choice, whose keys are the names in the fragment of the URI. `isStep` is true if the
   * back button must return to the previous choice.
   */
  constructor(
    model: ReviewModel,
    noted: (choice: Readonly<Record<string, string>>, isStep: boolean) => void,
  ) {
    this.#model = model;
    this.#noted = noted;
    this.#queue = new CaseQueue(model);
    this.#actions = new CaseActions(model, this.#queue, (text) => this.#say(text));
    const act = (command: Command): void => this.#act[command]();
    this.#menu = reviewMenu(model.reviewer, {
      command: act,
      load: (text, name) => this.#say(loadedSentence(name, model.load(text))),
      agreeWithAll: () => void this.#actions.agreeWithAll(),
      named: (name) => (model.reviewer = name),
    });
    this.#screen = new CaseScreen(model, this.#queue, this.#menu.element, act);
    this.#lists = new ReviewLists(model, this.#queue, {
      list: (look) => this.#showList(look),
      case: (each) => {
        this.#queue.goTo(each);
        this.#showMoved();
        this.#screen.scrollTo();
      },
      facet: (name, value) => {
        this.#queue.chooseFacet(name, value);
        this.#render();
        this.#note(true);
      },
      query: (query) => {
        this.#queue.filter = { ...this.#queue.filter, query };
        this.#render();
        this.#note(false);
      },
    });
    const comment = element("label.comment", "Comment ", this.#screen.comment);
    this.section = element(
      "section.review",
      { "aria-labelledby": "review-title" },
      this.#screen.element,
      element(
        "div.below",
        element("section", { "aria-label": "Case" }, comment, this.#screen.facts),
        this.#lists.lists,
        this.#lists.filter,
      ),
      this.#help,
    );
    this.#listen();
  }

  /** Shows the choice in the fragment of the URI. */
  apply(choice: ReadonlyMap<string, string>): void {
    const named = facetNames.map((name) => [name, choice.get(name) ?? ""] as const);
    const facets = new Map(named.filter(([, value]) => value !== ""));
    const look = (Object.keys(LOOKS) as Look[]).find((each) => each === choice.get("list"));
    this.#queue.choose({ look: look ?? "case", facets, query: choice.get("query") ?? "" });
    this.#queue.goToId(choice.get("case"));
    this.#isShown = true;
    this.#render();
  }

  #listen(): void {
    this.#model.listen((problem) => {
      this.#show();
      if (problem !== undefined) this.#say(`Not saved: ${problem}`);
    });
    const { comment } = this.#screen;
    comment.addEventListener("change", () => this.#actions.annotate(comment.value.trim()));
    for (const field of [comment, this.#lists.query]) {
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
      const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
      if (by !== 0 && this.#queue.look(by)) this.#screen.show();
    });
    window.addEventListener("beforeunload", (event) => {
      if (this.#model.unfiled > 0) event.preventDefault();
    });
  }

  readonly #act: Readonly<Record<Command, () => void>> = {
    "off-topic": () => this.#decide((note) => this.#actions.decide("off-topic", note)),
    "on-topic": () => this.#decide((note) => this.#actions.decide("on-topic", note)),
    unsure: () => this.#decide((note) => this.#actions.decide("unsure", note)),
    begin: () => this.#decide((note) => this.#actions.begin(note)),
    next: () => this.#step(1),
    previous: () => this.#step(-1),
    picture: () => this.#choose("picture"),
    text: () => this.#choose("text"),
    page: () => this.#choose("page"),
    batch: () => void this.#actions.decideBatch(),
    split: () => this.#actions.split(),
    undo: () => this.#actions.undo(),
    comment: () => this.#screen.comment.focus(),
    filter: () => this.#lists.query.focus(),
    replay: () => this.#replay(),
    save: () => this.#save(),
    help: () => this.#help.showModal(),
  };

  /** A key decides only what the reviewer sees. Otherwise the case is shown, and the key has to be pressed again. */
  #isOnScreen(): boolean {
    // At the end of a list there is nothing to decide, and the action does nothing.
    if (this.#queue.current === undefined || this.#screen.isSeen) return true;
    this.#screen.scrollTo();
    this.#say("The case was not on the screen. Press the key again to decide it.");
    return false;
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
    if (!this.#isShown) return;
    this.#queue.refresh();
    this.#menu.show(this.#actions.agreeable().length);
    this.#lists.show();
    this.#showCurrent();
  }

  #showMoved(): void {
    this.#lists.showCases();
    this.#showCurrent();
    this.#note(false);
  }

  #showCurrent(): void {
    const { filter, current } = this.#queue;
    this.section.setAttribute("data-look", current === undefined ? "end" : filter.look);
    const isEnd = current === undefined;
    this.#screen.notices.replaceChildren(
      ...endedNotice(this.#model, () => this.#save()),
      ...(isEnd ? [endOfList(this.#model, filter.look, (look) => this.#showList(look))] : []),
    );
    this.#screen.tell(this.#actions.progress(), unfiledTitle(this.#model));
    this.#screen.show();
  }

  #showList(look: Look): void {
    this.#queue.chooseList(look);
    this.#say("");
    this.#render();
    this.#note(true);
    this.#screen.scrollTo();
  }

  #say(text: string): void {
    this.#screen.status.textContent = text;
  }

  // Navigation

  #step(by: number): void {
    if (this.#queue.step(by)) this.#showMoved();
    else this.#say(by > 0 ? "This is the last case." : "This is the first case.");
  }

  #note(isStep: boolean): void {
    const { filter, current } = this.#queue;
    const facets = Object.fromEntries(filter.facets);
    const list = filter.look === "case" ? "" : filter.look;
    this.#noted({ list, ...facets, query: filter.query, case: current?.id ?? "" }, isStep);
  }

  #choose(view: PairView): void {
    if (this.#screen.choose(view)) return;
    const { head, server } = this.#model;
    const without = {
      picture: `This page has no pictures. ${howToMakePictures(head, server)}`,
      text: "This page has no texts.",
      page: "This page has no archived pages: use the command review with -i.",
    };
    this.#say(without[view]);
  }

  #replay(): void {
    const { current, place } = this.#queue;
    const memento = current && readMemento(current.timeMap, place);
    const href = memento && mementoHref(memento);
    if (href === undefined)
      this.#say("This capture has no address: make the report with --replay.");
    else window.open(href, "_blank", "noopener,noreferrer");
  }

  #decide(made: (note: string | undefined) => boolean): void {
    const note = this.#screen.comment.value.trim();
    if (!made(note === "" ? undefined : note)) return;
    this.#screen.comment.value = "";
    this.#note(false);
  }

  // Files

  #save(): void {
    if (this.#model.server !== undefined && !this.#model.hasEnded) {
      this.#say("Decisions are saved at once.");
      return;
    }
    saveText("decisions.tsv", this.#model.fileText(), "text/tab-separated-values");
    this.#show();
    this.#say("Saved as decisions.tsv.");
  }
}

const DECIDING: ReadonlySet<Command> = new Set([
  ...(["off-topic", "on-topic", "unsure", "begin", "batch", "split"] as const),
]);

/** Nothing counts as saved before anything is decided. */
function unfiledTitle(model: ReviewModel): string {
  const { unfiled, isKept } = model;
  if (unfiled === 0) return model.counts().decisions > 0 ? "All decisions are saved" : "";
  const where = isKept ? "" : ", nor stored by this browser";
  return `${counted(unfiled, "decision")} not saved to a file yet${where}`;
}

/** Saves a text as a file of the reader's machine. */
function saveText(name: string, text: string, type: string): void {
  const href = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

function loadedSentence(name: string, { known, others, problems }: FileLoad): string {
  const [first] = problems;
  const parts = [
    `${visible(name)}: decisions on ${counted(known, "capture")}`,
    ...(others > 0 ? [`and on ${grouped(others)} that are not in this report`] : []),
    ...(first === undefined
      ? []
      : [
          `${counted(problems.length, "line")} could not be read, the first is line ${grouped(first.number)}: ${visible(first.message)}`,
        ]),
  ];
  return `${parts.join(", ")}.`;
}
