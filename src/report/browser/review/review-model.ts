import {
  type Decision,
  formatDecisions,
  type Label,
  type LineProblem,
  parseDecisions,
  uriMOf,
} from "../../../write/decisions.js";
import type { ListCount, Look } from "../../list-count.js";
import { type PageHead, PART_SIZE, STRIP } from "../../page-data.js";
import { readMemento, readMementoPart } from "../data.js";
import { BrowserStorage } from "./browser-storage.js";
import { type Captures, casesOf, judgedPlaces, type ReviewCase, splitCase } from "./cases.js";
import { DecisionBook } from "./decision-book.js";
import { type DecisionServer, ServerLink } from "./decision-server.js";

/** Decisions in the order of their buttons. */
export const ANSWERS = ["off-topic", "on-topic", "unsure"] as const satisfies readonly Label[];

const SIGNS: Readonly<Record<Label, string>> = {
  ...{ "off-topic": STRIP.offTopic, "on-topic": STRIP.onTopic, unsure: STRIP.unsure },
};

/** Decision on a case; `several` if its captures have different ones. */
export type CaseState = "open" | Label | "several";

export interface DecisionCounts {
  /** Numbers of entries of each list, and of those with a decision. */
  readonly lists: Readonly<Record<Look, ListCount>>;
  /** Numbers of captures in cases by the decision on them. */
  readonly decided: Readonly<Record<Label, number>>;
  /** Number of captures that `filter` leaves out: those whose decision, or else verdict, is off-topic. */
  readonly leftOut: number;
  /** TimeMaps with an open case, by place. */
  readonly open: ReadonlySet<number>;
  /** Number of captures with a decision. */
  readonly decisions: number;
}

interface UndoneStep {
  readonly back: ReviewCase | undefined;
  readonly label?: Label | undefined;
  /** Number of mementos; 0 for a split. */
  readonly count: number;
}

export interface FileLoad {
  /** Number of mementos of this report that have decisions in the file. `others` is the number of other mementos. */
  readonly known: number;
  readonly others: number;
  readonly problems: readonly LineProblem[];
}

interface Position {
  readonly timeMap: number;
  readonly place: number;
}

/** The cases and what is decided on them. The browser keeps the decisions, and so does the server of a served page. */
export class ReviewModel {
  readonly head: PageHead;
  readonly server: DecisionServer | undefined;
  readonly #listeners: ((problem?: string) => void)[] = [];
  readonly #book = new DecisionBook();
  readonly #storage: BrowserStorage;
  readonly #link: ServerLink | undefined;
  /** Positions of the mementos that have or had a decision, by URI-M. */
  readonly #positions = new Map<string, Position>();
  /** Whether all mementos of the report have their position. */
  #isIndexed = false;
  /** Labels by TimeMap and place. */
  readonly #labels = new Map<number, Map<number, Label>>();
  readonly #opened = new Set<string>();
  /** With the captures beside checks that are not asked about. */
  #cases: readonly ReviewCase[];
  /** Undefined after a change, until the cases are requested. */
  #asked: readonly ReviewCase[] | undefined;
  /** Functions that undo the steps. */
  readonly #steps: (() => UndoneStep)[] = [];
  /** Undefined after a change, until the counts are requested. */
  #counts: DecisionCounts | undefined;

