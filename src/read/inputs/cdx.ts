import { readIndexes } from "../cdx/read.js";
import { cdxSources } from "../cdx/sources.js";
import type { Input } from "../types.js";

export const cdx: Input = {
  keyword: "cdx",
  title: "CDX and CDXJ indexes",
  summary:
    "WARC and ARC files by their index: CDX, CDXJ, either with gzip, a WACZ, or a folder such as pywb's collections/mine. Only the records of what --seeds (--match), --from and --to choose are read, by their offsets. The files are looked for beside the index, in archive/ and under --warc-base. Indexes and files may be https: URIs.",
  argument: "INDEX[,INDEX...] | FOLDER",
  example: "detect_off_topic -i cdx=collections/mine/ --seeds seeds.txt -o out.json",
  recognises: {
    name: /\.(?:cdxj?|idx)(?:\.gz)?$/iu,
    start:
      /^(?:[^\w\n]?CDX(?:[^\w\n][a-zA-Z])+\s|!OpenWayback-CDXJ |[^\s)]+\)\S* \d{14}(?:\d{3})? )/u,
  },
  usesHttp: false,
  choosesMementos: true,
  namesSeeds: true,
  prepare: (values, _, onUnread) => Promise.resolve().then(() => cdxSources(values, onUnread)),
  read: readIndexes,
};
