import { UsageError } from "../errors.js";
import type { Settings } from "../types.js";

/**
 * Strength from which a sign is a strong signal unless `--sign-strength` says otherwise: then `--signs` votes and
 * `--explain` names the kind of page.
 */
export const strongSignal = 0.6;

/** What is told of signs and evidence, of what was chosen; throws a `UsageError` for a strength that is none. */
export function evidenceSettings({
  signs = false,
  explain = false,
  signStrength,
}: {
  readonly signs?: boolean;
  readonly explain?: boolean;
  readonly signStrength?: number;
}): Pick<Settings, "signs" | "signsVote" | "explain" | "signStrength"> {
  if (signStrength !== undefined && !(signStrength > 0 && signStrength <= 1)) {
    throw new UsageError(
      `the strength of a sign is above 0 and at most 1, not ${signStrength}. Give e.g. --sign-strength 0.7.`,
    );
  }
  if (signStrength !== undefined && !signs && !explain) {
    throw new UsageError(
      "a strength of signs (--sign-strength) decides nothing by itself. Give --signs or --explain as well.",
    );
  }
  if (!signs && !explain) return {};
  return {
    signs: true,
    signStrength: signStrength ?? strongSignal,
    ...(signs && { signsVote: true }),
    ...(explain && { explain: true }),
  };
}
