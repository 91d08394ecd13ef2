import { UsageError } from "./errors.js";
import { type Gone, GONE } from "./gone.js";

/** Returns the line about something that is gone; `undefined` if there never was such a thing. */
export function goneLine(kind: Gone["kind"], name: string, command?: string): string | undefined {
  const found = GONE.find(
    (each) =>
      each.kind === kind && each.name === name && (each.of === undefined || each.of === command),
  );
  if (found === undefined) return undefined;
  const what = kind === "value" ? name : `${kind} ${name}`;
  const where = found.of === undefined ? "any more" : `of ${found.of} any more`;
  return `there is no ${what} ${where}. ${found.instead}`;
}

/** Throws a `UsageError` for something that is gone. */
export function refuseGone(kind: Gone["kind"], name: string, command?: string): void {
  const line = goneLine(kind, name, command);
  if (line !== undefined) throw new UsageError(line);
}

/** Throws a `UsageError` for an address, also of one of several in a text, that is of a kind that is gone. */
export function refuseGoneAddress(text: string): void {
  for (const { kind, name } of GONE) {
    if (kind !== "address") continue;
    if (text.split(/[=,]/u).some((part) => part.trim().startsWith(`${name}//`))) {
      refuseGone(kind, name);
    }
  }
}

/** Throws a `UsageError` for an environment variable that is set and has no effect any more. */
export function refuseGoneVariables(
  environment: Readonly<Record<string, string | undefined>>,
): void {
  for (const { kind, name } of GONE) {
    if (kind !== "environment variable" || (environment[name]?.trim() ?? "") === "") continue;
    refuseGone(kind, name);
  }
}
