/** Milliseconds of work after which the event loop gets a turn. */
const WORK = 50;

/**
 * Lets the event loop see what has come in: signals, messages, timers. One `setImmediate` would not do: asked for while
 * the loop looks at its input, it is called before the loop looks again.
 */
export async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}

/** Gives the event loop a turn now and then: work between promises alone lets no signal and no timer through. */
export class Turns {
  #last = performance.now();

  /** Resolves at once, or after a turn when one is due. */
  async take(): Promise<void> {
    if (performance.now() - this.#last < WORK) return;
    await turn();
    this.#last = performance.now();
  }
}

/**
 * Passes items on until the signal is aborted, then throws its reason, even while the next item is being waited for (a
 * pipe whose other end says nothing).
 */
export async function* untilAborted<T>(
  items: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  const iterator = items[Symbol.asyncIterator]();
  const turns = new Turns();
  let onAbort = (): void => undefined;
  const listener = (): void => onAbort();
  signal.addEventListener("abort", listener);
  try {
    for (;;) {
      await turns.take();
      signal.throwIfAborted();
      const next = await new Promise<IteratorResult<T>>((resolve, reject) => {
        onAbort = () => reject(signal.reason as Error);
        iterator.next().then(resolve, reject);
      });
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", listener);
    const ended = iterator.return?.();
    // A source that is still being waited for ends when it will.
    if (signal.aborted) ended?.catch(() => undefined);
    else await ended;
  }
}
