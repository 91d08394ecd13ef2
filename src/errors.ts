/** The user's mistake: one line that says what is wrong and what to do next; exit status 2, never a stack. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The message of anything that was thrown, for a problem's text: what went wrong, without a stack. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
