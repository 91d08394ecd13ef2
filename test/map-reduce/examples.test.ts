import { spawnSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, temporaryFolder } from "../support/run-bin.js";
import { difference, FILES, plain, step } from "./steps.js";

const SETTINGS = ["-tm", "cosine,bytecount"];
const TOOL = `${process.execPath} ${join(ROOT, "bin/detect_off_topic.js")}`;

/** Runs a script with bash; it must succeed. */
function bash(script: string, cwd: string, env: Readonly<Record<string, string>> = {}): void {
  const { status, stderr } = spawnSync("bash", ["-euo", "pipefail", "-c", script], {
    cwd,
    // On a socket bash thinks that it is run from afar, and reads the start-up file of the machine.
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
}

const resultsIn = (folder: string): string => readFileSync(join(folder, "results.jsonl"), "utf8");

/** A folder from which the collection is seen under its usual path, so that results name the same files. */
function nextToCollection(): string {
  const folder = temporaryFolder();
  symlinkSync(join(ROOT, "fixtures"), join(folder, "fixtures"));
  return folder;
}

describe("the Slurm job of examples/", () => {
  it("step by step, as its arrays would run it, gives the plain command's bytes", async () => {
    const folder = nextToCollection();
    const script = join(ROOT, "examples/slurm/detect_off_topic.sbatch");
    writeFileSync(join(folder, "warcs.txt"), `${FILES.join("\n")}\n`);
    const run = (STEP: string, task = "1"): void =>
      bash(`bash ${script}`, folder, {
        STEP,
        TOOL,
        SETTINGS: SETTINGS.join(" "),
        SHARDS: "2",
        SLURM_ARRAY_TASK_ID: task,
      });
    for (const [i] of FILES.entries()) run("map", String(i + 1));
    run("sort");
    run("reduce", "1");
    run("reduce", "2");
    run("merge");
    expect(difference(resultsIn(folder), await plain(SETTINGS))).toBeUndefined();
  });
});

const hasParallel = spawnSync("parallel", ["--version"]).status === 0;
if (!hasParallel) process.stdout.write("GNU parallel is not installed: its example is not run\n");

describe.skipIf(!hasParallel)("the GNU parallel line of examples/", () => {
  it("gives the plain command's bytes", async () => {
    const folder = nextToCollection();
    const text = readFileSync(join(ROOT, "examples/gnu-parallel/README.md"), "utf8");
    const [, line = ""] = /```sh\n(.*?)```/su.exec(text) ?? [];
    expect(line).toContain("detect_off_topic map");
    const quiet = line.replace("parallel ", "parallel --will-cite ");
    const inPlace = quiet.replace("crawls/", "fixtures/collection/");
    bash(inPlace.replaceAll("detect_off_topic ", `${TOOL} `), folder);
    expect(difference(resultsIn(folder), await plain(SETTINGS))).toBeUndefined();
  });
});

describe("the WARC files of the Spark example", () => {
  it("are the same bytes every time, and hold what the collection holds", async () => {
    const script = join(ROOT, "examples/spark/make-warcs.mjs");
    const [one, two] = [temporaryFolder(), temporaryFolder()];
    for (const folder of [one, two]) bash(`${process.execPath} ${script} ${folder} 20 10`, folder);
    bash(`for f in ${one}/*; do cmp "$f" ${two}/$(basename "$f"); done`, one);
    const lean = ["-tm", "bytecount", "--no-detect-languages"];
    const results = await step(["-q", "-i", `warc=${one}`, "-ot", "jsonl", ...lean]);
    expect(results.trimEnd().split("\n")).toHaveLength(133);
  });
});
