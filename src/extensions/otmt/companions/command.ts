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
import { DUPLICATE_SHARE, excludeDuplicates, selectByLanguage } from "./select.js";
import {
  clusterBySimhash,
  clustersText,
  NEAR_BITS,
  parseSlices,
  requireSome,
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

/** Throws a `UsageError` if no memento is left. Tells how many were not fetched or read. */
async function consideredMementos(
  { results: input, considerationFile }: Values<typeof consideredOptions>,
  log: Log,
): Promise<SavedMemento[]> {
  if (input === undefined) {
    throw new UsageError("nothing to read. Give results, e.g. -i out.json.");
  }
  const listed =
    considerationFile && new Set(readTextFile(considerationFile).split("\n").map(asListed));
  // Lists and slices have URI-Ms in this form, so URI-Ms are compared in this form.
  const mementos = (await readResults(input)).mementos
    .map((memento) => ({ ...memento, uriM: asListed(memento.uriM) }))
    .filter(({ uriM }) => !listed || listed.has(uriM));
  if (mementos.length === 0) {
    const of = considerationFile === undefined ? "mementos" : `the URI-Ms of ${considerationFile}`;
    throw new UsageError(`${input} has none of ${of}. Give the results of a run on them.`);
  }
  const read = mementos.filter(({ problem }) => problem === undefined);
  if (read.length < mementos.length) {
    const count = counted(mementos.length - read.length, "memento");
    log.warn(`${count} left out: could not be fetched or read`);
  }
  return read;
}

const asListed = (uriM: string): string => printable(uriM.trim(), "percent");

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
    const sliced = parseSlices(readTextFile(sliceFile), sliceFile);
    const { mementos } = await readResults(input);
    const digitsOf = simhashesOf(mementos);
    const simhashOf = new Map(
      requireSome(mementos, "Simhash", digitsOf).map((each) => [each.uriM, digitsOf(each)!]),
    );
    const known = sliced.filter(({ uriM }) => simhashOf.has(uriM));
    if (known.length < sliced.length) {
      const count = counted(sliced.length - known.length, "memento");
      log.warn(`${count} left out: ${input} has no Simhash of them`);
    }
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
    const mementos = await consideredMementos(values, log);
    const kept = excludeDuplicates(mementos, values.threshold).map(({ uriM }) => uriM);
    await withOutput(values.output, ({ write }) => write(listText(kept)));
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
    const mementos = await consideredMementos(values, log);
    const selected = selectByLanguage(mementos, values.lang);
    if (selected.length === 0) {
      const languages = [...new Set(mementos.flatMap(({ language }) => valueOf(language) ?? []))];
      log.warn(`no memento is in ${values.lang}; there are: ${languages.sort().join(", ")}`);
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
    const mementos = await consideredMementos(values, log);
    await withOutput(values.output, ({ write }) => write(slicesText(sliceByDatetime(mementos))));
  },
});
