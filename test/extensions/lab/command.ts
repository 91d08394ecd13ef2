import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../../src/cli/program.js";
import { temporaryFolder } from "../../support/run-bin.js";

/** Runs a command such as `compare` in this process. Returns its exit status and its output file. */
export async function commandToFile(
  ...args: readonly string[]
): Promise<{ readonly status: number; readonly text: string; readonly file: string }> {
  const file = join(temporaryFolder(), "out");
  const status = await runProgram([...args, "-o", file]);
  return { status, text: readFileSync(file, "utf8"), file };
}
