import { systemMessage } from "./platform/machine.js";
import type { Capture, InputItem, Problem, Source } from "./types.js";

/**
 * The user's mistake: one line that says what is wrong and what to do next; exit status 2, never a stack.
 *
 * @example
 * ```js
 * try {
 *   detect({ input: "wrac=crawl.warc" });
 * } catch (error) {
 *   if (error instanceof UsageError) console.log(error.message);
 * }
 * // unknown input "wrac". Did you mean "warc"? Choose from: archiveit, cdx, dir, goldtest, timemap, uri-m, uri-r, wacz, warc. One of your own needs --plugin FILE.
 * ```
 */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * The message of anything that was thrown, for a problem's text: what went wrong, without a stack. An error of the system
 * is given in its words, without its code.
 */
export function messageOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // Errors of zlib have numbers of their own.
  const number =
    isSystemError(cause) && "errno" in cause && typeof cause.errno === "number"
      ? cause.errno
      : undefined;
  const words = number === undefined ? undefined : systemMessage(number);
  return words ?? cause.message;
}

/** The code of an error of the system, such as `ENOENT`; empty for any other. */
export const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause ? String(cause.code) : "";

/** True for an error of the system, as reading a file gives it. */
export const isSystemError = (cause: unknown): cause is Error =>
  cause instanceof Error && "syscall" in cause;

/** Why a file cannot be read, as people say it; what happens seldom in the system's own words. */
export const whyUnreadable = (cause: unknown): string =>
  UNREADABLE.get(codeOf(cause)) ?? messageOf(cause);

const UNREADABLE: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "no such file"],
  ["ENOTDIR", "no such file"],
  ["EISDIR", "it is a folder"],
  ["EACCES", "you may not read it"],
  ["EPERM", "you may not read it"],
]);

/**
 * Does work that writes at a path which the user named. Throws a `UsageError` that says why it cannot be written, with advice,
 * where the system does not let it; a disk that is full is another matter.
 */
export async function whileWriting<T>(
  name: string,
  advice: string,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!UNWRITABLE.has(codeOf(cause))) throw cause;
    throw new UsageError(`${name} cannot be written: ${messageOf(cause)}. ${advice}`, { cause });
  }
}

const UNWRITABLE: ReadonlySet<string> = new Set(
  "EACCES EPERM EROFS ENOENT ENOTDIR ENOTEMPTY EISDIR EEXIST ELOOP ENAMETOOLONG EBUSY EXDEV".split(
    " ",
  ),
);

/** Throws a `UsageError` with the first of these messages of which it is true that it holds. */
export function refuse(mistakes: Readonly<Record<string, boolean>>): void {
  const [message] = Object.entries(mistakes).find(([, holds]) => holds) ?? [];
  if (message !== undefined) throw new UsageError(message);
}

/** The problem of what could not be fetched or read at all. */
export function unavailable(message: string): { readonly problem: Problem } {
  return { problem: { stage: "access", message } };
}

/** The item of a memento that could not be fetched or read. */
export const missed = (
  capture: Capture,
  message: string,
): Extract<InputItem, { readonly kind: "missed" }> => ({
  kind: "missed",
  capture,
  ...unavailable(message),
});

/** The item of trouble with a place in a file; with the file or document as a whole where only its name is given. */
export const damage = (
  place: string | Source,
  message: string,
): Extract<InputItem, { readonly kind: "damage" }> => ({
  kind: "damage",
  source: typeof place === "string" ? { file: place, offset: 0 } : place,
  message,
});
