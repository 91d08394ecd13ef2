import {
  formOption,
  outputOption,
  overridesOption,
  screenOptions,
} from "../../command/options/output.js";
import { fromSaved, reportRun } from "../../report/saved-run.js";
import { listCsv, reviewList, listSize, sizeText } from "../../report/saved-list.js";
import { writeReport } from "../../report/write-report.js";
import { openPictures } from "../../command/pictures.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import { overriddenResults, SAVED } from "../../command/overridden-results.js";
import { withOutput } from "../../command/output.js";

const options = {
  ...overridesOption,
  ...outputOption,
  reportForm: formOption(
    ["html", "queue"],
    "html: the report; queue: the captures to look at and their order, a row of CSV for each case or check",
  ),
  ...screenOptions,
} as const;

export const reportCommand: CommandDefinition = defineCommand({
  name: "report",
  group: "decide",
  summary: "Write saved results as an HTML report.",
  description:
    "Write results as one HTML file to look at in a browser: overview, list of TimeMaps, a timeline of scores for each. " +
    "Texts of mementos are only in reports written straight from a run (-ot html). -ot queue writes the captures that a " +
    "curator should look at instead, the most important first.",
  words: [["<results...>", SAVED]],
  examples: [
    "detect_off_topic report out.jsonl -o report.html",
    "detect_off_topic report out.jsonl --pictures pictures/ -o report.html",
    "detect_off_topic report out.jsonl -ot queue -o queue.csv",
  ],
  options,
  async run({ values, words: files, log }) {
    const { output: path, cuts, replay, reportForm } = values;
    const results = await overriddenResults(files, values, log);
    if (reportForm === "queue") {
      const list = reviewList(results, cuts);
      await withOutput(path, (output) => output.write(listCsv(list)));
      log.info(`to look at: ${sizeText(listSize(list))}`);
      return;
    }
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
