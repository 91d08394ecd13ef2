import { beforeAll, describe, expect, it } from "vitest";
import { readCsvRecords } from "../support/read-csv.js";
import { runToFile } from "../support/run-program.js";

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

  it("has a TimeMap for each exact URI-R", () => {
    expect(distinct("URI-M")).toHaveLength(119);
    expect(distinct("URI-T")).toHaveLength(27);
    const tramways = distinct("URI-T").filter((uriT) => /tramways/iu.test(uriT));
    expect(tramways).toHaveLength(6);
  });

  it("has no revisits, no pages of other types, and redirects as mementos", () => {
    const tideStation = rows.filter((row) => row.get("URI-R")?.includes("kettleness"));
    expect(distinct("URI-M", tideStation)).toHaveLength(3);
    expect(distinct("HTTP Status").sort()).toEqual(["200", "301", "302", "404", "503"]);
    expect(distinct("Stands For")).toEqual([""]);
  });

  it("calls measures as OTMT does", () => {
    expect(distinct("Measurement Name")).toEqual(["cosine", "wordcount", "raw_simhash"]);
  });

  it("reports growth as it is", () => {
    const growth = rows
      .filter((row) => row.get("Measurement Name") === "wordcount")
      .map((row) => Number(row.get("Comparison Score")));
    expect(Math.max(...growth)).toBeGreaterThan(0);
  });
});
