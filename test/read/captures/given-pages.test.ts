import { createReadStream } from "node:fs";
import { WARCParser } from "warcio";
import { describe, expect, it } from "vitest";
import { detect, givenPages, prepareRun, type GivenPage, type Result } from "../../../src/index.js";
import { placeText } from "../../../src/base/text.js";

const uriR = "http://www.harbour.example/";
const about = (words: string): string =>
  `<html><head><title>Harbour</title></head><body><p>${words}</p></body></html>`;

async function resultsOf(
  pages: Iterable<GivenPage> | AsyncIterable<GivenPage>,
  options: Partial<Parameters<typeof detect>[0]> = {},
): Promise<Result[]> {
  const results: Result[] = [];
  const input = givenPages(pages);
  for await (const result of detect({ workers: 0, measures: "cosine", ...options, input })) {
    results.push(result);
  }
  return results;
}

const verdicts = (results: readonly Result[]): unknown[] =>
  results.map((result) =>
    result.kind === "memento"
      ? [result.capture.mementoDatetime, result.overall ?? result.problem]
      : result,
  );

/** Yields the pages of a WARC file, extracted by another library. */
async function* pagesOf(file: string): AsyncGenerator<GivenPage> {
  for await (const record of new WARCParser(createReadStream(file))) {
    if (record.warcType !== "response" || record.httpHeaders === null) continue;
    yield {
      uriR: record.warcTargetURI ?? "",
      mementoDatetime: record.warcDate ?? "",
      body: await record.readFully(false),
      status: Number(record.httpHeaders.statusCode),
      contentType: record.httpHeaders.headers.get("content-type") ?? "",
    };
  }
}

describe("pages given by a program", () => {
  it("scores pages given by a program like the WARC file from which they were read", async () => {
    const file = "fixtures/warcs/two-captures.warc";
    const measures = "cosine,simhash-raw,bytecount";
    const scores = (results: readonly Result[]): unknown[] =>
      results.map((result) => result.kind === "memento" && [result.uriM, result.measures]);
    const expected: Result[] = [];
    for await (const result of detect({ input: `warc=${file}`, measures, workers: 0 })) {
      expected.push(result);
    }
    expect(scores(await resultsOf(pagesOf(file), { measures }))).toEqual(scores(expected));
    expect(expected).toHaveLength(2);
  });

  it("accepts pages from a program in any order, with datetimes in any form, and compares with the earliest page", async () => {
    const results = await resultsOf([
      { uriR, mementoDatetime: new Date(Date.UTC(2018, 0, 27)), body: about("cheap pills online") },
      { uriR, mementoDatetime: "20120305101500", body: about("lanterns of the harbour") },
      { uriR, mementoDatetime: "2009-04-14", body: about("harbour lanterns") },
    ]);
    expect(verdicts(results)).toEqual([
      ["2009-04-14T00:00:00Z", "on-topic"],
      ["2012-03-05T10:15:00Z", "on-topic"],
      ["2018-01-27T00:00:00Z", "off-topic"],
    ]);
  });

  it("keeps the characters of markup given as text, even if the header names another charset", async () => {
    const contentType = "text/html; charset=iso-8859-1";
    const results = await resultsOf([
      { uriR, mementoDatetime: "2009", body: about("Ωδείο Αθηνών"), contentType },
      { uriR, mementoDatetime: "2010", body: Buffer.from(about("Ωδείο Αθηνών")) },
    ]);
    expect(verdicts(results)).toEqual([
      ["2009-01-01T00:00:00Z", "on-topic"],
      ["2010-01-01T00:00:00Z", "on-topic"],
    ]);
  });

  it("a given page that is too large becomes a result with the reason", async () => {
    const results = await resultsOf(
      [
        { uriR, mementoDatetime: "2009", body: about("harbour") },
        { uriR, mementoDatetime: "2010", body: about("harbour ".repeat(1_000)) },
      ],
      { maxPageSize: 1_000 },
    );
    const message = "the page has 8068 bytes, more than the 1000 that are read";
    expect(verdicts(results)[1]).toEqual([
      "2010-01-01T00:00:00Z",
      { stage: "access", message: message },
    ]);
  });

  it("counts a given page that is not HTML, and reports a page with an unreadable datetime", async () => {
    const damage: string[] = [];
    const run = await prepareRun({
      input: givenPages([
        { uriR, mementoDatetime: "2009", body: "%PDF", contentType: "application/pdf" },
        { uriR, mementoDatetime: "last Tuesday", body: about("harbour") },
        { uriR, mementoDatetime: new Date(Number.NaN), body: about("harbour") },
        { uriR, mementoDatetime: "2010", body: about("harbour") },
      ]),
      workers: 0,
      onDamage: ({ source, message }) => damage.push(`${placeText(source)}: ${message}`),
    });
    const results: Result[] = [];
    for await (const result of run.results) results.push(result);
    expect(results).toHaveLength(1);
    expect(run.tally.mementos).toBe(1);
    expect(damage).toEqual([
      `given pages, item 2: ${uriR}: "last Tuesday" is not a memento-datetime`,
      `given pages, item 3: ${uriR}: "Invalid Date" is not a memento-datetime`,
    ]);
  });
});
