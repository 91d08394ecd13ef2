import type { PageHead } from "../../page-data.js";
import { readMemento } from "../data.js";
import { element } from "../dom.js";
import { mementoHref } from "../memento-text.js";
import { counted, grouped, shortened } from "../words.js";
import { caseCard } from "./case-card.js";
import { caseList } from "./case-list.js";
import { FACETS, type FacetName, type RemovalFormat, type ReviewCase } from "./cases.js";
import {
  conflictList,
  DecisionBar,
  type Command,
  commandButton,
  keysHelp,
  listenToKeys,
  facetPanel,
} from "./decision-bar.js";
import { copyRemovals, loadedSentence, saveDecisions } from "./decision-files.js";
import { CaseQueue } from "./queue.js";
import { labelOf, ReviewModel, type DecisionServer, type ReviewStep } from "./review-model.js";

/** Callbacks of the review to the page around it. */
interface ReviewEvents {
  /**
   * Called with the current choice, by the names in the fragment of the URI. `isStep` is true if the back button must
   * return from it.
   */
  noted(choice: Readonly<Record<string, string>>, isStep: boolean): void;
  /** Called with the number of decided off-topic cases and of all of them. */
  counted(decided: number, all: number): void;
}

const NAME_KEY = "detect_off_topic reviewer";

/** The view in which a reviewer confirms verdicts. */
export class ReviewView {
  readonly section: HTMLElement;
  readonly #head: PageHead;
  readonly #server: DecisionServer | undefined;
  readonly #events: ReviewEvents;
  readonly #model: ReviewModel;
  readonly #bar: DecisionBar;
  readonly #facets = element("div.facets");
  readonly #list = element("div.cases");
  readonly #card = element("section.case-card", { "aria-label": "Case" });
  readonly #status = element("p.status-line", { role: "status" });
  readonly #problems = element("div");
  readonly #help = keysHelp();
  readonly #query = element("input", { type: "search", spellcheck: "false" });
  readonly #comment = element("input", { type: "text", autocomplete: "off" });
  readonly #queue: CaseQueue;
  #lastStep: ReviewStep = "agree";
  /** False until the view is first opened. Its parts are not created before that. */
  #isShown = false;

