import { join } from "node:path";
import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../support/run-bin.js";
import { bash, nextToCollection, resultsIn, SETTINGS, TOOL } from "./scripts.js";
import { difference, FILES, plain } from "./steps.js";

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
    writeFileSync(join(folder, "warcs.txt"), `${FILES.slice(0, 2).join("\n")}\n`);
    const run = (STEP: string, task = ""): void =>
      bash(`bash ${script}`, folder, {
        STEP,
        TOOL,
        ROUNDS: `${process.execPath} ${join(ROOT, "examples/rounds.mjs")}`,
        SETTINGS: SETTINGS.join(" "),
        PARTS: "1",
        SCRIPT: script,
        PATH: `${bin}:${process.env["PATH"] ?? ""}`,
        ...(task !== "" && { SLURM_ARRAY_TASK_ID: task }),
      });
    for (const task of ["1", "2"]) run("map", task);
    run("resolve");
    run("reduce");
    const expected = await plain(SETTINGS, `warc=${FILES.slice(0, 2).join(",")}`);
    expect(difference(resultsIn(folder), expected)).toBeUndefined();
  });
});
