import { systemMessage } from "./platform/machine.js";
import type { Capture, InputItem, Problem, Source } from "./types.js";

/** Maximum length of a message in characters. No message is longer for a value that a person has written. */
const LONGEST = 4000;

/**
 * A mistake of the user. The command prints its message, which is one line about what is wrong and what to do next, and
 * exits with status 2. It never prints a stack.
 *
 * @example
 * ```js
 * try {
 *   detect({ input: "wrac=crawl.warc" });
 * } catch (error) {
 *   if (error instanceof UsageError) console.log(error.message);
 * }
 * // unknown input "wrac". Did you mean "warc"? Choose from: archiveit, cdx, dir, goldtest, timemap, uri-m, uri-r, wacz, warc, wasapi. One of your own needs --plugin FILE.
 * ```
 */
export class UsageError extends Error {
  override readonly name = "UsageError";

  constructor(message?: string, options?: { cause?: unknown }) {
    // A message quotes what was given, which may be a whole file.
    super(
      message !== undefined && message.length > LONGEST
        ? `${message.slice(0, LONGEST)}...`
        : message,
      options,
    );
  }

  static {
    mark(this, "usage-error");
  }
}

/**
 * Code of a `UsageError` about what is not wrong with the command line: another run is using a folder, or standard output
 * is closed. The same command may succeed later.
 */
export const NOT_NOW = "NOT_NOW";

/**
 * Returns the message of anything that was thrown, without a stack. Errors of the system have the system's message,
 * without their code.
 */
export function messageOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // Errors of zlib have an `errno` with other meanings.
  if (!isSystemError(cause) || !("errno" in cause)) return cause.message;
  return systemMessage(Number(cause.errno)) ?? cause.message;
}

/** Returns the code of a system error, such as `ENOENT`. Returns an empty text for any other value. */
export const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause ? String(cause.code) : "";

/** True for a system error, for example an error that reading a file throws. */
export const isSystemError = (cause: unknown): cause is Error =>
  cause instanceof Error && "syscall" in cause;

/** Reason of this program's own why a file cannot be read. Readers treat it as an error of the system. */
export class UnreadableError extends Error {
  override readonly name: string = "UnreadableError";
  readonly syscall = "read";
}

/** Returns in plain words why a file cannot be read. Rare reasons are in the words of the system. */
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
 * Throws a `UsageError` with the reason and `advice` if the system refuses the path. Other errors get the name of what
 * was written, because that of a full disk does not say which disk it is.
 */
export async function whileWriting<T>(
  name: string,
  advice: string,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!UNWRITABLE.has(codeOf(cause))) throw Object.assign(cause as Error, { output: name });
    throw new UsageError(`${name} cannot be written: ${messageOf(cause)}. ${advice}`, { cause });
  }
}

const UNWRITABLE: ReadonlySet<string> = new Set(
  "EACCES EPERM EROFS ENOENT ENOTDIR ENOTEMPTY EISDIR EEXIST ELOOP ENAMETOOLONG EBUSY EXDEV".split(
    " ",
  ),
);

/** Throws a `UsageError` with the first message whose condition is true. */
export function refuse(mistakes: Readonly<Record<string, boolean>>): void {
  const [message] = Object.entries(mistakes).find(([, holds]) => holds) ?? [];
  if (message !== undefined) throw new UsageError(message);
}

/** Returns the problem of a capture that could not be fetched or read at all. */
export const unavailable = (message: string): { readonly problem: Problem } => ({
  problem: { stage: "access", message },
});

/** Input item of a memento that could not be fetched or read. */
export const missed = (
  capture: Capture,
  message: string,
): Extract<InputItem, { readonly kind: "missed" }> => ({
  kind: "missed",
  capture,
  ...unavailable(message),
});

/** Input item of damage at a position in a file or, if only a name is given, in the file as a whole. */
export const damage = (
  place: string | Source,
  message: string,
): Extract<InputItem, { readonly kind: "damage" }> => ({
  kind: "damage",
  source: typeof place === "string" ? { file: place, offset: 0 } : place,
  message,
});

/**
 * Input item of a file or folder that the system does not let be opened, read or listed. This never ends a run: the item
 * names the file, and a history does not take it as read. Throws any other error again.
 */
export function unread(
  place: string | Source,
  what: "opened" | "read" | "listed",
  cause: unknown,
): Extract<InputItem, { readonly kind: "damage" }> {
  if (!isSystemError(cause)) throw cause;
  const noun = what === "listed" ? "files" : "file";
  return {
    ...damage(place, `the ${noun} cannot be ${what} (${messageOf(cause)})`),
    isUnread: true,
  };
}

/**
 * Marks a class of errors, so that `instanceof` also holds for the errors of another copy of this package. A plug-in
 * may have such a copy: the one that it has installed, or the one in its own bundle.
 */
export function mark(type: abstract new (...args: never) => Error, name: string): void {
  const symbol = Symbol.for(`detect-off-topic.${name}`);
  Object.defineProperty(type.prototype, symbol, { value: true });
  Object.defineProperty(type, Symbol.hasInstance, {
    value(this: unknown, value: unknown) {
      if (this === type) return value instanceof Error && symbol in value;
      return Function.prototype[Symbol.hasInstance].call(this as () => void, value);
    },
  });
}
