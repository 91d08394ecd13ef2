import type { ProfileName } from "../score/settings/types.js";
import type { SavedResults } from "../write/read-results.js";
import { axesOf, knownMeasures } from "./axis.js";
import { type ReportCut, type ReportRun, runOfSaved } from "./report-run.js";

/**
 * Returns what a report says of the run as a whole. `profile` is whose thresholds are drawn where results do not say their own;
 * `replay` is where captures of files can be looked at.
 */
export const reportRun = (
  results: SavedResults,
  profile: ProfileName | undefined,
  replay: string | undefined,
): ReportRun => runOfSaved(results, cutsOf(results, profile), replay);

/**
 * When the scores of each measure mean off-topic: as the settings of the results say, else their evidence, else the
 * profile that was named. A threshold that the run may not have had is never drawn.
 */
function cutsOf(results: SavedResults, profile: ProfileName | undefined): ReportCut[] {
  const saved = thresholdsInEvidence(results);
  const isKnown = results.run !== undefined || profile !== undefined;
  return axesOf(results, knownMeasures(), profile ?? "paper").axes.map(
    ({ name, comparison, threshold }): ReportCut => {
      const cut = saved.get(name) ?? (isKnown ? threshold : undefined);
      return { name, comparison, threshold: cut };
    },
  );
}

function thresholdsInEvidence({ mementos }: SavedResults): ReadonlyMap<string, number> {
  const thresholds = new Map<string, number>();
  for (const { evidence } of mementos) {
    for (const { measure, threshold } of evidence?.scores ?? []) {
      thresholds.set(measure, threshold);
    }
  }
  return thresholds;
}
