import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Fetcher } from "../../../src/read/types.js";
import { loadTimeMap, parseTimeMap } from "../../../src/read/timemaps/load.js";

const SEED = "http://s.example/";
const URI_T = `http://archive.example/timemap/link/${SEED}`;
const [A, B] = ["http://a.example/", "http://b.example/"] as const;

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}
const listed = (year: number, uri = `http://archive.example/web/${year}0101000000/${SEED}`) =>
  `<${uri}>; rel="memento"; datetime="Fri, 01 Jan ${year} 00:00:00 GMT"`;
const LIST = listed(2010);
const to = (Location: string, status = 302): Answer => ({ status, headers: { Location } });
const body = (...links: string[]): Answer => ({ body: links.join(",\n") });
const coded = (coding: string, bytes: Uint8Array): Answer => ({
  ...{ headers: { "Content-Encoding": coding }, body: bytes },
});
const page = (uriT: string): string => `<${uriT}>; rel="timemap"`;

/** Answers of an archive to the request for the TimeMap, and for a page of it. */
const at = (first: Answer, second?: Answer): Record<string, Answer> => ({
  ...{ [URI_T]: first, ...(second && { [A]: second }) },
});

/** Answers of an archive in which one leads to the next, from the first URI-T to a list. */
const chain = (count: number, next: (uri: string) => Answer): Record<string, Answer> =>
  Object.fromEntries(
    Array.from({ length: count + 1 }, (_, at) => [
      at === 0 ? URI_T : `${A}${at}`,
      at === count ? body(LIST) : next(`${A}${at + 1}`),
    ]),
  );

/** Returns what the answers tell: the seed, the years, repetitions and warnings, or why there is no memento. */
async function told(answers: Readonly<Record<string, Answer>>): Promise<string> {
  const fetcher: Fetcher = {
    fetch: ({ uri }) => {
      const { status = 200, headers = {}, body: sent = "" } = answers[uri] ?? { status: 404 };
      const value = { uri, status, headers: Object.entries(headers), body: Buffer.from(sent) };
      return Promise.resolve({ value: { ...value, fetchedAt: "2026-01-01T00:00:00Z" } });
    },
  };
  const outcome = await loadTimeMap(URI_T in answers ? URI_T : B, fetcher);
  if ("problem" in outcome) return outcome.problem.message.replace(URI_T, "URI-T");
  const { uriR, mementos, duplicates, warnings } = outcome.value;
  const years = mementos.map(({ mementoDatetime }) => mementoDatetime.slice(0, 4));
  return [uriR, ...years, duplicates, ...warnings].join(" ");
}

const ONE = `${SEED} 2010 0`;
const BOT_CHECK = "<html><title>Session Verification</title><p>Checking your browser";
const typed = (uriT: string, type: string): string => `<${uriT}>; rel="timemap"; type="${type}"`;
const LINKS = "application/link-format";
const answered = (status: number): string => `URI-T: the archive answered ${status} with an empty`;

describe("an archive's answer to the request for a TimeMap", () => {
  it.each<[string, Record<string, Answer>, string]>([
    ["a path", { ...at(to("/b")), "http://archive.example/b": body(LIST) }, ONE],
    ["five redirects", chain(5, to), ONE],
    ["six redirects", chain(6, to), "the archive redirects more than 5 times: URI-T"],
    ["a circle", at(to(A), to(URI_T)), "the archive redirects in a circle: URI-T"],
    ["another protocol", at(to("ftp://a.example/")), answered(302)],
    ["no URI", at(to("http://[")), answered(302)],
    ["a place without a redirect", at({ ...to(A, 200), ...body(LIST) }), ONE],
    ["a place of an error", at(to(A, 400)), answered(400)],
    ["nothing", at({ status: 404 }), "URI-T: the archive has no TimeMap of it (404)"],
    ["a page", at(body("<title>Hi</title>")), 'URI-T: not a TimeMap but an HTML page ("Hi")'],
    ["a bot check", at(body(BOT_CHECK)), "URI-T: not a TimeMap but HTML, a bot check"],
    ["an empty body", at({}), "URI-T: not a TimeMap but an empty body"],
    ["gzip", at(coded("gzip", gzipSync(LIST))), ONE],
    ["part of gzip", at(coded("gzip", gzipSync(LIST).subarray(0, -20))), "gzip cut off"],
    ["broken Brotli", at(coded("br", Buffer.of(255, 2, 255, 1, 255))), "decoded: said to be br"],
    ["no answer", at(body(LIST, page(A))), `${ONE} a page of the TimeMap is missing: ${A}: `],
    ["the same", at(body(LIST, page(A)), body(listed(2009), LIST)), `${SEED} 2009 2010 1`],
    ["another form of it", at(body(LIST, typed(A, "application/json"))), ONE],
    ["its form", at(body(LIST, typed(A, LINKS)), body(listed(2011))), `${SEED} 2010 2011 0`],
    ["any order", at(body(listed(2012), listed(2009), LIST)), `${SEED} 2009 2010 2012 0`],
    ["five levels", chain(5, (uri) => body(page(uri))), ONE],
    ["seven levels", chain(7, (uri) => body(page(uri))), `1000 pages, 5 levels (first: ${A}6)`],
    ["no memento", at(body(`<${SEED}>; rel="original"`)), "URI-T: the TimeMap lists no memento"],
    ["nobody", { [B]: body(listed(2010, `${B}1`)) }, `${B}: the TimeMap does not say whose`],
  ])("is understood: it leads to %s", async (_, answers, expected) => {
    expect(await told(answers)).toContain(expected);
  });

  it("is not asked for if a file leads to it and nothing may be fetched", async () => {
    const message = expect.stringContaining("and nothing may be fetched") as string;
    expect(await loadTimeMap(URI_T, undefined)).toMatchObject({ problem: { message } });
    const absent = expect.stringMatching(/^nowhere: /u) as string;
    expect(await loadTimeMap("nowhere", undefined)).toMatchObject({ problem: { message: absent } });
  });
});

