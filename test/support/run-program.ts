import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lastOfQuick } from "./quick.js";
import { runProgram } from "../../src/cli/program.js";

/** Runs the command inside this process. Returns its exit status and the text of its result file. */
export async function runToFile(
  args: readonly string[],
): Promise<{ readonly status: number; readonly text: string }> {
  const folder = mkdtempSync(join(tmpdir(), "dot-test-"));
  try {
    const file = join(folder, "out");
    const status = await runProgram(lastOfQuick(["-q", "--workers", "0", "-o", file, ...args]));
    return { status, text: readFileSync(file, "utf8") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
