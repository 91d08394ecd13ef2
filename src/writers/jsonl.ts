import { printable } from "../mementos/printable.js";
import type { Json, MementoResult, Result, Writer } from "../types.js";
import { version } from "../version.js";
import { lineSettings } from "./line-settings.js";
import { mementoEntry, simhashDigits, viaEntry, withSimhash } from "./memento-entry.js";

/** One object a line, each complete in itself: for streams, `jq`, Spark and Hadoop. */
export const jsonl: Writer = {
  keyword: "jsonl",
  title: "JSON Lines",
  summary:
    "One self-contained object per memento: scores, URI-R, HTTP status, source file and offset, notes, settings.",
  example:
    'detect_off_topic -i warc=crawl.warc.gz -ot jsonl | jq -r \'select(."overall topic status" == "off-topic") | ."URI-M"\'',

  async *write(results, settings) {
    const { whole, brief } = lineSettings(settings);
    let uriT: string | undefined;
    for await (const result of results) {
      yield `${line(result, result.uriT === uriT ? brief : whole)}\n`;
      uriT = result.uriT;
    }
  },
};

function line(result: Result, settings: Json): string {
  const run = { tool: `detect_off_topic ${version}`, settings };
  if (result.kind === "timemap-problem") {
    const problem = { "URI-T": result.uriT, "access error": result.problem.message, ...run };
    return printable(JSON.stringify(problem), "json");
  }
  const { pattern } = result;
  const verdict = { ...mementoEntry(result), ...(pattern !== undefined && { pattern }) };
  const object = { ...identity(result), ...verdict, ...run };
  return withSimhash(printable(JSON.stringify(object), "json"), simhashDigits(result), "");
}

function identity({ key, uriT, uriM, capture, comparedWith }: MementoResult): Record<string, Json> {
  const { uriR, status, contentType, source, recordId, via, notes } = capture;
  return {
    "grouping key": key,
    "URI-T": uriT,
    "URI-R": uriR,
    "URI-M": uriM,
    ...(status !== undefined && { "HTTP status": status }),
    ...(contentType !== undefined && { "content type": contentType }),
    ...(via !== undefined && viaEntry(via)),
    ...(source !== undefined && { source: { file: source.file, offset: source.offset } }),
    ...(recordId !== undefined && { "WARC-Record-ID": recordId }),
    ...(comparedWith !== undefined && { "compared with": comparedWith }),
    ...(notes !== undefined && { notes }),
  };
}
