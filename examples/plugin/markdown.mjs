// A writer: off-topic mementos as a list in Markdown.
//
//     detect_off_topic --plugin examples/plugin/markdown.mjs -i warc=fixtures/collection -ot markdown
import { defineWriter, printable } from "detect-off-topic";

/** Escapes a URI. It comes from a crawled page, so it may contain markup and line breaks. */
const escaped = (uri) => printable(uri, "percent").replace(/[\\`*_{}[\]<>()#!|&]/g, "\\$&");

export default defineWriter({
  keyword: "markdown",
  title: "Markdown",
  summary: "Off-topic mementos as a list, by TimeMap.",
  suffix: ".md",
  async *write(results) {
    let timeMap;
    for await (const result of results) {
      if (result.kind !== "memento" || result.overall !== "off-topic") continue;
      if (result.uriT !== timeMap) yield `\n## ${escaped(result.capture.uriR)}\n\n`;
      timeMap = result.uriT;
      yield `- ${result.capture.mementoDatetime} ${escaped(result.uriM)}\n`;
    }
  },
});
