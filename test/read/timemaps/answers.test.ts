import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Fetcher } from "../../../src/read/types.js";
import { loadTimeMap, parseTimeMap } from "../../../src/read/timemaps/load.js";

const SEED = "http://s.example/";
const URI_T = `http://archive.example/timemap/link/${SEED}`;
const uriM = (year: number): string => `http://archive.example/web/${year}0101000000/${SEED}`;
const memento = (year: number): string =>
  `<${uriM(year)}>; rel="memento"; datetime="Fri, 01 Jan ${year} 00:00:00 GMT"`;
const LIST = memento(2010);

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}
const to = (Location: string): Answer => ({ status: 302, headers: { Location } });
const timeMap = (uriT: string): string => `<${uriT}>; rel="timemap"`;

/** Returns what an archive with these answers tells: the years of its mementos with warnings, or why there are none. */
async function told(answers: Readonly<Record<string, Answer>>, source = URI_T): Promise<string> {
  const fetcher: Fetcher = {
    fetch: ({ uri }) => {
      const { status = 200, headers = {}, body = "" } = answers[uri] ?? { status: 404 };
      const value = { uri, status, headers: Object.entries(headers), body: Buffer.from(body) };
      return Promise.resolve({ value: { ...value, fetchedAt: "2026-01-01T00:00:00Z" } });
    },
  };
  const outcome = await loadTimeMap(source, fetcher);
  if ("problem" in outcome) return outcome.problem.message;
  const { uriR, mementos, duplicates, warnings } = outcome.value;
  const years = mementos.map(({ mementoDatetime }) => mementoDatetime.slice(0, 4));
  return [uriR, ...years, duplicates, ...warnings].join(" ");
}

const hops = (count: number): Record<string, Answer> => ({
  ...Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      at === 0 ? URI_T : `http://a.example/${at}`,
      to(`http://a.example/${at + 1}`),
    ]),
  ),
  [`http://a.example/${count}`]: { body: LIST },
});
const nested = (depth: number): Record<string, Answer> => ({
  ...Object.fromEntries(
    Array.from({ length: depth }, (_, at) => [
      at === 0 ? URI_T : `http://a.example/${at}`,
      { body: timeMap(`http://a.example/${at + 1}`) },
    ]),
  ),
  [`http://a.example/${depth}`]: { body: LIST },
});
const ONE = `${SEED} 2010 0`;

describe("an archive's answer to the request for a TimeMap", () => {
  it.each<[string, Record<string, Answer>, string]>([
    [
      "a redirect to a path",
      { [URI_T]: to("/other"), "http://archive.example/other": { body: LIST } },
      ONE,
    ],
    ["five redirects", hops(5), ONE],
    ["six redirects", hops(6), `the archive redirects more than 5 times: ${URI_T}`],
    [
      "a circle",
      { [URI_T]: to("/a"), "http://archive.example/a": to(URI_T) },
      `the archive redirects in a circle: ${URI_T}`,
    ],
    [
      "a redirect to another protocol",
      { [URI_T]: to("ftp://a.example/") },
      `${URI_T}: the archive answered 302 with an empty body`,
    ],
    [
      "a redirect to no URI",
      { [URI_T]: to("http://[") },
      `${URI_T}: the archive answered 302 with an empty body`,
    ],
    [
      "a location without a redirect",
      { [URI_T]: { headers: { Location: "/x" }, body: LIST } },
      ONE,
    ],
    [
      "a status 400 with a location",
      { [URI_T]: { ...to("/x"), status: 400 } },
      `${URI_T}: the archive answered 400 with an empty body`,
    ],
    ["a 404", {}, `${URI_T}: the archive has no TimeMap of it (404)`],
    ["gzip", { [URI_T]: { headers: { "content-encoding": "gzip" }, body: gzipSync(LIST) } }, ONE],
    [
      "gzip that is cut off",
      {
        [URI_T]: { headers: { "Content-Encoding": "gzip" }, body: gzipSync(LIST).subarray(0, -20) },
      },
      expect.stringMatching(/: Content-Encoding: gzip cut off or damaged/u) as string,
    ],
    [
      "a coding that cannot be undone",
      {
        [URI_T]: {
          headers: { "Content-Encoding": "br" },
          body: brotliCompressSync(LIST).fill(255, 0, 4),
        },
      },
      expect.stringMatching(/: the body cannot be decoded: said to be br/u) as string,
    ],
    [
      "a page that is missing",
      { [URI_T]: { body: `${LIST},\n${timeMap("http://a.example/2")}` } },
      `${ONE} a page of the TimeMap is missing: http://a.example/2: the archive has no TimeMap of it (404)`,
    ],
    [
      "a page that repeats a memento",
      {
        [URI_T]: { body: `${LIST},\n${timeMap("http://a.example/2")}` },
        "http://a.example/2": { body: `${memento(2009)},\n${LIST}` },
      },
      `${SEED} 2009 2010 1`,
    ],
    ["five levels of indexes", nested(5), ONE],
    [
      "seven levels of indexes",
      nested(7),
      expect.stringMatching(
        /lists no memento: further pages of the TimeMap are not read: limit of 1000 pages, 5 levels \(first: http:\/\/a.example\/6\)/u,
      ) as string,
    ],
    [
      "no memento",
      { [URI_T]: { body: `<${SEED}>; rel="original"` } },
      `${URI_T}: the TimeMap lists no memento`,
    ],
    [
      "mementos of nobody knows what",
      {
        "http://a.example/": {
          body: '<http://a.example/1>; rel="memento"; datetime="Fri, 01 Jan 2010 00:00:00 GMT"',
        },
      },
      "http://a.example/: the TimeMap does not say whose mementos it lists",
    ],
  ])("is understood: %s", async (_, answers, expected) => {
    expect(
      await told(answers, Object.keys(answers).find((uri) => uri === "http://a.example/") ?? URI_T),
    ).toEqual(expected);
  });

  it("is not asked for if a TimeMap in a file leads to it, and nothing may be fetched", async () => {
    expect(await loadTimeMap(URI_T, undefined)).toMatchObject({
      problem: {
        message: `${URI_T}: a TimeMap read from a file leads to a URI-T, and nothing may be fetched`,
      },
    });
    expect(await loadTimeMap("nowhere", undefined)).toMatchObject({
      problem: { message: expect.stringMatching(/^nowhere: /u) as string },
    });
  });
});

