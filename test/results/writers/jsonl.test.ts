import { describe, expect, it } from "vitest";
import { version } from "../../../src/version.js";
import { jsonl } from "../../../src/results/writers/jsonl.js";
import { settings } from "../../support/records.js";
import { memento, missed, missedTimeMap, NASTY, written } from "./results.js";

async function lines(...results: Parameters<typeof written>[1]): Promise<object[]> {
  const text = await written(jsonl, results);
  if (text !== "") expect(text.endsWith("\n")).toBe(true);
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as object);
}

describe("JSON Lines", () => {
  it("of no results are not lines", async () => {
    expect(await lines()).toEqual([]);
  });

  it("are complete each in itself", async () => {
    const [line] = await lines(
      memento({
        capture: {
          ...memento().capture,
          recordId: "urn:uuid:1",
          notes: ["nothing good was left"],
          via: {
            kind: "redirect",
            status: 302,
            uriR: "http://casino.example/",
            mementoDatetime: "2013-02-03T00:00:00Z",
            uriM: "http://archive.example/20130203000000id_/http://casino.example/",
            source: { file: "b.warc", offset: 7 },
          },
        },
      }),
    );
    expect(line).toMatchObject({
      "grouping key": "example,seed)/",
      "URI-T": "from-warc::timemap::http://seed.example/",
      "URI-R": "http://seed.example/",
      "URI-M": "from-warc::20130202100000::http://seed.example/",
      "HTTP status": 200,
      "content type": "text/html",
      redirect: {
        "HTTP status": 302,
        "URI-R": "http://casino.example/",
        "memento-datetime": "2013-02-03T00:00:00Z",
        "URI-M": "http://archive.example/20130203000000id_/http://casino.example/",
        file: "b.warc",
        offset: 7,
      },
      source: { file: "a.warc.gz", offset: 4096 },
      "WARC-Record-ID": "urn:uuid:1",
      "compared with": "from-warc::20130101100000::http://seed.example/",
      notes: ["nothing good was left"],
      "content length": 55,
      language: "en",
      "memento-datetime": "2013/02/02 10:00:00 GMT",
      "timemap measures": { cosine: { "comparison score": 0.1097 } },
      "overall topic status": "off-topic",
      tool: `detect_off_topic ${version}`,
      settings: JSON.parse(JSON.stringify(settings)) as object,
    });
  });

  it("have the Simhash digit by digit", async () => {
    expect(await written(jsonl, [memento()])).toMatch(
      /^\{"raw memento simhash value":8797926785016382196,/u,
    );
  });

  it("say of mementos and TimeMaps why they failed", async () => {
    const [timeMap, one] = await lines(missedTimeMap, missed);
    expect(timeMap).toMatchObject({
      "URI-T": missedTimeMap.uriT,
      "access error": "HTTP status 404",
    });
    expect(one).toMatchObject({ "URI-M": missed.uriM, "access error": "redirects to nowhere" });
    expect(one).not.toHaveProperty("timemap measures");
  });

  it("are one line whatever stands in a URI", async () => {
    const all = await lines(memento({ uriM: NASTY }), memento({ uriM: "\u{2028}\u{2029}" }));
    expect(all.map((line) => (line as { "URI-M": string })["URI-M"])).toEqual([
      NASTY,
      "\u{2028}\u{2029}",
    ]);
  });
});
