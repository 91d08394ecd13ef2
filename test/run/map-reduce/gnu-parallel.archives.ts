import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../support/run-bin.js";
import { bash, nextToCollection, resultsIn, SETTINGS, TOOL } from "./scripts.js";
import { difference, plain } from "./steps.js";

const hasParallel = spawnSync("parallel", ["--version"]).status === 0;
if (!hasParallel) process.stdout.write("GNU parallel is not installed: its example is not run\n");

describe.skipIf(!hasParallel)("the GNU parallel line of examples/", () => {
  it("the GNU parallel line of examples/ gives the same bytes as a single run", async () => {
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
