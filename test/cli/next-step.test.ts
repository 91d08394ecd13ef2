import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RunningTally } from "../../src/run/setup/tally.js";
import { summaryLines } from "../../src/command/log.js";
import { memento } from "../write/writers/results.js";
import { QUICK, runBin, temporaryFolder } from "../support/run-bin.js";

const RUN = ["-i", "warc=fixtures/collection", ...QUICK];

describe("the end of a run", () => {
  it("says what was written, how many seeds want a decision, and the command that decides", async () => {
    const folder = temporaryFolder();
    const [rows, list] = [join(folder, "run.jsonl"), join(folder, "my list.txt")];
    const { stderr } = await runBin([...RUN, "-o", rows, "--offtopic-file", list]);
    const [written, next] = stderr.trimEnd().split("\n").slice(-2);
    expect(written).toBe(`written: ${rows}, ${list}`);
    expect(next).toMatch(/^\d+ of 21 seeds want a decision\. Next: /u);
    expect(next).toMatch(
      new RegExp(`Next: detect_off_topic review ${rows} -i warc=fixtures/collection$`, "u"),
    );
  });

  it("names the report if there are no results that review reads, and the form to write if there is neither", async () => {
    const folder = temporaryFolder();
    const [page, table] = [join(folder, "a.html"), join(folder, "a.csv")];
    const ofBoth = await runBin([...RUN, "-o", page, "-o", table]);
    expect(ofBoth.stderr).toContain(`decision. Next: open ${page} in a browser\n`);
    const ofTable = await runBin([...RUN, "-ot", "seeds", "-o", table]);
    expect(ofTable.stderr).toContain(
      `Next: the same command with -ot seeds -o ${table} -ot jsonl -o run.jsonl, then detect_off_topic review run.jsonl -i warc=`,
    );
  });

  it("counts no seed on which a curator has decided", async () => {
    const out = join(temporaryFolder(), "run.jsonl");
    const args = ["-i", "warc=fixtures/warcs/two-captures.warc", ...QUICK, "-o", out];
    const { stderr } = await runBin(args);
    expect(stderr).toMatch(/no seed wants a decision\n$/u);
    const tally = new RunningTally();
    tally.count(memento({ override: { by: "URI-R", computed: "on-topic" } }));
    tally.count(memento({ key: "b", overall: "unsure" }));
    tally.count(memento({ key: "b" }));
    expect(tally.toDecide).toBe(1);
  });

  it("is silent with -q, and names no file if results go to standard output", async () => {
    const out = join(temporaryFolder(), "run.jsonl");
    expect((await runBin([...RUN, "-q", "-o", out])).stderr).not.toContain("Next:");
    for (const more of [[], ["-o", "/dev/null"]]) {
      const { stderr } = await runBin([...RUN, "-ot", "jsonl", ...more]);
      expect(stderr).not.toMatch(/written:|Next:/u);
    }
  });

  it("points from CSV with several rows for each capture to the form with one", async () => {
    const advice = /-ot captures has one for each capture/u;
    const two = ["-tm", "bytecount,wordcount"];
    expect((await runBin([...RUN, "-ot", "csv"])).stderr).not.toMatch(advice);
    expect((await runBin([...RUN, ...two, "-ot", "csv"])).stderr).toMatch(advice);
    const asOtmt = ["--profile", "otmt-1.0.5", "-ot", "csv"];
    expect((await runBin([...RUN, ...two, ...asOtmt])).stderr).not.toMatch(advice);
  });
});

describe("advice to judge only the seeds", () => {
  const tallyOf = (pages: number, hosts: number): RunningTally => {
    const tally = new RunningTally();
    for (let host = 0; host < hosts; host += 1) {
      for (let page = 0; page < pages; page += 1) {
        tally.count(memento({ key: `example,host-${host})/${page}` }));
      }
    }
    return tally;
  };

  it.each([
    ["with 10 TimeMaps or more, and 3 or more of each host", 5, 6, true],
    ["not with fewer TimeMaps", 3, 3, false],
    ["not if most hosts have a page or two", 2, 20, false],
  ])("is given %s", (_, pages, hosts, isGiven) => {
    const tally = tallyOf(pages, hosts);
    expect(tally.hosts).toBe(hosts);
    const advice = `${pages * hosts} TimeMaps of ${hosts} hosts: if most are pages below the seeds`;
    const lines = summaryLines(tally, 0, { isOfAllPages: true }).join("\n");
    expect(lines.includes(advice)).toBe(isGiven);
    expect(summaryLines(tally, 0).join("\n")).not.toContain("--seeds auto");
  });
});
