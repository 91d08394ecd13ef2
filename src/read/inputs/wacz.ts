import { isRemote } from "../../base/platform/files.js";
import { readIndexes } from "../cdx/read.js";
import { waczFiles } from "../files/find.js";
import { inputOfFiles } from "../files/read-files.js";
import type { Input } from "../types.js";
import { dir } from "./dir.js";

const files = inputOfFiles(waczFiles, dir);

export const wacz: Input = {
  keyword: "wacz",
  title: "WACZ files",
  summary:
    "WACZ and multi-WACZ files, as Browsertrix, ArchiveWeb.page, py-wacz and js-wacz write them, read in place: paths, globs, folders, @list.txt (a path a line), file: URIs or https: URIs (one an -i). -i warc= takes them too.",
  argument: "FILE[,FILE...]",
  example: "detect_off_topic -i wacz=crawl.wacz -o out.json",
  recognises: { name: /\.wacz$/iu, start: /^PK\p{Cc}{2}/u },
  usesHttp: false,
  namesSeeds: true,
  ...files,
  async *read(sources, context) {
    // Only a file that is not at hand is worth reading by its index.
    const isRead = (source: string): boolean => context.choose === undefined || !isRemote(source);
    yield* files.read(sources.filter(isRead), context);
    const others: string[] = [];
    for (const source of sources) {
      if (!isRead(source) && (await context.hasFile?.(source)) !== true) others.push(source);
    }
    if (others.length > 0) yield* readIndexes(others, context);
  },
};
