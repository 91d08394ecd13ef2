import { Lanes } from "./lanes.js";

/** How much may be under way. */
export interface WindowOptions<T> {
  /** Tasks under way at once, results that wait included. */
  readonly size: number;
  /** Tasks of one lane under way at once; without it there are no lanes. */
  readonly laneSize?: number;
  /** The lane of a task: a host, so that a slow one does not keep others waiting. */
  readonly laneOf?: (task: T) => string;
  /** Tasks that wait for room in their lanes; beyond it no more are taken. Default 10,000. */
  readonly mostParked?: number;
}

/**
 * Runs `work` on tasks, so many at once as the options say, and yields results as they come, in no order. Tasks are
 * taken only as there is room, and no more results wait than fit the window: memory is bounded by it. The first error
 * of tasks or work ends it; work that is under way is then left to end by itself (the fetcher's signal ends it).
 */
export async function* inWindow<T, R>(
  tasks: AsyncIterable<T> | Iterable<T>,
  { size, laneSize = size, laneOf = () => "", mostParked = 10_000 }: WindowOptions<T>,
  work: (task: T) => Promise<R>,
): AsyncGenerator<R, void, undefined> {
  const source: AsyncIterator<T> | Iterator<T> =
    Symbol.asyncIterator in tasks ? tasks[Symbol.asyncIterator]() : tasks[Symbol.iterator]();
  const lanes = new Lanes(laneSize, laneOf);
  const results: R[] = [];
  const state = { underWay: 0, pulling: false, ended: false };
  const failures: unknown[] = [];
  let wake: () => void = () => undefined;

  const fail = (cause: unknown): void => {
    failures.push(cause);
    wake();
  };
  const hasRoom = (): boolean => state.underWay + results.length < size;
  const run = (task: T): void => {
    state.underWay += 1;
    work(task)
      .then((result) => {
        state.underWay -= 1;
        lanes.end(task);
        results.push(result);
        wake();
      })
      .catch(fail);
  };
  const pull = (): void => {
    for (let task; hasRoom() && (task = lanes.next()) !== undefined;) run(task);
    if (state.pulling || state.ended || !hasRoom() || lanes.parked >= mostParked) return;
    state.pulling = true;
    Promise.resolve(source.next())
      .then((next) => {
        state.pulling = false;
        if (next.done === true) state.ended = true;
        else if (lanes.begin(next.value)) run(next.value);
        wake();
        // The window fills up even while the reader is busy with what it has.
        pull();
      })
      .catch(fail);
  };

  try {
    for (;;) {
      if (failures.length > 0) throw failures[0];
      if (results.length > 0) {
        const result = results.shift()!;
        pull();
        yield result;
        continue;
      }
      if (state.ended && state.underWay + lanes.parked === 0) return;
      const woken = new Promise<void>((resolve) => (wake = resolve));
      pull();
      await woken;
    }
  } finally {
    state.ended = true;
    await source.return?.();
  }
}
