import {
  type Conflict,
  type Decision,
  formatDecisions,
  type Label,
  mergeDecisions,
  parseDecisions,
  uriMOf,
} from "../../../write/decisions.js";
import type { ArchivedFrames } from "../archived-frames.js";
import { type PageHead, PART_SIZE, type ReviewData } from "../../page-data.js";
import { readMemento, readPart } from "../data.js";
import { type CaseState, casesOf, placesOf, type Removed, type ReviewCase } from "./cases.js";
import { countDecisions, type DecisionCounts } from "./decision-counts.js";
import { DecisionBook } from "./decision-book.js";
import { DecisionLog } from "./decision-log.js";
import type { Loaded } from "./decision-files.js";

/** Interface to the command `review`, which serves the page, stores decisions and may show archived pages. */
export interface DecisionServer {
  readonly data: ReviewData;
  /** Resolves to the text of the file after the change. Throws {@link CommandEnded}. */
  save(decisions: string): Promise<string>;
  /** Throws {@link CommandEnded}. */
  run(): Promise<string>;
  reload(): void;
  /** Absent if no archived pages can be shown. */
  readonly archived?: ArchivedFrames | undefined;
  /** Fetches a capture that no run has read. Throws an error that says why it cannot be had. */
  fetchCapture(uriM: string): Promise<void>;
}

/** Error of a request that the command `review` no longer answers. */
export class CommandEnded extends Error {
  override readonly name = "CommandEnded";
}

/** Captures to decide together: a case, or any run of captures, which has been looked at. */
export type Captures = Pick<ReviewCase, "timeMap" | "from" | "to" | "places"> &
  Partial<Pick<ReviewCase, "id" | "drawn">>;

interface Undone {
  readonly back: ReviewCase | undefined;
  readonly label?: Label | undefined;
  /** Number of mementos; 0 for a split. */
  readonly count: number;
}

/** Time in milliseconds between two checks whether the command still runs. */
const ASK_EVERY = 2_000;

