import { compareDatetimes } from "../../base/datetime.js";
import { append } from "../../base/math/group-by.js";
import type { PageNames } from "../../score/evidence/collection-evidence.js";

/** A page that has another name from some date on. `key` and `next` are the grouping keys of the names. */
export interface Step {
  readonly key: string;
  readonly old: string;
  readonly next: string;
  readonly new: string;
  readonly from?: string | undefined;
  /** Last date at which each name has a page of its own, if it is known. */
  readonly last?: readonly [old: string, renamed: string];
  /** True if the old name has the page again after the move. */
  readonly isBack?: boolean;
}

/** The names of one page, which moves connect. */
export class NamedPage {
  readonly steps: readonly Step[];
  /** The names in the order of their first step. */
  readonly #uriRs = new Map<string, string>();
  /** The last step away from each name to which the page did not come back. */
  readonly #away = new Map<string, Step>();

  constructor(steps: readonly Step[]) {
    this.steps = steps;
    for (const step of steps) {
      if (!this.#uriRs.has(step.key)) this.#uriRs.set(step.key, step.old);
      if (!this.#uriRs.has(step.next)) this.#uriRs.set(step.next, step.new);
      if (step.isBack === true) continue;
      const before = this.#away.get(step.key);
      if (before === undefined || compareDates(before.from, step.from) <= 0) {
        this.#away.set(step.key, step);
      }
    }
  }

  /** Returns the pages of all steps, in the order of their first step. Takes nearly linear time. */
  static all(steps: readonly Step[]): readonly NamedPage[] {
    const leaders = new Map<string, string>();
    const leaderOf = (key: string): string => {
      let leader = key;
      for (let up = leaders.get(leader); up !== undefined; up = leaders.get(leader)) leader = up;
      for (let at = key; at !== leader;) {
        const up = leaders.get(at)!;
        leaders.set(at, leader);
        at = up;
      }
      return leader;
    };
    for (const { key, next } of steps) {
      const [one, other] = [leaderOf(key), leaderOf(next)];
      if (one !== other) leaders.set(one, other);
    }
    const pages = new Map<string, Step[]>();
    for (const step of steps) append(pages, leaderOf(step.key), step);
    return [...pages.values()].map((own) => new NamedPage(own));
  }

  /** The names from which no step leads away. */
  get #ends(): string[] {
    return [...this.#uriRs.keys()].filter((key) => !this.#away.has(key));
  }

  get isCircle(): boolean {
    return this.#ends.length === 0;
  }

  /** The name at which all steps end. Of several such names, the last one in time. */
  get #newest(): string {
    const ends = this.#ends;
    const [only] = ends;
    if (only !== undefined && ends.length === 1) return only;
    const among = ends.length === 0 ? [...this.#uriRs.keys()] : ends;
    const lasts = new Map<string, string>();
    const take = (key: string, date: string | undefined): void => {
      const before = lasts.get(key);
      if (date !== undefined && (before === undefined || compareDatetimes(before, date) < 0)) {
        lasts.set(key, date);
      }
    };
    for (const { key, next, from, last } of this.steps) {
      if (last !== undefined) take(key, last[0]);
      take(next, last?.[1] ?? from);
    }
    return among.reduce((best, key) =>
      compareDates(lasts.get(best), lasts.get(key)) < 0 ? key : best,
    );
  }

  names(): PageNames {
    const newest = this.#newest;
    const others = [...this.#uriRs].filter(([key]) => key !== newest);
    return {
      as: this.#uriRs.get(newest)!,
      others: others.map(([key, uriR]) => {
        const step = this.#away.get(key) ?? this.steps.findLast((each) => each.key === key);
        return { uriR, next: step?.new, until: step?.from };
      }),
    };
  }
}

/** A date that is not known is before all others. */
function compareDates(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) {
    return Number(one !== undefined) - Number(other !== undefined);
  }
  return compareDatetimes(one, other);
}
