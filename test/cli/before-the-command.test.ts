import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runBin, temporaryFolder } from "../support/run-bin.js";

const SAVED = "fixtures/cases/forms/off-topic-run-and-error.in.jsonl";

describe("options before the command", () => {
  it("-q before a command means the same as after it", async () => {
    const form = [SAVED, "-ot", "queue", "-o", join(temporaryFolder(), "a.csv")];
    const loud = await runBin(["report", ...form]);
    const after = await runBin(["report", "-q", ...form]);
    const before = await runBin(["-q", "report", ...form]);
    expect(loud.stderr).not.toBe("");
    expect([after.stderr, before.stderr]).toEqual(["", ""]);
    expect([after.status, before.status]).toEqual([0, 0]);
  });

  it("an option with a value before the command is that of the command", async () => {
    const out = join(temporaryFolder(), "out.csv");
    for (const given of [
      ["-o", out, "-ot", "seeds"],
      [`-o=${out}`, "-ot=seeds"],
    ]) {
      const { status, stdout } = await runBin([...given, "convert", SAVED]);
      expect([status, stdout]).toEqual([0, ""]);
    }
  });

  it("an option that the command does not take is refused before it as after it", async () => {
    const { status, stderr } = await runBin(["-i", "warc=a.warc", "compare", "a", "b"]);
    expect(status).toBe(2);
    expect(stderr).toContain("compare does not take -i: leave it out.");
  });

  it("the value of an option is no command, even if it is called like one", async () => {
    const folder = temporaryFolder();
    const text = "http://a.example/\n";
    writeFileSync(join(folder, "filter"), text);
    const { status, stderr } = await runBin(["--seeds", join(folder, "filter"), "-o", "filter"]);
    expect(status).toBe(2);
    expect(stderr).toContain("nothing to read. Say what, e.g. -i warc=crawl.warc.gz");
  });
});