describe("a list of captures", () => {
  const WAYBACK = "http://archive.example/web/";
  const of = (text: string, base = "http://archive.example/cdx"): unknown => {
    const found = parseTimeMap(text, undefined, base, base === "" ? undefined : WAYBACK);
    return found.kind === "timemap"
      ? [
          ...found.mementos.map(({ uriM: uri }) => uri.replace(WAYBACK, "")),
          ...found.pages,
          ...found.warnings,
        ]
      : found.what;
  };
  const CAPTURE = `{"timestamp": "20100101000000", "url": "${SEED}"}`;
  const FOUND = `20100101000000/${SEED}`;
  const ROW = `example,s)/ 20100101000000 ${SEED} text/html 200 ABC 99`;

  it.each<[string, string, unknown]>([
    ["a JSON object", CAPTURE, [FOUND]],
    ["a list of JSON objects", `[${CAPTURE}]`, [FOUND]],
    [
      "JSON objects in lines",
      `${CAPTURE}\n${CAPTURE.replace("2010", "2011")}`,
      [FOUND, FOUND.replace("2010", "2011")],
    ],
    [
      "an object without a URL",
      `${CAPTURE}\n{"timestamp": "1"}`,
      [FOUND, 'captures without timestamp or URL: 1 (first: {"timestamp":"1"})'],
    ],
    ["rows with names", `[["url", "timestamp"], ["${SEED}", "20100101000000"]]`, [FOUND]],
    ["rows without names", `[["k", "20100101000000", "${SEED}"]]`, [FOUND]],
    [
      "a row that is none",
      `[["url", "timestamp"], 7, ["${SEED}", "20100101000000"]]`,
      [FOUND, "rows that are not arrays: 1 (first: 7)"],
    ],
    [
      "rows with a key",
      `[["k", "20100101000000", "${SEED}"], [], ["next key"]]`,
      [FOUND, "http://archive.example/cdx?resumeKey=next+key"],
    ],
    [
      "CDX with a key",
      `${ROW}\n\nnext%2Bkey+1\n`,
      [FOUND, "http://archive.example/cdx?resumeKey=next%2Bkey+1"],
    ],
    [
      "CDX with a key that is no URI",
      `${ROW}\n\n%zz\n`,
      [FOUND, "http://archive.example/cdx?resumeKey=%25zz"],
    ],
    [
      "CDX with another last line",
      `${ROW}\n${ROW.replace("2010", "2011")}`,
      [FOUND, FOUND.replace("2010", "2011")],
    ],
    [
      "CDX without dates",
      ` CDX N a\nk ${SEED}\n`,
      ["CDX headers without a date column (b): 1 (first: N a)"],
    ],
    [
      "pywb's index",
      `example,s)/ 20100101000000 {"url": "${SEED}"}\nexample,s)/ 2010 {"url": "x"}`,
      [FOUND, expect.stringMatching(/^lines that are not CDXJ: 1/u)],
    ],
    [
      "a capture of no page",
      CAPTURE.replace("http", "dns"),
      [expect.stringMatching(/^captures of something that is not a page on the web: 1/u)],
    ],
    [
      "a capture without a date",
      CAPTURE.replace("20100101000000", "2010"),
      [expect.stringMatching(/^captures without a usable timestamp: 1/u)],
    ],
    ["damaged JSON", `[[${CAPTURE}`, expect.stringMatching(/^damaged JSON that begins/u)],
  ])("is read: %s", (_, text, expected) => {
    expect(of(text)).toEqual(expected);
  });

  it("needs the archive for URI-Ms, and for the next page", () => {
    expect(of(`${ROW}\n\nnext\n`, "")).toEqual([
      "resumption keys in a TimeMap that is not read from its archive: 1 (first: next)",
      expect.stringMatching(
        /^captures whose archive is not known: .*: 1 \(first: http:\/\/s\.example\/\)$/u,
      ),
    ]);
  });
});
