import { matches } from "../../base/seed-match.js";
import { lazily, option, under } from "../../base/option.js";
import { whole } from "../../base/value-kinds.js";
import { parseSeconds, parseService } from "../option-values.js";

/* Options about input and its sources that several commands take. */

/** Returns the digits of a date, of which a part may be left out. */
export const dateBound = async (text: string, name: string): Promise<string> =>
  (await import("../../read/timemaps/select.js")).parseBound(name, text);

export const inputOption = under("Input", {
  input: option(
    "-i, --input <kind=argument>",
    "what to read, e.g. warc=crawl.warc.gz; can be repeated",
    { repeats: true, reads: true },
  ),
});

export const requestOptions = under("Reading from archives", {
  rate: option("--rate <rate>", "requests to a host, e.g. 60/m, 2/s, timemap=24/m,playback=8/s", {
    parse: lazily(async () => (await import("../../read/http/limits.js")).parseRate),
  }),
  concurrency: option("--concurrency <n>", "requests to a host at the same time", {
    rare: true,
    parse: whole(1),
  }),
  timeout: option(
    "--timeout <seconds>",
    "time to wait for a connection, headers, data and, in a file on the web, the next complete record; a whole answer may take 3 times as long",
    { rare: true, otherwise: 60, parse: parseSeconds },
  ),
  headers: option(
    "--header <header>",
    "for private collections: 'Name: value' for the hosts of URIs given with -i or --archive, or 'HOST Name: value'; can be repeated",
    {
      repeats: true,
      parse: lazily(async () => (await import("../../read/http/access.js")).parseHeader),
    },
  ),
  cookies: option(
    "--cookies <file>",
    "for private collections: a browser's cookies, in Netscape's format",
    {
      reads: true,
      parse: lazily(async () => (await import("../../read/http/access.js")).readCookies),
    },
  ),
  netrc: option("--netrc", "for private collections: user names and passwords from .netrc"),
  contact: option("--contact <address>", "your e-mail or web address, for the User-Agent"),
});

export const archiveOptions = {
  ...under("Input", {
    archive: option(
      "--archive <archive>",
      "archive with the captures of URI-Rs (uri-r=, collect) and of saved TimeMaps without URI-Ms: a word of `list archives`, or the prefix of its URI-Ms",
      {
        parse: lazily(
          async () => (await import("../../read/archives/known-archives.js")).parseArchive,
        ),
      },
    ),
    warcBase: option(
      "--warc-base <folder>",
      "further folder with the WARC files of an index (cdx=), at any depth; or the prefix of their https: URIs",
      {
        rare: true,
        parse: lazily(async () => (await import("../../read/cdx/sources.js")).warcBase),
      },
    ),
  }),
  ...under("Reading from archives", {
    directory: option(
      "-d, --directory <folder>",
      "keep what is fetched here (WARC files); continue from it after a stop",
    ),
    offline: option("--offline", "with -d: fetch nothing, and use only the working directory"),
    ...requestOptions,
  }),
} as const;

/** Options of commands that choose mementos of TimeMaps, indexes and crawls. */
export const fetchOptions = {
  ...under("Input", {
    seeds: option(
      "--seeds <file>",
      "only these seeds of the input: a list, CSV, WACZ or pages.jsonl; auto: the seeds in the WACZ",
      {
        reads: true,
        parse: async (file: string) =>
          file === "auto" ? file : (await import("../../read/crawls/seeds.js")).readSeeds(file),
      },
    ),
    match: option(
      "--match <how>",
      "how captures are compared with --seeds, as SURT or URI (--set group-by), or with URI-Rs (uri-r=)",
      { choices: matches, otherwise: "exact" },
    ),
    from: option(
      "--from <date>",
      "score only mementos of TimeMaps and indexes from this date on (4 to 14 digits)",
      { parse: dateBound },
    ),
    to: option("--to <date>", "score only mementos of TimeMaps and indexes up to this date", {
      parse: dateBound,
    }),
    limit: option(
      "--limit <n>",
      "score at most this number of mementos of a TimeMap, oldest first",
      { parse: whole(1) },
    ),
    sample: option(
      "--sample <n>",
      "score this number of mementos of a TimeMap, spread evenly over time",
      { parse: whole(1) },
    ),
  }),
  ...archiveOptions,
  ...under("Reading from archives", {
    refresh: option(
      "--refresh",
      "with -d: fetch TimeMaps again that are in the working directory",
      { rare: true },
    ),
    archiveIt: option(
      "--archiveit-uri <uri>",
      "another Archive-It: the address that stands for archive-it.org, partner. and wayback.archive-it.org",
      {
        rare: true,
        parse(text, name) {
          const uri = parseService(text, name);
          return { collections: uri, partner: uri, wayback: uri };
        },
      },
    ),
    wasapi: option(
      "--wasapi-uri <uri>",
      "list of files of another WASAPI service than https://partner.archive-it.org/wasapi/v1/webdata",
      { rare: true, parse: parseService },
    ),
  }),
} as const;
