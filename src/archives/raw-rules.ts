import type { RawRule } from "../types.js";

/**
 * How web archives serve raw mementos; the first rule that fits holds. From the archives' own configurations in
 * webrecorder/public-web-archives and MemGator's list (ECOSYSTEM: memento archives). Archives that have the usual
 * `id_` flag need no line: the last rule is for all others.
 */
export const builtInRawRules: readonly RawRule[] = [
  {
    archive: "Perma.cc",
    hosts: ["perma.cc"],
    form: "none",
  },
  {
    archive: "archive.today",
    hosts: [
      "archive.today",
      "archive.is",
      "archive.ph",
      "archive.li",
      "archive.vn",
      "archive.fo",
      "archive.md",
    ],
    form: "none",
  },
  { archive: "WebCite", hosts: ["webcitation.org", "www.webcitation.org"], form: "none" },
  { archive: "NDL Japan (WARP)", hosts: ["warp.da.ndl.go.jp", "warp.ndl.go.jp"], form: "none" },
  {
    archive: "Bibliotheca Alexandrina",
    hosts: ["web.archive.bibalex.org"],
    form: "flag",
    value: "im_",
  },
  { archive: "PRONI", hosts: ["webarchive.proni.gov.uk"], form: "segment", value: "raw" },
  {
    archive: "Europarchive",
    hosts: ["collections.europarchive.org", "collection.europarchive.org"],
    form: "segment",
    value: "raw",
  },
  {
    archive: "Australian Web Archive",
    hosts: ["webarchive.nla.gov.au"],
    form: "flag",
    value: "id_",
    rawHost: "web.archive.org.au",
  },
  { archive: "ipwb", hosts: ["*"], pathPrefix: "/memento/", form: "none" },
  { archive: "Wayback or pywb", hosts: ["*"], form: "flag", value: "id_" },
];
