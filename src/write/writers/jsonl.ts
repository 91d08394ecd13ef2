import { jsonLine } from "../../base/json.js";
import type { Result, Writer } from "../types.js";
import { LINE_MEMBERS, toEntry } from "../entry.js";
import type { SettingsLine } from "../read-settings-line.js";
import { settingsLine } from "../settings-line.js";

/** Writes the settings of the run, then one object per line, for streams, `jq`, Spark and Hadoop. */
export const jsonl: Writer<string> = {
  keyword: "jsonl",
  lacksSimhash: true,
  suffix: ".jsonl",
  needsSettings: true,
  title: "JSON Lines",
  summary:
    "A line with the settings, then one object per memento: scores, URI-R, HTTP status, source file and offset, notes.",
  example:
    'detect_off_topic -i warc=crawl.warc.gz -ot jsonl | jq -r \'select(."overall topic status" == "off-topic") | ."URI-M"\'',

  async *write(results, settings) {
    const run = settingsLine(settings);
    let isFirst = true;
    for await (const result of results) {
      // Without results there is no line of settings, so that empty parts of an engine stay empty.
      yield `${isFirst ? `${run.line}\n` : ""}${jsonlRow(result, run)}\n`;
      isFirst = false;
    }
  },
};

function jsonlRow(result: Result, { digest, form }: SettingsLine): string {
  if (result.kind === "timemap-problem") {
    const { message, reason } = result.problem;
    return jsonLine({
      "URI-T": result.uriT,
      "access error": message,
      "no capture because": reason,
      digest,
    });
  }
  return jsonLine(Object.assign(toEntry(result, LINE_MEMBERS, form), { digest }));
}
