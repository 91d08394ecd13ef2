import { describe, expect, it } from "vitest";
import { readCsv } from "../../support/read-csv.js";
import { settings } from "../../support/records.js";
import { COMBINED } from "../../../src/score/verdict/decide.js";
import type { Settings } from "../../../src/score/settings/types.js";
import type { MementoResult } from "../../../src/score/types.js";
import { captureColumns } from "../../../src/write/columns.js";
import type { Result } from "../../../src/write/types.js";
import { captures } from "../../../src/write/writers/captures.js";
import { memento, missed, missedTimeMap, scored, undecided, written } from "./results.js";

const learned: Settings = {
  ...settings,
  measures: [{ keyword: "cosine", name: "cosine", threshold: 0.15, comparison: "<" }],
};

async function rowsOf(results: readonly Result[]): Promise<Record<string, string>[]> {
  const [names = [], ...rows] = readCsv(await written(captures, results, learned));
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ""])));
}

const on = (year: number, overall: MementoResult["overall"], more = {}): MementoResult =>
  memento({
    ...{ overall, uriM: `from-warc::${year}0202100000::http://seed.example/` },
    capture: { ...memento().capture, mementoDatetime: `${year}-02-02T10:00:00Z`, ...more },
  });

describe("-ot captures", () => {
  it("has first what a reader looks at, then the other columns of Parquet, each once", async () => {
    const [names = []] = readCsv(await written(captures, [], learned));
    expect(names.slice(0, 9)).toEqual([
      ...["overall_topic_status", "probability", "page_kind", "off_topic_since", "uri_r"],
      ...["memento_datetime", "http_status", "notice", "uri_m"],
    ]);
    expect(new Set(names).size).toBe(names.length);
    const own = new Set(["probability", "off_topic_since", "notice"]);
    const shared = captureColumns(learned).map(({ name }) => name);
    expect(names.filter((name) => !own.has(name)).sort()).toEqual(shared.sort());
  });

  it("has a row for each capture, whatever the number of measures", async () => {
    const measures = [scored("cosine", 0.1, "off-topic"), scored(COMBINED, 0.97, "off-topic")];
    const rows = await rowsOf([memento({ measures, pageKind: "parked" }), memento({ measures })]);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      ...{ overall_topic_status: "off-topic", probability: "0.97", page_kind: "parked" },
      ...{ uri_r: "http://seed.example/", memento_datetime: "2013-02-02T10:00:00Z" },
      ...{ http_status: "200", notice: "", score_cosine: "0.1", simhash: "8797926785016382196" },
    });
  });

  it("names for each off-topic capture the first one of its run, which an on-topic capture ends", async () => {
    const rows = await rowsOf([
      on(2010, "off-topic"),
      on(2011, "on-topic"),
      on(2012, "off-topic"),
      on(2013, "unsure"),
      on(2014, "off-topic"),
      { ...on(2015, "off-topic"), uriT: "another", key: "another" },
    ]);
    expect(rows.map((row) => row["off_topic_since"]?.slice(0, 4))).toEqual([
      ...["2010", "", "2012", "", "2012", "2015"],
    ]);
  });

  it("says at the beginning of a row why there is no verdict, or what is said of the seed", async () => {
    const rows = await rowsOf([
      missed,
      missedTimeMap,
      undecided({ seedNotice: "every capture is suspect" }),
    ]);
    expect(rows.map((row) => row["notice"])).toEqual([
      ...["redirects to nowhere", "HTTP status 404", "every capture is suspect"],
    ]);
    expect(rows.map((row) => row["error"])).toEqual([
      "redirects to nowhere",
      "HTTP status 404",
      "",
    ]);
    expect(rows[1]).toMatchObject({ uri_t: missedTimeMap.uriT, uri_m: "" });
  });
});
