/**
 * Hands every item to several readers in step: the next one is asked for when all have taken the last, so that none is
 * held for a slow reader. The first failure, of a reader or of the items, ends all of them and is thrown.
 */
export async function inStep<T>(
  items: AsyncIterable<T>,
  readers: readonly ((items: AsyncIterable<T>) => Promise<void>)[],
): Promise<void> {
  const source = items[Symbol.asyncIterator]();
  let waiting: {
    readonly resolve: (next: IteratorResult<T>) => void;
    readonly reject: (cause: unknown) => void;
  }[] = [];
  let reading = readers.length;
  let failure: { readonly cause: unknown } | undefined;
  const fail = (cause: unknown): void => {
    failure ??= { cause };
    for (const each of waiting) each.reject(failure.cause);
    waiting = [];
  };
  const step = (): void => {
    if (waiting.length < reading || reading === 0) return;
    const all = waiting;
    waiting = [];
    source.next().then(
      (next) => {
        for (const each of all) each.resolve(next);
      },
      (cause: unknown) => {
        waiting.push(...all);
        fail(cause);
      },
    );
  };
  const copy: AsyncIterable<T> = {
    [Symbol.asyncIterator]: () => ({
      async next() {
        if (failure !== undefined) throw failure.cause;
        return await new Promise<IteratorResult<T>>((resolve, reject) => {
          waiting.push({ resolve, reject });
          step();
        });
      },
    }),
  };
  await Promise.all(
    readers.map(async (read) => {
      try {
        await read(copy);
      } catch (cause) {
        fail(cause);
      }
      reading -= 1;
      step();
    }),
  );
  if (failure === undefined) return;
  await source.return?.();
  throw failure.cause;
}