/** The browser stores the decisions, and so does the server if the page is served. */
export class ReviewModel {
  name = "";
  readonly #head: PageHead;
  readonly #server: DecisionServer | undefined;
  readonly #listeners: ((problem?: string) => void)[] = [];
  readonly #book = new DecisionBook();
  readonly #log: DecisionLog;
  readonly #splits: Set<string>;
  /** Positions of mementos with decisions, by URI-M: `timeMap.place`. */
  readonly #places = new Map<string, string>();
  /** Positions of the mementos that are drawn at random. */
  readonly #random: ReadonlySet<string>;
  readonly #labels = new Map<string, Label | "contradicted">();
  /** States of cases by TimeMap. A decision only resets the states of its own TimeMap. */
  readonly #states = new Map<number, Map<string, CaseState>>();
  readonly #opened = new Set<string>();
  #cases: readonly ReviewCase[];
  /** Steps that can be undone. A step without `split` made decisions. */
  readonly #steps: { readonly split?: string }[] = [];
  #isKept: boolean;
  #hasEnded = false;
  /** Undefined after a change, until the counts are requested. */
  #counts: DecisionCounts | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(head: PageHead, server: DecisionServer | undefined) {
    this.#head = head;
    this.#server = server;
    this.#log = new DecisionLog(head.run);
    const kept = this.#log.read();
    this.#isKept = this.#log.isKept;
    this.#splits = new Set(kept.splits);
    this.#cases = casesOf(head, this.#splits);
    this.#random = new Set(
      this.#cases
        .filter(({ look }) => look === "random")
        .flatMap((each) => placesOf(head, each).map((place) => `${each.timeMap}.${place}`)),
    );
    // If there is a server, only its file counts as saved.
    this.#book.take(kept.filed, server === undefined);
    this.#book.take(kept.decisions);
    if (server !== undefined) {
      this.#book.take(parseDecisions(server.data.decisions).decisions, true);
    }
    this.#locate();
    this.#log.follow((decisions) => {
      this.#book.take(decisions);
      this.#locate();
      this.#changed();
    });
    if (server === undefined) return;
    // Sends decisions that an earlier command at this address did not receive.
    if (this.#book.unfiled > 0) this.#send(this.#book.all());
    setInterval(() => void this.#askServer(server), ASK_EVERY);
  }

  /** Passes a message if the command could not store decisions. */
  listen(changed: (problem?: string) => void): void {
    this.#listeners.push(changed);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  get cases(): readonly ReviewCase[] {
    return this.#cases;
  }

  /** Number of mementos with decisions that no file contains. */
  get unfiled(): number {
    return this.#book.unfiled;
  }

  /** Whether anything has been decided, here or elsewhere. */
  get hasDecisions(): boolean {
    return this.#book.hasDecisions;
  }

  /** Whether there is a step to undo. */
  get canUndo(): boolean {
    return this.#steps.length > 0;
  }

  /** Whether decisions outlive the page. */
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

  labelAt(timeMap: number, place: number): Label | "contradicted" | undefined {
    return this.#labels.get(`${timeMap}.${place}`);
  }

  /** Returns the decision on all captures of a case; `undefined` if they have none or different ones. */
  labelOf(each: ReviewCase): Label | undefined {
    const [label, ...others] = new Set(
      placesOf(this.#head, each).map((place) => this.labelAt(each.timeMap, place)),
    );
    return others.length > 0 || label === "contradicted" ? undefined : label;
  }

  decisionsOn(uriM: string): readonly Decision[] {
    return this.#book.of(uriM);
  }

  opened(each: ReviewCase): void {
    this.#opened.add(each.id);
  }

  /** Decisions on cases that the reviewer has not seen are marked. Returns the number of decided mementos. */
  decide(cases: readonly Captures[], label: Label, note?: string): number {
    const decisions = cases.flatMap((each) => this.#decisionsFor(each, label, note));
    if (decisions.length > 0) this.#step(decisions);
    return decisions.length;
  }

  /**
   * Decides that the seed begins with the first capture of a case: the captures before it are strangers, and those of the
   * case are the page. Returns the number of decided mementos.
   */
  begin(each: Captures, note?: string): number {
    const { timeMap, from } = each;
    const before =
      from === 0 ? [] : this.#decisionsFor({ timeMap, from: 0, to: from - 1 }, "off-topic", note);
    const [first, ...others] = this.#decisionsFor(each, "on-topic", note);
    if (first === undefined) return 0;
    const begins = this.#head.timeMaps[timeMap]!.seed;
    const decisions = [...before, { ...first, begins }, ...others];
    this.#step(decisions);
    return decisions.length;
  }

  /** Returns the case or check of a capture; `undefined` if it is in none. */
  caseOf(timeMap: number, place: number): ReviewCase | undefined {
    return this.#cases.find(
      (each) =>
        each.timeMap === timeMap &&
        each.look !== "random" &&
        placesOf(this.#head, each).includes(place),
    );
  }

  mementosOf(cases: readonly ReviewCase[]): number {
    return cases.reduce((sum, each) => sum + placesOf(this.#head, each).length, 0);
  }

  annotate(each: ReviewCase, note: string): void {
    const decisions = placesOf(this.#head, each).flatMap((place): Decision[] => {
      const memento = readMemento(each.timeMap, place);
      const [row] = memento === undefined ? [] : this.#book.of(memento.uriM);
      return row === undefined ? [] : [{ ...row, note }];
    });
    this.#step(decisions);
  }

  /** Returns `undefined` if there is no step. */
  undo(): Undone | undefined {
    const step = this.#steps.pop();
    if (step === undefined) return undefined;
    const { split } = step;
    if (split !== undefined) {
      this.#splits.delete(split);
      this.#splitAgain();
      return { back: this.#caseAt(split), count: 0 };
    }
    const { restored, undone } = this.#book.undo() ?? { restored: [], undone: [] };
    this.#keep(restored);
    const [first] = undone;
    const back = this.#caseAt(this.#places.get(first?.uriM ?? "") ?? "");
    return { back, label: first?.label, count: undone.length };
  }

  /** The second begins at `place`. */
  split({ timeMap }: ReviewCase, place: number): void {
    const at = `${timeMap}.${place}`;
    this.#splits.add(at);
    this.#steps.push({ split: at });
    this.#splitAgain();
  }

  counts(): DecisionCounts {
    const isOpen = (each: ReviewCase): boolean => this.isOpen(each);
    return (this.#counts ??= countDecisions(this.#head, this.#cases, this.#labels, isOpen));
  }

  /** Afterwards the decisions count as saved. */
  fileText(): string {
    const decisions = this.#book.all();
    this.#book.filed();
    this.#log.file(decisions);
    return formatDecisions(decisions);
  }

  load(text: string): Loaded {
    const { decisions, problems } = parseDecisions(text);
    this.#book.take(decisions, true);
    this.#log.file(mergeDecisions(this.#log.read().filed, decisions).decisions);
    this.#keep(decisions);
    this.#locate();
    this.#changed();
    const uriMs = new Set(decisions.map(({ uriM }) => uriM));
    const known = [...uriMs].filter((uriM) => this.#places.has(uriM)).length;
    return { known, others: uriMs.size - known, problems };
  }

  /** Returns the mementos of the cases whose decision is off-topic. */
  removed(cases: readonly ReviewCase[]): Removed[] {
    return cases.flatMap((each) =>
      placesOf(this.#head, each).flatMap((place): Removed[] => {
        if (this.#labels.get(`${each.timeMap}.${place}`) !== "off-topic") return [];
        const memento = readMemento(each.timeMap, place);
        return memento === undefined ? [] : [memento];
      }),
    );
  }

  #splitAgain(): void {
    this.#isKept = this.#log.split(this.#splits) && this.#isKept;
    this.#cases = casesOf(this.#head, this.#splits);
    this.#states.clear();
    this.#changed();
  }

  /** Returns the case of the memento at a position such as `timeMap.place`. */
  #caseAt(at: string): ReviewCase | undefined {
    const [timeMap = -1, place = -1] = at.split(".").map(Number);
    return this.#cases.find(
      (each) => each.timeMap === timeMap && placesOf(this.#head, each).includes(place),
    );
  }

  #decisionsFor(each: Captures, label: Label, note: string | undefined): Decision[] {
    const { run } = this.#head;
    const isSeen = each.id === undefined || this.#opened.has(each.id);
    return placesOf(this.#head, each).flatMap((place): Decision[] => {
      const memento = readMemento(each.timeMap, place);
      if (memento === undefined) return [];
      const { uriM, date, probability, evidence, overall, override } = memento;
      const computed = override === undefined ? overall : override.computed;
      const at = `${each.timeMap}.${place}`;
      // A random draw stays one wherever it is decided.
      const drawn = this.#random.has(at) ? this.#head.cases.drawn : each.drawn;
      this.#places.set(uriMOf(uriM), at);
      const kind = evidence?.pageKind?.kind;
      return [
        {
          uriM,
          label,
          ...(date !== undefined && { date }),
          ...(kind !== undefined && { kind }),
          ...(note !== undefined && { note }),
          ...(this.name !== "" && { by: this.name }),
          ...(computed !== undefined && { computed }),
          ...(probability !== undefined && { probability }),
          ...(drawn !== undefined && computed === "on-topic" && { drawn }),
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
    // An unsure case asks whether its mementos are off-topic.
    const agreed = each.computed === "on-topic" ? "on-topic" : "off-topic";
    return labels.every((label) => label === agreed) ? "agreed" : "disagreed";
  }

  /** Makes decisions in one step that can be undone. */
  #step(decisions: readonly Decision[]): void {
    this.#steps.push({});
    this.#keep(this.#book.decide(decisions));
  }

  #keep(decisions: readonly Decision[]): void {
    this.#isKept = this.#log.add(decisions) && this.#isKept;
    this.#relabel(decisions.map(({ uriM }) => uriMOf(uriM)));
    this.#send(decisions);
    this.#changed();
  }

  #send(decisions: readonly Decision[]): void {
    const server = this.#server;
    if (server === undefined || this.#hasEnded) return;
    this.#sending = this.#sending.then(async () => {
      try {
        const file = parseDecisions(await server.save(formatDecisions(decisions)));
        this.#book.take(file.decisions, true);
        this.#locate();
        this.#changed();
      } catch (error) {
        if (error instanceof CommandEnded) this.#end();
        else this.#changed(error instanceof Error ? error.message : String(error));
      }
    });
  }

  /** Later decisions are stored only in the browser. */
  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#changed();
  }

  /**
   * If the command has ended and a new command for the same run answers, the new command gets all decisions. The page
   * is then loaded again, because the addresses of archived pages have changed.
   */
  async #askServer(server: DecisionServer): Promise<void> {
    try {
      const run = await server.run();
      if (!this.#hasEnded || run !== this.#head.run) return;
      await server.save(formatDecisions(this.#book.all()));
      this.#book.filed();
      server.reload();
    } catch (error) {
      if (error instanceof CommandEnded) this.#end();
    }
  }

  #changed(problem?: string): void {
    this.#counts = undefined;
    for (const listener of this.#listeners) listener(problem);
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

  /** Finds the mementos of decisions that come from other windows or files. */
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
