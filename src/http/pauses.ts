/** How long hosts are left alone and when they are given up; milliseconds. */
export interface PausePolicy {
  /** The first wait where the host names none; it doubles with every pause that no proper answer ended. */
  readonly first: number;
  /** The longest wait of our own making. */
  readonly cap: number;
  /** A host that asks for more than this is given up at once. */
  readonly longestAsked: number;
  /** Pauses in a row after which a host is given up. */
  readonly most: number;
}

/** One minute, doubling up to 15, five times in a row: half an hour of patience; at most an hour if asked. */
export const patience: PausePolicy = {
  first: 60_000,
  cap: 900_000,
  longestAsked: 3_600_000,
  most: 5,
};

/** The pauses of one host: answers of 429 and 503 stop every request to it. */
export class Pauses {
  readonly #policy: PausePolicy;
  #until = Number.NEGATIVE_INFINITY;
  #since = Number.NEGATIVE_INFINITY;
  #inARow = 0;

  constructor(policy: PausePolicy) {
    this.#policy = policy;
  }

  /** No request before this time. */
  get until(): number {
    return this.#until;
  }

  /** True after a pause until a proper answer came: one request at a time finds out. */
  get probing(): boolean {
    return this.#inARow > 0;
  }

  /** A proper answer to a request of `startedAt`. */
  answered(startedAt: number): void {
    if (startedAt >= this.#since) this.#inARow = 0;
  }

  /**
   * A 429 or 503 to a request of `startedAt`. Returns how much longer the pause is for it; or why the host is to be
   * given up. Requests that were under way when the pause began do not count as another one.
   */
  limited(
    startedAt: number,
    now: number,
    asked: number | undefined,
  ): { readonly added: number } | { readonly giveUp: string } {
    const { first, cap, longestAsked, most } = this.#policy;
    if (asked !== undefined && asked > longestAsked) {
      return { giveUp: `it asks to wait ${Math.ceil(asked / 60_000)} minutes` };
    }
    const another = startedAt >= this.#since;
    if (another) {
      if (this.#inARow >= most) return { giveUp: `it did so after each of ${most} pauses` };
      this.#inARow += 1;
      this.#since = now;
    }
    const own = another ? Math.min(first * 2 ** (this.#inARow - 1), cap) : 0;
    // A host that asks for no wait at all and limits again is not asked in a tight loop.
    const wait = asked === undefined ? own : Math.max(asked, 1000);
    const before = Math.max(this.#until, now);
    this.#until = Math.max(before, now + wait);
    return { added: this.#until - before };
  }
}
