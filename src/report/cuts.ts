import type { ProfileName } from "../score/settings/types.js";
import type { SavedResults } from "../write/read-results.js";
import { axesOf, knownMeasures } from "./axis.js";
import { type ReportCut, type ReportRun, runOfSaved } from "./report-run.js";

/**
 * If the results do not contain their thresholds, the thresholds of `profile` are drawn. `replay` is the place at which
 * captures of files can be viewed.
 */
export const reportRun = (
  results: SavedResults,
  profile: ProfileName | undefined,
  replay: string | undefined,
): ReportRun => runOfSaved(results, cutsOf(results, profile), replay);

/**
 * Returns the thresholds of the measures. They come from the settings in the results, or else from the evidence, or
 * else from the named profile. A threshold that the run may not have used is never drawn.
 */
function cutsOf(results: SavedResults, profile: ProfileName | undefined): ReportCut[] {
  const saved = thresholdsInEvidence(results);
  const isKnown = results.run !== undefined || profile !== undefined;
  return axesOf(results, knownMeasures(), profile ?? "paper").axes.map(
    ({ name, comparison, threshold, range, equalScore }): ReportCut => {
      const cut = saved.get(name) ?? (isKnown ? threshold : undefined);
      return { name, comparison, threshold: cut, scale: { range, equalScore } };
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
