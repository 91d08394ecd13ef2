import { describe, expect, it } from "vitest";
import { seeds } from "../../../src/write/writers/seeds.js";
import type { MementoResult } from "../../../src/score/types.js";
import type { Result } from "../../../src/write/types.js";
import { readCsvRecords } from "../../support/read-csv.js";
import { memento, missed, undecided, written } from "./results.js";

const at = (year: number, overall: MementoResult["overall"]): MementoResult => {
  const { capture } = memento();
  const uriM = `from-warc::${year}0202100000::http://seed.example/`;
  const dated = { ...capture, mementoDatetime: `${year}-02-02T10:00:00Z` };
  return memento({ overall, uriM, capture: dated, pattern: "step" });
};

const rowsOf = async (results: readonly Result[]): Promise<Record<string, string>[]> =>
  readCsvRecords(await written(seeds, results)).map((row) => Object.fromEntries(row));

describe("-ot seeds", () => {
  it("-ot seeds has a row for each TimeMap, with counts of its mementos", async () => {
    const given = [at(2010, "on-topic"), at(2011, "off-topic"), at(2012, "off-topic"), missed];
    expect(await rowsOf(given)).toEqual([
      {
        "URI-R": "http://seed.example/",
        Mementos: "4",
        Judged: "3",
        "Off-Topic": "2",
        Unsure: "0",
        Errors: "1",
        "Off-Topic Runs": "1",
        "Off-Topic From": "2011-02-02T10:00:00Z",
        "Off-Topic To": "",
        Pattern: "from one day on",
        "Kind of Page": "",
        Notice: "",
        "First Off-Topic Memento": "from-warc::20110202100000::http://seed.example/",
        "URI-T": "from-warc::timemap::http://seed.example/",
        "Error Message": "",
        "Effective Status": "",
        Fault: "",
        "Last On-Topic Memento": "from-warc::20100202100000::http://seed.example/",
        "Last On-Topic Date": "2010-02-02T10:00:00Z",
        "First Off-Topic After It": "from-warc::20110202100000::http://seed.example/",
        "First Off-Topic Date After It": "2011-02-02T10:00:00Z",
        Captured: "yes",
      },
    ]);
  });

  it("-ot seeds shows how often a seed was off-topic, and from when on", async () => {
    const years = [2010, 2011, 2012, 2013].map((year) =>
      at(year, year % 2 === 0 ? "on-topic" : "off-topic"),
    );
    expect((await rowsOf(years))[0]).toMatchObject({
      "Off-Topic Runs": "2",
      // The first of both periods, as the memento beside it.
      "Off-Topic From": "2011-02-02T10:00:00Z",
      "First Off-Topic Memento": expect.stringContaining("2011") as unknown,
      "Off-Topic To": "",
    });
  });

  it("-ot seeds shows the last on-topic memento and the first off-topic memento after it", async () => {
    const years = (...statuses: readonly MementoResult["overall"][]): MementoResult[] =>
      statuses.map((overall, i) => at(2010 + i, overall));
    const [on, off, unsure] = ["on-topic", "off-topic", "unsure"] as const;
    for (const [statuses, last, first] of [
      [[on, off, on, unsure, off, off, undefined], "2012-", "2014-"],
      [[off, on, on], "2012-", ""],
      [[off, off], "", ""],
      [[unsure, undefined], "", ""],
    ] as const) {
      const [row = {}] = await rowsOf(
        years(...statuses.map((each) => each)).map((each) =>
          each.overall === undefined ? undecided({ ...each, overall: "on-topic" }) : each,
        ),
      );
      expect(row["Last On-Topic Date"]?.slice(0, 5)).toBe(last);
      expect(row["First Off-Topic Date After It"]?.slice(0, 5)).toBe(first);
      expect(row["Last On-Topic Memento"]).toContain(last.slice(0, 4));
      expect(row["First Off-Topic After It"]).toContain(first.slice(0, 4));
    }
  });

  it("-ot seeds shows the most frequent kind of the off-topic mementos", async () => {
    const of = (title: string): MementoResult =>
      memento({
        evidence: { scores: [], pageKind: { kind: "x", strength: 1, marks: [], title } },
      });
    const [row] = await rowsOf([of("parked domain"), of("not found"), of("not found")]);
    expect(row?.["Kind of Page"]).toBe("not found");
  });

  it("-ot seeds links to replays of captures in files, and to the mementos of archives", async () => {
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
