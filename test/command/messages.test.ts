import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { summaryLines } from "../../src/command/summary.js";
import { RunningTally } from "../../src/run/setup/tally.js";
import { QUICK, runBin, temporaryFolder } from "../support/run-bin.js";
import { http, page, warcRecord } from "../support/warc-builder.js";

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
