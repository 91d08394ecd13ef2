import { mark } from "./errors.js";
import type { Failure, Outcome, Problem } from "./types.js";

/**
 * Error that a measure throws if no score is defined for two mementos, and that a feature throws if a page has no such
 * value. It counts as data: its message appears instead of the score. Any other error counts as a failure of the code.
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

  constructor(message?: string, options?: { cause?: unknown }) {
    const { stackTraceLimit } = Error;
    // Nobody reads the stack of data, and recording it took a twentieth of the time of small pages.
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = stackTraceLimit;
  }

  static {
    mark(this, "not-defined");
  }
}

/**
 * Error that names the code that failed. It is thrown where this code is known, because the function that catches the
 * error knows only which code it has called.
 */
export class Failed extends Error {
  override readonly name = "Failed";
  readonly what: string;

  constructor(what: string, cause: unknown) {
    super(firstMessage(cause), { cause });
    this.what = what;
  }
}

/** Returns the name of a definition for messages, with its plug-in: `measure outlinks (mine.mjs)`. */
export const nameOf = (
  kind: string,
  { keyword, plugin }: { readonly keyword: string; readonly plugin?: { readonly name: string } },
): string => `${kind} ${keyword}${plugin === undefined ? "" : ` (${plugin.name})`}`;

const firstMessage = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause);

/** Returns the text to print for anything that was thrown. It is the stack, if there is one. */
const stackOf = (cause: unknown): string =>
  cause instanceof Error ? (cause.stack ?? `${cause.name}: ${cause.message}`) : String(cause);

/** `what` names the code that was called. */
export function failureOf(what: string, cause: unknown): Failure {
  return cause instanceof Failed
    ? { what: cause.what, stack: stackOf(cause.cause) }
    : { what, stack: stackOf(cause) };
}

/** Problem that is recorded instead of the value that failing code should have computed. */
export const failedProblem = (
  stage: Problem["stage"],
  { what }: Failure,
  cause: unknown,
): Problem => ({ stage, message: `${what} failed: ${firstMessage(cause)}`, failed: what });

/**
 * Runs code on a page or a pair of pages and returns its value as an outcome. A {@link NotDefined} becomes a problem
 * with its message. Any other error becomes a problem that names the code, and is passed to `report`.
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

/** URLs of the modules loaded as plug-ins. */
const modules = new Set<string>();

export function noteLoaded(url: string): void {
  modules.add(url);
}

export const loadedPlugins = (): readonly string[] => [...modules];

export const pluginName = (url: string): string =>
  decodeURIComponent(url.slice(url.lastIndexOf("/") + 1));

/**
 * Returns the names of the plug-ins (given by URL) that appear in a stack. A stack without any of our code belongs to a
 * module that some plug-in has imported. In that case all plug-ins are possible.
 */
export function blamed(stack: string, plugins: readonly string[]): readonly string[] {
  const shown = plugins.filter((url) => stack.includes(url));
  const ours = new URL("../", import.meta.url).href;
  return (shown.length > 0 || stack.includes(ours) ? shown : plugins).map(pluginName);
}