describe("a list of captures", () => {
  const WAYBACK = "http://archive.example/web/";
  const of = (text: string, base = "http://archive.example/cdx"): readonly string[] => {
    const found = parseTimeMap(text, undefined, base, base === "" ? undefined : WAYBACK);
    if (found.kind !== "timemap") return [found.what];
    const uriMs = found.mementos.map(({ uriM }) => uriM.replace(`/${SEED}`, "").slice(27));
    return [...uriMs, ...found.pages, ...found.warnings];
  };
  const CAPTURE = `{"timestamp": "20100101000000", "url": "${SEED}"}`;
  const ROW = `example,s)/ 20100101000000 ${SEED} text/html 200 ABC 99`;
  const ROWS = `["k", "20100101000000", "${SEED}"]`;
  const NAMED = `["url", "timestamp"], ["${SEED}", "20100101000000"]`;
  const PYWB = `example,s)/ 20100101000000 {"url": "${SEED}"}`;
  const [YEAR, LATER] = ["20100101000000", "20110101000000"];
  const later = (text: string): string => `${text}\n${text.replace("2010", "2011")}`;
  const next = (key: string): string => `http://archive.example/cdx?resumeKey=${key}`;

  it.each<[string, string, ...string[]]>([
    ["a JSON object", CAPTURE, YEAR],
    ["a list of JSON objects", `[${CAPTURE}]`, YEAR],
    ["JSON objects in lines", later(CAPTURE), YEAR, LATER],
    ["no URL", `${CAPTURE}\n{"timestamp": "1"}`, YEAR, "captures without timestamp or"],
    ["rows with names", `[${NAMED}]`, YEAR],
    ["rows without names", `[${ROWS}]`, YEAR],
    ["a row that is none", `[${NAMED}, 7]`, YEAR, "rows that are not arrays: 1 (first: 7)"],
    ["rows with a key", `[${ROWS}, [], ["next key"]]`, YEAR, next("next+key")],
    ["CDX with a key", `${ROW}\n\nnext%2Bkey+1\n`, YEAR, next("next%2Bkey+1")],
    ["CDX with a key that is no URI", `${ROW}\n\n%zz\n`, YEAR, next("%25zz")],
    ["CDX without a key", later(ROW), YEAR, LATER],
    ["CDX without dates", ` CDX N a\nk ${SEED}\n`, "CDX headers without a date column (b): 1"],
    ["pywb's index", `${PYWB}\n${PYWB.replace("20100", "")}`, YEAR, "lines that are not CDXJ: 1"],
    ["a capture of no page", CAPTURE.replace("http", "dns"), "captures of something that is not a"],
    ["no date", CAPTURE.replace("0101", ""), "captures without a usable timestamp: 1"],
    ["damaged JSON", `[[${CAPTURE}`, "damaged JSON that begins"],
  ])("is read: %s", (_, text, ...expected) => {
    expect(of(text)).toEqual(expected.map((part) => expect.stringContaining(part) as string));
  });

  it("needs the archive for URI-Ms, and for the next page", () => {
    expect(of(`${ROW}\n\nnext\n`, "")).toEqual([
      "resumption keys in a TimeMap that is not read from its archive: 1 (first: next)",
      expect.stringMatching(/^captures whose archive is not known: .*: 1 \(first: http/u),
    ]);
  });
});
