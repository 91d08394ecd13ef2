import {
  type Decision,
  formatDecisions,
  type Label,
  mergeDecisions,
  uriMOf,
} from "../../../write/decisions.js";

interface HeldDecision {
  readonly decision: Decision;
  /** Decision on the memento in the file that was saved or loaded last, as text. */
  readonly filed?: string | undefined;
}

/** Decisions before a step, by memento. */
export type Before = ReadonlyMap<string, Decision | undefined>;

/** The decisions, of which the newest one on each memento counts. Knows which of them no file contains yet. */
export class DecisionBook {
  readonly #held = new Map<string, HeldDecision>();
  readonly #unfiled = new Set<string>();

  /** Makes decisions. Returns them with their time, to be stored, and what was there before, to be restored. */
  decide(
    decisions: readonly Decision[],
    now: Date = new Date(),
  ): { readonly made: readonly Decision[]; readonly before: Before } {
    const made = decisions.map((decision) => this.#dated(decision, now));
    const before = new Map(made.map(({ uriM }) => [uriM, this.#held.get(uriM)?.decision]));
    this.take(made);
    return { made, before };
  }

  /** Restores the decisions before a step, and returns them with their time, to be stored. */
  restore(before: Before, now: Date = new Date()): Decision[] {
    const restored = [...before].map(([uriM, decision]) => this.#dated(decision ?? { uriM }, now));
    this.take(restored);
    return restored;
  }

  /** Merges decisions of this page, of a file or of another window. */
  take(decisions: readonly Decision[], isFile = false): void {
    for (const given of decisions) {
      const uriM = uriMOf(given.uriM);
      const held = this.#held.get(uriM);
      const [decision = given] = mergeDecisions(held === undefined ? [] : [held.decision], [given]);
      this.#hold(uriM, { decision, filed: isFile ? formatDecisions([given]) : held?.filed });
    }
  }

  /** From now on the present decisions are in a file. */
  filed(): void {
    for (const [uriM, { decision }] of this.#held) {
      this.#hold(uriM, { decision, filed: formatDecisions([decision]) });
    }
  }

  /** Number of mementos with decisions that no file contains. */
  get unfiled(): number {
    return this.#unfiled.size;
  }

  of(uriM: string): Decision | undefined {
    return this.#held.get(uriMOf(uriM))?.decision;
  }

  labelOf(uriM: string): Label | undefined {
    return this.of(uriM)?.label;
  }

  /** Returns all decisions for a file. An undone decision is included only if a file may still contain it. */
  all(): Decision[] {
    return [...this.#held.values()].map(({ decision }) => decision);
  }

  /**
   * Returns the decision with a time: the present time, or one second after the decision before it if that is later.
   * Times have a resolution of seconds, and the newest decision counts.
   */
  #dated(decision: Decision, now: Date): Decision {
    const uriM = uriMOf(decision.uriM);
    const last = Date.parse(this.#held.get(uriM)?.decision.at ?? "") || 0;
    const time = Math.max(Math.floor(now.getTime() / 1000) * 1000, last + 1000);
    return { ...decision, uriM, at: new Date(time).toISOString().replace(".000", "") };
  }

  #hold(uriM: string, held: HeldDecision): void {
    const { decision, filed } = held;
    // A decision that is undone before a file has it is forgotten.
    const isNothing = filed === undefined && decision.label === undefined;
    if (isNothing) this.#held.delete(uriM);
    else this.#held.set(uriM, held);
    if (isNothing || filed === formatDecisions([decision])) this.#unfiled.delete(uriM);
    else this.#unfiled.add(uriM);
  }
}
