import { groupBy } from "../../../base/math/group-by.js";
import {
  type Conflict,
  type Decision,
  formatDecisions,
  type Label,
  mergeDecisions,
  uriMOf,
} from "../../../write/decisions.js";

/** Tracks the decisions that no file contains yet. */
export class DecisionBook {
  /** Current decisions by memento. A memento has several decisions if reviewers contradict each other. */
  readonly #rows = new Map<string, readonly Decision[]>();
  /** Decisions by memento, as text, in the file that was saved or loaded last. */
  readonly #filed = new Map<string, string>();
  readonly #unfiled = new Set<string>();
  readonly #steps: { readonly before: readonly Decision[]; readonly made: readonly Decision[] }[] =
    [];

  /** Makes decisions in one step that can be undone. Returns the decisions with their time, to be stored. */
  decide(decisions: readonly Decision[], now: Date = new Date()): Decision[] {
    const made = decisions.map((decision) => this.#dated(decision, now));
    const before = made.map(({ uriM, by }): Decision => this.#rows.get(uriM)?.[0] ?? { uriM, by });
    this.#steps.push({ before, made });
    this.#merge(made);
    return made;
  }

  /**
   * Returns the decisions that restore the former state, to be stored, and the undone decisions. Returns `undefined` if
   * there is no step.
   */
  undo(
    now: Date = new Date(),
  ): { readonly restored: Decision[]; readonly undone: readonly Decision[] } | undefined {
    const step = this.#steps.pop();
    if (step === undefined) return undefined;
    const restored = step.before.map((decision) => this.#dated(decision, now));
    this.#merge(restored);
    return { restored, undone: step.made };
  }

  /** Merges decisions of a file or of another window. */
  take(decisions: readonly Decision[], isFile = false): void {
    this.#merge(decisions);
    if (!isFile) return;
    for (const [uriM, own] of groupBy(decisions, (each) => uriMOf(each.uriM))) {
      this.#filed.set(uriM, formatDecisions(mergeDecisions(own).decisions));
      this.#note(uriM);
    }
  }

  filed(): void {
    for (const [uriM, rows] of this.#rows) this.#filed.set(uriM, formatDecisions(rows));
    this.#unfiled.clear();
  }

  /** Number of mementos with decisions that no file contains. */
  get unfiled(): number {
    return this.#unfiled.size;
  }

  /** Whether a memento has a decision that has not been taken back. */
  get hasDecisions(): boolean {
    for (const rows of this.#rows.values()) {
      if (rows.some(({ label }) => label !== undefined)) return true;
    }
    return false;
  }

  of(uriM: string): readonly Decision[] {
    return this.#rows.get(uriMOf(uriM)) ?? [];
  }

  /** Returns the decision on a memento; `undefined` if there is none. */
  labelOf(uriM: string): Label | "contradicted" | undefined {
    const rows = this.of(uriM);
    return rows.length > 1 ? "contradicted" : rows[0]?.label;
  }

  /** Returns all decisions for a file. An undone decision is included only if a file may still contain it. */
  all(): Decision[] {
    return [...this.#rows].flatMap(([uriM, rows]) =>
      rows.filter(({ label }) => label !== undefined || this.#filed.has(uriM)),
    );
  }

  conflicts(): readonly Conflict[] {
    return [...this.#rows].flatMap(([uriM, rows]) =>
      rows.length > 1 ? [{ uriM, decisions: rows }] : [],
    );
  }

  /**
   * Returns the decision with a time: the present time, or one second after the latest decision on the memento if that
   * time is later. Times have a resolution of seconds, and the newest decision counts.
   */
  #dated(decision: Decision, now: Date): Decision {
    const uriM = uriMOf(decision.uriM);
    const rows = this.#rows.get(uriM) ?? [];
    const last = rows.reduce((most, { at }) => Math.max(most, Date.parse(at ?? "") || 0), 0);
    const time = Math.max(Math.floor(now.getTime() / 1000) * 1000, last + 1000);
    const at = new Date(time).toISOString().replace(".000", "");
    const others = rows.length > 1 ? rows.flatMap(({ by }) => by ?? []) : [];
    const settles = others.filter((name) => name !== decision.by);
    return { ...decision, uriM, at, ...(settles.length > 0 && { settles }) };
  }

  #merge(decisions: readonly Decision[]): void {
    for (const [uriM, own] of groupBy(decisions, (each) => uriMOf(each.uriM))) {
      this.#rows.set(uriM, mergeDecisions([...(this.#rows.get(uriM) ?? []), ...own]).decisions);
      this.#note(uriM);
    }
  }

  #note(uriM: string): void {
    const rows = this.#rows.get(uriM) ?? [];
    const filed = this.#filed.get(uriM);
    const isNothing = filed === undefined && rows.every(({ label }) => label === undefined);
    if (isNothing || filed === formatDecisions(rows)) this.#unfiled.delete(uriM);
    else this.#unfiled.add(uriM);
  }
}
