import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, runBin, temporaryFolder } from "../../support/run-bin.js";
import { inShard } from "../../../src/run/setup/shard.js";
import { difference, FILES, LEAN, plain, recordsOf, sort, step } from "./steps.js";

/**
 * Settings under which records must not be mixed. Settings that decide only scores may differ between map and reduce.
 */
const REFUSED: readonly (readonly string[])[] = [
  ["-tm", "cosine"],
  ["--boilerplate", "none"],
  ["--set", "group-by=uri"],
  ["--profile", "otmt-1.0.5"],
  ["--no-compute-simhashes"],
  ["--set", "max-page-size=1M"],
];

describe("steps run by an engine", () => {
  it("steps write nothing for empty input and exit with status 0, because partitions may be empty", async () => {
    for (const command of ["map", "resolve", "reduce"]) {
      expect(await step([command], { stdin: "" })).toBe("");
      expect(await step([command], { stdin: "\n" })).toBe("");
    }
  });

  it("steps exit with status 0 even if mementos are off-topic or could not be read", async () => {
    const mapped = await recordsOf(LEAN);
    const results = await step(["reduce", ...LEAN], { stdin: mapped });
    expect(results.includes(`"overall topic status":"off-topic"`)).toBe(true);
    expect(results.includes("which is not in the input")).toBe(true);
  });

  it("steps write messages only to standard error", async () => {
    const mapped = await runBin(["map", "-v", ...FILES, ...LEAN]);
    expect(mapped.stderr).not.toBe("");
    expect(difference(mapped.stdout, await recordsOf(LEAN))).toBeUndefined();
    const reduced = await runBin(["reduce", "-v", ...LEAN], { stdin: mapped.stdout });
    expect(reduced.stderr).toContain("123 mementos");
    expect(
      difference(reduced.stdout, await step(["reduce", ...LEAN], { stdin: mapped.stdout })),
    ).toBeUndefined();
  });

  it("steps can write their output to a file without printing any message", async () => {
    const folder = temporaryFolder();
    const [mapped, resolved] = [join(folder, "map.tsv"), join(folder, "resolve.tsv")];
    const reduced = join(folder, "reduce.jsonl");
    for (const args of [
      ["map", "-q", ...FILES, ...LEAN, "-o", mapped],
      ["resolve", "-q", mapped, "-o", resolved],
      ["reduce", "-q", resolved, ...LEAN, "-o", reduced],
    ]) {
      expect(await step(args)).toBe("");
    }
    expect(readFileSync(mapped, "utf8")).toBe(await recordsOf(LEAN));
    expect(difference(readFileSync(reduced, "utf8"), await plain(LEAN))).toBeUndefined();
    const { status, stderr } = await runBin(["resolve", mapped, "-o", mapped]);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `detect_off_topic: -o ${mapped} is read as well: it would be lost. Give another name.\n`,
    });
  });

  it("an engine can store the lines of each partition in a separate file", async () => {
    const output = join(temporaryFolder(), "map.tsv");
    expect(await step(["map", ...FILES, ...LEAN, "-o", output, "--partitions", "3"])).toBe("");
    const parts = [1, 2, 3].map((k) => readFileSync(`${output}.${k}`, "utf8"));
    expect(sort(parts.join(""))).toBe(await recordsOf(LEAN));
    for (const [i, part] of parts.entries()) {
      expect(part).not.toBe("");
      for (const line of part.trimEnd().split("\n")) {
        expect(inShard(line.split("\t", 1)[0]!, { k: i + 1, n: 3 })).toBe(true);
      }
    }
    const { status, stderr } = await runBin(["map", FILES[0]!, ...LEAN, "--partitions", "3"]);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/^detect_off_topic: --partitions [^\n]+\n$/u) as string,
    });
  });

  it("reports in one line that records were made with other settings", async () => {
    const mapped = await step(["map", FILES[0] ?? "", ...LEAN]);
    for (const other of REFUSED) {
      const settings = other[0] === "-tm" ? LEAN.slice(2) : LEAN;
      const { status, stdout, stderr } = await runBin(["reduce", ...settings, ...other], {
        stdin: mapped,
      });
      expect({ other, status, stdout }).toEqual({ other, status: 2, stdout: "" });
      expect(stderr).toMatch(/^detect_off_topic: a record was made with other settings.*\n$/u);
    }
  });

  it("reports records with mixed settings even if most have the right settings", async () => {
    const [first = "", second = ""] = FILES;
    const right = await step(["map", first, ...LEAN]);
    const wrong = await step(["map", second, ...LEAN, "--boilerplate", "none"]);
    const lines = `${right}${wrong}`.trimEnd().split("\n").sort();
    for (const command of [["reduce", ...LEAN], ["resolve"]]) {
      const { status, stderr } = await runBin(command, { stdin: lines.join("\n") });
      expect(stderr).toMatch(/made with other settings/u);
      expect(status).toBe(2);
    }
  });

  it("reduces the same records again with other thresholds and another first memento", async () => {
    const mapped = await recordsOf(LEAN);
    const again = ["-tm", "cosine=0.9,bytecount", "--set", "first=usable", "--no-detect-languages"];
    const results = await step(["reduce", ...again], { stdin: mapped });
    expect(results).not.toBe(await step(["reduce", ...LEAN], { stdin: mapped }));
  });

  it("reports in one line that the input of a step does not consist of records", async () => {
    for (const [command, line] of [
      ["reduce", "hello"],
      ["reduce", "a\tb\tc\tnot JSON"],
      ["resolve", "hello"],
      ["reduce", "!\tx\t-\t{}"],
      ["resolve", "~\tx\ty\tz"],
      ["resolve", "!\tx\t-\t[]"],
      ["reduce", "a\tb\tc\t{}"],
    ] as const) {
      const settings = command === "resolve" ? [] : LEAN;
      const { status, stdout, stderr } = await runBin([command, ...settings], {
        stdin: `${line}\n`,
      });
      expect({ line, status, stdout }).toEqual({ line, status: 2, stdout: "" });
      expect(stderr).toMatch(/^detect_off_topic: .*\n$/u);
    }
  });

  it("treats a closed pipe as the end of the output and not as a failure", async () => {
    for (const args of [
      ["map", ...FILES, ...LEAN],
      ["-i", "warc=fixtures/collection", "-q", "-ot", "jsonl", ...LEAN],
    ]) {
      const child = spawn(process.execPath, ["bin/detect_off_topic.js", ...args], {
        cwd: ROOT,
        stdio: ["ignore", "pipe", "pipe"],
      });
      let said = "";
      child.stderr.on("data", (bytes: Buffer) => (said += bytes.toString()));
      child.stdout.destroy();
      const [status] = (await once(child, "close")) as [number | null];
      expect({ status, said }).toEqual({ status: 0, said: "" });
    }
  });
});
