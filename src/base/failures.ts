import type { Failure, Outcome, Problem } from "./types.js";

/**
 * What a measure throws for two mementos for which no score is defined, and a feature for a page that has no such value:
 * data, with its message in place of the score. Whatever else is thrown is a failure of the code.
 *
 * @example
 * ```js
 * const age = defineMeasure({
 *   keyword: "age",
 *   feature: defineFeature({
 *     keyword: "year",
 *     extract: ({ html }) => Number(/©\s*(\d{4})/u.exec(html)?.[1] ?? 0),
 *   }),
 *   score(first, memento) {
 *     if (first === 0 || memento === 0) throw new NotDefined("a page has no year");
 *     return first === memento ? 1 : 0;
 *   },
 * });
 * const options = { input: "warc=crawl.warc", measures: "age=0.5", extraMeasures: [age] };
 * for await (const result of detect(options)) {
 *   if (result.kind !== "memento") continue;
 *   for (const { outcome } of result.measures)
 *     if ("problem" in outcome) console.log(outcome.problem.message);
 * }
 * // a page has no year
 * // a page has no year
 * ```
 */
export class NotDefined extends RangeError {
  override readonly name = "NotDefined";

  /** True for that of another copy of this package, too, which a plug-in may have. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "NotDefined";
  }
}

/** Thrown where it is known what failed, and whoever catches it knows only what had asked. */
export class Failed extends Error {
  override readonly name = "Failed";
  readonly what: string;

  constructor(what: string, cause: unknown) {
    super(messageOf(cause), { cause });
    this.what = what;
  }
}

/** A definition as messages name it, with its plug-in: `measure outlinks (mine.mjs)`. */
export const nameOf = (
  kind: string,
  { keyword, plugin }: { readonly keyword: string; readonly plugin?: { readonly name: string } },
): string => `${kind} ${keyword}${plugin === undefined ? "" : ` (${plugin.name})`}`;

const messageOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause);

/** What to print of anything that was thrown. */
const stackOf = (cause: unknown): string =>
  cause instanceof Error ? (cause.stack ?? `${cause.name}: ${cause.message}`) : String(cause);

/** The failure that something thrown is, by what had asked for it. */
export function failureOf(what: string, cause: unknown): Failure {
  return cause instanceof Failed
    ? { what: cause.what, stack: stackOf(cause.cause) }
    : { what, stack: stackOf(cause) };
}

/** The problem that a failure is for what was to be computed. */
export const failedProblem = (
  stage: Problem["stage"],
  { what }: Failure,
  cause: unknown,
): Problem => ({ stage, message: `${what} failed: ${messageOf(cause)}`, failed: what });

/**
 * What code computes of a page or of two: the value; a problem where none is defined ({@link NotDefined}); and a problem
 * that names the code where that failed, which is also reported.
 */
export function attempt<T>(
  { stage, what }: { readonly stage: Problem["stage"]; readonly what: string },
  compute: () => T,
  report: ((failure: Failure) => void) | undefined,
): Outcome<T> {
  try {
    return { value: compute() };
  } catch (cause) {
    if (cause instanceof NotDefined) return { problem: { stage, message: cause.message } };
    const failure = failureOf(what, cause);
    report?.(failure);
    return { problem: failedProblem(stage, failure, cause) };
  }
}

/** URLs of the modules that were loaded as plug-ins. */
const modules = new Set<string>();

/** Notes that a module is loaded as a plug-in. */
export function noteLoaded(url: string): void {
  modules.add(url);
}

export const loadedPlugins = (): readonly string[] => [...modules];

/** Returns the name of a plug-in by its URL. */
export const pluginName = (url: string): string =>
  decodeURIComponent(url.slice(url.lastIndexOf("/") + 1));

/**
 * Returns the names of those plug-ins (given by URL) that a stack shows. A stack without code of ours is that of something which a
 * plug-in has imported, so it may be any of them.
 */
export function blamed(stack: string, plugins: readonly string[]): readonly string[] {
  const shown = plugins.filter((url) => stack.includes(url));
  const ours = new URL("../", import.meta.url).href;
  return (shown.length > 0 || stack.includes(ours) ? shown : plugins).map(pluginName);
}

/** Names of the code whose promises are not settled yet; the last one began last. */
const awaited = new Set<{ readonly what: string }>();

export const awaitedCode = (): readonly string[] => [...awaited].map(({ what }) => what);

/** Waits for what code of a plug-in gives. Until then it counts as awaited. */
export async function awaiting<T>(what: string, given: T | Promise<T>): Promise<T> {
  const mark = { what };
  awaited.add(mark);
  try {
    return await given;
  } finally {
    awaited.delete(mark);
  }
}

/** Passes items of a plug-in on; each counts as awaited until it is there. */
export async function* awaitingEach<T>(
  what: string,
  items: AsyncIterable<T> | Iterable<T>,
): AsyncGenerator<T> {
  const iterator =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let isDone = false;
  try {
    for (;;) {
      const next = await awaiting(what, iterator.next());
      isDone = next.done === true;
      if (next.done === true) return;
      yield next.value;
    }
  } catch (cause) {
    isDone = true;
    throw cause;
  } finally {
    if (!isDone) await awaiting(what, iterator.return?.());
  }
}
