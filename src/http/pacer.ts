/** How far behind its timetable a pacer may catch up: the lateness of timers and of a busy process, not more. */
export const CATCH_UP_MS = 250;

/**
 * The timetable of one class of requests at one host: slots at even distances. It is kept by the slots' own times, so
 * that the lateness of timers does not add up; a slot that nobody wanted is lost, so that no burst follows a lull.
 */
export class Pacer {
  readonly #interval: number;
  #due = Number.NEGATIVE_INFINITY;

  constructor(perMinute: number) {
    this.#interval = 60_000 / perMinute;
  }

  /** When the next request may go. */
  get due(): number {
    return this.#due;
  }

  /** Takes a slot at `now`. `readySince`: when the request could have gone but for this timetable. */
  take(now: number, readySince: number): void {
    const waited = readySince <= this.#due;
    const from = waited ? Math.max(this.#due, now - CATCH_UP_MS) : now;
    this.#due = from + this.#interval;
  }
}
