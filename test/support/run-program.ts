import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../src/cli/program.js";
import { temporaryFolder } from "./run-bin.js";

/** Exit status and result file of a run inside this process: as {@link runBin}, without the start of a process. */
export async function runToFile(
  args: readonly string[],
): Promise<{ readonly status: number; readonly text: string }> {
  const file = join(temporaryFolder(), "out");
  const status = await runProgram(["-q", "--workers", "0", "-o", file, ...args]);
  return { status, text: readFileSync(file, "utf8") };
}
