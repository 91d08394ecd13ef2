import { jsonText } from "../../base/json.js";
import type { Result, Writer } from "../types.js";
import { jsonMembers, type Member, toEntry, valueOf, withSimhash } from "../entry.js";
import { byTimeMap } from "../writing.js";

const JSON_INDENT = "    ";

export const json: Writer = {
  keyword: "json",
  suffix: ".json",
  title: "JSON",
  summary: "One object by URI-T and URI-M in the shape of OTMT 1.0.5 (figure 8 of the paper).",
  example: "detect_off_topic -i warc=crawl.warc.gz -o out.json",

  async *write(results, settings) {
    const chosen = jsonMembers(settings.first === "usable");
    let before = "{\n";
    let end = "{}\n";
    for await (const [result, isFirst] of byTimeMap(results)) {
      yield isFirst ? `${before}${JSON_INDENT}${jsonText(result.uriT)}: {\n` : ",\n";
      yield member(result, chosen);
      before = `\n${JSON_INDENT}},\n`;
      end = `\n${JSON_INDENT}}\n}\n`;
    }
    yield end;
  },
};

function member(result: Result, chosen: readonly Member[]): string {
  if (result.kind === "timemap-problem") {
    return `${JSON_INDENT.repeat(2)}"access error": ${jsonText(result.problem.message)}`;
  }
  const entry = jsonText(toEntry(result, chosen), JSON_INDENT);
  const text = withSimhash(entry, valueOf(result.simhash), `\n${JSON_INDENT}`);
  // Line breaks in strings are escaped, so every line break here belongs to the layout.
  return `${JSON_INDENT.repeat(2)}${jsonText(result.uriM)}: ${text.replaceAll("\n", `\n${JSON_INDENT.repeat(2)}`)}`;
}
