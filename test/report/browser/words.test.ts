import { describe, expect, it } from "vitest";
import {
  counted,
  givenFiles,
  grouped,
  offWhen,
  percent,
  scoreTitle,
  thresholdTitle,
} from "../../../src/report/browser/words.js";

describe("the files that a report is of", () => {
  it("names the WACZ that a user gave and not the files in it", () => {
    const inside = ["crawl.wacz!/archive/a.warc.gz", "crawl.wacz!/archive/b.warc.gz"];
    expect(givenFiles([...inside, "c.warc.gz"])).toEqual(["crawl.wacz", "c.warc.gz"]);
  });
});

describe("numbers for people", () => {
  it("have the digits that distinguish them: a score near a whole number or a share above zero is not that number", () => {
    expect([0, 1, 0.12345, -0.7, 1234.56, 0.9996, -0.0004, 100.02].map(scoreTitle)).toEqual([
      ...["0", "1", "0.123", "−0.7", "1234.6", "1.000", "0.000", "100.0"],
    ]);
    expect([0.12, -0.7, 0.0005, 12345.678].map(thresholdTitle)).toEqual([
      ...["0.12", "−0.7", "0.0005", "12345.678"],
    ]);
    expect([percent(0, 10), percent(1, 100_000), percent(1, 3), percent(0, 0)]).toEqual([
      ...["0 %", "0.1 %", "33 %", "–"],
    ]);
    expect(grouped(1234567)).toBe("1\u202f234\u202f567");
    expect([counted(1, "memento"), counted(2, "memento")]).toEqual(["1 memento", "2 mementos"]);
  });
});

describe("when a seed is off-topic", () => {
  const [offFrom, offTo] = ["2020-05-15", "2021-06-16"];

  it("is said with the last run, and since a day only if it lasts to the end", () => {
    expect(offWhen({ offRuns: 1, offFrom })).toEqual(["since 2020-05-15"]);
    expect(offWhen({ offRuns: 1, offFrom, offTo })).toEqual(["2020-05-15 to 2021-06-16"]);
    expect(offWhen({ offRuns: 1, offFrom, offTo: offFrom })).toEqual(["on 2020-05-15"]);
    expect(offWhen({ offRuns: 3, offFrom })).toEqual(["3 times, last since 2020-05-15"]);
    expect(offWhen({ offRuns: 0 })).toEqual([]);
  });
});
