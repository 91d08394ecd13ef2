import { UsageError } from "../../../base/errors.js";
import { option, under, type Values } from "../../../base/option.js";
import { readTextFile } from "../../../base/read-file.js";
import { counted, printable } from "../../../base/text.js";
import { parseDecimal, whole } from "../../../base/value-kinds.js";
import { type CommandDefinition, defineCommand } from "../../../command/define-command.js";
import type { Log } from "../../../command/log.js";
import { outputOption } from "../../../command/options/output.js";
import { withOutput } from "../../../command/output.js";
import { type SavedMemento, valueOf } from "../../../write/entry.js";
import { readResults } from "../../../write/read-results.js";
import { DUPLICATE_SHARE, excludeDuplicates, requireLanguage, selectByLanguage } from "./select.js";
import {
  clusterBySimhash,
  clustersText,
  NEAR_BITS,
  parseSlices,
  requireSome,
  type SavedValue,
  simhashesOf,
  sliceByDatetime,
  slicesText,
} from "./similar.js";

const resultsOption = under("Input", {
  results: option(
    "-i, --input <file>",
    "results as JSON or JSON Lines, of this tool or of OTMT 1.0.5",
    { reads: true },
  ),
});

const consideredOptions = {
  ...resultsOption,
  ...under("Input", {
    considerationFile: option(
      "-c, --consideration-file <file>",
      "consider only these URI-Ms, one a line",
      { reads: true },
    ),
  }),
} as const;

/** Reports the number of mementos left out. Throws a `UsageError` if no memento is left. */
async function consideredMementos(
  { results: input, considerationFile }: Values<typeof consideredOptions>,
  log: Log,
): Promise<SavedMemento[]> {
  if (input === undefined) {
    throw new UsageError("nothing to read. Give results, e.g. -i out.json.");
  }
  const wanted = considerationFile === undefined ? undefined : listedUriMs(considerationFile);
  // Lists and slices have URI-Ms in this form, so URI-Ms are compared in this form.
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
    reportPassedOver(
      wanted.size - found.size,
      `listed in ${considerationFile ?? ""}, not in ${input}`,
      log,
    );
    if (found.size === 0) {
      throw new UsageError(
        `${input} has none of the URI-Ms of ${considerationFile ?? ""}. Give the list of a run on the same mementos.`,
      );
    }
  }
  const had = considered.filter(({ problem }) => problem === undefined);
  reportPassedOver(considered.length - had.length, "could not be fetched or read", log);
  return had;
}

/** Returns the URI-Ms of a list with one on each line, such as `--ontopic-file` writes. */
function listedUriMs(file: string): ReadonlySet<string> {
  const lines = readTextFile(file)
    .replace(/^\u{feff}/u, "")
    .split("\n")
    .map((line) => printable(line.trim(), "percent"));
  const uriMs = new Set(lines.filter((line) => line !== ""));
  if (uriMs.size === 0)
    throw new UsageError(`${file} lists no URI-M. Write one URI-M on each line.`);
  return uriMs;
}

/** Reports nothing if the number is 0. */
function reportPassedOver(count: number, why: string, log: Log): void {
  if (count === 0) return;
  log.warn(`${counted(count, "memento")} left out: ${why}`);
}

/** Returns the mementos that have a value, and reports how many do not. */
function having(
  mementos: readonly SavedMemento[],
  name: SavedValue,
  value: (memento: SavedMemento) => unknown,
  log: Log,
): SavedMemento[] {
  const rest = requireSome(mementos, name, value);
  reportPassedOver(mementos.length - rest.length, `without a ${name}`, log);
  return rest;
}

export const listText = (uriMs: readonly string[]): string =>
  uriMs.map((uriM) => `${uriM}\n`).join("");

