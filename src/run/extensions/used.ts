import type { RunDefinitions } from "../plugins/definitions.js";
import { planRun } from "../../score/settings/plan.js";
import type { Settings } from "../../score/settings/types.js";
import { originsOf } from "./register.js";

export function extensionsUsed(
  settings: Settings,
  { measures, features, removers, evidence }: Omit<RunDefinitions, "extensions">,
): string[] {
  const plan = planRun(settings, measures, evidence);
  const requested = new Set(plan.requests.map(({ feature }) => feature));
  const [boilerplate] = settings.preprocessing.boilerplate.split(":");
  return originsOf([
    ...plan.measures.map(({ measure }) => measure),
    ...features.filter(({ keyword }) => requested.has(keyword)),
    ...removers.filter(({ keyword }) => keyword === boilerplate),
    ...evidence.filter((each) => each.isAsked(settings)),
  ]);
}
