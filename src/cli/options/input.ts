import { crawlOrders } from "../../collect/choices.js";
import { matches } from "../../mementos/seed-match.js";
import { readTextFile } from "../../read-file.js";
import {
  linesIn,
  parseNear,
  parseSeconds,
  parseService,
  parseShard,
  streamName,
} from "../option-values.js";
import {
  ASKS,
  FETCHES,
  CRAWLS,
  COMPANIONS,
  WRITES_RESULTS,
  whole,
  type OptionGroup,
} from "./definition.js";

/* What is read, and from where. */

export const inputOptions = {
  input: {
    flags: "-i, --input <kind=argument>",
    help: "what to read, e.g. warc=crawl.warc.gz; can be repeated",
    repeats: true,
    reads: true,
    of: [
      "detect",
      "evaluate",
      "calibrate",
      "cluster",
      "topic",
      "fragments",
      "filter",
      "review",
      "collect",
    ],
  },
  seeds: {
    flags: "--seeds <file>",
    of: FETCHES,
    help: "only these seeds of the input: a list, CSV, WACZ, pages.jsonl or crawl config; auto: those that the WACZ or the warcinfo names",
    reads: true,
    parse: async (file: string) =>
      file === "auto" ? file : (await import("../../inputs/read/seeds.js")).readSeeds(file),
  },
  match: {
    flags: "--match <how>",
    of: FETCHES,
    help: "how captures are compared with --seeds, as SURT or URI (--group-by), or with URI-Rs (uri-r=)",
    otherwise: "exact",
    choices: matches,
  },
  archive: {
    flags: "--archive <archive>",
    of: CRAWLS,
    help: "which archive has the captures of URI-Rs (uri-r=, collect) and of saved TimeMaps without URI-Ms: a word of `list archives`, or what its URI-Ms begin with",
    parse: async (text: string) =>
      (await import("../../archives/known-archives.js")).parseArchive(text),
  },
  warcBase: {
    flags: "--warc-base <folder>",
    of: CRAWLS,
    help: "where the WARC files of an index (cdx=) are looked for, too, at any depth; or what their https: or s3: URIs begin with",
    parse: async (folder: string) =>
      (await import("../../inputs/read/cdx-sources.js")).warcBase(folder),
  },
  name: {
    flags: "--name <uri>",
    of: ["map"],
    help: "what standard input (-) is called in the records: the URI or path of the file that is piped",
    parse: streamName,
  },
  cdxFilters: {
    flags: "--cdx-filter <filter>",
    of: CRAWLS,
    help: "only captures whose index line fits [!]FIELD:REGEX, e.g. status:200 or '!mime:image/.*'; can be repeated",
    repeats: true,
  },
  from: {
    flags: "--from <date>",
    of: FETCHES,
    help: "of TimeMaps and indexes, score mementos from this date on (4 to 14 digits)",
  },
  to: {
    flags: "--to <date>",
    of: FETCHES,
    help: "of TimeMaps and indexes, score mementos up to this date",
  },
  limit: {
    flags: "--limit <n>",
    of: FETCHES,
    help: "score at most so many mementos of a TimeMap, oldest first",
    parse: whole(1),
  },
  sample: {
    flags: "--sample <n>",
    of: FETCHES,
    help: "score so many mementos of a TimeMap, spread evenly over time",
    parse: whole(1),
  },
  refetchDuplicates: {
    rare: true,
    flags: "--refetch-duplicates",
    of: FETCHES,
    help: "also fetch captures whose digest, by the archive's index, is that of another one of the TimeMap",
  },
  verify: {
    harmless: true,
    rare: true,
    flags: "--verify",
    of: CRAWLS,
    help: "compare the files in a WACZ with the digests that it has of them",
  },
  shard: {
    rare: true,
    flags: "--shard <k/n>",
    of: ["detect", "map", "reduce"],
    help: "only the k-th of n parts of all TimeMaps, by a hash of the grouping key; see merge",
    parse: (text: string) => parseShard(text),
  },
  partial: {
    rare: true,
    flags: "--partial",
    of: ["merge"],
    help: "merge what there is, though shards are missing",
  },
  uri: {
    flags: "--uri <uri>",
    of: ["fragments"],
    help: "which memento: its URI-R (the first capture of it) or its URI-M",
    needs: ["input", "names a memento of an input"],
  },
  results: {
    flags: "-i, --input <file>",
    help: "results as JSON or JSON Lines, of this tool or of OTMT 1.0.5",
    reads: true,
    of: [...COMPANIONS, "cluster_by_simhash"],
  },
  considerationFile: {
    flags: "-c, --consideration-file <file>",
    of: COMPANIONS,
    help: "consider only these URI-Ms, one a line",
    reads: true,
  },
  sliceFile: {
    flags: "-s, --slice-file <file>",
    of: ["cluster_by_simhash"],
    help: "slices as slice_by_datetime writes them",
    reads: true,
  },
  clusterFile: {
    flags: "-i, --cluster-file <file>",
    of: ["select_high_quality"],
    help: "clusters as cluster_by_simhash writes them",
    reads: true,
  },
  clusterFileOfOtmt: {
    flags: "--input <file>",
    of: ["select_high_quality"],
    hidden: true,
    help: "OTMT's other name of the cluster file",
    reads: true,
  },
  core: {
    flags: "--core <document>",
    of: ["topic"],
    help: "a core document: the path of an HTML, text, PDF, PostScript, zip or gzip file, kind=argument as after -i, or a URI-M of the collection; can be repeated",
    repeats: true,
    reads: true,
  },
  coreList: {
    flags: "--core-list <file>",
    of: ["topic", "fit"],
    help: "core documents (for fit: URI-Ms), one a line, as --ontopic-file writes them",
    reads: true,
    parse: linesIn,
    excludes: ["topic", "makes a topic, and --topic is one that is there already: give one."],
  },
  overrides: {
    flags: "--overrides <file>",
    of: [...WRITES_RESULTS, "report", "filter", "collect"],
    help: "a curator's own verdicts, which win: decisions.tsv, or TSV of URI-M or URI-R, label (1 on-topic, 0 off-topic)",
    reads: true,
    parse: async (file: string) =>
      (await import("../../results/overrides.js")).parseOverrides(readTextFile(file), file),
  },
} as const satisfies OptionGroup;

