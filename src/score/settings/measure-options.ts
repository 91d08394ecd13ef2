import type { OwnSigns } from "../../page/types.js";
import { strongSignal } from "../evidence/kinds.js";
import type { MeasureChoice, Settings } from "./types.js";

export function evidenceSettings({
  signs = false,
  explain = false,
}: {
  readonly signs?: boolean | OwnSigns;
  readonly explain?: boolean;
}): Pick<Settings, "signs" | "signsVote" | "ownSigns" | "explain" | "signStrength"> {
  if (signs === false && !explain) return {};
  return {
    signs: true,
    signStrength: strongSignal,
    ...(signs !== false && { signsVote: true }),
    ...(typeof signs === "object" && { ownSigns: signs }),
    ...(explain && { explain: true }),
  };
}
export function measureSettings(settings: Settings, { preprocessing }: MeasureChoice): Settings {
  return preprocessing === undefined ? settings : { ...settings, preprocessing };
}
