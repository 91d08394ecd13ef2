import { axesOf } from "../tasks/evaluate/axis.js";
import type { CUT_PROFILES } from "../tasks/evaluate/choices.js";
import { knownMeasures } from "../tasks/evaluate/evaluation.js";
import { fromSaved, type ReportCut, type ReportRun, runOfSaved } from "../report/report-run.js";
import { writeReport } from "../report/write-report.js";
import type { SavedResults } from "../write/read-results.js";
import { defineCommand, type MakeCommand } from "./define-command.js";
import type { Values } from "./options.js";
import { overriddenResults, SAVED } from "./overridden-results.js";
import { withOutput } from "./output.js";

export const reportCommand: MakeCommand = defineCommand({
  name: "report",
  description:
    "Write results as one HTML file to look at in a browser: overview, list of TimeMaps, a timeline of scores for each. " +
    "Texts of mementos are only in reports written straight from a run (-ot html).",
  words: [["<results>", SAVED]],
  examples: ["detect_off_topic report out.jsonl -o report.html"],
  async run({ values, words: [file = ""], log }) {
    const { output: path, cuts, replay } = values;
    const results = await overriddenResults(file, values, log);
    await withOutput(path, async (output) => {
      const run = reportRun(results, { cuts, replay });
      for await (const text of writeReport(fromSaved(results), run)) {
        await output.write(text);
      }
    });
  },
});

export const reportRun = (
  results: SavedResults,
  { cuts, replay }: Pick<Values<"report">, "cuts" | "replay">,
): ReportRun => runOfSaved(results, cutsOf(results, cuts), replay);

/**
 * When the scores of each measure mean off-topic: as the settings of the results say, else their evidence, else the
 * profile that was named. A threshold that the run may not have had is never drawn.
 */
function cutsOf(
  results: SavedResults,
  profile: (typeof CUT_PROFILES)[number] | undefined,
): ReportCut[] {
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
