import { describe, expect, it } from "vitest";
import { golddatafile } from "../../../src/extensions/otmt/golddatafile.js";
import { csv } from "../../../src/write/writers/csv.js";
import { json } from "../../../src/write/writers/json.js";
import { jsonl } from "../../../src/write/writers/jsonl.js";
import { text as textWriter } from "../../../src/write/writers/text.js";
import {
  memento,
  missed,
  missedTimeMap,
  NASTY,
  scored,
  written,
} from "../../write/writers/results.js";

const rows = (text: string): string[][] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));

describe("the gold standard TSV", () => {
  it("the gold standard TSV has the TimeMap's id, date, URI and label, which is 1 for on-topic, 0 for off-topic, or ERROR", async () => {
    const on = memento({ measures: [scored("cosine", 1, "on-topic")], overall: "on-topic" });
    const other = memento({
      uriT: "http://archive.example/timemap/x",
      capture: {
        uriR: "http://other.example/",
        uriM: "http://archive.example/20150101000000/http://other.example/",
        mementoDatetime: "2015-01-01T00:00:00Z",
      },
    });
    expect(
      rows(await written(golddatafile, [missedTimeMap, on, memento(), missed, other])),
    ).toEqual([
      ["id", "date", "URI", "label"],
      ["1", "", missedTimeMap.uriT, "ERROR"],
      ["2", "20130202100000", "http://seed.example/", "1"],
      ["2", "20130202100000", "http://seed.example/", "0"],
      ["2", "20140202100000", "http://seed.example/", "ERROR"],
      ["3", "20150101000000", "http://archive.example/20150101000000/http://other.example/", "0"],
    ]);
  });

  it("the gold standard TSV has four fields per line for any URI", async () => {
    const { capture } = memento();
    const text = await written(golddatafile, [memento({ capture: { ...capture, uriR: NASTY } })]);
    expect(rows(text).map((row) => row.length)).toEqual([4, 4]);
  });
});

describe("a memento for which the archive returned another capture", () => {
  const { capture } = memento();
  const via = {
    kind: "substitute",
    uriR: capture.uriR,
    mementoDatetime: "2012-01-01T00:00:00Z",
    uriM: "http://archive.example/web/20120101000000id_/http://seed.example/",
  } as const;

  it.each([
    [golddatafile, /^1\t20130202100000\t[^\t]*\t0\tsubstitute$/mu],
    [csv, /substitute 2012-01-01T00:00:00Z http:\/\/seed\.example\//u],
    [json, /"substitute": \{\s+"URI-R": "http:\/\/seed\.example\/",\s+"memento-datetime": "2012/u],
    [jsonl, /"substitute":\{"URI-R":"http:\/\/seed\.example\/","memento-datetime":"2012/u],
    [textWriter, /substitute: 2012-01-01T00:00:00Z http:\/\/seed\.example\//u],
  ])(
    "every writer marks a memento for which the archive returned another capture (%#)",
    async (writer, mark) => {
      const marked = await written(writer, [memento({ capture: { ...capture, via } })]);
      expect(marked).toMatch(mark);
      expect(await written(writer, [memento()])).not.toMatch(mark);
    },
  );
});
