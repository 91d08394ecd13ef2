// An input: pages in separate files, named by a list of URI-R, memento-datetime and file, separated by tabs.
//
//     detect_off_topic --plugin examples/plugin/page-list.mjs -i page-list=pages.tsv
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { defineInput } from "detect-off-topic";

export default defineInput({
  keyword: "page-list",
  title: "List of pages",
  summary: "Pages in files of their own: a tab-separated list of URI-R, memento-datetime and file.",
  argument: "FILE.tsv[,FILE.tsv...]",
  async *read(list, { signal }) {
    const lines = (await readFile(list, "utf8")).split("\n");
    for (const line of lines.filter((text) => text.trim() !== "")) {
      signal.throwIfAborted();
      const [uriR = "", mementoDatetime = "", file = ""] = line.split("\t");
      yield { uriR, mementoDatetime, body: await readFile(join(dirname(list), file)) };
    }
  },
});