  constructor(head: PageHead, events: ReviewEvents, server?: DecisionServer) {
    this.#head = head;
    this.#server = server;
    this.#events = events;
    this.#model = new ReviewModel(head, server, (problem) => {
      this.#show();
      if (problem !== undefined) this.#say(`Not saved: ${problem}`);
    });
    this.#queue = new CaseQueue(head, this.#model);
    this.#model.name = readName();
    this.#bar = new DecisionBar(this.#model.name, server !== undefined, {
      command: (command) => this.#act[command](),
      load: (text, name) => this.#load(text, name),
      copy: (form) => this.#copy(form),
      agreeWithAll: () => this.#decideAll(this.#shownOpen(), "agree"),
      named: (name) => this.#rename(name),
    });
    this.section = this.#layout();
    this.#listen();
    this.#show();
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
    this.#queue.filter = { facets, query: choice.get("query") ?? "" };
    this.#queue.goToId(choice.get("case"));
    this.#isShown = true;
    this.#show();
  }

  #layout(): HTMLElement {
    const act = (command: Command): void => this.#act[command]();
    const commands = (...names: readonly Command[]): HTMLElement[] =>
      names.map((name) => commandButton(name, act));
    this.#query.addEventListener("input", () => {
      this.#queue.filter = { ...this.#queue.filter, query: this.#query.value };
      this.#show();
      this.#note(false);
    });
    this.#comment.addEventListener("change", () => this.#annotate());
    for (const field of [this.#comment, this.#query]) {
      field.addEventListener("keydown", ({ key }) => {
        if (key === "Enter" || key === "Escape") field.blur();
      });
    }
    return element(
      "section.review",
      { "aria-labelledby": "review-title" },
      element("h2", { id: "review-title" }, "Review"),
      this.#bar.element,
      this.#status,
      this.#problems,
      element(
        "div.review-columns",
        element(
          "div.facet-column",
          { role: "group", "aria-label": "Filter" },
          element("label", "Search ", this.#query),
          this.#facets,
        ),
        this.#list,
        element(
          "div.case-column",
          element(
            "div.commands",
            ...commands("agree", "disagree", "unsure", "batch", "split", "undo"),
            ...commands("previous", "next", "replay", "comment", "filter", "help"),
            element("label.comment", "Comment ", this.#comment),
          ),
          this.#card,
        ),
      ),
      this.#help,
    );
  }

  #listen(): void {
    const isShown = (): boolean => this.section.isConnected && !this.section.matches(".view-off");
    listenToKeys(isShown, (command) => this.#act[command]());
    document.addEventListener("keydown", ({ key, target }) => {
      if (!isShown() || (target instanceof HTMLElement && target.matches("input, select"))) return;
      if (key === "ArrowRight") this.#look(1);
      if (key === "ArrowLeft") this.#look(-1);
    });
    window.addEventListener("beforeunload", (event) => {
      if (this.#model.unfiled > 0) event.preventDefault();
    });
  }

  readonly #act: Readonly<Record<Command, () => void>> = {
    agree: () => this.#decide("agree"),
    disagree: () => this.#decide("disagree"),
    unsure: () => this.#decide("unsure"),
    next: () => this.#step(1),
    previous: () => this.#step(-1),
    batch: () => this.#decideBatch(),
    split: () => this.#split(),
    undo: () => this.#undo(),
    comment: () => this.#comment.focus(),
    filter: () => this.#query.focus(),
    replay: () => this.#replay(),
    save: () => this.#save(),
    help: () => {
      this.#help.open = !this.#help.open;
      this.#help.scrollIntoView({ block: "nearest" });
    },
  };

  // Display

  /** Shows the decisions and the filtered cases. */
  #show(): void {
    const model = this.#model;
    const offTopic = model.cases.filter(({ drawn }) => drawn === undefined);
    const decided = offTopic.filter((each) => !model.isOpen(each)).length;
    this.#events.counted(decided, offTopic.length);
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
    // The buttons are created again, so that the pressed one must get the focus back.
    focusAgain(this.#facets, "data-facet", facet);
    this.#bar.show(model.unfiled, model.isKept, this.#shownOpen().length);
    this.#problems.replaceChildren(...conflictList(model.conflicts));
    this.#showCurrent();
  }

  #showCurrent(): void {
    const focused = document.activeElement?.getAttribute("data-case");
    this.#list.replaceChildren(
      caseList(
        this.#head,
        this.#queue.shown.cases,
        Math.max(this.#queue.at, 0),
        (each) => this.#model.stateOf(each),
        (each) => {
          this.#queue.goTo(each);
          this.#showMoved();
        },
      ),
    );
    focusAgain(this.#list, "data-case", focused);
    this.#list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    this.#showCard();
  }

  #showCard(): void {
    const { current: each, place } = this.#queue;
    if (each === undefined) {
      this.#card.replaceChildren(element("p", "There is no case to decide."));
      return;
    }
    const focused = document.activeElement?.getAttribute("data-step");
    const memento = readMemento(each.timeMap, place);
    const decisions = memento === undefined ? [] : this.#model.decisionsOn(memento.uriM);
    const frame = this.#server?.frame;
    this.#card.replaceChildren(
      ...caseCard(each, {
        head: this.#head,
        place,
        decisions,
        labelAt: (timeMap, at) => this.#model.labelAt(timeMap, at),
        ...(frame !== undefined && { frame }),
        look: (other) => {
          this.#queue.place = other;
          this.#showCard();
        },
      }),
    );
    focusAgain(this.#card, "data-step", focused);
    if (document.activeElement !== this.#comment) {
      this.#comment.value = decisions.find(({ note }) => note !== undefined)?.note ?? "";
    }
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
    this.#events.noted({ ...facets, query: filter.query, case: current?.id ?? "" }, isStep);
  }

  #replay(): void {
    const { current, place } = this.#queue;
    const memento = current && readMemento(current.timeMap, place);
    const href = memento && mementoHref(memento);
    if (href === undefined)
      this.#say("This capture has no address: make the report with --replay.");
    else window.open(href, "_blank", "noopener,noreferrer");
  }

  // Decisions

  #decide(step: ReviewStep): void {
    const each = this.#queue.current;
    if (each === undefined) return;
    this.#lastStep = step;
    const note = this.#comment.value.trim();
    const next = this.#queue.nextOpen();
    const count = this.#model.decide([each], step, note === "" ? undefined : note);
    this.#comment.value = "";
    if (next !== undefined) this.#queue.goTo(next);
    this.#show();
    this.#note(false);
    const seed = shortened(this.#head.timeMaps[each.timeMap]!.seed, 80);
    this.#say(
      `${labelOf(each, step)}, ${counted(count, "capture")} of ${seed}. ${this.#progress()}`,
    );
  }

  /** Applies the last decision to all open cases of the batch. */
  #decideBatch(): void {
    const batch = this.#queue.current?.batch;
    if (batch === undefined) {
      this.#say("This case is in no batch.");
      return;
    }
    const all = this.#model.cases.filter((each) => each.batch === batch);
    const open = all.filter((each) => this.#model.isOpen(each));
    this.#decideAll(open, open.length < all.length ? this.#lastStep : "agree");
  }

  #decideAll(cases: readonly ReviewCase[], step: ReviewStep): void {
    const count = this.#model.decide(cases, step);
    const next = this.#queue.nextOpen();
    if (next !== undefined) this.#queue.goTo(next);
    this.#show();
    const what = { agree: "agreed", disagree: "disagreed", unsure: "unsure" }[step];
    this.#say(
      `${counted(cases.length, "case")}, ${counted(count, "capture")}: ${what}. ${this.#progress()}`,
    );
  }

  /**
   * Returns the open off-topic cases among the filtered ones. Unsure cases and the audit sample are left out, because
   * they must be examined one by one.
   */
  #shownOpen(): ReviewCase[] {
    return this.#queue.open.filter(({ computed }) => computed === "off-topic");
  }

  /** Adds a comment to the decision on a case. */
  #annotate(): void {
    const each = this.#queue.current;
    if (each === undefined || this.#model.isOpen(each)) return;
    this.#model.annotate(each, this.#comment.value.trim());
    this.#show();
    this.#say("The comment is added.");
  }

  #undo(): void {
    const undone = this.#model.undo();
    if (undone === undefined) {
      this.#say("There is nothing to undo.");
      return;
    }
    if (undone.back !== undefined) this.#queue.goTo(undone.back);
    this.#show();
    this.#say(`Undone: ${counted(undone.count, "capture")}.`);
  }

  /** Splits the current case in two. */
  #split(): void {
    const each = this.#queue.current;
    const at = this.#queue.splitPlace();
    if (each === undefined) return;
    if (at === undefined) {
      this.#say("A case of one capture cannot be split.");
      return;
    }
    this.#model.split(each, at);
    this.#queue.goToId(each.id);
    this.#show();
    this.#say("The case is now split in two.");
  }

  #progress(): string {
    const open = this.#queue.open.length;
    return open === 0 ? "No open case is left here." : `${grouped(open)} open here.`;
  }

  // Files

  #save(): void {
    if (this.#server !== undefined) return;
    saveDecisions(this.#model.fileText());
    this.#show();
    this.#say("Saved as decisions.tsv.");
  }

  #load(text: string, name: string): void {
    const loaded = this.#model.load(text);
    this.#show();
    this.#say(loadedSentence(name, loaded));
  }

  /** Copies the filtered mementos that were decided to be off-topic. */
  #copy(form: RemovalFormat): void {
    const mementos = this.#model.removed(this.#queue.shown.cases);
    void copyRemovals(mementos, form, this.#head.files).then((text) => this.#say(text));
  }

  #rename(name: string): void {
    this.#model.name = name.trim();
    try {
      window.localStorage.setItem(NAME_KEY, this.#model.name);
    } catch {
      this.#say("The browser does not keep your name.");
    }
  }
}

function readName(): string {
  try {
    return window.localStorage.getItem(NAME_KEY) ?? "";
  } catch {
    return "";
  }
}

function focusAgain(within: HTMLElement, name: string, value: string | null | undefined): void {
  if (value === null || value === undefined) return;
  const found = [...within.querySelectorAll("button")].find(
    (each) => each.getAttribute(name) === value,
  );
  found?.focus({ preventScroll: true });
}
