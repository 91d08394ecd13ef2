import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../../src/cli/program.js";

/** Exit status and result file of a run inside this process: as `runBin`, without the start of a process. */
export async function runToFile(
  args: readonly string[],
): Promise<{ readonly status: number; readonly text: string }> {
  const folder = mkdtempSync(join(tmpdir(), "dot-test-"));
  try {
    const file = join(folder, "out");
    const status = await runProgram(["-q", "--workers", "0", "-o", file, ...args]);
    return { status, text: readFileSync(file, "utf8") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
