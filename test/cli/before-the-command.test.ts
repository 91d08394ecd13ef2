import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runBin, temporaryFolder } from "../support/run-bin.js";

const SAVED = "fixtures/cases/forms/off-topic-run-and-error.in.jsonl";

describe("options before the command", () => {
  it("-q before a command means the same as after it", async () => {
    const form = [SAVED, "-ot", "csv", "-o", join(temporaryFolder(), "a.html")];
    const loud = await runBin(["convert", ...form]);
    const after = await runBin(["convert", "-q", ...form]);
    const before = await runBin(["-q", "convert", ...form]);
    expect(loud.stderr).not.toBe("");
    expect([after.stderr, before.stderr]).toEqual(["", ""]);
    expect([after.status, before.status]).toEqual([0, 0]);
  });

  it.each([
    ["convert", SAVED, "-ot", "json"],
    ["compare", SAVED, SAVED],
    ["report", SAVED, "-ot", "queue"],
    ["list", "measures"],
  ])("%s takes -q", async (...command) => {
    const { status, stderr, stdout } = await runBin([...command, "-q"]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(await runBin(["-q", ...command])).toMatchObject({ status: 0, stdout });
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

  it("options that are read before all others stay before the command", async () => {
    const config = join(temporaryFolder(), "mine.json");
    writeFileSync(config, JSON.stringify({ "output-type": "seeds" }));
    const { status, stdout } = await runBin(["--config", config, "-q", "convert", SAVED]);
    expect(status).toBe(0);
    expect(stdout).toContain("URI-R,Mementos,");
  });

  it.each(["", "filter", "judge", "soft404", "all"])(
    "help %s is the same whether -q stands before it, after it or nowhere",
    async (topic) => {
      const words = topic === "" ? [] : [topic];
      const { status, stdout } = await runBin(["help", ...words]);
      expect([status, stdout]).toEqual([0, expect.stringMatching(/^\w/u)]);
      expect(await runBin(["-q", "help", ...words])).toMatchObject({ status, stdout });
      expect(await runBin(["help", "-q", ...words])).toMatchObject({ status, stdout });
    },
  );

  it("an unknown word after help is refused also after -q", async () => {
    const { status, stderr } = await runBin(["help", "-q", "filtre"]);
    expect([status, stderr]).toEqual([2, expect.stringContaining('"filtre"')]);
  });
});
