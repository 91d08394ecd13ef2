import { Command } from "commander";
import { stringify } from "csv-stringify/sync";
import { type Clustering, clusterMementos } from "../cluster/cluster-mementos.js";
import { CLUSTER_DEFAULTS, type ClusterSettings } from "../cluster/near-settings.js";
import { UsageError } from "../errors.js";
import { counted, printable } from "../mementos/text.js";
import { positive, requireChoice, share } from "../settings/find.js";
import { exitStatus, interruptible } from "./exit-status.js";
import { addHttpOptions, httpChoices, type HttpFlags, whatIsKept } from "./http-options.js";
import { type Log, openLog } from "./log.js";
import { openOutput } from "./output.js";
import { parseDecimal, parseWhole } from "./parse-values.js";

interface ClusterFlags extends HttpFlags {
  readonly input?: readonly string[];
  readonly output?: string;
  readonly outputType: string;
  readonly structureWeight?: string;
  readonly similarity?: string;
  readonly overlap?: string;
  readonly rounds?: string;
  readonly workers?: string;
  readonly quiet?: boolean;
}

const FORMS = ["json", "csv"] as const;

const collectValues = (value: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  value,
];

/** `cluster`: mementos grouped by structure and style across TimeMaps. */
export function clusterCommand(done: (status: number) => void): Command {
  const { structureWeight, similarity, overlap, rounds } = CLUSTER_DEFAULTS;
  const command = new Command("cluster")
    .description(
      "Group the mementos of an input by structure and style, across TimeMaps: pages of one template (error pages, " +
        "parked domains) fall together.",
    )
    .option("-i, --input <kind=argument>", "what to read; can be repeated", collectValues)
    .option("-o, --output <file>", "where clusters go (standard output)")
    .option("--output-type <form>", `short: -ot. One of: ${FORMS.join(", ")}`, "json")
    .option(
      "--structure-weight <share>",
      `share of structure, 0 to 1; the rest is style (${structureWeight})`,
    )
    .option("--similarity <share>", `pages at least so similar are near neighbours (${similarity})`)
    .option(
      "--overlap <share>",
      `clusters that share so much of their near neighbours are merged (${overlap})`,
    )
    .option("--rounds <n>", `rounds of merging at most (${rounds})`)
    .option("--workers <n>", "threads that read pages (one a core; 0: none)")
    .option("-q, --quiet", "say only what is wrong")
    .addHelpText(
      "after",
      "\nExample:\n  detect_off_topic cluster -i warc=crawl.warc.gz -ot csv -o clusters.csv",
    )
    .action(async (flags: ClusterFlags) => {
      const form = requireChoice(flags.outputType, FORMS, "output type");
      const settings = clusterSettings(flags);
      if (flags.input === undefined) {
        throw new UsageError("nothing to read. Say what, e.g. cluster -i warc=crawl.warc.gz.");
      }
      const { input, workers } = flags;
      const log = openLog(flags);
      const status = await interruptible(
        async (signal) => {
          const output = openOutput(flags.output);
          try {
            const clustering = await clusterMementos({
              input,
              ...settings,
              ...(workers !== undefined && { workers: parseWhole(workers, "--workers", 0) }),
              ...(await httpChoices(flags, (notice) => log.warn(notice))),
              signal,
              onDamage: ({ source, message }) =>
                log.warn(`warning: ${source.file}, byte ${source.offset}: ${message}`),
            });
            await output.write(form === "json" ? asJson(clustering) : asCsv(clustering));
            await output.commit();
            report(clustering, log);
            if (clustering.incomplete === undefined) return exitStatus.finished;
            log.warn(clustering.incomplete);
            return exitStatus.incomplete;
          } catch (cause) {
            output.discard();
            throw cause;
          }
        },
        whatIsKept(flags, input),
      );
      done(status);
    });
  return addHttpOptions(command);
}

function clusterSettings(flags: ClusterFlags): ClusterSettings {
  const decimal = (text: string | undefined, option: string, otherwise: number): number =>
    text === undefined ? otherwise : parseDecimal(text, option);
  const settings = {
    structureWeight: share(
      decimal(flags.structureWeight, "--structure-weight", CLUSTER_DEFAULTS.structureWeight),
      "structure weight",
    ),
    similarity: share(
      decimal(flags.similarity, "--similarity", CLUSTER_DEFAULTS.similarity),
      "similarity",
    ),
    overlap: share(decimal(flags.overlap, "--overlap", CLUSTER_DEFAULTS.overlap), "overlap"),
    rounds:
      flags.rounds === undefined
        ? CLUSTER_DEFAULTS.rounds
        : positive(parseWhole(flags.rounds, "--rounds", 1), "number of rounds"),
  };
  if (settings.similarity === 0 || settings.overlap === 0) {
    throw new UsageError(
      "--similarity and --overlap must be above 0: at 0 everything is one cluster.",
    );
  }
  return settings;
}

const TOO_LARGE = "too large to compare with some pages, which it is taken as unlike";

function asJson({ clusters, failed }: Clustering): string {
  const entries = clusters.map(({ members, medoid, tooLarge }, at) => ({
    cluster: at + 1,
    size: members.length,
    medoid: medoid.uriM,
    members: members.map((member) => ({
      "URI-M": member.uriM,
      "URI-R": member.capture.uriR,
      "memento-datetime": member.capture.mementoDatetime,
      ...(tooLarge.includes(member) && { notes: [TOO_LARGE] }),
    })),
  }));
  const errors = Object.fromEntries(failed.map(({ uriM, message }) => [uriM, message]));
  const text = JSON.stringify({ clusters: entries, errors }, undefined, 2);
  return `${printable(text, "json")}\n`;
}

function asCsv({ clusters }: Clustering): string {
  const rows = clusters.flatMap(({ members, medoid, tooLarge }, at) =>
    members.map((member) => [
      at + 1,
      members.length,
      medoid.uriM,
      member.uriM,
      member.capture.uriR,
      member.capture.mementoDatetime,
      tooLarge.includes(member) ? TOO_LARGE : "",
    ]),
  );
  const columns = ["Cluster", "Size", "Medoid", "URI-M", "URI-R", "Memento-Datetime", "Notes"];
  return stringify([columns, ...rows], {
    cast: { string: (cell) => printable(cell, "percent") },
  });
}

function report({ clusters, mementos, failed }: Clustering, log: Log): void {
  const shared = clusters.filter(
    ({ members }) => new Set(members.map(({ capture }) => capture.uriR)).size > 1,
  );
  const tooLarge = clusters.reduce((sum, cluster) => sum + cluster.tooLarge.length, 0);
  if (tooLarge > 0) log.warn(`${counted(tooLarge, "memento")} ${TOO_LARGE}.`);
  log.info(
    `${counted(mementos, "memento")} in ${counted(clusters.length, "cluster")}, ${shared.length} of them across seeds; ` +
      `${counted(failed.length, "memento")} could not be read.`,
  );
}
