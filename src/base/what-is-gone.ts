import { UsageError } from "./errors.js";
import { GONE, type GoneKind } from "./gone.js";

/** Returns the line about something that is gone; `undefined` if there never was such a thing. */
export function goneLine(kind: GoneKind, name: string): string | undefined {
  const things: Readonly<Record<string, string>> = GONE[kind];
  if (!Object.hasOwn(things, name)) return undefined;
  return `there is no ${kind === "value" ? name : `${kind} ${name}`} any more. ${things[name]}`;
}

/** Throws a `UsageError` for something that is gone. */
export function refuseGone(kind: GoneKind, name: string): void {
  const line = goneLine(kind, name);
  if (line !== undefined) throw new UsageError(line);
}

/** Throws a `UsageError` for an address, also of one of several in a text, that is of a kind that is gone. */
export function refuseGoneAddress(text: string): void {
  for (const part of text.split(/[=,]/u)) {
    refuseGone("address", /^\s*([a-z\d]+:)\/\//u.exec(part)?.[1] ?? "");
  }
}

/** Throws a `UsageError` for an environment variable that is set and has no effect any more. */
export function refuseGoneVariables(
  environment: Readonly<Record<string, string | undefined>>,
): void {
  for (const name of Object.keys(GONE["environment variable"])) {
    if ((environment[name]?.trim() ?? "") !== "") refuseGone("environment variable", name);
  }
}
