import { UsageError } from "../errors.js";
import { readTextFile } from "../read-text-file.js";

/**
 * The lines of a list that a person wrote, without empty ones; throws a `UsageError` when it cannot be read or is
 * empty.
 */
export function linesIn(path: string): string[] {
  const lines = readTextFile(path)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (lines.length === 0) throw new UsageError(`${path} lists nothing. Give one name a line.`);
  return lines;
}
