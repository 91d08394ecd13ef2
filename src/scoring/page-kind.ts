import { kindTitle } from "../signs/sign-table.js";
import type { PageKind, Sign } from "../types.js";

export { kindTitle };

/**
 * Strength from which a sign is a strong signal unless `--sign-strength` says otherwise: then `--signs` votes and
 * the kind of page is named.
 */
export const strongSignal = 0.6;

/** The kind of page that the strongest sign shows; undefined where no sign is strong enough. */
export function pageKindOf(
  [strongest]: readonly Sign[],
  status: number | undefined,
  strength: number,
): PageKind | undefined {
  if (strongest === undefined || strongest.strength < strength) return undefined;
  const { kind, marks } = strongest;
  return { kind, title: kindTitle(kind, status), strength: strongest.strength, marks };
}
