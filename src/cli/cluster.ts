import { stringify } from "csv-stringify/sync";
import { type Clustering, clusterMementos } from "../cluster/cluster-mementos.js";
import { CLUSTER_DEFAULTS } from "../cluster/near-settings.js";
import { UsageError } from "../errors.js";
import { counted, printable } from "../mementos/text.js";
import { defineCommand, type MakeCommand } from "./define-command.js";
import { exitStatus } from "./exit-status.js";
import { type Log, progressLine } from "./log.js";
import { withOutput } from "./output.js";
import { archiveChoices, known, whatIsKept } from "./run-choices.js";

/** `cluster`: mementos grouped by structure and style across TimeMaps. */
export const clusterCommand: MakeCommand = defineCommand({
  name: "cluster",
  summary: "Group mementos by structure and style, across TimeMaps.",
  description:
    "Group the mementos of an input by structure and style, across TimeMaps: pages of one template (error pages, " +
    "parked domains) fall together.",
  examples: ["detect_off_topic cluster -i warc=crawl.warc.gz -ot csv -o clusters.csv"],
  whenStopped: whatIsKept,
  async run({ values, log, signal }) {
    const { input, output, clusterForm } = values;
    if (input === undefined) {
      throw new UsageError("nothing to read. Say what, e.g. cluster -i warc=crawl.warc.gz.");
    }
    const progress = progressLine(values.quiet !== true);
    const clustering = await withOutput(output, async ({ write }) => {
      const made = await clusterMementos({
        ...known(values),
        ...archiveChoices(values, log),
        input,
        structureWeight: values.structureWeight ?? CLUSTER_DEFAULTS.structureWeight,
        signal,
        onProgress: (state) => progress.show(state),
      });
      progress.end();
      await write(FORMS[clusterForm](made));
      return made;
    }).finally(() => progress.end());
    report(clustering, log);
    if (clustering.incomplete === undefined) return exitStatus.finished;
    log.warn(clustering.incomplete);
    return exitStatus.incomplete;
  },
});

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

/** A line for each cluster: mementos, seeds, first and last date, the medoid. */
function asText({ clusters, mementos, failed }: Clustering): string {
  const rows = clusters.map(({ members, medoid }, at) => {
    const dates = members.map(({ capture }) => capture.mementoDatetime.slice(0, 10)).sort();
    const seeds = new Set(members.map(({ capture }) => capture.uriR)).size;
    const numbers = [at + 1, members.length, seeds].map((number) => String(number).padStart(8));
    return `${numbers.join(" ")}  ${dates[0]!}  ${dates.at(-1)!}  ${printable(medoid.uriM)}\n`;
  });
  const errors = failed.map(({ uriM, message }) => `${printable(`${uriM}: ${message}`)}\n`);
  return (
    `${counted(mementos, "memento")} in ${counted(clusters.length, "cluster")}\n` +
    `\n cluster mementos    seeds  first       last        medoid\n${rows.join("")}` +
    (errors.length > 0 ? `\nNot read:\n${errors.join("")}` : "")
  );
}

const FORMS = { json: asJson, csv: asCsv, text: asText } as const;

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
