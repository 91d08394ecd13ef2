import { matches } from "../../base/seed-match.js";
import { lazily, under } from "../../base/option.js";
import { whole } from "../../base/value-kinds.js";
import { parseSeconds, parseService } from "../option-values.js";

/* Options about input and its sources that several commands take. */

export const inputOption = under("Input", {
  input: {
    flags: "-i, --input <kind=argument>",
    repeats: true,
    reads: true,
    help: "what to read, e.g. warc=crawl.warc.gz; can be repeated",
  },
});

/** Options of commands that send requests. */
export const requestOptions = under("Reading from archives", {
  rate: {
    flags: "--rate <rate>",
    environment: "RATE",
    help: "requests to a host, e.g. 60/m, 2/s, timemap=24/m,playback=8/s",
    parse: lazily(async () => (await import("../../read/http/limits.js")).parseRate),
  },
  concurrency: {
    flags: "--concurrency <n>",
    rare: true,
    parse: whole(1),
    help: "requests to a host at the same time",
  },
  timeout: {
    flags: "--timeout <seconds>",
    rare: true,
    otherwise: 60,
    parse: parseSeconds,
    help: "time to wait for a connection, headers, data and, in a file on the web, the next complete record; a whole answer may take 3 times as long",
  },
  headers: {
    flags: "--header <header>",
    repeats: true,
    help: "for private collections: 'Name: value' for the hosts of URIs given with -i or --archive, or 'HOST Name: value'; can be repeated",
  },
  cookies: {
    flags: "--cookies <file>",
    reads: true,
    help: "for private collections: a browser's cookies, in Netscape's format",
    parse: lazily(async () => (await import("../../read/http/access.js")).readCookies),
  },
  netrc: {
    flags: "--netrc",
    help: "for private collections: user names and passwords from .netrc",
  },
  contact: {
    flags: "--contact <address>",
    environment: "CONTACT",
    help: "your e-mail or web address, for the User-Agent",
  },
});

/** Options of commands that read captures of an archive, by their URI or from an index. */
export const archiveOptions = {
  ...under("Input", {
    archive: {
      flags: "--archive <archive>",
      help: "archive with the captures of URI-Rs (uri-r=, collect) and of saved TimeMaps without URI-Ms: a word of `list archives`, or the prefix of its URI-Ms",
      parse: lazily(
        async () => (await import("../../read/archives/known-archives.js")).parseArchive,
      ),
    },
    warcBase: {
      flags: "--warc-base <folder>",
      help: "further folder with the WARC files of an index (cdx=), at any depth; or the prefix of their https: or s3: URIs",
      parse: lazily(async () => (await import("../../read/sources/cdx-sources.js")).warcBase),
    },
    cdxFilters: {
      flags: "--cdx-filter <filter>",
      rare: true,
      repeats: true,
      help: "only captures whose index line matches [!]FIELD:REGEX, e.g. status:200 or '!mime:image/.*'; can be repeated",
    },
    verify: {
      flags: "--verify",
      rare: true,
      harmless: true,
      help: "compare the files in a WACZ, and downloaded files (wasapi=), with the digests that are listed for them",
    },
  }),
  ...under("Reading from archives", {
    directory: {
      flags: "-d, --directory <folder>",
      help: "keep what is fetched here (WARC files); continue from it after a stop",
    },
    offline: {
      flags: "--offline",
      help: "with -d: fetch nothing, and use only the working directory",
    },
    ...requestOptions,
    rawRules: {
      flags: "--raw-rules <file>",
      rare: true,
      reads: true,
      help: "rules for raw mementos of further archives (JSON)",
      parse: lazily(
        async () => (await import("../../read/archives/known-archives.js")).readRawRules,
      ),
    },
  }),
} as const;

/** Options of commands that choose mementos of TimeMaps, indexes and crawls. */
export const fetchOptions = {
  ...under("Input", {
    seeds: {
      flags: "--seeds <file>",
      reads: true,
      help: "only these seeds of the input: a list, CSV, WACZ, pages.jsonl or crawl config; auto: the seeds in the WACZ or the warcinfo",
      parse: async (file: string) =>
        file === "auto" ? file : (await import("../../read/sources/seeds.js")).readSeeds(file),
    },
    match: {
      flags: "--match <how>",
      choices: matches,
      otherwise: "exact",
      help: "how captures are compared with --seeds, as SURT or URI (--set group-by), or with URI-Rs (uri-r=)",
    },
    from: {
      flags: "--from <date>",
      help: "score only mementos of TimeMaps and indexes from this date on (4 to 14 digits)",
    },
    to: {
      flags: "--to <date>",
      help: "score only mementos of TimeMaps and indexes up to this date",
    },
    limit: {
      flags: "--limit <n>",
      parse: whole(1),
      help: "score at most this number of mementos of a TimeMap, oldest first",
    },
    sample: {
      flags: "--sample <n>",
      parse: whole(1),
      help: "score this number of mementos of a TimeMap, spread evenly over time",
    },
    refetchDuplicates: {
      flags: "--refetch-duplicates",
      rare: true,
      help: "also fetch captures with the same digest as another one of the TimeMap in the archive's index",
    },
  }),
  ...archiveOptions,
  ...under("Reading from archives", {
    refresh: {
      flags: "--refresh",
      rare: true,
      help: "with -d: fetch TimeMaps again that are in the working directory",
    },
    archiveitUri: {
      flags: "--archiveit-uri <uri>",
      rare: true,
      parse: parseService,
      help: "another https://archive-it.org",
    },
    wasapiUri: {
      flags: "--wasapi-uri <uri>",
      rare: true,
      parse: parseService,
      help: "list of files of another WASAPI service than https://partner.archive-it.org/wasapi/v1/webdata",
    },
    archiveitPartnerUri: {
      flags: "--archiveit-partner-uri <uri>",
      rare: true,
      parse: parseService,
      help: "another https://partner.archive-it.org",
    },
    archiveitWaybackUri: {
      flags: "--archiveit-wayback-uri <uri>",
      rare: true,
      parse: parseService,
      help: "another https://wayback.archive-it.org",
    },
  }),
} as const;
