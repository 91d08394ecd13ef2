import { jsonFile } from "../../../base/json.js";
import { counted, printable } from "../../../base/text.js";
import { csvRows, type OutputForms } from "../../../write/formats/forms.js";
import { CLUSTER_DEFAULTS } from "./options.js";
import type { ClusterLevel, Clustering } from "./cluster-mementos.js";
import { classOf, type GoldFigures } from "./gold-classes.js";
import { clusterFacts, clusterPicture, type ClusterView } from "./picture.js";

export const TOO_LARGE = "too large to compare with some pages, and counted as unlike them";

/** Returns the number of mementos that are too large to compare. It is the same at every level. */
export const tooLarge = ([level]: readonly ClusterLevel[]): number =>
  level?.clusters.reduce((sum, cluster) => sum + cluster.tooLarge.length, 0) ?? 0;

function asJson({ levels, failed, classes, gold }: ClusterView): string {
  const errors = Object.fromEntries(failed.map(({ uriM, message }) => [uriM, message]));
  const each = levels.map(({ similarity, overlap, clusters }, at) => ({
    ...(levels.length > 1 && { similarity, overlap }),
    ...(gold !== undefined && { agreement: agreementJson(gold[at]!) }),
    clusters: clusters.map((cluster, place) => ({
      cluster: place + 1,
      size: cluster.members.length,
      medoid: cluster.medoid.uriM,
      cohesion: cluster.cohesion,
      members: cluster.members.map((member) => ({
        "URI-M": member.uriM,
        "URI-R": member.capture.uriR,
        "memento-datetime": member.capture.mementoDatetime,
        ...(classes !== undefined && { label: classOf(classes, member) }),
        ...(cluster.tooLarge.includes(member) && { notes: [TOO_LARGE] }),
      })),
    })),
  }));
  const data = levels.length === 1 ? { ...each[0], errors } : { levels: each, errors };
  return jsonFile(data);
}

const agreementJson = (figures: GoldFigures): object => ({
  "labelled mementos": figures.labelled,
  "adjusted Rand index": figures.adjustedRandIndex,
  purity: figures.purity,
  "normalised mutual information": figures.mutualInformation,
  labels: figures.classes.map(({ name, mementos, together, cluster, clusters }) => ({
    ...{ label: name, mementos, "in one cluster": together, cluster, clusters },
  })),
});

function asCsv({ levels, classes }: ClusterView): string {
  const several = levels.length > 1;
  const rows = levels.flatMap(({ similarity, clusters }) =>
    clusters.flatMap(({ members, medoid, tooLarge: large }, at) =>
      members.map((member) => [
        ...(several ? [similarity] : []),
        ...[at + 1, members.length, medoid.uriM, member.uriM],
        ...[member.capture.uriR, member.capture.mementoDatetime],
        large.includes(member) ? TOO_LARGE : "",
        ...(classes === undefined ? [] : [classOf(classes, member) ?? ""]),
      ]),
    ),
  );
  const columns = [
    ...(several ? ["Similarity"] : []),
    ...["Cluster", "Size", "Medoid", "URI-M", "URI-R", "Memento-Datetime", "Notes"],
    ...(classes === undefined ? [] : ["Label"]),
  ];
  return csvRows([columns, ...rows], { uris: "all" });
}

/** Writes a line for each cluster: mementos, seeds, first and last date, medoid. */
function asText({ levels, mementos, failed, gold }: ClusterView): string {
  const tables = levels.map(({ similarity, overlap, clusters }, at) => {
    const where = levels.length === 1 ? "" : `, similarity ${similarity}, overlap ${overlap}`;
    const rows = clusters.map((cluster, place) => {
      const { seeds, first, last } = clusterFacts(cluster);
      const numbers = columns(place + 1, cluster.members.length, seeds);
      return `${numbers}  ${first}  ${last}  ${printable(cluster.medoid.uriM)}\n`;
    });
    return (
      `${counted(mementos, "memento")} in ${counted(clusters.length, "cluster")}${where}\n` +
      `\n cluster mementos    seeds  first       last        medoid\n${rows.join("")}` +
      (gold === undefined ? "" : `\n${goldText(gold[at]!)}`)
    );
  });
  const errors = failed.map(({ uriM, message }) => `${printable(`${uriM}: ${message}`)}\n`);
  return tables.join("\n") + (errors.length > 0 ? `\nNot read:\n${errors.join("")}` : "");
}

const columns = (...cells: readonly (number | string)[]): string =>
  cells.map((cell) => String(cell).padStart(8)).join(" ");

/**
 * Writes the evaluation of the paper: for each label the largest number of its mementos in one cluster, and the number
 * of clusters with any of them.
 */
function goldText({ labelled, classes, ...figures }: GoldFigures): string {
  const { adjustedRandIndex, purity, mutualInformation } = figures;
  const rows = classes.map(
    ({ name, mementos, together, cluster, clusters }) =>
      `${columns(mementos, together, cluster, clusters)}  ${printable(name)}\n`,
  );
  return (
    `${counted(labelled, "labelled memento")}: adjusted Rand index ${adjustedRandIndex.toFixed(3)}, ` +
    `purity ${purity.toFixed(3)}, normalised mutual information ${mutualInformation.toFixed(3)}\n` +
    `\nmementos together  cluster clusters  label\n${rows.join("")}`
  );
}

/**
 * Writes clusters in a form of the command `cluster`, with the same bytes.
 *
 * @example
 * ```js
 * const clustering = await clusterMementos({ input: "warc=crawl.warc" });
 * console.log(formatClusters(clustering, "text").split("\n")[0]);
 * // 2 mementos in 2 clusters
 * ```
 */
export function formatClusters(
  { clusters, ...rest }: Clustering,
  form: "json" | "csv" | "text",
): string {
  // The thresholds are written only if there are several.
  return clusterFormatters[form]({ levels: [{ ...CLUSTER_DEFAULTS, clusters }], ...rest });
}

export const clusterFormatters: OutputForms<"json" | "csv" | "text" | "html", ClusterView> = {
  json: asJson,
  csv: asCsv,
  text: asText,
  html: clusterPicture,
};
