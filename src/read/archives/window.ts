/** Running tasks of a host, and tasks that wait for them. */
interface Lane<T> {
  running: number;
  readonly parked: T[];
}

interface WindowOptions<T> {
  /** Maximum number of running tasks and unread results together. */
  readonly size: number;
  /** Maximum number of running tasks of one lane. By default there are no lanes. */
  readonly laneSize?: number;
  /** Returns the lane of a task, which is its host, so that a slow host does not delay the others. */
  readonly laneOf?: (task: T) => string;
  /** Maximum number of tasks that wait for their lanes. At the maximum, no more tasks are taken. Default 10,000. */
  readonly mostParked?: number;
}

/**
 * Runs `work` on tasks, as many at once as the options allow, and yields the results as they arrive, in no order. Tasks
 * are taken only when there is room, and the number of unread results is limited, so that memory is bounded. The first
 * error of `tasks` or `work` ends the generator. The signal of the fetcher then stops running work.
 */
export async function* inWindow<T, R>(
  tasks: AsyncIterable<T> | Iterable<T>,
  { size, laneSize = size, laneOf = () => "", mostParked = 10_000 }: WindowOptions<T>,
  work: (task: T) => Promise<R>,
): AsyncGenerator<R, void, undefined> {
  const source: AsyncIterator<T> | Iterator<T> =
    Symbol.asyncIterator in tasks ? tasks[Symbol.asyncIterator]() : tasks[Symbol.iterator]();
  const lanes = new Map<string, Lane<T>>();
  /** Lanes with waiting tasks and a free slot. They take turns. */
  const ready = new Set<Lane<T>>();
  const results: R[] = [];
  const failures: unknown[] = [];
  const state = { running: 0, parked: 0, isPulling: false, isEnded: false };
  let wake: () => void = () => undefined;

  const fail = (cause: unknown): void => {
    failures.push(cause);
    wake();
  };
  const hasRoom = (): boolean => state.running + results.length < size;
  const park = (task: T): void => {
    const name = laneOf(task);
    const lane = lanes.get(name) ?? { running: 0, parked: [] };
    lanes.set(name, lane);
    lane.parked.push(task);
    state.parked += 1;
    if (lane.running < laneSize) ready.add(lane);
  };
  const start = (lane: Lane<T>): void => {
    const task = lane.parked.shift()!;
    state.parked -= 1;
    state.running += 1;
    lane.running += 1;
    ready.delete(lane);
    if (lane.parked.length > 0 && lane.running < laneSize) ready.add(lane);
    work(task)
      .then((result) => {
        state.running -= 1;
        lane.running -= 1;
        if (lane.parked.length > 0) ready.add(lane);
        else if (lane.running === 0) lanes.delete(laneOf(task));
        results.push(result);
        wake();
      })
      .catch(fail);
  };
  const fill = (): void => {
    for (const lane of ready) if (hasRoom()) start(lane);
    const { isPulling, isEnded, parked } = state;
    if (isPulling || isEnded || !hasRoom() || parked >= mostParked) return;
    state.isPulling = true;
    Promise.resolve(source.next())
      .then((next) => {
        state.isPulling = false;
        if (next.done === true) state.isEnded = true;
        else park(next.value);
        wake();
        // The window is filled even while the reader is busy with a result.
        fill();
      })
      .catch(fail);
  };

  try {
    for (;;) {
      if (failures.length > 0) throw failures[0];
      if (results.length > 0) {
        const result = results.shift()!;
        fill();
        yield result;
        continue;
      }
      if (state.isEnded && state.running + state.parked === 0) return;
      const woken = new Promise<void>((resolve) => (wake = resolve));
      fill();
      await woken;
    }
  } finally {
    state.isEnded = true;
    await source.return?.();
  }
}

/** Returns the lane of a URI: its host and port. All texts that are not such URIs share one lane. */
export function hostLane(uri: string): string {
  const match = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(uri);
  return match?.[1]?.toLowerCase() ?? "";
}
