import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { summaryLines } from "../../src/command/summary.js";
import { progressText } from "../../src/command/progress.js";
import { Statistics } from "../../src/read/http/statistics.js";
import { RunningTally } from "../../src/run/setup/tally.js";
import type { RunProgress } from "../../src/run/setup/run-options.js";
import { memento, missed } from "../write/writers/results.js";
import { QUICK, runBin, temporaryFolder } from "../support/run-bin.js";
import { http, page, warcRecord } from "../support/warc-builder.js";

const reading: RunProgress = { phase: "reading", records: 900, mementos: 300, scored: 0 };

describe("progress line", () => {
  it("shows records, mementos, speed and remaining time in the progress line", () => {
    const input = { bytesRead: 25, bytesTotal: 100 };
    expect(progressText({ ...reading, input }, 10)).toBe(
      "reading (25 %): 900 records, 300 mementos, 30/s, 30 s left",
    );
  });

  it("shows no estimate in the progress line if the size of the input is unknown", () => {
    expect(progressText({ ...reading, input: { bytesRead: 25 } }, 10)).toBe(
      "reading: 900 records, 300 mementos, 30/s",
    );
    const fetched = new Statistics();
    fetched.bytes = 34_560_000;
    expect(progressText({ ...reading, input: { bytesRead: 0 }, fetched }, 10)).toBe(
      "reading: 900 records, 300 mementos, 30/s, 34.6 MB fetched",
    );
    expect(progressText(reading, 0)).toBe("reading: 900 records, 300 mementos, 0/s");
    const empty = { bytesRead: 0, bytesTotal: 0 };
    expect(progressText({ ...reading, input: empty }, 1)).not.toMatch(/NaN|Infinity/u);
  });
});

describe("closing summary", () => {
  it("reports once how many mementos are marked as chunked although they are not", async () => {
    const fields = [["Transfer-Encoding", "chunked"]] as const;
    const date = (day: number): string => `2012-06-0${day}T10:20:30Z`;
    const path = join(temporaryFolder(), "crawl.warc");
    const records = [1, 2, 3].map((day) =>
      warcRecord({ uri: "http://seed.example/", date: date(day) }, http(page("x"), { fields })),
    );
    writeFileSync(path, Buffer.concat(records));
    const { stderr } = await runBin(["-i", `warc=${path}`, ...QUICK]);
    expect(stderr.match(/chunked/gu)).toHaveLength(1);
    expect(stderr).toMatch(/^said to be chunked, but is not, and read as it is: 3 mementos$/mu);
  });

  it("lists the most frequent reasons first in the summary, and counts the rest in one line", () => {
    const tally = new RunningTally();
    for (let type = 0; type < 1000; type += 1) tally.skip(`not HTML: x/${type}`);
    tally.skip("request record");
    tally.skip("request record");
    const line = summaryLines(tally, 1).at(-1)!;
    expect(line).toMatch(/^not mementos: 2 request record, 1 not HTML: /u);
    expect(line).toMatch(/, 981 for other reasons$/u);
    tally.skip("x".repeat(100_000));
    expect(Math.max(...summaryLines(tally, 1).map((each) => each.length))).toBeLessThan(3000);
  });
});

describe("advice in the closing summary", () => {
  it("reports TimeMaps with a single memento in the summary, with advice", () => {
    const tally = new RunningTally();
    const results = [
      memento(),
      missed,
      memento({ key: "b" }),
      memento({ key: "c" }),
      memento({ key: "c" }),
    ];
    for (const result of results) tally.count(result);
    expect(tally.ofOneMemento).toBe(1);
    expect(summaryLines(tally, 0)).toContain(
      "1 TimeMap with a single memento, so that nothing can be compared: give all crawls of the collection together",
    );
  });

  it("reports mementos that are not in English in the summary if the user chose no language", () => {
    const tally = new RunningTally();
    for (const language of ["en", "en-GB", "und", "zh", "fr"])
      tally.count(memento({ language: { value: language } }));
    const line =
      "2 of 5 mementos are not in English: --language auto takes the stems and stop words of the language of each TimeMap";
    expect(summaryLines(tally, 0, { isEnglish: true })).toContain(line);
    expect(summaryLines(tally, 0)).not.toContain(line);
  });
});