  constructor(head: PageHead, server: DecisionServer | undefined) {
    this.head = head;
    this.server = server;
    this.#cases = casesOf(head);
    this.#storage = new BrowserStorage(head.run);
    const { made, filed } = this.#storage.read();
    // If there is a server, only its file counts as saved.
    this.#take(filed, server === undefined);
    this.#take(made);
    this.#storage.follow((decisions) => this.#take(decisions));
    if (server === undefined) return;
    this.#take(parseDecisions(server.data.decisions).decisions, true);
    this.#link = new ServerLink(server, head.run, {
      saved: (file) => this.#take(file, true),
      failed: (problem) => this.#changed(problem),
      all: () => this.#book.all(),
    });
    // Sends decisions that an earlier command at this address did not receive.
    if (this.#book.unfiled > 0) this.#link.send(this.#book.all());
  }

  /** Passes a message if the command could not store decisions. */
  listen(changed: (problem?: string) => void): void {
    this.#listeners.push(changed);
  }

  /** Whether a command that stored the decisions has ended. */
  get hasEnded(): boolean {
    return this.#link?.hasEnded === true;
  }

  get cases(): readonly ReviewCase[] {
    return (this.#asked ??= this.#cases.filter(
      ({ timeMap, besideCheck }) =>
        besideCheck === undefined || this.isLeftOut(timeMap, besideCheck),
    ));
  }

  /** Number of mementos with decisions that no file contains. */
  get unfiled(): number {
    return this.#book.unfiled;
  }

  /** Whether decisions outlive the page. */
  get isKept(): boolean {
    return this.#storage.isKept;
  }

  get canUndo(): boolean {
    return this.#steps.length > 0;
  }

  get reviewer(): string {
    return this.#storage.reviewer;
  }

  set reviewer(name: string) {
    this.#storage.reviewer = name.trim();
  }

  stateOf({ timeMap, places }: Captures): CaseState {
    const labels = new Set(places.map((place) => this.labelAt(timeMap, place)));
    if (labels.has(undefined)) return "open";
    const [label, ...others] = labels;
    return others.length > 0 ? "several" : label!;
  }

  isOpen(each: ReviewCase): boolean {
    return this.stateOf(each) === "open";
  }

  /** Returns the captures of a case that a press decides: those that are open, or else all. */
  toDecide(each: ReviewCase): ReviewCase {
    const places = each.places.filter((place) => this.labelAt(each.timeMap, place) === undefined);
    return places.length === 0 ? each : { ...each, places };
  }

  labelAt(timeMap: number, place: number): Label | undefined {
    return this.#labels.get(timeMap)?.get(place);
  }

  /** Returns whether the decision on a capture, or else its verdict, is off-topic. */
  isLeftOut(timeMap: number, place: number): boolean {
    const isOffTopic = this.head.timeMaps[timeMap]!.strip[place] === STRIP.offTopic;
    return (this.labelAt(timeMap, place) ?? (isOffTopic && "off-topic")) === "off-topic";
  }

  /** Returns the strip of a TimeMap with the decisions in the place of the verdicts. */
  stripOf(timeMap: number): string {
    const strip = Array.from(this.head.timeMaps[timeMap]!.strip);
    for (const [place, label] of this.#labels.get(timeMap) ?? []) strip[place] = SIGNS[label];
    return strip.join("");
  }

  decisionOn(uriM: string): Decision | undefined {
    return this.#book.of(uriM);
  }

  /** Returns the number of captures of a TimeMap that have a decision. */
  decidedIn(timeMap: number): number {
    return this.#labels.get(timeMap)?.size ?? 0;
  }

  /** Returns the number of captures of a TimeMap whose decision, or else verdict, is off-topic. */
  leftOutOf(timeMap: number): number {
    const { strip, offTopic } = this.head.timeMaps[timeMap]!;
    let count = offTopic;
    for (const [place, label] of this.#labels.get(timeMap) ?? []) {
      count += Number(label === "off-topic") - Number(strip[place] === STRIP.offTopic);
    }
    return count;
  }

  opened(each: ReviewCase): void {
    this.#opened.add(each.id);
  }

  /** Returns the case or check of a capture; `undefined` if it is in none. */
  caseOf(timeMap: number, place: number): ReviewCase | undefined {
    return this.cases.find(
      (each) => each.timeMap === timeMap && each.look !== "random" && each.places.includes(place),
    );
  }

  /** Decisions on cases that the reviewer has not seen are marked. Returns the number of decided mementos. */
  decide(all: readonly Captures[], label: Label, note?: string): number {
    return this.#step(all.flatMap((each) => this.#decisionsFor(each, label, note)));
  }

  /**
   * Decides that the seed begins with the first of some captures: those before it are strangers, and these are the page.
   * Returns the number of decided mementos.
   */
  begin(captures: Captures, note?: string): number {
    const { timeMap, places } = captures;
    // A capture that has this decision already keeps its line, with its date and comment.
    const without = (label: Label, all: readonly number[]): Captures => ({
      ...captures,
      places: all.filter((place) => this.labelAt(timeMap, place) !== label),
    });
    const before = judgedPlaces(this.head, timeMap, 0, places[0]! - 1);
    const [first] = this.#decisionsFor({ ...captures, places: [places[0]!] }, "on-topic", note);
    if (first === undefined) return 0;
    const begins = this.head.timeMaps[timeMap]!.seed;
    return this.#step([
      ...this.#decisionsFor(without("off-topic", before), "off-topic", note),
      { ...first, begins },
      ...this.#decisionsFor(without("on-topic", places.slice(1)), "on-topic", note),
    ]);
  }

  annotate({ timeMap, places }: Captures, note: string): void {
    const mementos = places.flatMap((place) => readMemento(timeMap, place) ?? []);
    const rows = mementos.flatMap(({ uriM }) => this.#book.of(uriM) ?? []);
    this.#step(rows.map((row) => ({ ...row, note })));
  }

  /** The second of the two begins at `place`. */
  split(each: ReviewCase, place: number): void {
    const before = this.#cases;
    this.#cases = before.flatMap((one) => (one === each ? splitCase(each, place) : [one]));
    this.#steps.push(() => {
      this.#cases = before;
      this.#changed();
      return { back: each, count: 0 };
    });
    this.#changed();
  }

  /** Returns `undefined` if there is no step. */
  undo(): UndoneStep | undefined {
    return this.#steps.pop()?.();
  }

  counts(): DecisionCounts {
    return (this.#counts ??= this.#count());
  }

  /** Afterwards the decisions count as saved. */
  fileText(): string {
    const decisions = this.#book.all();
    this.#book.filed();
    this.#storage.keep(decisions, true);
    return formatDecisions(decisions);
  }

  load(text: string): FileLoad {
    const { decisions, problems } = parseDecisions(text);
    this.#storage.keep(decisions, true);
    this.#take(decisions, true);
    this.#link?.send(decisions);
    const uriMs = new Set(decisions.map(({ uriM }) => uriM));
    const known = [...uriMs].filter((uriM) => this.#positions.has(uriM)).length;
    return { known, others: uriMs.size - known, problems };
  }

  #count(): DecisionCounts {
    const none = { all: 0, decided: 0 };
    const lists = { case: { ...none }, check: { ...none }, random: { ...none } };
    const decided = { "off-topic": 0, "on-topic": 0, unsure: 0 };
    const open = new Set<number>();
    for (const each of this.cases) {
      const isOpen = this.isOpen(each);
      const counts = lists[each.look];
      counts.all += 1;
      if (!isOpen) counts.decided += 1;
      if (each.look !== "case") continue;
      if (isOpen) open.add(each.timeMap);
      for (const place of each.places) {
        const label = this.labelAt(each.timeMap, place);
        if (label !== undefined) decided[label] += 1;
      }
    }
    const timeMaps = [...this.head.timeMaps.keys()];
    const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
    return {
      ...{ lists, decided, open },
      leftOut: sum(timeMaps.map((timeMap) => this.leftOutOf(timeMap))),
      decisions: sum(timeMaps.map((timeMap) => this.decidedIn(timeMap))),
    };
  }

  #decisionsFor(
    captures: Captures & Partial<Pick<ReviewCase, "id" | "besideCheck">>,
    label: Label,
    note?: string,
  ): Decision[] {
    const { timeMap, places, id, besideCheck } = captures;
    const { run, cases, drawn: probabilityOfDraw } = this.head;
    const isSeen = id === undefined || this.#opened.has(id);
    const random = new Set(
      cases.flatMap((each) =>
        each.look === "random" && each.timeMap === timeMap ? each.places : [],
      ),
    );
    const by = this.reviewer;
    return places.flatMap((place): Decision[] => {
      const memento = readMemento(timeMap, place);
      if (memento === undefined) return [];
      const { uriM, date, probability, evidence, overall, override } = memento;
      const computed = override === undefined ? overall : override.computed;
      // A random draw stays one wherever it is decided. Cases and checks are looked at with certainty.
      const isCertain = id !== undefined && besideCheck === undefined;
      const drawn = random.has(place) ? probabilityOfDraw : isCertain ? 1 : undefined;
      this.#positions.set(uriMOf(uriM), { timeMap, place });
      return [
        {
          ...{ uriM, label, run },
          ...(date !== undefined && { date }),
          ...(evidence?.pageKind !== undefined && { kind: evidence.pageKind.kind }),
          ...(note !== undefined && { note }),
          ...(by !== "" && { by }),
          ...(computed !== undefined && { computed }),
          ...(probability !== undefined && { probability }),
          ...(drawn !== undefined && computed === "on-topic" && { drawn }),
          ...(!isSeen && { seen: "batch" as const }),
        },
      ];
    });
  }

  /** Makes decisions in one step that can be undone. Returns their number. */
  #step(decisions: readonly Decision[]): number {
    const [first] = decisions;
    if (first === undefined) return 0;
    const { made, before } = this.#book.decide(decisions);
    this.#steps.push(() => {
      this.#keep(this.#book.restore(before));
      const at = this.#positions.get(uriMOf(first.uriM));
      const isBack = (each: ReviewCase): boolean =>
        each.timeMap === at?.timeMap && each.places.includes(at.place);
      return { back: this.cases.find(isBack), label: first.label, count: made.length };
    });
    this.#keep(made);
    return made.length;
  }

  #keep(decisions: readonly Decision[]): void {
    this.#storage.keep(decisions);
    this.#relabel(decisions);
    this.#link?.send(decisions);
    this.#changed();
  }

  #take(decisions: readonly Decision[], isFile = false): void {
    this.#book.take(decisions, isFile);
    this.#relabel(decisions);
    this.#changed();
  }

  #changed(problem?: string): void {
    this.#counts = undefined;
    this.#asked = undefined;
    for (const listener of this.#listeners) listener(problem);
  }

  #relabel(decisions: readonly Decision[]): void {
    for (const each of decisions) {
      const uriM = uriMOf(each.uriM);
      const at = this.#positionOf(uriM);
      if (at === undefined) continue;
      const labels = this.#labels.get(at.timeMap) ?? new Map<number, Label>();
      this.#labels.set(at.timeMap, labels);
      const label = this.#book.labelOf(uriM);
      if (label === undefined) labels.delete(at.place);
      else labels.set(at.place, label);
    }
  }

  /** The first memento that another window or a file has decided makes the page look for all positions. */
  #positionOf(uriM: string): Position | undefined {
    const known = this.#positions.get(uriM);
    if (known !== undefined || this.#isIndexed) return known;
    this.#isIndexed = true;
    for (const [timeMap, { strip }] of this.head.timeMaps.entries()) {
      for (let part = 0; part * PART_SIZE < strip.length; part += 1) {
        for (const [at, memento] of readMementoPart(timeMap, part).entries()) {
          this.#positions.set(uriMOf(memento.uriM), { timeMap, place: part * PART_SIZE + at });
        }
      }
    }
    return this.#positions.get(uriM);
  }
}