export const clusterBySimhashCommand: CommandDefinition = defineCommand({
  name: "cluster-by-simhash",
  group: "stories",
  summary: "Cluster the near duplicates of each slice.",
  description:
    "Cluster the mementos of each slice by DBSCAN over the Hamming distance of their Simhashes (two make a cluster). " +
    "Writes slice, TAB, cluster (-1: like no other), TAB, URI-M.",
  examples: ["detect_off_topic cluster-by-simhash -i out.json -s slices.tsv -o clusters.tsv"],
  options: {
    ...resultsOption,
    ...under("Input", {
      sliceFile: option("-s, --slice-file <file>", "slices as slice-by-datetime writes them", {
        reads: true,
      }),
    }),
    ...outputOption,
    ...under("Clusters", {
      eps: option(
        "--eps <bits>",
        "maximum number of differing bits between near neighbours, 0 to 64",
        { parse: whole(0), default: String(NEAR_BITS) },
      ),
    }),
  },
  async run({ values: { results: input, sliceFile, eps, output }, log }) {
    if (input === undefined || sliceFile === undefined) {
      throw new UsageError(
        "nothing to cluster. Give results and slices, e.g. -i out.json -s slices.tsv.",
      );
    }
    if (eps > 64) throw new UsageError(`--eps takes a number of bits from 0 to 64, not ${eps}.`);
    const sliced = parseSlices(readTextFile(sliceFile), sliceFile);
    const { mementos } = await readResults(input);
    const digitsOf = simhashesOf(mementos);
    const simhashOf = new Map(
      requireSome(mementos, "Simhash", digitsOf).map((each) => [each.uriM, digitsOf(each)!]),
    );
    const known = sliced.filter(({ uriM }) => simhashOf.has(uriM));
    if (known.length === 0) {
      throw new UsageError(
        `${input} has a Simhash of none of the URI-Ms of ${sliceFile}. Give the results that the slices were made from.`,
      );
    }
    reportPassedOver(sliced.length - known.length, `${input} has no Simhash of them`, log);
    const text = clustersText(clusterBySimhash(known, simhashOf, eps));
    await withOutput(output, ({ write }) => write(text));
  },
});

export const excludeDuplicatesCommand: CommandDefinition = defineCommand({
  name: "exclude-duplicates",
  group: "stories",
  summary: "List the mementos of each TimeMap that are not duplicates.",
  description:
    "List the mementos of each TimeMap that are not duplicates: a memento is kept when its Simhash differs from that of " +
    "the last one kept in more than a share of its bits.",
  examples: [
    "detect_off_topic exclude-duplicates -i out.json -c on-topic.txt -o no-duplicates.txt",
  ],
  options: {
    ...consideredOptions,
    ...outputOption,
    ...under("Saved results", {
      threshold: option(
        "-t, --threshold <share>",
        "share of bits up to which mementos are duplicates, 0 to 1",
        { parse: parseDecimal, default: String(DUPLICATE_SHARE) },
      ),
    }),
  },
  async run({ values, log }) {
    const { threshold, output } = values;
    if (!(threshold >= 0 && threshold <= 1)) {
      throw new UsageError(`-t takes a share of bits from 0 to 1, not ${threshold}.`);
    }
    const considered = await consideredMementos(values, log);
    const mementos = having(considered, "Simhash", simhashesOf(considered), log);
    const kept = excludeDuplicates(mementos, threshold).map(({ uriM }) => uriM);
    await withOutput(output, ({ write }) => write(listText(kept)));
  },
});

export const selectByLanguageCommand: CommandDefinition = defineCommand({
  name: "select-by-language",
  group: "stories",
  summary: "List the mementos in one language.",
  description: "List the mementos in one language.",
  examples: ["detect_off_topic select-by-language -i out.json -l en -o english.txt"],
  options: {
    ...consideredOptions,
    ...outputOption,
    ...under("Saved results", {
      lang: option("-l, --lang <tag>", "BCP 47 tag, e.g. en"),
    }),
  },
  async run({ values, log }) {
    if (values.lang === undefined) {
      throw new UsageError("no language to select. Give a BCP 47 tag, e.g. -l en.");
    }
    const language = requireLanguage(values.lang);
    const mementos = having(
      await consideredMementos(values, log),
      "language",
      ({ language: of }) => valueOf(of),
      log,
    );
    const selected = selectByLanguage(mementos, language);
    if (selected.length === 0) {
      const languages = [...new Set(mementos.map((each) => valueOf(each.language) ?? ""))].sort();
      log.warn(`no memento is in ${language}; there are: ${languages.join(", ")}`);
    }
    const text = listText(selected.map(({ uriM }) => uriM));
    await withOutput(values.output, ({ write }) => write(text));
  },
});

export const sliceByDatetimeCommand: CommandDefinition = defineCommand({
  name: "slice-by-datetime",
  group: "stories",
  summary: "Cut mementos into slices of time.",
  description:
    "Cut all mementos, in order of time, into slices of equally many: as many slices as mementos up to 28, else " +
    "floor(28 + log10 of their number). Writes slice, TAB, URI-M.",
  examples: ["detect_off_topic slice-by-datetime -i out.json -c english.txt -o slices.tsv"],
  options: { ...consideredOptions, ...outputOption },
  async run({ values, log }) {
    const mementos = having(
      await consideredMementos(values, log),
      "memento-datetime",
      ({ capture }) => capture.mementoDatetime,
      log,
    );
    await withOutput(values.output, ({ write }) => write(slicesText(sliceByDatetime(mementos))));
  },
});
