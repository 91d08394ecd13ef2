import type { Command } from "commander";
import { UsageError } from "../../errors.js";
import { printable } from "../../mementos/printable.js";
import { counted } from "../../mementos/counted.js";
import { readResults } from "../../results/read-results.js";
import type { SavedMemento } from "../../results/saved-memento.js";
import { readTextFile } from "../../read-text-file.js";
import { openLog } from "../log.js";
import { openOutput } from "../output.js";

/** What commander makes of the options of the commands that read results. */
export interface ResultsFlags {
  readonly input?: string;
  readonly considerationFile?: string;
  readonly output?: string;
}

/** Puts the options on a command that all companions of OTMT share. */
export function addResultsOptions(command: Command, output: string): Command {
  return command
    .option("-i, --input <file>", "results as JSON or JSON Lines, of this tool or of OTMT 1.0.5")
    .option("-c, --consideration-file <file>", "consider only these URI-Ms, one a line")
    .option("-o, --output <file>", `where ${output} go (standard output)`);
}

/**
 * The mementos of the results that are to be considered: those that could be had and, where a list was given, are on it.
 * What is passed over is told with its count. Throws a `UsageError` where nothing is left.
 */
export async function consideredMementos({
  input,
  considerationFile,
}: ResultsFlags): Promise<SavedMemento[]> {
  if (input === undefined) {
    throw new UsageError("nothing to read. Give results, e.g. -i out.json.");
  }
  const wanted = considerationFile === undefined ? undefined : listedUriMs(considerationFile);
  // Lists and slices have URI-Ms in this form: they are compared in it.
  const mementos = (await readResults(input)).mementos.map((memento) => ({
    ...memento,
    uriM: printable(memento.uriM, "percent"),
  }));
  if (mementos.length === 0) {
    throw new UsageError(`${input} has no mementos. Give the results of a run.`);
  }
  const considered = mementos.filter(({ uriM }) => wanted?.has(uriM) !== false);
  if (wanted !== undefined) {
    const found = new Set(considered.map(({ uriM }) => uriM));
    tellPassedOver(
      wanted.size - found.size,
      `listed in ${considerationFile ?? ""}, not in ${input}`,
    );
    if (found.size === 0) {
      throw new UsageError(
        `${input} has none of the URI-Ms of ${considerationFile ?? ""}. Give the list of a run on the same mementos.`,
      );
    }
  }
  const had = considered.filter(({ accessError }) => accessError === undefined);
  tellPassedOver(considered.length - had.length, "could not be had");
  return had;
}

/** The URI-Ms of a list, one a line (as `--ontopic-file` writes it). */
function listedUriMs(file: string): ReadonlySet<string> {
  const lines = readTextFile(file)
    .replace(/^\u{feff}/u, "")
    .split("\n");
  const uriMs = new Set(
    lines.map((line) => printable(line.trim(), "percent")).filter((line) => line !== ""),
  );
  if (uriMs.size === 0) throw new UsageError(`${file} lists no URI-M. Give one a line.`);
  return uriMs;
}

/** Says how many mementos were passed over and why; nothing where none were. */
export function tellPassedOver(count: number, why: string): void {
  if (count === 0) return;
  openLog({}).warn(`${counted(count, "memento")} left out: ${why}`);
}

/** Mementos that have a value; how many lack it is told. Throws a `UsageError` where all do. */
export function having(
  mementos: readonly SavedMemento[],
  member: "simhash" | "language" | "mementoDatetime",
  advice: string,
): SavedMemento[] {
  const names = { simhash: "Simhash", language: "language", mementoDatetime: "memento-datetime" };
  const rest = mementos.filter((memento) => memento[member] !== undefined);
  if (rest.length === 0 && mementos.length > 0) {
    throw new UsageError(`no memento has a ${names[member]}. ${advice}`);
  }
  tellPassedOver(mementos.length - rest.length, `without a ${names[member]}`);
  return rest;
}

/** Writes a whole text to a file or standard output, or nothing at all. */
export async function writeWhole(path: string | undefined, text: string): Promise<void> {
  const output = openOutput(path);
  try {
    await output.write(text);
    await output.commit();
  } catch (cause) {
    output.discard();
    throw cause;
  }
}

/** URI-Ms, one a line. */
export const listText = (uriMs: readonly string[]): string =>
  uriMs.map((uriM) => `${uriM}\n`).join("");
