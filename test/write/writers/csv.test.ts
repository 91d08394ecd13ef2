import { describe, expect, it } from "vitest";
import { csv } from "../../../src/write/writers/csv.js";
import { readCsv, readCsvRecords } from "../../support/read-csv.js";
import { failed, memento, missed, missedTimeMap, NASTY, scored, written } from "./results.js";

const OTMT_COLUMNS =
  "URI-T,URI-M,Error,Error Message,Content Length,Simhash,Measurement Type,Measurement Name,Comparison Score," +
  "Stemmed,Tokenized,Removed Boilerplate,Topic Status,Overall Topic Status";

describe("CSV", () => {
  it("CSV begins with the columns of OTMT 1.0.5 in their order, followed by our own columns", async () => {
    const text = await written(csv, []);
    const [head = [], ...rows] = readCsv(text);
    expect(head.slice(0, 14).join(",")).toBe(OTMT_COLUMNS);
    expect(head.slice(14)).toEqual(
      expect.arrayContaining(["URI-R", "Memento-Datetime", "HTTP Status", "Language"]),
    );
    expect(rows).toEqual([]);
  });

  it("CSV has a row for each memento and measure (OTMT keeps only the last measure)", async () => {
    const measures = [scored("cosine", 0.25, "on-topic"), scored("wordcount", -0.9, "off-topic")];
    const rows = readCsvRecords(await written(csv, [memento({ measures })]));
    const of = (name: string): unknown[] => rows.map((row) => row.get(name));
    expect(of("Measurement Name")).toEqual(["cosine", "wordcount"]);
    expect(of("Comparison Score")).toEqual(["0.25", "-0.9"]);
    expect(of("Topic Status")).toEqual(["on-topic", "off-topic"]);
    expect(of("Overall Topic Status")).toEqual(["off-topic", "off-topic"]);
    expect(of("Measurement Type")).toEqual(["timemap measures", "timemap measures"]);
    expect(of("Simhash")).toEqual(["8797926785016382196", "8797926785016382196"]);
    expect(of("Content Length")).toEqual(["55", "55"]);
    expect(of("Stemmed")).toEqual(["True", "True"]);
    expect(of("URI-R")).toEqual(["http://seed.example/", "http://seed.example/"]);
    expect(of("Memento-Datetime")).toEqual(["2013/02/02 10:00:00 GMT", "2013/02/02 10:00:00 GMT"]);
    expect(of("Source File")).toEqual(["a.warc.gz", "a.warc.gz"]);
    expect(of("Offset")).toEqual(["4096", "4096"]);
  });

  it("CSV reports errors of TimeMaps, mementos and measures", async () => {
    const unmeasured = memento({ measures: [failed("cosine", "nothing is left")] });
    const rows = readCsvRecords(await written(csv, [missedTimeMap, missed, unmeasured]));
    expect(
      rows.map((row) => [row.get("Error"), row.get("Error Message"), row.get("URI-M")]),
    ).toEqual([
      ["TimeMap Access Error", "HTTP status 404", ""],
      ["Memento Access Error", "redirects to nowhere", missed.uriM],
      ["Memento Measurement Error", "nothing is left", unmeasured.uriM],
    ]);
    expect(rows.map((row) => row.get("Comparison Score"))).toEqual(["", "", ""]);
  });

  it.each([NASTY, "a\rb", "a,b", 'a"b', "a\nb", " a ", "=1+1"])(
    "CSV preserves %j, with control characters percent-encoded",
    async (uriM) => {
      const [row] = readCsvRecords(await written(csv, [memento({ uriM })]));
      expect(row?.get("URI-M")).toBe(uriM.replace(/\p{Cc}/gu, encodeURIComponent));
    },
  );
});
