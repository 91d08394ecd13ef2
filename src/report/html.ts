import type { Writer } from "../write/types.js";
import { runOfSettings } from "./report-run.js";

export const html: Writer = {
  keyword: "html",
  lacksSimhash: true,
  suffix: ".html",
  needsSettings: true,
  title: "HTML report",
  summary:
    "One file to look at in a browser: overview, list of TimeMaps, a timeline of scores for each, evidence and texts.",
  example: "detect_off_topic -i warc=crawl.warc.gz -ot html -o report.html",
  showsEvidence: true,
  linksMementos: true,

  async *write(results, settings, presentation) {
    // The module is loaded only here, because most runs write no report.
    const { writeReport } = await import("./write-report.js");
    yield* writeReport(results, { ...runOfSettings(settings), ...presentation });
  },
};
