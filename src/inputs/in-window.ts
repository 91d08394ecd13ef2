/**
 * Runs `work` on every task with at most `size` of them under way, and yields results as they come, in no order.
 * Tasks are taken only as there is room, and no more results wait than `size`: memory is bounded by it. The first
 * error of tasks or work ends it; work that is under way is then left to end by itself (the fetcher's signal ends it).
 */
export async function* inWindow<T, R>(
  tasks: AsyncIterable<T> | Iterable<T>,
  size: number,
  work: (task: T) => Promise<R>,
): AsyncGenerator<R, void, undefined> {
  const source: AsyncIterator<T> | Iterator<T> =
    Symbol.asyncIterator in tasks ? tasks[Symbol.asyncIterator]() : tasks[Symbol.iterator]();
  const results: R[] = [];
  const state = { underWay: 0, pulling: false, ended: false };
  const failures: unknown[] = [];
  let wake: () => void = () => undefined;

  const fail = (cause: unknown): void => {
    failures.push(cause);
    wake();
  };
  const run = (task: T): void => {
    state.underWay += 1;
    work(task)
      .then((result) => {
        state.underWay -= 1;
        results.push(result);
        wake();
      })
      .catch(fail);
  };
  const pull = (): void => {
    if (state.pulling || state.ended || state.underWay + results.length >= size) return;
    state.pulling = true;
    Promise.resolve(source.next())
      .then((next) => {
        state.pulling = false;
        if (next.done === true) state.ended = true;
        else run(next.value);
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
      if (state.ended && state.underWay === 0) return;
      const woken = new Promise<void>((resolve) => (wake = resolve));
      pull();
      await woken;
    }
  } finally {
    state.ended = true;
    await source.return?.();
  }
}
