import { reportRun } from "../../report/cuts.js";
import { fromSaved } from "../../report/report-run.js";
import { writeReport } from "../../report/write-report.js";
import { openPictures } from "../../command/pictures.js";
import { defineCommand, type MakeCommand } from "../../command/define-command.js";
import { overriddenResults, SAVED } from "../../command/overridden-results.js";
import { withOutput } from "../../command/output.js";

export const reportCommand: MakeCommand = defineCommand({
  name: "report",
  description:
    "Write results as one HTML file to look at in a browser: overview, list of TimeMaps, a timeline of scores for each. " +
    "Texts of mementos are only in reports written straight from a run (-ot html).",
  words: [["<results>", SAVED]],
  examples: [
    "detect_off_topic report out.jsonl -o report.html",
    "detect_off_topic report out.jsonl --pictures pictures/ -o report.html",
  ],
  async run({ values, words: [file = ""], log }) {
    const { output: path, cuts, replay } = values;
    const results = await overriddenResults(file, values, log);
    const folder = values.pictures === undefined ? undefined : await openPictures(values.pictures);
    await withOutput(path, async (output) => {
      const pictures = await folder?.forReport(results.mementos, path);
      const run = { ...reportRun(results, cuts, replay), pictures };
      for await (const text of writeReport(fromSaved(results), run)) {
        await output.write(text);
      }
    });
  },
});
