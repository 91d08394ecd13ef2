import { warcFiles } from "../files/find.js";
import { inputOfFiles } from "../files/read-files.js";
import type { Input } from "../types.js";
import { dir } from "./dir.js";

export const warc: Input = {
  keyword: "warc",
  title: "WARC files",
  summary:
    "WARC, ARC and WET files, plain or compressed, and WACZ files: paths, globs, folders, @list.txt (a path a line), file: URIs, https: URIs (one an -i) or - for standard input. Several files are one collection.",
  argument: "FILE[,FILE...]",
  example: "detect_off_topic -i warc=crawl1.warc.gz,crawl2.warc.gz -o out.json",
  recognises: { name: /\.(?:w?arc|wet)(?:\.gz|\.zst)?$/iu, start: /^\s*(?:WARC\/|filedesc:\/\/)/u },
  takesOthers: true,
  usesHttp: false,
  namesSeeds: true,
  ...inputOfFiles(warcFiles, dir),
};
