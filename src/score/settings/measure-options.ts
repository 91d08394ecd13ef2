import { UsageError } from "../../base/errors.js";
import type { OwnSigns } from "../../page/types.js";
import { strongSignal } from "../evidence/kinds.js";
import type { MeasureChoice, Settings } from "./types.js";

/** Throws a `UsageError` for an invalid strength. */
export function evidenceSettings({
  signs = false,
  explain = false,
  signStrength,
}: {
  readonly signs?: boolean | OwnSigns;
  readonly explain?: boolean;
  readonly signStrength?: number;
}): Pick<Settings, "signs" | "signsVote" | "ownSigns" | "explain" | "signStrength"> {
  if (signStrength !== undefined && !(signStrength > 0 && signStrength <= 1)) {
    throw new UsageError(
      `the strength of a sign is above 0 and at most 1, not ${signStrength}. Give e.g. --set sign-strength=0.7.`,
    );
  }
  if (signStrength !== undefined && signs === false && !explain) {
    throw new UsageError(
      "a strength of signs (--set sign-strength) decides nothing by itself. Give --signs or --explain as well.",
    );
  }
  if (signs === false && !explain) return {};
  return {
    signs: true,
    signStrength: signStrength ?? strongSignal,
    ...(signs !== false && { signsVote: true }),
    ...(typeof signs === "object" && { ownSigns: signs }),
    ...(explain && { explain: true }),
  };
}
export function measureSettings(settings: Settings, { preprocessing }: MeasureChoice): Settings {
  return preprocessing === undefined ? settings : { ...settings, preprocessing };
}
