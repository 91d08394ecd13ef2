import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RunningTally } from "../../src/run/setup/tally.js";
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

  it("counts no seed on which a curator has decided", async () => {
    const out = join(temporaryFolder(), "run.jsonl");
    const two = ["-i", "warc=fixtures/warcs/two-captures.warc", ...QUICK, "-o", out];
    expect((await runBin(two)).stderr).toMatch(/no seed wants a decision\n$/u);
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
});
