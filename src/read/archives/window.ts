/** Running tasks of a host, and tasks that wait for them. */
interface Lane<T> {
  underWay: number;
  readonly parked: T[];
}

/** Each host (lane) has at most `size` running tasks. Further tasks wait until one has ended. */
class Lanes<T> {
  readonly #size: number;
  readonly #laneOf: (task: T) => string;
  readonly #lanes = new Map<string, Lane<T>>();
  /** Lanes with waiting tasks and a free slot. */
  readonly #ready = new Set<Lane<T>>();
  #parked = 0;

  constructor(size: number, laneOf: (task: T) => string) {
    this.#size = size;
    this.#laneOf = laneOf;
  }

  /** Number of tasks that wait for their lanes. */
  get parked(): number {
    return this.#parked;
  }

  /** Starts a task and returns true if its lane has a free slot. Otherwise queues the task and returns false. */
  begin(task: T): boolean {
    const lane = this.#lane(task);
    if (lane.underWay < this.#size && lane.parked.length === 0) {
      lane.underWay += 1;
      return true;
    }
    lane.parked.push(task);
    this.#parked += 1;
    if (lane.underWay < this.#size) this.#ready.add(lane);
    return false;
  }

  /** Starts a waiting task whose lane has a free slot, and returns it. */
  next(): T | undefined {
    for (const lane of this.#ready) {
      const task = lane.parked.shift();
      if (task === undefined) throw new Error("a lane without tasks is not ready");
      lane.underWay += 1;
      this.#parked -= 1;
      this.#ready.delete(lane);
      // The lane goes behind the others, so that lanes take turns.
      if (lane.parked.length > 0 && lane.underWay < this.#size) this.#ready.add(lane);
      return task;
    }
    return undefined;
  }

  end(task: T): void {
    const name = this.#laneOf(task);
    const lane = this.#lane(task);
    lane.underWay -= 1;
    if (lane.parked.length > 0) this.#ready.add(lane);
    else if (lane.underWay === 0) this.#lanes.delete(name);
  }

  #lane(task: T): Lane<T> {
    const name = this.#laneOf(task);
    const known = this.#lanes.get(name);
    if (known !== undefined) return known;
    const lane: Lane<T> = { underWay: 0, parked: [] };
    this.#lanes.set(name, lane);
    return lane;
  }
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
        // The window is filled even while the reader is busy with a result.
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

/** Returns the lane of a URI: its host and port. All texts that are not such URIs share one lane. */
export function hostLane(uri: string): string {
  const match = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(uri);
  return match?.[1]?.toLowerCase() ?? "";
}
