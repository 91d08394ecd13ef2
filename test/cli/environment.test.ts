import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { commandCatalogue } from "../../src/command/command-catalogue.js";
import { temporaryFolder } from "../support/run-bin.js";
import { runInside } from "../support/run-inside.js";

const RUN = ["-i", "warc=fixtures/warcs/two-captures.warc", "--workers", "0", "-ot", "jsonl"];

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("options from the environment", () => {
  it("these are all variables that give an option a default", () => {
    const names = commandCatalogue().options.flatMap(({ environment }) => environment ?? []);
    expect([...new Set(names)].sort()).toEqual([
      ...["CONTACT", "EXPLAIN", "QUIET", "RATE", "VERBOSE", "WORKERS"],
    ]);
  });

  it("a variable gives an option that the command line does not", async () => {
    vi.stubEnv("DETECT_OFF_TOPIC_EXPLAIN", "true");
    vi.stubEnv("DETECT_OFF_TOPIC_QUIET", "1");
    const { stdout, stderr } = await runInside(RUN);
    expect(stderr).toBe("");
    const { stdout: typed } = await runInside([...RUN, "--explain"]);
    expect(stdout).toBe(typed);
  });

  it("the command line wins, then the environment, then the configuration file", async () => {
    const file = join(temporaryFolder(), "config.json");
    writeFileSync(file, JSON.stringify({ rate: "slow" }));
    const run = ["-q", "-i", "warc=fixtures/warcs/two-captures.warc", "--config", file];
    expect((await runInside(run)).stderr).toContain(`${file}: --rate takes`);
    vi.stubEnv("DETECT_OFF_TOPIC_RATE", "many");
    expect((await runInside(run)).stderr).toContain("DETECT_OFF_TOPIC_RATE: --rate takes");
    expect((await runInside([...run, "--rate", "2/s"])).status).toBe(0);
  });

  it.each([
    ["RATE", "fast", "DETECT_OFF_TOPIC_RATE: --rate takes"],
    ["EXPLAIN", "yes", "DETECT_OFF_TOPIC_EXPLAIN is true or false"],
    ["QUIET", "-1", "DETECT_OFF_TOPIC_QUIET is true or false"],
  ])("a wrong value of %s is refused in one line", async (name, value, message) => {
    vi.stubEnv(`DETECT_OFF_TOPIC_${name}`, value);
    const { status, stderr } = await runInside(RUN);
    expect(status).toBe(2);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain(message);
  });

  it("an empty variable and one of an option that the command lacks have no effect", async () => {
    vi.stubEnv("DETECT_OFF_TOPIC_QUIET", " ");
    vi.stubEnv("DETECT_OFF_TOPIC_RATE", "fast");
    const { status } = await runInside(["convert", "fixtures/golden/none.json"]);
    expect(status).toBe(2);
    vi.stubEnv("DETECT_OFF_TOPIC_RATE", "");
    expect((await runInside(RUN)).status).toBe(0);
  });

  it.each([
    ["QIUET", "DETECT_OFF_TOPIC_QIUET has no effect. Did you mean DETECT_OFF_TOPIC_QUIET?\n"],
    [
      "PROFILE",
      "DETECT_OFF_TOPIC_PROFILE has no effect. Variables are DETECT_OFF_TOPIC_CONTACT, _EXPLAIN, _QUIET, _RATE, _VERBOSE, " +
        "_WORKERS; other defaults stand in a configuration file (--config).\n",
    ],
  ])("%s, a variable that gives no option a default, is told in a line", async (name, line) => {
    vi.stubEnv(`DETECT_OFF_TOPIC_${name}`, "true");
    expect((await runInside(["-q", ...RUN])).stderr).toBe(line);
  });

  it("variables of other programs and empty ones are not told", async () => {
    for (const name of ["DETECT_OFF_TOPICS", "OFF_TOPIC_QIUET"]) vi.stubEnv(name, "1");
    vi.stubEnv("DETECT_OFF_TOPIC_QIUET", "");
    expect((await runInside(["-q", ...RUN])).stderr).toBe("");
  });
});
