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
  const source = (
    Symbol.asyncIterator in tasks ? tasks[Symbol.asyncIterator]() : tasks[Symbol.iterator]()
  ) as AsyncIterator<T> | Iterator<T>;
  const results: R[] = [];
  let underWay = 0;
  let pulling = false;
  let ended = false;
  let failure: { readonly cause: unknown } | undefined;
  let wake: () => void = () => undefined;

  const fail = (cause: unknown): void => {
    failure ??= { cause };
    wake();
  };
  const run = (task: T): void => {
    underWay += 1;
    work(task).then((result) => {
      underWay -= 1;
      results.push(result);
      wake();
    }, fail);
  };
  const pull = (): void => {
    if (pulling || ended || underWay + results.length >= size) return;
    pulling = true;
    Promise.resolve(source.next()).then((next) => {
      pulling = false;
      if (next.done === true) ended = true;
      else run(next.value);
      wake();
    }, fail);
  };

  try {
    for (;;) {
      if (failure !== undefined) throw failure.cause;
      const result = results.shift();
      if (result !== undefined) {
        pull();
        yield result;
        continue;
      }
      if (ended && underWay === 0) return;
      const woken = new Promise<void>((resolve) => (wake = resolve));
      pull();
      await woken;
    }
  } finally {
    ended = true;
    await source.return?.();
  }
}
