import {
  type Conflict,
  type Decision,
  formatDecisions,
  type Label,
  mergeDecisions,
  parseDecisions,
  uriMOf,
} from "../../../write/decisions.js";
import { type PageHead, PART_SIZE, type ReviewData } from "../../page-data.js";
import { readMemento, readPart } from "../data.js";
import { type CaseState, casesOf, placesOf, type Removed, type ReviewCase } from "./cases.js";
import { DecisionBook } from "./decision-book.js";
import { DecisionLog } from "./decision-log.js";
import type { Loaded } from "./decision-files.js";

/** A server that stores decisions and may show archived pages. */
export interface DecisionServer {
  readonly data: ReviewData;
  /** Sends decisions. Resolves to the text of the file after the change. */
  save(decisions: string): Promise<string>;
  /** Returns a frame with an archived page, which runs no scripts. */
  readonly frame?: (uriM: string, title: string) => HTMLElement;
}

/** Reviewer's answer to a case. */
export type ReviewStep = "agree" | "disagree" | "unsure";

/**
 * Returns the label that a step gives to the mementos of a case. For an unsure case, it answers whether they are
 * off-topic.
 */
export function labelOf({ computed }: ReviewCase, step: ReviewStep): Label {
  if (step === "unsure") return "unsure";
  const isOffTopic = (computed !== "on-topic") === (step === "agree");
  return isOffTopic ? "off-topic" : "on-topic";
}

/** The cases of a report and the decisions on them, which the browser stores, and the server if there is one. */
export class ReviewModel {
  /** Name of the reviewer. */
  name = "";
  readonly #head: PageHead;
  readonly #server: DecisionServer | undefined;
  readonly #changed: (problem?: string) => void;
  readonly #book = new DecisionBook();
  readonly #log: DecisionLog;
  readonly #splits: Set<string>;
  /** Positions of mementos with decisions, by URI-M: `timeMap.place`. */
  readonly #places = new Map<string, string>();
  /** Decisions on mementos by such a position. */
  readonly #labels = new Map<string, Label | "contradicted">();
  /** States of cases by TimeMap, so that a decision only resets those of its own TimeMap. */
  readonly #states = new Map<number, Map<string, CaseState>>();
  readonly #opened = new Set<string>();
  #cases: readonly ReviewCase[];
  #isKept: boolean;
  #sending: Promise<void> = Promise.resolve();

