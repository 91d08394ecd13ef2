import { Command, Option } from "commander";
import { parseClusters } from "../../companions/slice-files.js";
import { selectHighQuality } from "../../companions/select-high-quality.js";
import { UsageError } from "../../errors.js";
import { openFetcher } from "../../http/fetcher.js";
import { parseRate } from "../../http/rate.js";
import { exitStatus } from "../exit-status.js";
import { readTextFile } from "../gold-and-results.js";
import { interruptible } from "../interrupt.js";
import { openLog } from "../log.js";
import { listText, writeWhole } from "./considered.js";
import { fetchDamage } from "./fetch-damage.js";

/** `select_high_quality`: the best memento of each cluster. */
export function selectHighQualityCommand(done: (status: number) => void): Command {
  return new Command("select_high_quality")
    .alias("select-high-quality")
    .description(
      "List the best memento of each cluster of each slice: -0.40 damage + 0.15 category of its host + 0.45 depth of its path.",
    )
    .option("-i, --cluster-file <file>", "clusters as cluster_by_simhash writes them")
    .addOption(new Option("--input <file>").hideHelp())
    .option("--damage_uri, --damage-uri <uri>", "a Memento-Damage service; without it damage is 0")
    .option("--rate <rate>", "requests to it, e.g. 10/s (1/s)")
    .option("-o, --output <file>", "where URI-Ms go (standard output)")
    .option("--cachefile <file>", "short: -cf. OTMT's HTTP cache: has no effect here")
    .addHelpText(
      "after",
      "\nExample:\n  detect_off_topic select_high_quality -i clusters.tsv -o story.txt",
    )
    .action(async (flags: QualityFlags) => {
      done(await interruptible((signal) => runSelectHighQuality(flags, signal)));
    });
}

interface QualityFlags {
  /** OTMT's other name of the cluster file. */
  readonly input?: string;
  readonly clusterFile?: string;
  readonly damageUri?: string;
  readonly rate?: string;
  readonly output?: string;
  readonly cachefile?: string;
}

async function runSelectHighQuality(flags: QualityFlags, signal: AbortSignal): Promise<number> {
  const { damageUri, rate, output } = flags;
  const clusterFile = flags.clusterFile ?? flags.input;
  if (clusterFile === undefined) {
    throw new UsageError("nothing to select from. Give clusters, e.g. -i clusters.tsv.");
  }
  if (rate !== undefined && damageUri === undefined) {
    throw new UsageError("--rate is about a Memento-Damage service: give --damage_uri.");
  }
  const clustered = parseClusters(readTextFile(clusterFile), clusterFile);
  const log = openLog({});
  const damageOf = new Map<string, number>();
  if (damageUri !== undefined) {
    const service = serviceUri(damageUri);
    const fetcher = await openFetcher({
      signal,
      onNotice: (notice) => log.warn(notice),
      ...(rate !== undefined && { limits: { perMinute: parseRate(rate) } }),
    });
    try {
      for (const { uriM } of clustered) {
        const damage = await fetchDamage(fetcher, service, uriM);
        if ("value" in damage) damageOf.set(uriM, damage.value);
        else log.warn(`damage of ${uriM} taken as 0: ${damage.problem.message}`);
      }
    } finally {
      await fetcher.close();
    }
  }
  await writeWhole(output, listText(selectHighQuality(clustered, damageOf)));
  return exitStatus.finished;
}

function serviceUri(uri: string): string {
  if (URL.canParse(uri) && /^https?:/iu.test(uri)) return uri.replace(/\/+$/u, "");
  throw new UsageError(`--damage_uri takes an http or https URI, not "${uri}".`);
}
