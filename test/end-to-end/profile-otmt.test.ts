import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readCsvRecords } from "../support/read-csv.js";
import { temporaryFolder } from "../support/run-bin.js";
import { runToFile } from "../support/run-program.js";
import { http, page, warcRecord } from "../support/warc-builder.js";

type Row = ReadonlyMap<string, string>;

describe("profile otmt-1.0.5 on the shipped collection", () => {
  let rows: readonly Row[];

  beforeAll(async () => {
    const args = ["-i", "warc=fixtures/collection", "--profile", "otmt-1.0.5", "-ot", "csv"];
    const { text } = await runToFile([...args, "-tm", "cosine,wordcount,raw_simhash"]);
    rows = readCsvRecords(text);
  });

  const distinct = (column: string, of: readonly Row[] = rows): string[] => [
    ...new Set(of.map((row) => row.get(column) ?? "")),
  ];

  it("profile otmt-1.0.5 has a TimeMap for each exact URI-R", () => {
    expect(distinct("URI-M")).toHaveLength(119);
    expect(distinct("URI-T")).toHaveLength(27);
    const tramways = distinct("URI-T").filter((uriT) => /tramways/iu.test(uriT));
    expect(tramways).toHaveLength(6);
  });

  it("profile otmt-1.0.5 treats redirects as mementos, and skips revisits and pages of other types", () => {
    const tideStation = rows.filter((row) => row.get("URI-R")?.includes("kettleness"));
    expect(distinct("URI-M", tideStation)).toHaveLength(3);
    expect(distinct("HTTP Status").sort()).toEqual(["200", "301", "302", "404", "503"]);
    expect(distinct("Stands For")).toEqual([""]);
  });

  it("profile otmt-1.0.5 uses OTMT's names of measures", () => {
    expect(distinct("Measurement Name")).toEqual(["cosine", "wordcount", "raw_simhash"]);
  });

  it("profile otmt-1.0.5 reports growth as a positive score", () => {
    const growth = rows
      .filter((row) => row.get("Measurement Name") === "wordcount")
      .map((row) => Number(row.get("Comparison Score")));
    expect(Math.max(...growth)).toBeGreaterThan(0);
  });
});

describe("profile otmt-1.0.5, a page without bytes", () => {
  const capture = (name: string, year: number, body: string): Buffer =>
    warcRecord({ uri: `http://${name}.example/`, date: `${year}-01-01T00:00:00Z` }, http(body));

  // The output of OTMT 1.0.5 for these pages, where empty cells are errors.
  it("profile otmt-1.0.5 fails to compute raw_simhash and bytecount for a first memento without bytes, but not for a single space", async () => {
    const file = join(temporaryFolder(), "a.warc");
    const text = page("a");
    writeFileSync(
      file,
      Buffer.concat([
        ...[capture("empty", 2010, ""), capture("empty", 2011, text)],
        ...[capture("space", 2010, " "), capture("space", 2011, " "), capture("space", 2012, "")],
        ...[capture("page", 2010, text), capture("page", 2011, "")],
      ]),
    );
    const { text: written } = await runToFile([
      ...["-i", `warc=${file}`, "--profile", "otmt-1.0.5", "-ot", "csv"],
      ...["-tm", "raw_simhash,bytecount"],
    ]);
    const rows = readCsvRecords(written).map((row) =>
      ["URI-R", "Measurement Name", "Comparison Score", "Overall Topic Status"]
        .map((name) => row.get(name) ?? "")
        .join(" ")
        .replace(/^http:\/\/|\.example\/|_simhash|count/gu, ""),
    );
    expect(rows).toEqual([
      ...["empty raw  ", "empty byte  ", "empty raw  ", "empty byte  "],
      ...["page raw 0 on-topic", "page byte 0 on-topic"],
      ...["page raw 38 off-topic", "page byte -1 off-topic"],
      ...["space raw 0 on-topic", "space byte 0 on-topic"],
      ...["space raw 0 on-topic", "space byte 0 on-topic"],
      ...["space raw 0 off-topic", "space byte -1 off-topic"],
    ]);
  });
});