  /**
   * `changed` is called when decisions change without an action of this reviewer; with a message if the server could
   * not store them.
   */
  constructor(
    head: PageHead,
    server: DecisionServer | undefined,
    changed: (problem?: string) => void,
  ) {
    this.#head = head;
    this.#server = server;
    this.#changed = changed;
    this.#log = new DecisionLog(head.run);
    const kept = this.#log.read();
    this.#isKept = this.#log.isKept;
    this.#splits = new Set(kept.splits);
    this.#cases = casesOf(head, this.#splits);
    this.#book.take(kept.filed, true);
    this.#book.take(kept.decisions);
    if (server !== undefined) {
      this.#book.take(parseDecisions(server.data.decisions).decisions, true);
    }
    this.#locate();
    this.#log.follow((decisions) => {
      this.#book.take(decisions);
      this.#locate();
      changed();
    });
  }

  get cases(): readonly ReviewCase[] {
    return this.#cases;
  }

  /** Number of mementos with a decision that is not in a file. */
  get unfiled(): number {
    return this.#book.unfiled;
  }

  /** Whether decisions are stored beyond the life of the page. */
  get isKept(): boolean {
    return this.#isKept;
  }

  get conflicts(): readonly Conflict[] {
    return this.#book.conflicts();
  }

  stateOf(each: ReviewCase): CaseState {
    const own = this.#states.get(each.timeMap) ?? new Map<string, CaseState>();
    this.#states.set(each.timeMap, own);
    const known = own.get(each.id) ?? this.#computeState(each);
    own.set(each.id, known);
    return known;
  }

  isOpen(each: ReviewCase): boolean {
    const state = this.stateOf(each);
    return state === "open" || state === "contradicted";
  }

  /** Returns the decision on the memento at a place. */
  labelAt(timeMap: number, place: number): Label | "contradicted" | undefined {
    return this.#labels.get(`${timeMap}.${place}`);
  }

  decisionsOn(uriM: string): readonly Decision[] {
    return this.#book.of(uriM);
  }

  /** Notes that the reviewer has seen a case. */
  opened(each: ReviewCase): void {
    this.#opened.add(each.id);
  }

  /**
   * Decides cases as one step. Cases that the reviewer has not seen are marked as such. Returns the number of their
   * mementos.
   */
  decide(cases: readonly ReviewCase[], step: ReviewStep, note?: string): number {
    const decisions = cases.flatMap((each) => this.#decisionsFor(each, step, note));
    if (decisions.length > 0) this.#keep(this.#book.decide(decisions));
    return decisions.length;
  }

  /** Adds a comment to a case with a decision. */
  annotate(each: ReviewCase, note: string): void {
    const decisions = placesOf(this.#head, each).flatMap((place): Decision[] => {
      const memento = readMemento(each.timeMap, place);
      const [row] = memento === undefined ? [] : this.#book.of(memento.uriM);
      return row === undefined ? [] : [{ ...row, note }];
    });
    this.#keep(this.#book.decide(decisions));
  }

  /** Undoes the last step. Returns its case and the number of mementos. */
  undo(): { readonly back: ReviewCase | undefined; readonly count: number } | undefined {
    const made = this.#book.undo();
    if (made === undefined) return undefined;
    this.#keep(made);
    const at = this.#places.get(made[0]?.uriM ?? "") ?? "";
    const [timeMap = -1, place = -1] = at.split(".").map(Number);
    const back = this.#cases.find(
      (each) => each.timeMap === timeMap && placesOf(this.#head, each).includes(place),
    );
    return { back, count: made.length };
  }

  /** Splits a case in two. The second begins at `place`. */
  split({ timeMap }: ReviewCase, place: number): void {
    this.#splits.add(`${timeMap}.${place}`);
    this.#isKept = this.#log.split(this.#splits) && this.#isKept;
    this.#cases = casesOf(this.#head, this.#splits);
    this.#states.clear();
  }

  /** Returns the text of a file with all decisions, which then count as saved. */
  fileText(): string {
    const decisions = this.#book.all();
    this.#book.filed();
    this.#log.file(decisions);
    return formatDecisions(decisions);
  }

  /** Merges the decisions of a file. */
  load(text: string): Loaded {
    const { decisions, problems } = parseDecisions(text);
    this.#book.take(decisions, true);
    this.#log.file(mergeDecisions(this.#log.read().filed, decisions).decisions);
    this.#keep(decisions);
    this.#locate();
    const uriMs = new Set(decisions.map(({ uriM }) => uriM));
    const known = [...uriMs].filter((uriM) => this.#places.has(uriM)).length;
    return { known, others: uriMs.size - known, problems };
  }

  /** Returns those mementos of the cases that were decided to be off-topic. */
  removed(cases: readonly ReviewCase[]): Removed[] {
    return cases.flatMap((each) =>
      placesOf(this.#head, each).flatMap((place): Removed[] => {
        if (this.#labels.get(`${each.timeMap}.${place}`) !== "off-topic") return [];
        const memento = readMemento(each.timeMap, place);
        const { surt } = this.#head.timeMaps[each.timeMap]!;
        return memento === undefined ? [] : [{ surt, ...memento }];
      }),
    );
  }

  #decisionsFor(each: ReviewCase, step: ReviewStep, note: string | undefined): Decision[] {
    const { run } = this.#head;
    const isSeen = this.#opened.has(each.id);
    return placesOf(this.#head, each).flatMap((place): Decision[] => {
      const memento = readMemento(each.timeMap, place);
      if (memento === undefined) return [];
      const { uriM, date, probability, evidence } = memento;
      this.#places.set(uriMOf(uriM), `${each.timeMap}.${place}`);
      const kind = evidence?.pageKind?.kind;
      return [
        {
          uriM,
          label: labelOf(each, step),
          ...(date !== undefined && { date }),
          ...(kind !== undefined && { kind }),
          ...(note !== undefined && { note }),
          ...(this.name !== "" && { by: this.name }),
          computed: each.computed,
          ...(probability !== undefined && { probability }),
          ...(each.drawn !== undefined && { drawn: each.drawn.get(place)! }),
          run,
          ...(!isSeen && { seen: "batch" as const }),
        },
      ];
    });
  }

  #computeState(each: ReviewCase): CaseState {
    const labels = placesOf(this.#head, each).map((place) =>
      this.#labels.get(`${each.timeMap}.${place}`),
    );
    if (labels.includes("contradicted")) return "contradicted";
    if (labels.includes(undefined)) return "open";
    if (labels.includes("unsure")) return "unsure";
    return labels.every((label) => label === labelOf(each, "agree")) ? "agreed" : "disagreed";
  }

  /** Stores decisions in the browser and sends them to the server. */
  #keep(decisions: readonly Decision[]): void {
    this.#isKept = this.#log.add(decisions) && this.#isKept;
    this.#relabel(decisions.map(({ uriM }) => uriMOf(uriM)));
    const server = this.#server;
    if (server === undefined) return;
    this.#sending = this.#sending.then(async () => {
      try {
        const file = parseDecisions(await server.save(formatDecisions(decisions)));
        this.#book.take(file.decisions, true);
        this.#locate();
        this.#changed();
      } catch (error) {
        this.#changed(error instanceof Error ? error.message : String(error));
      }
    });
  }

  #relabel(uriMs: Iterable<string>): void {
    for (const uriM of uriMs) {
      const at = this.#places.get(uriM);
      if (at === undefined) continue;
      const label = this.#book.labelOf(uriM);
      if (label === undefined) this.#labels.delete(at);
      else this.#labels.set(at, label);
      this.#states.delete(Number.parseInt(at, 10));
    }
  }

  /** Finds the mementos of decisions that were not made on this page. */
  #locate(): void {
    const wanted = new Set(
      this.#book.all().flatMap(({ uriM }) => (this.#places.has(uriM) ? [] : [uriM])),
    );
    for (const [timeMap, { strip }] of this.#head.timeMaps.entries()) {
      for (let part = 0; part * PART_SIZE < strip.length && wanted.size > 0; part += 1) {
        for (const [at, memento] of readPart(timeMap, part).entries()) {
          const uriM = uriMOf(memento.uriM);
          if (wanted.delete(uriM)) this.#places.set(uriM, `${timeMap}.${part * PART_SIZE + at}`);
        }
      }
    }
    this.#relabel(this.#places.keys());
  }
}
