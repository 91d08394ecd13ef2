import type { Input } from "../types.js";
import { partsOfFiles, plainFiles, prepareFiles, readFiles } from "./warc.js";
import { waczFiles } from "../files/find.js";

export const wacz: Input = {
  keyword: "wacz",
  title: "WACZ files",
  summary:
    "WACZ and multi-WACZ files, as Browsertrix, ArchiveWeb.page, py-wacz and js-wacz write them, read in place: paths, globs, folders, @list.txt (a path a line), file: URIs or https: and s3: URIs (one an -i; s3://bucket/folder/ is a folder). -i warc= takes them too.",
  argument: "FILE[,FILE...]",
  example: "detect_off_topic -i wacz=crawl.wacz -o out.json",
  recognises: { name: /\.wacz$/iu, start: /^PK\p{Cc}{2}/u },
  usesHttp: false,
  namesSeeds: true,
  prepare: (values, _, onUnread) => prepareFiles(values, waczFiles, onUnread),
  parts: (sources, context, bytes) => partsOfFiles(sources, context, waczFiles, bytes),
  plainFiles,
  read: (sources, context) => readFiles(sources, context, waczFiles),
};
