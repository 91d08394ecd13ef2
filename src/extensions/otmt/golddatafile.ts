import { toFourteenDigits } from "../../base/datetime.js";
import { printable } from "../../base/text.js";
import { LABELS } from "../../write/decisions.js";
import type { Result, Writer } from "../../write/types.js";
import { byTimeMap } from "../../write/writing.js";

export const golddatafile: Writer = {
  keyword: "golddatafile",
  lacksSimhash: true,
  usualSuffix: ".tsv",
  title: "gold standard TSV",
  summary:
    "Rows of id, date, URI and label (1 on-topic, 0 off-topic, ERROR) as in the published gold standard data.",
  example: "detect_off_topic -i warc=crawl.warc.gz -ot golddatafile -o verdicts.tsv",

  async *write(results) {
    yield "id\tdate\tURI\tlabel\n";
    let id = 0;
    let seed = "";
    for await (const [result, isFirst] of byTimeMap(results)) {
      if (isFirst) {
        seed = result.kind === "memento" ? result.capture.uriR : result.uriT;
        id += 1;
      }
      yield `${goldRow(id, seed, result).join("\t")}\n`;
    }
  },
};

function goldRow(id: number, seed: string, result: Result): (string | number)[] {
  if (result.kind === "timemap-problem")
    return [id, "", printable(result.uriT, "percent"), "ERROR"];
  const { capture, overall, override } = result;
  // A memento of an archive is identified by its URI-M. A memento of a WARC file is identified by its seed, which is
  // the URI-R of its TimeMap's earliest memento.
  const uri = capture.uriM ?? seed;
  const label = overall === undefined ? "ERROR" : LABELS[overall];
  const fields = [id, toFourteenDigits(capture.mementoDatetime), printable(uri, "percent"), label];
  if (override !== undefined) fields.push("override");
  if (capture.via?.kind === "substitute") fields.push("substitute");
  return fields;
}
