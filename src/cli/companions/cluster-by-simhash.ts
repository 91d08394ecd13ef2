import { Command } from "commander";
import { clusterBySimhash, NEAR_BITS } from "../../companions/cluster-by-simhash.js";
import { clustersText, parseSlices } from "../../companions/slice-files.js";
import { UsageError } from "../../errors.js";
import { readResults } from "../../results/read-results.js";
import { exitStatus } from "../exit-status.js";
import { readTextFile } from "../../read-text-file.js";
import { parseWhole } from "../parse-values.js";
import { tellPassedOver, writeWhole } from "./considered.js";

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
