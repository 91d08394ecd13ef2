import { readFile } from "node:fs/promises";
import { messageOf, UsageError } from "../../errors.js";

/** Reads a list of seeds (`--seeds FILE`), one URI-R a line; empty lines and lines that begin with `#` are left out. */
export async function readSeedFile(path: string): Promise<readonly string[]> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    throw new UsageError(`--seeds ${path}: ${messageOf(cause)}`);
  }
  const seeds = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  if (seeds.length === 0)
    throw new UsageError(`--seeds ${path}: no seed in it, give one URI-R a line`);
  return seeds;
}
