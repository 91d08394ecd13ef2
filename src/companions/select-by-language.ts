import { UsageError } from "../errors.js";
import type { SavedMemento } from "../results/saved-memento.js";

const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

/**
 * A language as it was typed; throws a `UsageError` for what is none: neither a BCP 47 tag of a known language nor
 * `und`.
 */
export function requireLanguage(tag: string): string {
  try {
    if (tag.toLowerCase() === "und" || names.of(tag) !== undefined) return tag;
  } catch {
    // Not even well-formed: said below.
  }
  throw new UsageError(
    `there is no language "${tag}". Give a BCP 47 tag, e.g. en, de or zh; und: could not be told.`,
  );
}

/**
 * The mementos in a language, in their order. `en` also takes `en-GB` (basic filtering, RFC 4647 section 3.3.1); OTMT takes
 * equal tags only. Mementos without a language are left out.
 */
export function selectByLanguage(
  mementos: readonly SavedMemento[],
  language: string,
): SavedMemento[] {
  const range = language.toLowerCase();
  return mementos.filter((memento) => {
    const tag = memento.language?.toLowerCase();
    return tag === range || tag?.startsWith(`${range}-`) === true;
  });
}
