import { cssClasses } from "../../../page/features/class-names.js";
import { finalLines } from "../../../run/lines/resolve.js";
import { inOrder, RecordReader } from "../../../run/lines/record-reader.js";
import type { JoinOptions } from "../../../run/map-reduce.js";
import { untilAborted } from "../../../run/setup/until-aborted.js";
import { domTree } from "../dom-tree.js";
import { CLUSTER_DEFAULTS, type ClusterSettings } from "./options.js";
import { type Clustering, inSteps } from "./cluster-mementos.js";
import { type ClusterPage, clusterSteps } from "./cluster-pages.js";
import { checkClusterSettings } from "./near-settings.js";
import { type ClusterMember, pagesOfRecords } from "./pages-of-records.js";

/** Options of {@link clusterRecords}. */
export type ClusterRecordsOptions = Partial<ClusterSettings> & Pick<JoinOptions, "signal">;

const NO_STRUCTURE =
  "records without structure and style cannot be clustered. Give map -tm structure-style=0.5.";

/**
 * Clusters the pages of sorted records that any number of mappers have written, as {@link clusterMementos} clusters
 * those of an input. Throws a `UsageError` for a bad choice and for
 * records made with different settings.
 *
 * @example
 * ```js
 * const { lines } = await mapRecords({ input: "warc=crawl.warc", measures: "structure-style=0.5" });
 * const { clusters, mementos } = await clusterRecords(lines);
 * console.log(mementos, clusters.map(({ members }) => members.length).join());
 * // 2 1,1
 * ```
 */
export async function clusterRecords(
  lines: Iterable<string> | AsyncIterable<string>,
  options: ClusterRecordsOptions = {},
): Promise<Clustering> {
  const { signal = new AbortController().signal, ...choices } = options;
  const settings = { ...CLUSTER_DEFAULTS, ...choices };
  checkClusterSettings(settings);
  const reader = new RecordReader();
  const given = untilAborted(finalLines(inOrder(lines)), signal);
  const pages: ClusterPage<ClusterMember>[] = [];
  const failed: { uriM: string; message: string }[] = [];
  const found = pagesOfRecords(given, {
    outcomesOf: (record) =>
      [domTree, cssClasses].map((feature) => reader.outcomeOf(record, feature, NO_STRUCTURE)),
    decode: (line) => reader.decode(line),
  });
  for await (const page of found) {
    if ("message" in page) failed.push({ uriM: page.uriM, message: page.message });
    else pages.push({ id: page.member, tree: page.tree, classes: page.classes });
  }
  const clusters = await inSteps(clusterSteps(pages, settings), signal);
  return { clusters, mementos: pages.length, failed };
}
