import { join } from "node:path";
import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ROOT, temporaryFolder } from "../../support/run-bin.js";
import { bash, nextToCollection, resultsIn, SETTINGS, TOOL } from "./scripts.js";
import { difference, FILES, plain, step } from "./steps.js";
import { rowsOf } from "../../support/rows.js";

describe("the Slurm job of examples/", () => {
  it("the steps of the Slurm job give the same bytes as a single run", async () => {
    const folder = nextToCollection();
    const script = join(ROOT, "examples/slurm/detect_off_topic.sbatch");
    // Runs the tasks of each step one after the other, as a replacement for Slurm.
    const bin = join(folder, "bin");
    mkdirSync(bin);
    const srun = `#!/usr/bin/env bash
set -e
for ((i = 0; i < \${1#--ntasks=}; i++)); do SLURM_PROCID=$i "\${@:2}"; done
`;
    writeFileSync(join(bin, "srun"), srun, { mode: 0o755 });
    writeFileSync(join(folder, "warcs.txt"), `${FILES.join("\n")}\n`);
    const run = (STEP: string, task = ""): void =>
      bash(`bash ${script}`, folder, {
        STEP,
        TOOL,
        ROUNDS: `${process.execPath} ${join(ROOT, "examples/rounds.mjs")}`,
        SETTINGS: SETTINGS.join(" "),
        PARTS: "2",
        SCRIPT: script,
        PATH: `${bin}:${process.env["PATH"] ?? ""}`,
        ...(task !== "" && { SLURM_ARRAY_TASK_ID: task }),
      });
    for (const [i] of FILES.entries()) run("map", String(i + 1));
    run("resolve");
    run("reduce");
    expect(difference(resultsIn(folder), await plain(SETTINGS))).toBeUndefined();
  });
});

describe("the WARC files of the Spark example", () => {
  it("the WARC files of the Spark example always have the same bytes, and contain the whole collection", async () => {
    const script = join(ROOT, "examples/spark/make-warcs.mjs");
    const [one, two] = [temporaryFolder(), temporaryFolder()];
    for (const folder of [one, two]) bash(`${process.execPath} ${script} ${folder} 20 10`, folder);
    bash(`for f in ${one}/*; do cmp "$f" ${two}/$(basename "$f"); done`, one);
    const lean = ["-tm", "bytecount", "--no-detect-languages"];
    const results = await step(["-q", "-i", `warc=${one}`, "-ot", "jsonl", ...lean]);
    expect(rowsOf(results)).toHaveLength(133);
  });
});
