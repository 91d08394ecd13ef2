/** Tasks of a lane that wait for room in it. */
interface Lane<T> {
  underWay: number;
  readonly parked: T[];
}

/**
 * Keeps the tasks of one host from taking all of the room: each lane has at most `size` of its tasks under way, and
 * further ones are parked until one of them has ended.
 */
export class Lanes<T> {
  readonly #size: number;
  readonly #laneOf: (task: T) => string;
  readonly #lanes = new Map<string, Lane<T>>();
  /** Those with parked tasks and room for one. */
  readonly #ready = new Set<Lane<T>>();
  #parked = 0;

  constructor(size: number, laneOf: (task: T) => string) {
    this.#size = size;
    this.#laneOf = laneOf;
  }

  /** Tasks that wait for room in their lanes. */
  get parked(): number {
    return this.#parked;
  }

  /** Whether a task may begin now; if not, it is parked. */
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

  /** A parked task whose lane has room; it is under way then. */
  next(): T | undefined {
    for (const lane of this.#ready) {
      const task = lane.parked.shift();
      if (task === undefined) throw new Error("a lane without tasks is not ready");
      lane.underWay += 1;
      this.#parked -= 1;
      this.#ready.delete(lane);
      // Behind the others: lanes take turns.
      if (lane.parked.length > 0 && lane.underWay < this.#size) this.#ready.add(lane);
      return task;
    }
    return undefined;
  }

  /** A task that was under way has ended. */
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

/** The lane of a URI: its host and port; all that are no URIs of a host share one. */
export function hostLane(uri: string): string {
  const match = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(uri);
  return match?.[1]?.toLowerCase() ?? "";
}
