import { describe, expect, it } from "vitest";
import { json } from "../../../src/write/writers/json.js";
import { failed, memento, missed, missedTimeMap, scored, undecided, written } from "./results.js";

describe("JSON", () => {
  it("JSON equals figure 8 of the paper, with the additions of OTMT 1.0.5 and all digits of the Simhash", async () => {
    expect(await written(json, [memento()])).toBe(`{
    "from-warc::timemap::http://seed.example/": {
        "from-warc::20130202100000::http://seed.example/": {
            "raw memento simhash value": 8797926785016382196,
            "content length": 55,
            "language": "en",
            "memento-datetime": "2013/02/02 10:00:00 GMT",
            "timemap measures": {
                "cosine": {
                    "stemmed": true,
                    "tokenized": true,
                    "removed boilerplate": true,
                    "comparison score": 0.1097,
                    "topic status": "off-topic"
                }
            },
            "overall topic status": "off-topic"
        }
    }
}
`);
  });

  it("JSON has an access error for a memento or TimeMap that failed", async () => {
    const result: unknown = JSON.parse(await written(json, [missedTimeMap, missed]));
    expect(result).toEqual({
      [missedTimeMap.uriT]: { "access error": "HTTP status 404" },
      [missed.uriT]: {
        [missed.uriM]: {
          "access error": "redirects to nowhere",
          "memento-datetime": "2014/02/02 10:00:00 GMT",
        },
      },
    });
  });

  it("JSON has a measurement error for a measure that failed, and no topic status if there is no verdict", async () => {
    const text = await written(json, [
      undecided({
        measures: [failed("cosine", "the first memento is empty"), scored("levenshtein", 12)],
      }),
    ]);
    const [timeMap] = Object.values(JSON.parse(text) as Record<string, Record<string, object>>);
    const [entry] = Object.values(timeMap!);
    expect(entry).not.toHaveProperty("overall topic status");
    expect(entry).toHaveProperty("timemap measures", {
      cosine: { "measurement error": "the first memento is empty" },
      levenshtein: {
        stemmed: true,
        tokenized: true,
        "removed boilerplate": true,
        "comparison score": 12,
      },
    });
  });

  it("JSON keeps TimeMaps separate, and the mementos of each together", async () => {
    const second = memento({ uriM: "from-warc::20130202100000~2::http://seed.example/" });
    const other = memento({ uriT: "from-warc::timemap::http://other.example/", uriM: "other" });
    const result = JSON.parse(await written(json, [memento(), second, other])) as object;
    expect(Object.entries(result).map(([uriT, of]) => [uriT, Object.keys(of as object)])).toEqual([
      [memento().uriT, [memento().uriM, second.uriM]],
      [other.uriT, ["other"]],
    ]);
  });
});
