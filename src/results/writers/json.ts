import { printable } from "../../mementos/text.js";
import type { Result, Writer } from "../../types.js";
import { mementoEntry, simhashDigits, viaEntry, withSimhash } from "../entry.js";

const INDENT = "    ";

/** One JSON object: URI-T, then URI-M, then the scores, as OTMT 1.0.5 writes it and figure 8 of the paper shows it. */
export const json: Writer = {
  keyword: "json",
  title: "JSON",
  summary: "One object by URI-T and URI-M in the shape of OTMT 1.0.5 (figure 8 of the paper).",
  example: "detect_off_topic -i warc=crawl.warc.gz -o out.json",

  async *write(results, settings) {
    const saysReference = settings.first === "usable";
    let uriT: string | undefined;
    for await (const result of results) {
      const opening = uriT === undefined ? "{\n" : ",\n";
      if (result.uriT !== uriT) {
        const closing = uriT === undefined ? "" : `\n${INDENT}}`;
        uriT = result.uriT;
        yield `${closing}${opening}${INDENT}${jsonText(uriT)}: {\n`;
      } else {
        yield ",\n";
      }
      yield member(result, saysReference);
    }
    yield uriT === undefined ? "{}\n" : `\n${INDENT}}\n}\n`;
  },
};

/** One memento (or the TimeMap's trouble) as a member of its TimeMap's object. */
function member(result: Result, saysReference: boolean): string {
  if (result.kind === "timemap-problem") {
    return `${INDENT.repeat(2)}"access error": ${jsonText(result.problem.message)}`;
  }
  const { comparedWith } = result;
  const { via } = result.capture;
  const entry = {
    ...mementoEntry(result),
    ...(via?.kind === "substitute" && viaEntry(via)),
    ...(saysReference && comparedWith !== undefined && { "compared with": comparedWith }),
  };
  const text = withSimhash(jsonText(entry), simhashDigits(result), `\n${INDENT}`);
  // Strings have their line breaks escaped, so every line break here is one of the layout.
  return `${INDENT.repeat(2)}${jsonText(result.uriM)}: ${text.replaceAll("\n", `\n${INDENT.repeat(2)}`)}`;
}

const jsonText = (value: unknown): string => printable(JSON.stringify(value, null, INDENT), "json");
