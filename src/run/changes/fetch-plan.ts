import type { ListedCapture } from "../../read/types.js";

/*
 * Chooses which captures of a TimeMap are read, so that the others can be judged by those beside them. It is a function of
 * the index and of the verdicts on the captures read so far, and of nothing else: the order in which an archive answers
 * makes no difference.
 */

type Indexed = Pick<ListedCapture, "content" | "status" | "length">;

/**
 * Share by which the lengths of two neighbours in a stretch may differ, and by which any two lengths in it may. Without
 * the second bound a page that grows slowly would have a single stretch.
 */
interface Tolerance {
  readonly neighbours: number;
  readonly all: number;
}

export const toleranceOf = (within: number): Tolerance => ({
  neighbours: within,
  all: Math.min(1, 2 * within),
});

/** Distance of the captures that are read where the index has no lengths. */
const DISTANCE_WITHOUT_LENGTH = 4;

/** Captures in a row that are likely to have the same content. Both positions belong to it. */
interface PlannedStretch {
  readonly from: number;
  readonly to: number;
}

/** A capture that is not read. The captures beside it are the nearest ones of its stretch with a verdict. */
export interface Unread {
  readonly at: number;
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  /** Number of captures of its stretch that were read. */
  readonly asked: number;
}

/** Something that is known about a capture which was read: its verdict, or that it has none because it could not be read. */
export const FAILED = "failed";

export class FetchPlan {
  readonly #captures: readonly Indexed[];
  readonly #stretches: readonly PlannedStretch[];
  /** Verdicts of the captures that were read, by position. */
  readonly #verdicts: (string | undefined)[];
  #isUnsettled = false;

  constructor(captures: readonly Indexed[], tolerance: Tolerance) {
    this.#captures = captures;
    this.#stretches = [...stretchesOf(captures, tolerance)];
    this.#verdicts = captures.map(() => undefined);
  }

  /**
   * Sets the verdict of a capture that was read. If it had another one before further captures were read, no verdict can be
   * inferred from those on a part of the TimeMap, and all of it is wanted.
   */
  judged(at: number, verdict: string): void {
    this.#isUnsettled ||= ![undefined, verdict].includes(this.#verdicts[at]);
    this.#verdicts[at] = verdict;
  }

  /** Returns the verdict on a capture that was read. Undefined if it was not. */
  verdictAt(at: number): string | undefined {
    return this.#verdicts[at];
  }

  /** Returns the contents to read next, in the order of their captures. Empty if all others can be inferred. */
  next(): ReadonlySet<number> {
    const wanted = new Set<number>();
    for (const stretch of this.#stretches) {
      for (const at of this.#wantedOf(stretch)) wanted.add(this.#captures[at]!.content);
    }
    return wanted;
  }

  /** Yields the captures that were not read, oldest first. */
  *unread(): Generator<Unread> {
    for (const { from, to } of this.#stretches) {
      const judged = this.#judgedIn(from, to);
      const asked = this.#verdicts.slice(from, to + 1).filter((each) => each !== undefined).length;
      let next = 0;
      for (let at = from; at <= to; at += 1) {
        while (next < judged.length && judged[next]! <= at) next += 1;
        if (this.#verdicts[at] !== undefined) continue;
        yield { at, before: judged[next - 1], after: judged[next], asked };
      }
    }
  }

  /** Returns the verdict on a capture that was not read. Undefined if no capture of its stretch has one. */
  verdictOf({ before, after }: Unread): string | undefined {
    const beside = before ?? after;
    return beside === undefined ? undefined : this.#verdicts[beside];
  }

  *#wantedOf(stretch: PlannedStretch): Generator<number> {
    if (this.#isUnsettled) {
      for (let at = stretch.from; at <= stretch.to; at += 1) {
        if (this.#verdicts[at] === undefined) yield at;
      }
      return;
    }
    const judged = this.#judgedIn(stretch.from, stretch.to);
    const wanted = [this.#end(stretch, 1, judged[0]), this.#end(stretch, -1, judged.at(-1))];
    for (let one = 1; one < judged.length; one += 1) {
      const [before, after] = [judged[one - 1]!, judged[one]!];
      const isChange = this.#verdicts[before] !== this.#verdicts[after];
      if (isChange) wanted.push(this.#between(before, after));
    }
    for (const at of wanted) if (at !== undefined) yield at;
  }

  /**
   * Returns the next capture to read at one end of a stretch. If the capture at the end fails, the next one is taken, and then
   * others at growing distances, so that an archive that has lost a stretch is not asked for all of it. Undefined if
   * `judged`, the outermost capture with a verdict, is the end.
   */
  #end({ from, to }: PlannedStretch, step: 1 | -1, judged: number | undefined): number | undefined {
    const start = step > 0 ? from : to;
    const room = judged === undefined ? to - from + 1 : Math.abs(judged - start);
    for (let distance = 0; distance < room; distance = 2 * distance + 1) {
      const at = start + step * distance;
      if (this.#verdicts[at] === undefined) return at;
    }
    return undefined;
  }

  /** Returns the capture to read between two with different verdicts: the one that is nearest to the middle. */
  #between(before: number, after: number): number | undefined {
    const middle = (before + after) >> 1;
    for (let distance = 0; middle - distance > before || middle + distance < after; distance += 1) {
      for (const at of new Set([middle - distance, middle + distance])) {
        if (at > before && at < after && this.#verdicts[at] === undefined) return at;
      }
    }
    return undefined;
  }

  #judgedIn(from: number, to: number): number[] {
    const found: number[] = [];
    for (let at = from; at <= to; at += 1) {
      const verdict = this.#verdicts[at];
      if (verdict !== undefined && verdict !== FAILED) found.push(at);
    }
    return found;
  }
}

/** Two stretches without lengths that follow each other share the capture between them. */
function* stretchesOf(
  captures: readonly Indexed[],
  { neighbours, all }: Tolerance,
): Generator<PlannedStretch> {
  let from = 0;
  let [least, most] = [Infinity, 0];
  for (const [at, capture] of captures.entries()) {
    const { status, length } = capture;
    const before = captures[at - 1];
    const isAlike =
      before?.status === status && (before?.length === undefined) === (length === undefined);
    const isWithin =
      length === undefined ||
      (areNear(length, before?.length ?? length, neighbours) &&
        areNear(Math.min(least, length), Math.max(most, length), all));
    if (at > 0 && !(isAlike && isWithin)) {
      yield { from, to: at - 1 };
      from = at;
      [least, most] = [Infinity, 0];
    } else if (length === undefined && at - from > DISTANCE_WITHOUT_LENGTH) {
      yield { from, to: at - 1 };
      from = at - 1;
    }
    if (length !== undefined) [least, most] = [Math.min(least, length), Math.max(most, length)];
  }
  if (captures.length > 0) yield { from, to: captures.length - 1 };
}

const areNear = (one: number, other: number, within: number): boolean =>
  Math.abs(one - other) <= within * Math.max(one, other);
