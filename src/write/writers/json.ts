import { jsonText } from "../../base/json.js";
import type { Result, Writer } from "../types.js";
import { toEntry, valueOf, viaEntry, withSimhash } from "../entry.js";
import { byTimeMap } from "../writing.js";

const INDENT = "    ";

export const json: Writer = {
  keyword: "json",
  suffix: ".json",
  title: "JSON",
  summary: "One object by URI-T and URI-M in the shape of OTMT 1.0.5 (figure 8 of the paper).",
  example: "detect_off_topic -i warc=crawl.warc.gz -o out.json",

  async *write(results, settings) {
    const saysReference = settings.first === "usable";
    let before = "{\n";
    let end = "{}\n";
    for await (const [result, isFirst] of byTimeMap(results)) {
      yield isFirst ? `${before}${INDENT}${jsonText(result.uriT)}: {\n` : ",\n";
      yield member(result, saysReference);
      before = `\n${INDENT}},\n`;
      end = `\n${INDENT}}\n}\n`;
    }
    yield end;
  },
};

function member(result: Result, saysReference: boolean): string {
  if (result.kind === "timemap-problem") {
    return `${INDENT.repeat(2)}"access error": ${jsonText(result.problem.message)}`;
  }
  const { comparedWith } = result;
  const { via } = result.capture;
  const entry = {
    ...toEntry(result),
    ...(via?.kind === "substitute" && viaEntry(via)),
    "compared with": saysReference ? comparedWith : undefined,
  };
  const text = withSimhash(jsonText(entry, INDENT), valueOf(result.simhash), `\n${INDENT}`);
  // Line breaks in strings are escaped, so every line break here belongs to the layout.
  return `${INDENT.repeat(2)}${jsonText(result.uriM)}: ${text.replaceAll("\n", `\n${INDENT.repeat(2)}`)}`;
}
