import type { Label } from "../../../write/decisions.js";
import { countText } from "../../list-count.js";
import { confirmed } from "../dom.js";
import { counted, grouped, shortened } from "../words.js";
import type { ReviewCase } from "./cases.js";
import type { CaseQueue } from "./queue.js";
import type { ReviewModel } from "./review-model.js";

/** The actions of a reviewer on cases. Each goes on to the next case, and says on the status line what it did. */
export class CaseActions {
  readonly #model: ReviewModel;
  readonly #queue: CaseQueue;
  readonly #say: (text: string) => void;
  #lastLabel: Label = "off-topic";

  constructor(model: ReviewModel, queue: CaseQueue, say: (text: string) => void) {
    this.#model = model;
    this.#queue = queue;
    this.#say = say;
  }

  /** Decides the current case, and goes on. Returns false at the end of a list, where there is nothing to decide. */
  decide(label: Label, note: string | undefined): boolean {
    const each = this.#queue.current;
    if (each === undefined) return false;
    this.#lastLabel = label;
    const count = this.#model.decide([this.#model.toDecide(each)], label, note);
    this.#queue.goTo(this.#queue.nextOpen());
    this.#say(`${label}: ${this.#capturesOf(each, count)}. ${this.progress()}.`);
    return true;
  }

  /** Decides that the seed begins with the first capture of the current case, and goes on. */
  begin(note: string | undefined): boolean {
    const each = this.#queue.current;
    if (each === undefined || each.places[0] === 0) return false;
    const count = this.#model.begin(each, note);
    this.#queue.goTo(this.#queue.nextOpen());
    this.#say(`The seed begins here: ${this.#capturesOf(each, count)}. ${this.progress()}.`);
    return true;
  }

  #capturesOf({ timeMap }: ReviewCase, count: number): string {
    const { seed } = this.#model.head.timeMaps[timeMap]!;
    return `${counted(count, "capture")} of ${shortened(seed, 80)}`;
  }

  /** Applies the last decision to all open cases of the batch. */
  async decideBatch(): Promise<void> {
    const batch = this.#queue.current?.batch;
    if (batch === undefined) {
      this.#say("This case is in no batch.");
      return;
    }
    const all = this.#model.cases.filter((each) => each.batch === batch);
    const open = all.filter((each) => this.#model.isOpen(each));
    await this.#decideAll(open, open.length < all.length ? this.#lastLabel : "off-topic");
  }

  /** Decides that all of {@link agreeable} are off-topic. */
  agreeWithAll(): Promise<void> {
    return this.#decideAll(this.agreeable(), "off-topic");
  }

  /** First asks the reviewer to confirm, with the number of cases. */
  async #decideAll(open: readonly ReviewCase[], label: Label): Promise<void> {
    const cases = open.map((each) => this.#model.toDecide(each));
    if (cases.length === 0) {
      this.#say("No open case is left here.");
      return;
    }
    const captures = counted(capturesIn(cases), "capture");
    const many = `${counted(cases.length, "case")} with ${captures}`;
    const question = `Decide that ${many} are ${label}? Captures that you have not looked at are marked in the file.`;
    if (!(await confirmed(question, `${label}: ${captures}`))) return;
    this.#model.decide(cases, label);
    this.#queue.goTo(this.#queue.nextOpen());
    this.#say(`${label}: ${many}. ${this.progress()}.`);
  }

  /**
   * Returns the open off-topic cases among the filtered cases. Omits unsure cases, checks and the random ones, because
   * the reviewer must examine each of these individually.
   */
  agreeable(): ReviewCase[] {
    return this.#queue.open.filter(({ computed }) => computed === "off-topic");
  }

  /** Adds a comment to the decision on the current case. The comment on an open case goes with its decision. */
  annotate(comment: string): void {
    const each = this.#queue.current;
    if (each === undefined || this.#model.isOpen(each)) return;
    this.#model.annotate(each, comment);
    this.#say("The comment is added.");
  }

  undo(): void {
    const undone = this.#model.undo();
    if (undone === undefined) {
      this.#say("There is nothing to undo.");
      return;
    }
    const { back, label, count } = undone;
    if (back !== undefined) this.#queue.goTo(back);
    const where = back === undefined ? counted(count, "capture") : this.#capturesOf(back, count);
    this.#say(
      count === 0 ? "Undone: the split." : `Undone: ${label ?? "the decision"} for ${where}.`,
    );
  }

  split(): void {
    const [each, at] = [this.#queue.current, this.#queue.splitPlace()];
    if (each === undefined) return;
    if (at === undefined) {
      this.#say("This case cannot be split.");
      return;
    }
    this.#model.split(each, at);
    this.#queue.goToId(each.id);
    this.#say("The case is now split in two.");
  }

  /** Returns how many cases of the list are decided. */
  progress(): string {
    const { look } = this.#queue.filter;
    return countText(look, this.#model.counts().lists[look], grouped);
  }
}

export const capturesIn = (cases: readonly ReviewCase[]): number =>
  cases.reduce((sum, { places }) => sum + places.length, 0);
