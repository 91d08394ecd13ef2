/** Tasks of a host: the number of those that run, and those that wait. */
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
  const results: R[] = [];
  const state = { running: 0, parked: 0, isPulling: false, isEnded: false };
  let failure: { readonly cause: unknown } | undefined;
  let wake: () => void = () => undefined;

  const hasRoom = (): boolean => state.running + results.length < size;
  const run = async (name: string, lane: Lane<T>): Promise<void> => {
    const task = lane.parked.shift()!;
    state.parked -= 1;
    state.running += 1;
    lane.running += 1;
    // The lane becomes the last one, so that lanes take turns.
    lanes.delete(name);
    lanes.set(name, lane);
    try {
      results.push(await work(task));
    } catch (cause) {
      failure ??= { cause };
    }
    state.running -= 1;
    lane.running -= 1;
    if (lane.running + lane.parked.length === 0) lanes.delete(name);
    wake();
  };
  const pull = async (): Promise<void> => {
    state.isPulling = true;
    try {
      const next = await source.next();
      if (next.done === true) state.isEnded = true;
      else {
        const name = laneOf(next.value);
        const lane = lanes.get(name) ?? { running: 0, parked: [] };
        lanes.set(name, lane);
        lane.parked.push(next.value);
        state.parked += 1;
      }
    } catch (cause) {
      failure ??= { cause };
    }
    state.isPulling = false;
    wake();
    // The window is filled even while the reader is busy with a result.
    fill();
  };
  const fill = (): void => {
    for (const [name, lane] of [...lanes]) {
      while (hasRoom() && lane.parked.length > 0 && lane.running < laneSize) void run(name, lane);
    }
    const { isPulling, isEnded, parked } = state;
    if (!isPulling && !isEnded && hasRoom() && parked < mostParked) void pull();
  };

  try {
    for (;;) {
      if (failure !== undefined) throw failure.cause;
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
