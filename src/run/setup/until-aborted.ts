/** Milliseconds of work after which the event loop gets a turn. */
const WORK = 50;

/**
 * Lets the event loop handle signals, messages and timers. A single `setImmediate` is not enough: if the poll phase
 * requests it, the loop calls it before it polls again.
 */
export async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}

/** Gives the event loop a turn from time to time. Work that only awaits resolved promises blocks signals and timers. */
export class Turns {
  #last = performance.now();

  /** Resolves at once, or after a turn if one is due. */
  async take(): Promise<void> {
    if (performance.now() - this.#last < WORK) return;
    await turn();
    this.#last = performance.now();
  }
}

/**
 * Yields the items until the signal is aborted, then throws the signal's reason. It also ends if the signal is aborted
 * while the next item is awaited, for example from a pipe that sends nothing.
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
    // A source that is still being read ends on its own.
    if (signal.aborted) ended?.catch(() => undefined);
    else await ended;
  }
}
