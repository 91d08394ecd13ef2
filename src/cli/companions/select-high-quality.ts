import { Command, Option } from "commander";
import { parseClusters } from "../../companions/slice-files.js";
import { selectHighQuality } from "../../companions/select-high-quality.js";
import { UsageError } from "../../errors.js";
import { openFetcher } from "../../http/fetcher.js";
import { parseRate } from "../../http/rate.js";
import { exitStatus } from "../exit-status.js";
import { readTextFile } from "../../read-text-file.js";
import { interruptible } from "../interrupt.js";
import { openLog } from "../log.js";
import { openOutput, type Output } from "../output.js";
import { refuseSameFile } from "../outputs.js";
import { listText } from "./considered.js";
import { damageNotices, fetchDamages, qualityText, type Damages } from "./damages.js";

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
    .option(
      "--scores <file>",
      "also write slice, cluster, URI-M, quality, damage and why there is none, separated by TABs",
    )
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
  readonly scores?: string;
  readonly output?: string;
  readonly cachefile?: string;
}

async function runSelectHighQuality(flags: QualityFlags, signal: AbortSignal): Promise<number> {
  const { damageUri, rate } = flags;
  const clusterFile = flags.clusterFile ?? flags.input;
  if (clusterFile === undefined) {
    throw new UsageError("nothing to select from. Give clusters, e.g. -i clusters.tsv.");
  }
  if (rate !== undefined && damageUri === undefined) {
    throw new UsageError("--rate is about a Memento-Damage service: give --damage_uri.");
  }
  const clustered = parseClusters(readTextFile(clusterFile), clusterFile);
  const service = damageUri === undefined ? undefined : serviceUri(damageUri);
  const outputs = openBoth(flags);
  try {
    const uriMs = clustered.map(({ uriM }) => uriM);
    const damages = service === undefined ? NO_DAMAGES : await askAll(service, uriMs, rate, signal);
    await outputs.selected.write(listText(selectHighQuality(clustered, damages.known)));
    await outputs.scores?.write(qualityText(clustered, damages));
    await outputs.selected.commit();
    await outputs.scores?.commit();
  } catch (cause) {
    outputs.selected.discard();
    outputs.scores?.discard();
    throw cause;
  }
  return exitStatus.finished;
}

const NO_DAMAGES: Damages = { known: new Map(), unknown: new Map() };

async function askAll(
  service: string,
  uriMs: readonly string[],
  rate: string | undefined,
  signal: AbortSignal,
): Promise<Damages> {
  const log = openLog({});
  const fetcher = await openFetcher({
    signal,
    onNotice: (notice) => log.warn(notice),
    ...(rate !== undefined && { limits: { perMinute: parseRate(rate) } }),
  });
  try {
    const damages = await fetchDamages(fetcher, service, uriMs);
    for (const notice of damageNotices(damages)) log.warn(notice);
    return damages;
  } finally {
    await fetcher.close();
  }
}

/** Opened before anything is asked: what could not be written is told at once. */
function openBoth({ output, scores }: QualityFlags): { selected: Output; scores?: Output } {
  refuseSameFile([output ?? "-", scores], "-o and --scores");
  const selected = openOutput(output);
  if (scores === undefined) return { selected };
  try {
    return { selected, scores: openOutput(scores, "--scores") };
  } catch (cause) {
    selected.discard();
    throw cause;
  }
}

function serviceUri(uri: string): string {
  if (URL.canParse(uri) && /^https?:/iu.test(uri)) return uri.replace(/\/+$/u, "");
  throw new UsageError(`--damage_uri takes an http or https URI, not "${uri}".`);
}
