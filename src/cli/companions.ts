import { Command } from "commander";
import { UsageError } from "../errors.js";
import { counted, printable } from "../mementos/text.js";
import { readTextFile } from "../read-text-file.js";
import {
  DUPLICATE_SHARE,
  excludeDuplicates,
  requireLanguage,
  selectByLanguage,
} from "../results/companions/select.js";
import {
  clusterBySimhash,
  clustersText,
  NEAR_BITS,
  parseSlices,
  sliceByDatetime,
  slicesText,
} from "../results/companions/similar.js";
import { readResults } from "../results/read-results.js";
import type { SavedMemento } from "../results/saved-entry.js";
import { exitStatus } from "./exit-status.js";
import { openLog } from "./log.js";
import { openOutput } from "./output.js";
import { parseDecimal, parseWhole } from "./parse-values.js";

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
/** `cluster_by_simhash`: mementos of a slice that are near duplicates of each other. */
export function clusterBySimhashCommand(done: (status: number) => void): Command {
  return new Command("cluster_by_simhash")
    .alias("cluster-by-simhash")
    .description(
      "Cluster the mementos of each slice by DBSCAN over the Hamming distance of their Simhashes (two make a cluster). " +
        "Writes slice, TAB, cluster (-1: like no other), TAB, URI-M.",
    )
    .option("-i, --input <file>", "results as JSON or JSON Lines, of this tool or of OTMT 1.0.5")
    .option("-s, --slice-file <file>", "slices as slice_by_datetime writes them")
    .option("--eps <bits>", `bits in which near neighbours differ at most, 0 to 64 (${NEAR_BITS})`)
    .option("-o, --output <file>", "where clusters go (standard output)")
    .addHelpText(
      "after",
      "\nExample:\n  detect_off_topic cluster_by_simhash -i out.json -s slices.tsv -o clusters.tsv",
    )
    .action(async (flags: ClusterFlags) => {
      await runClusterBySimhash(flags);
      done(exitStatus.finished);
    });
}

interface ClusterFlags {
  readonly input?: string;
  readonly sliceFile?: string;
  readonly eps?: string;
  readonly output?: string;
}

async function runClusterBySimhash({ input, sliceFile, eps, output }: ClusterFlags): Promise<void> {
  if (input === undefined || sliceFile === undefined) {
    throw new UsageError(
      "nothing to cluster. Give results and slices, e.g. -i out.json -s slices.tsv.",
    );
  }
  const nearBits = eps === undefined ? NEAR_BITS : parseWhole(eps, "--eps", 0);
  if (nearBits > 64)
    throw new UsageError(`--eps takes a number of bits from 0 to 64, not ${eps ?? ""}.`);
  const sliced = parseSlices(readTextFile(sliceFile), sliceFile);
  const { mementos } = await readResults(input);
  const simhashOf = new Map(
    mementos.flatMap(({ uriM, simhash }) => (simhash === undefined ? [] : [[uriM, simhash]])),
  );
  const known = sliced.filter(({ uriM }) => simhashOf.has(uriM));
  if (known.length === 0) {
    throw new UsageError(
      `${input} has a Simhash of none of the URI-Ms of ${sliceFile}. Give the results that the slices were made from.`,
    );
  }
  tellPassedOver(sliced.length - known.length, `${input} has no Simhash of them`);
  await writeWhole(output, clustersText(clusterBySimhash(known, simhashOf, nearBits)));
}
/** `exclude_duplicates`: the mementos of each TimeMap that differ from the one kept before. */
export function excludeDuplicatesCommand(done: (status: number) => void): Command {
  const command = new Command("exclude_duplicates")
    .alias("exclude-duplicates")
    .description(
      "List the mementos of each TimeMap that are no duplicates: a memento is kept when its Simhash differs from that of " +
        "the last one kept in more than a share of its bits.",
    )
    .addHelpText(
      "after",
      "\nExample:\n  detect_off_topic exclude_duplicates -i out.json -c on-topic.txt -o no-duplicates.txt",
    )
    .action(async (flags: DuplicatesFlags) => {
      const share = duplicateShare(flags.threshold);
      const mementos = having(
        await consideredMementos(flags),
        "simhash",
        "Give results of a run without --no-compute-simhashes.",
      );
      const kept = excludeDuplicates(mementos, share);
      await writeWhole(flags.output, listText(kept.map(({ uriM }) => uriM)));
      done(exitStatus.finished);
    });
  return addResultsOptions(command, "URI-Ms").option(
    "-t, --threshold <share>",
    `share of bits up to which mementos are duplicates, 0 to 1 (${DUPLICATE_SHARE})`,
  );
}

interface DuplicatesFlags extends ResultsFlags {
  readonly threshold?: string;
}

function duplicateShare(text: string | undefined): number {
  if (text === undefined) return DUPLICATE_SHARE;
  const share = parseDecimal(text, "-t");
  if (share >= 0 && share <= 1) return share;
  throw new UsageError(`-t takes a share of bits from 0 to 1, not ${text}.`);
}
/** `select_by_language`: the mementos in one language. */
export function selectByLanguageCommand(done: (status: number) => void): Command {
  const command = new Command("select_by_language")
    .alias("select-by-language")
    .description("List the mementos in one language.")
    .addHelpText(
      "after",
      "\nExample:\n  detect_off_topic select_by_language -i out.json -l en -o english.txt",
    )
    .action(async (flags: LanguageFlags) => {
      if (flags.lang === undefined) {
        throw new UsageError("no language to select. Give a BCP 47 tag, e.g. -l en.");
      }
      const language = requireLanguage(flags.lang);
      const mementos = having(
        await consideredMementos(flags),
        "language",
        "Give results of a run without --no-detect-languages.",
      );
      const selected = selectByLanguage(mementos, language);
      if (selected.length === 0) {
        const languages = [...new Set(mementos.map((each) => each.language ?? ""))].sort();
        openLog({}).warn(`no memento is in ${language}; there are: ${languages.join(", ")}`);
      }
      await writeWhole(flags.output, listText(selected.map(({ uriM }) => uriM)));
      done(exitStatus.finished);
    });
  return addResultsOptions(command, "URI-Ms").option("-l, --lang <tag>", "BCP 47 tag, e.g. en");
}

interface LanguageFlags extends ResultsFlags {
  readonly lang?: string;
}
/** `slice_by_datetime`: a collection cut into slices of time of equally many mementos. */
export function sliceByDatetimeCommand(done: (status: number) => void): Command {
  const command = new Command("slice_by_datetime")
    .alias("slice-by-datetime")
    .description(
      "Cut all mementos, in order of time, into slices of equally many: as many slices as mementos up to 28, else " +
        "floor(28 + log10 of their number). Writes slice, TAB, URI-M.",
    )
    .addHelpText(
      "after",
      "\nExample:\n  detect_off_topic slice_by_datetime -i out.json -c english.txt -o slices.tsv",
    )
    .action(async (flags: ResultsFlags) => {
      const mementos = having(
        await consideredMementos(flags),
        "mementoDatetime",
        "Give the results of a run.",
      );
      await writeWhole(flags.output, slicesText(sliceByDatetime(mementos)));
      done(exitStatus.finished);
    });
  return addResultsOptions(command, "slices");
}
