import { describe, expect, it } from "vitest";
import { seeds } from "../../../src/results/writers/seeds.js";
import type { MementoResult, Result } from "../../../src/types.js";
import { readCsvRecords } from "../../support/read-csv.js";
import { memento, missed, missedTimeMap, undecided, written } from "./results.js";

const at = (year: number, overall: MementoResult["overall"]): MementoResult => {
  const { capture } = memento();
  const uriM = `from-warc::${year}0202100000::http://seed.example/`;
  const dated = { ...capture, mementoDatetime: `${year}-02-02T10:00:00Z` };
  return memento({ overall, uriM, capture: dated, pattern: "step" });
};

const rowsOf = async (results: readonly Result[]): Promise<Record<string, string>[]> =>
  readCsvRecords(await written(seeds, results)).map((row) => Object.fromEntries(row));

describe("-ot seeds", () => {
  it("has a row for each TimeMap, with the figures of its mementos", async () => {
    const given = [at(2010, "on-topic"), at(2011, "off-topic"), at(2012, "off-topic"), missed];
    expect(await rowsOf(given)).toEqual([
      {
        "URI-R": "http://seed.example/",
        Mementos: "4",
        Judged: "3",
        "Off-Topic": "2",
        Errors: "1",
        "Off-Topic Since": "2011/02/02 10:00:00 GMT",
        Pattern: "step",
        "Kind of Page": "",
        "First Off-Topic Memento": "from-warc::20110202100000::http://seed.example/",
        "URI-T": "from-warc::timemap::http://seed.example/",
        "Error Message": "",
      },
    ]);
  });

  it("a seed that is on-topic again is off-topic since never, but its first off-topic memento is named", async () => {
    const given = [at(2010, "on-topic"), at(2011, "off-topic"), at(2012, "on-topic")];
    const [row] = await rowsOf(given);
    expect(row).toMatchObject({ "Off-Topic": "1", "Off-Topic Since": "" });
    expect(row?.["First Off-Topic Memento"]).toContain("2011");
  });

  it("a seed that is off-topic for the second time is so since then", async () => {
    const years = [2010, 2011, 2012, 2013].map((year) =>
      at(year, year % 2 === 0 ? "on-topic" : "off-topic"),
    );
    expect((await rowsOf(years))[0]?.["Off-Topic Since"]).toBe("2013/02/02 10:00:00 GMT");
  });

  it("names the kind that most of its off-topic mementos say they are", async () => {
    const of = (title: string): MementoResult =>
      memento({
        evidence: { scores: [], pageKind: { kind: "x", strength: 1, marks: [], title } },
      });
    const [row] = await rowsOf([of("parked domain"), of("not found"), of("not found")]);
    expect(row?.["Kind of Page"]).toBe("not found");
  });

  it("a TimeMap that failed, and one without a verdict, are rows", async () => {
    const [failed, silent] = await rowsOf([missedTimeMap, undecided()]);
    expect(failed).toMatchObject({
      "URI-T": missedTimeMap.uriT,
      Mementos: "0",
      "Error Message": missedTimeMap.problem.message,
    });
    expect(silent).toMatchObject({ Mementos: "1", Judged: "0", "Off-Topic": "0", Errors: "0" });
  });

  it("links to where captures of files are replayed, and to an archive's own mementos", async () => {
    const http = "http://archive.example/20130202100000/http://seed.example/";
    for (const [result, link] of [
      [memento(), "http://localhost:8080/my/20130202100000/http://seed.example/"],
      [memento({ uriM: http }), http],
    ] as const) {
      const text = await written(seeds, [result], undefined, {
        replay: "http://localhost:8080/my/",
      });
      expect(readCsvRecords(text)[0]?.get("First Off-Topic Memento")).toBe(link);
    }
  });
});
