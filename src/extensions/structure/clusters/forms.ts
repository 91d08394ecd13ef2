import { jsonFile } from "../../../base/json.js";
import { counted, printable } from "../../../base/text.js";
import { csvRows, type OutputForms } from "../../../write/formats/forms.js";
import type { Clustering } from "./cluster-mementos.js";
import { classOf, type GoldFigures } from "./gold-classes.js";
import { clusterFacts, clusterPicture, type ClusterView } from "./picture.js";

export const TOO_LARGE_TO_COMPARE =
  "too large to compare with some pages, and counted as unlike them";

function clustersAsJson({ clusters, failed, classes, gold }: ClusterView): string {
  return jsonFile({
    ...(gold !== undefined && { agreement: agreementJson(gold) }),
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
        ...(cluster.tooLarge.includes(member) && { notes: [TOO_LARGE_TO_COMPARE] }),
      })),
    })),
    errors: Object.fromEntries(failed.map(({ uriM, message }) => [uriM, message])),
  });
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

function clustersAsCsv({ clusters, classes }: ClusterView): string {
  const rows = clusters.flatMap(({ members, medoid, tooLarge }, at) =>
    members.map((member) => [
      ...[at + 1, members.length],
      ...[
        ...[medoid.uriM, member.uriM, member.capture.uriR, member.capture.mementoDatetime],
        tooLarge.includes(member) ? TOO_LARGE_TO_COMPARE : "",
        ...(classes === undefined ? [] : [classOf(classes, member) ?? ""]),
      ].map((text) => printable(text, "percent")),
    ]),
  );
  const columns = [
    ...["Cluster", "Size", "Medoid", "URI-M", "URI-R", "Memento-Datetime", "Notes"],
    ...(classes === undefined ? [] : ["Label"]),
  ];
  return csvRows([columns, ...rows]);
}

/** Writes a line for each cluster: mementos, seeds, first and last date, medoid. */
function clustersAsText({ clusters, mementos, failed, gold }: ClusterView): string {
  const rows = clusters.map((cluster, place) => {
    const { seeds, first, last } = clusterFacts(cluster);
    const numbers = columns(place + 1, cluster.members.length, seeds);
    return `${numbers}  ${first}  ${last}  ${printable(cluster.medoid.uriM)}\n`;
  });
  const errors = failed.map(({ uriM, message }) => `${printable(`${uriM}: ${message}`)}\n`);
  return (
    `${counted(mementos, "memento")} in ${counted(clusters.length, "cluster")}\n` +
    `\n cluster mementos    seeds  first       last        medoid\n${rows.join("")}` +
    (gold === undefined ? "" : `\n${goldText(gold)}`) +
    (errors.length > 0 ? `\nNot read:\n${errors.join("")}` : "")
  );
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
export const formatClusters = (clustering: Clustering, form: "json" | "csv" | "text"): string =>
  clusterFormatters[form](clustering);

export const clusterFormatters: OutputForms<"json" | "csv" | "text" | "html", ClusterView> = {
  json: clustersAsJson,
  csv: clustersAsCsv,
  text: clustersAsText,
  html: clusterPicture,
};