export const focusedCrawlOptions = {
  start: {
    flags: "--start <seeds>",
    of: ["collect"],
    help: "where the crawl begins: a URI-R, or a file with URI-Rs as --seeds reads it; can be repeated",
    otherwise: "the first page of each host in the input",
    repeats: true,
    reads: true,
  },
  near: {
    flags: "--near <date>",
    of: ["collect"],
    help: "of each page the capture nearest to this date counts (4 to 14 digits)",
    otherwise: "of files the first one",
    parse: parseNear,
  },
  live: {
    flags: "--live",
    of: ["collect"],
    help: "ask the live web; what robots.txt forbids is not asked for",
  },
  visits: {
    flags: "--visits <n>",
    of: ["collect"],
    help: "open at most so many pages",
    otherwise: "1000; of files all",
    parse: whole(1),
  },
  perSite: {
    flags: "--per-site <n>",
    of: ["collect"],
    help: "open at most so many pages of one site",
    otherwise: "all that are found",
    parse: whole(1),
  },
  order: {
    rare: true,
    flags: "--order <order>",
    of: ["collect"],
    help: "which page is opened next: that of the most and best pages that lead to it, of the best mean (the paper), or the first found",
    otherwise: "best",
    choices: crawlOrders,
  },
} as const satisfies OptionGroup;

export const readingFromArchivesOptions = {
  directory: {
    of: CRAWLS,
    flags: "-d, --directory <folder>",
    help: "keep what is fetched here (WARC files); continue from it after a stop",
  },
  refresh: {
    rare: true,
    of: FETCHES,
    flags: "--refresh",
    help: "with -d: fetch TimeMaps again that the working directory has",
  },
  offline: {
    rare: true,
    of: CRAWLS,
    flags: "--offline",
    help: "with -d: fetch nothing, the working directory answers",
  },
  rate: {
    of: ASKS,
    flags: "--rate <rate>",
    parse: async (text: string) => (await import("../../http/limits.js")).parseRate(text),
    help: "requests to a host, e.g. 60/m, 2/s, timemap=24/m,playback=8/s",
  },
  concurrency: {
    rare: true,
    of: ASKS,
    flags: "--concurrency <n>",
    parse: whole(1),
    help: "requests to a host at the same time",
  },
  timeout: {
    rare: true,
    of: ASKS,
    flags: "--timeout <seconds>",
    otherwise: 60,
    parse: parseSeconds,
    help: "patience for connecting, headers, silence and, in a file on the web, the next whole record; an answer may take 3 times as long",
  },
  headers: {
    of: ASKS,
    flags: "--header <header>",
    repeats: true,
    help: "for private collections: 'Name: value' for the hosts of URIs given with -i or --archive, or 'HOST Name: value'; can be repeated",
  },
  cookies: {
    of: ASKS,
    flags: "--cookies <file>",
    reads: true,
    help: "for private collections: a browser's cookies, in Netscape's form",
    parse: async (file: string) => (await import("../../http/access.js")).readCookies(file),
  },
  netrc: {
    of: ASKS,
    flags: "--netrc",
    value: true,
    help: "for private collections: user names and passwords from .netrc",
  },
  contact: {
    of: ASKS,
    flags: "--contact <address>",
    help: "your e-mail or web address, for the User-Agent",
  },
  rawRules: {
    rare: true,
    of: CRAWLS,
    flags: "--raw-rules <file>",
    reads: true,
    help: "rules for raw mementos of further archives (JSON)",
    parse: async (file: string) =>
      (await import("../../archives/known-archives.js")).readRawRules(file),
  },
  archiveitUri: {
    rare: true,
    of: FETCHES,
    flags: "--archiveit-uri <uri>",
    parse: parseService,
    help: "another https://archive-it.org",
  },
  archiveitPartnerUri: {
    rare: true,
    of: FETCHES,
    flags: "--archiveit-partner-uri <uri>",
    parse: parseService,
    help: "another https://partner.archive-it.org",
  },
  archiveitWaybackUri: {
    rare: true,
    of: FETCHES,
    flags: "--archiveit-wayback-uri <uri>",
    parse: parseService,
    help: "another https://wayback.archive-it.org",
  },
} as const satisfies OptionGroup;
