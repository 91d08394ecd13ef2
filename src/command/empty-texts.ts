import { UsageError } from "../base/errors.js";
import { flagOf, type GivenOption, type OptionDefinition, valueOf } from "../base/option.js";

/*
 * An unset variable of a script gives an empty text. No option, setting or argument takes one, so it is refused here
 * for all of them, before anything is read.
 */

const isEmpty = (text: string): boolean => text.trim() === "";

/** Throws a `UsageError` for an option with an empty text. `shown` is the option as the user wrote it. */
export function refuseEmptyText(
  texts: readonly string[],
  option: OptionDefinition,
  shown: string = flagOf(option),
): void {
  if (!texts.some(isEmpty)) return;
  throw new UsageError(
    `${shown} is empty, as an unset variable leaves it. Give ${valueOf(option)}, or leave it out.`,
  );
}

/** Throws a `UsageError` for an option, a setting or an argument that is empty. */
export function refuseEmpty(given: Iterable<GivenOption>, words: readonly string[] = []): void {
  for (const { option, texts } of given) refuseEmptyText(texts, option);
  const at = words.findIndex(isEmpty);
  if (at < 0) return;
  throw new UsageError(
    `argument ${at + 1} is empty, as an unset variable leaves it. Give a value, or leave it out.`,
  );
}
